import { isTag } from 'domhandler'
import type { Document, Element } from 'domhandler'
import { isSilent, textOf } from '../findings/inside.ts'
import type { ReadablePage } from '../page.ts'
import { aroundIn, PAGE, isLink, sizesOf } from './areas.ts'
import type { Around, Sizes } from './areas.ts'
import { isHeading, linkTextOf } from './link-text.ts'
import type { LinkText } from './link-text.ts'
import { nextPagesOf } from './next-page.ts'
import { Surroundings } from './surroundings.ts'
import { cutAtWord } from './lead.ts'
import type { Lead } from './lead.ts'

/** More than any page has that a person made; beyond it only memory is spent. */
const MOST_SEEN = 50_000
const MOST_LEADS = 500
/** What is kept first when there is too much. */
const RANKS: Record<Lead['area'], number> = { content: 0, aside: 1, navigation: 2, footer: 3 }

/** Where a page leads, each address once with its best text, in the order of the page. */
export function leadsOf(page: ReadablePage): Lead[] {
  const sizes = sizesOf(page.root)
  const found = [...linksIn(page, sizes), ...linksInHead(page)]
  const itself = addressOf(page.url, undefined)
  const next = itself === undefined ? new Set<string>() : nextPagesOf(found, itself, sizes)
  const surroundings = new Surroundings(sizes)
  return chosen(found, itself, next).map(({ url, text, link, area, isUnfollowed }) => ({
    url,
    text,
    context: link.isInHead ? '' : surroundings.of(link.element, link.title),
    area,
    isNext: next.has(url),
    isUnfollowed,
  }))
}

interface FoundLink extends LinkText {
  element: Element
  url: string
  area: Lead['area']
  isNextByName: boolean
  isUnfollowed: boolean
  isInHead?: true
}

function linksIn({ root, landmarks, base }: ReadablePage, sizes: Sizes): FoundLink[] {
  const found: FoundLink[] = []
  const isClosed = asksNotToFollow(landmarks)
  let isAbove = true
  visit(root, PAGE)
  return found

  function visit(node: Document | Element, around: Around): void {
    for (const child of node.children) {
      if (!isTag(child) || isSilent(child) || found.length >= MOST_SEEN) continue
      if (isHeading(child)) isAbove = false
      const within = aroundIn(child, around, sizes, isAbove)
      if (isLink(child)) add(child, within)
      visit(child, within)
    }
  }

  function add(element: Element, { area }: Around): void {
    const url = addressOf(element.attribs['href'], base)
    if (url === undefined) return
    const rel = wordsOf(element.attribs['rel'])
    found.push({
      ...linkTextOf(element),
      element,
      url,
      area,
      isNextByName: rel.has('next'),
      isUnfollowed: isClosed || rel.has('nofollow'),
    })
  }
}

/** The next page may be named where no reader sees it. */
function linksInHead({ landmarks, base }: ReadablePage): FoundLink[] {
  return landmarks.flatMap((element) => {
    const { name, attribs } = element
    const url =
      name === 'link' && wordsOf(attribs['rel']).has('next') ? addressOf(attribs['href'], base) : undefined
    if (url === undefined) return []
    const said = { text: '', worth: 0, title: undefined, area: 'navigation' as const }
    return [{ ...said, element, url, isNextByName: true, isUnfollowed: false, isInHead: true as const }]
  })
}

interface Chosen {
  url: string
  /** The link that says most about where it leads. */
  link: FoundLink
  text: string
  area: Lead['area']
  isUnfollowed: boolean
  position: number
}

function chosen(
  found: readonly FoundLink[],
  itself: string | undefined,
  next: ReadonlySet<string>,
): Chosen[] {
  const byUrl = new Map<string, Chosen>()
  for (const [position, link] of found.entries()) {
    const { url, text, area, isUnfollowed } = link
    if (url === itself) continue
    const known = byUrl.get(url)
    byUrl.set(url, known ? joined(known, link) : { url, link, text, area, isUnfollowed, position })
  }
  const all = [...byUrl.values()]
  if (all.length <= MOST_LEADS) return all
  const rankOf = ({ url, area }: Chosen) => (next.has(url) ? -1 : RANKS[area])
  return all
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.position - other.position)
    .slice(0, MOST_LEADS)
    .toSorted((one, other) => one.position - other.position)
}

function joined(known: Chosen, link: FoundLink): Chosen {
  const best = link.worth > known.link.worth ? link : known.link
  return {
    ...known,
    link: best,
    text: best.text,
    area: RANKS[link.area] < RANKS[known.area] ? link.area : known.area,
    isUnfollowed: known.isUnfollowed && link.isUnfollowed,
  }
}

/** Only what leads to another page: a place on the same page, mail and scripts do not. */
function addressOf(reference: string | undefined, base: string | undefined): string | undefined {
  const written = reference?.trim() ?? ''
  if (written === '' || written.startsWith('#')) return undefined
  const url = URL.parse(written, base)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  url.hash = ''
  return url.href
}

function wordsOf(attribute: string | undefined): Set<string> {
  return new Set(attribute?.toLowerCase().split(/[\s,]+/))
}

function asksNotToFollow(landmarks: readonly Element[]): boolean {
  return landmarks.some(({ name, attribs }) => {
    if (name !== 'meta' || attribs['name']?.toLowerCase() !== 'robots') return false
    const says = wordsOf(attribs['content'])
    return says.has('nofollow') || says.has('none')
  })
}

const MOST_HEADINGS = 100
const MOST_CHARS = 200

/** The texts of the first two levels of headings, in the order of the page. */
export function headingsOf(root: Document): string[] {
  const headings: string[] = []
  visit(root)
  return headings

  function visit(node: Document | Element): void {
    for (const child of node.children) {
      if (headings.length >= MOST_HEADINGS) return
      if (!isTag(child)) continue
      if (child.name !== 'h1' && child.name !== 'h2') {
        visit(child)
        continue
      }
      const text = cutAtWord(textOf(child, 2 * MOST_CHARS), MOST_CHARS)
      if (text !== '') headings.push(text)
    }
  }
}

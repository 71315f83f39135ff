import { isTag } from 'domhandler'
import type { Document, Element } from 'domhandler'
import { isInvisible, textOf, webUrl } from '../findings/element-profile.ts'
import type { ReadablePage } from '../page.ts'
import { regionIn, PAGE, isLink, sizesOf, linkContextIn } from './link-context.ts'
import type { PageRegion, Sizes } from './link-context.ts'
import { isHeading, linkTextOf, cutAtWord } from './link-text.ts'
import { nextPagesOf } from './next-page.ts'
import type { LinkText, LinkCandidate } from './link-text.ts'

const MOST_SEEN = 50_000
const MOST_CANDIDATES = 500
/** What is kept first when there is too much. */
const RANKS: Record<LinkCandidate['area'], number> = { content: 0, aside: 1, navigation: 2, footer: 3 }

export function linkCandidatesOf(page: ReadablePage): LinkCandidate[] {
  const sizes = sizesOf(page.root)
  const found = [...linksIn(page, sizes), ...linksInHead(page)]
  const itself = linkedUrlOf(page.url, undefined)
  const next = itself === undefined ? new Set<string>() : nextPagesOf(found, itself, sizes)
  const surroundingsOf = linkContextIn(sizes)
  return chosen(found, itself, next).map(({ url, text, area, isUnfollowed, isInHead, element, title }) => ({
    url,
    text,
    context: isInHead ? '' : surroundingsOf(element, title),
    area,
    isNext: next.has(url),
    isUnfollowed,
  }))
}

interface FoundLink extends LinkText {
  element: Element
  url: string
  area: LinkCandidate['area']
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

  function visit(node: Document | Element, around: PageRegion): void {
    for (const child of node.children) {
      if (!isTag(child) || isInvisible(child) || found.length >= MOST_SEEN) continue
      if (isHeading(child)) isAbove = false
      const within = regionIn(child, around, sizes, isAbove)
      if (isLink(child)) add(child, within)
      visit(child, within)
    }
  }

  function add(element: Element, { area }: PageRegion): void {
    const url = linkedUrlOf(element.attribs['href'], base)
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
      name === 'link' && wordsOf(attribs['rel']).has('next') ? linkedUrlOf(attribs['href'], base) : undefined
    if (url === undefined) return []
    const said = { text: '', worth: 0, title: undefined, area: 'navigation' as const }
    return [{ ...said, element, url, isNextByName: true, isUnfollowed: false, isInHead: true as const }]
  })
}

function chosen(
  found: readonly FoundLink[],
  itself: string | undefined,
  next: ReadonlySet<string>,
): FoundLink[] {
  const byUrl = new Map<string, FoundLink>()
  for (const link of found) {
    const known = byUrl.get(link.url)
    if (link.url !== itself) byUrl.set(link.url, known ? joined(known, link) : link)
  }
  const all = [...byUrl.values()]
  if (all.length <= MOST_CANDIDATES) return all
  const rankOf = ({ url, area }: FoundLink) => (next.has(url) ? -1 : RANKS[area])
  const kept = new Set(all.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MOST_CANDIDATES))
  return all.filter((link) => kept.has(link))
}

function joined(known: FoundLink, link: FoundLink): FoundLink {
  return {
    ...(link.worth > known.worth ? link : known),
    area: RANKS[link.area] < RANKS[known.area] ? link.area : known.area,
    isUnfollowed: known.isUnfollowed && link.isUnfollowed,
  }
}

/** Only what leads to another page: a place on the same page, mail and scripts do not. */
function linkedUrlOf(reference: string | undefined, base: string | undefined): string | undefined {
  const url = reference?.trim().startsWith('#') ? undefined : webUrl(reference, base)
  if (url) url.hash = ''
  return url?.href
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

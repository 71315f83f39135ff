import { isTag, isText } from 'domhandler'
import type { AnyNode, Element, Document } from 'domhandler'
import { ancestorsOf, isInvisible, textOf } from '../findings/element-profile.ts'
import { memoizePerObject } from '../../language/memoize.ts'
import { cutAtWord, isHeading } from './link-text.ts'
import type { LinkCandidate } from './link-text.ts'
import { readWordSets } from '../../language/data-files.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
const MOST_CHARS = 200
const MOST_OF_HEADING = 80

export function linkContextIn(sizes: Sizes): (link: Element, title: Element | undefined) => string {
  const alikeIn = memoizePerObject((parent: Element) => {
    const alike = new Map<string, number>()
    for (const child of parent.children)
      if (isTag(child) && sizes.of.has(child)) alike.set(kindOf(child), (alike.get(kindOf(child)) ?? 0) + 1)
    return alike
  })
  const isOneOfSeveral = (element: Element, parent: Element): boolean =>
    sizes.of.get(parent)!.own < LEAST_TEXT && (alikeIn(parent).get(kindOf(element)) ?? 0) > 1
  const containerOf = (link: Element): Element => {
    let below = link
    for (let depth = 0; depth < DEEPEST; depth++) {
      const at = below.parent
      if (!at || !isTag(at) || BOUNDARIES.has(at.name)) return below
      const size = sizes.of.get(at)!
      if (PARAGRAPHS.has(at.name) && size.own >= LEAST_TEXT) return at
      if (size.chars > 1500 || size.links > 20) return below
      if (ROWS.has(at.name)) return at
      if (isOneOfSeveral(below, at)) return below
      below = at
    }
    return below
  }
  // The rest of the card, row or sentence of a link, and the heading above it. `title` is what it is called by.
  return (link, title) => {
    const container = containerOf(link)
    const rest = restIn(container, title ?? link, link)
    const heading = headingAbove(container, levelOf(title ?? link, container))
    const shown = cutAtWord(heading, MOST_OF_HEADING)
    if (rest === '' || shown === '') return cutAtWord(rest === '' ? shown : rest, MOST_CHARS)
    return `${cutAtWord(rest, MOST_CHARS - shown.length - 3)} | ${shown}`
  }
}

const DEEPEST = 8
const LEAST_TEXT = 3
const BOUNDARIES = sets('boundaries')
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'dd', 'figcaption', 'blockquote', 'pre'])
const ROWS: ReadonlySet<string> = new Set(['tr', 'li', 'article', 'dt'])

function kindOf({ name, attribs }: Element): string {
  return `${name} ${attribs['class'] ?? ''}`
}

const MOST_NODES = 120
/** A longer text is cut down to the sentence. */
const LONG = 300

function restIn(container: Element, from: Element, link: Element): string {
  const { href } = link.attribs
  const isSkipped = (node: Element) => isInvisible(node) || (node !== link && node.attribs['href'] === href)
  const before = gathered(siblingsFrom(from, container, 'prev'), 'prev', isSkipped)
  let after = gathered(siblingsFrom(from, container, 'next'), 'next', isSkipped)
  if (isHeading(container) || container.name === 'dt')
    after += ` ${gathered(descendantsOf(container), 'next', isSkipped)}`
  const isLong = before.length + after.length > LONG
  const sentence = isLong ? `${endOfSentence(before)} ${startOfSentence(after)}` : `${before} ${after}`
  return sentence.replaceAll(/\s+/g, ' ').trim()
}

function endOfSentence(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('. '), text.search(/[!?。！？…](?=[^!?。！？…]*$)/)) + 1)
}

function startOfSentence(text: string): string {
  const end = text.search(/[.!?。！？…](?:\s|$)|[。！？]/)
  return end === -1 ? text : text.slice(0, end + 1)
}

type Side = 'prev' | 'next'
type IsSkipped = (node: Element) => boolean

function* siblingsFrom(from: Element, container: Element, side: Side): Generator<AnyNode> {
  for (let at = from; at !== container; at = at.parent as Element)
    for (let beside = at[side]; beside; beside = beside[side]) yield beside
}

function* descendantsOf(element: Element): Generator<AnyNode> {
  for (let node = element.next; node; node = node.next) {
    if (isTag(node) && (node.name === element.name || isHeading(node))) break
    yield node
  }
}

function gathered(nodes: Iterable<AnyNode>, side: Side, isSkipped: IsSkipped): string {
  const parts: string[] = []
  let [chars, count] = [0, 0]
  const hasRoom = () => chars < 2 * LONG && count < MOST_NODES
  const add = (node: AnyNode): void => {
    count++
    if (isText(node)) {
      const piece = side === 'next' ? node.data.slice(0, 4 * LONG) : node.data.slice(-4 * LONG)
      parts.push(piece)
      chars += piece.trim().length
    } else if (isTag(node) && !isSkipped(node)) {
      const gap = INLINE.has(node.name) ? '' : ' '
      parts.push(gap)
      const first = side === 'next' ? node.firstChild : node.lastChild
      for (let child = first; child && hasRoom(); child = child[side]) add(child)
      parts.push(gap)
    }
  }
  for (const node of nodes) {
    if (!hasRoom()) break
    add(node)
  }
  return (side === 'next' ? parts : parts.toReversed()).join('').replaceAll(/\s+/g, ' ')
}

const INLINE = sets('inline')

/** The level of the heading that something stands in, up to its container; 7 is in none. */
function levelOf(element: Element, container: Element): number {
  const within = ancestorsOf(element)
  const heading = within.slice(0, within.indexOf(container) + 1 || undefined).find(isHeading)
  return heading ? Number(heading.name[1]) : 7
}

const MOST_LEVELS = 15
const MOST_SIBLINGS = 40

function headingAbove(element: Element, level: number): string {
  for (const at of ancestorsOf(element, MOST_LEVELS)) {
    let left = MOST_SIBLINGS
    for (let before = at.prev; before && left > 0; before = before.prev) {
      if (!isTag(before)) continue
      left--
      const isLike = kindOf(before) === kindOf(at) && !isHeading(before)
      const heading = isLike ? undefined : headingIn(before, level)
      if (heading) return textOf(heading, 2 * MOST_OF_HEADING)
    }
  }
  return ''
}

/** A heading may have something around it that makes it stand out. */
function headingIn(element: Element, level: number, depth = 0): Element | undefined {
  if (isHeading(element)) return Number(element.name[1]) < level ? element : undefined
  if (depth >= 2 || element.children.length > 8) return undefined
  for (const child of element.children) {
    const found = isTag(child) ? headingIn(child, level, depth + 1) : undefined
    if (found) return found
  }
  return undefined
}

export interface PageRegion {
  area: LinkCandidate['area']
  isMain: boolean
  isPart: boolean
}

export const PAGE: PageRegion = { area: 'content', isMain: false, isPart: false }

/** Which part of the page an element is, or that it is none of its own. `isAbove` is what stands before the first heading. */
export function regionIn(element: Element, around: PageRegion, sizes: Sizes, isAbove: boolean): PageRegion {
  const { name } = element
  const kind = KINDS[element.attribs['role'] ?? ''] ?? KINDS[name] ?? (PARTS.has(name) ? 'part' : undefined)
  if (kind === 'main') return { area: 'content', isMain: true, isPart: true }
  const isPart = around.isPart || kind !== undefined
  if (around.area !== 'content') return around.isPart === isPart ? around : { ...around, isPart }
  const size = sizes.of.get(element)
  if (!size) return around
  const area = areaByKind(kind, around) ?? areaByName(element, around, size.chars / sizes.whole.chars)
  if (area) return { ...around, area, isPart }
  if (isAbove && !around.isPart && isLinkList(size)) return { ...around, area: 'navigation' }
  return around.isPart === isPart ? around : { ...around, isPart }
}

type Kind = 'main' | 'nav' | 'header' | 'footer' | 'aside'

const KINDS: Partial<Record<string, Kind>> = {
  main: 'main',
  nav: 'nav',
  navigation: 'nav',
  header: 'header',
  banner: 'header',
  footer: 'footer',
  contentinfo: 'footer',
  aside: 'aside',
  complementary: 'aside',
}
const PARTS: ReadonlySet<string> = new Set(['article', 'section'])

/** The header of an article is content; that of the page is not. */
function areaByKind(
  kind: Kind | 'part' | undefined,
  { isPart }: PageRegion,
): LinkCandidate['area'] | undefined {
  if (kind === 'nav') return 'navigation'
  if (kind === 'aside') return 'aside'
  if (isPart) return undefined
  return kind === 'header' ? 'navigation' : kind === 'footer' ? 'footer' : undefined
}

const NAMES: readonly [area: LinkCandidate['area'], names: RegExp][] = [
  ['footer', /(?:^|[\s_-])(?:footer|colophon|imprint)(?:$|[\s_-])/i],
  [
    'navigation',
    /(?:^|[\s_-])(?:nav|navbar|navigation|menu|menubar|breadcrumbs?|topbar|masthead|header)(?:$|[\s_-])/i,
  ],
  ['aside', /(?:^|[\s_-])(?:sidebar|side-?bar|related|recommend\w{0,10}|widgets?|aside)(?:$|[\s_-])/i],
]
/** What holds more of the page than this is not beside its content, whatever it is called. */
const MOST_SHARE = 0.4
/** What pages call themselves says how they look. */
const UNNAMED: ReadonlySet<string> = new Set(['html', 'body', 'article', 'a', 'li', 'h1', 'h2', 'h3'])

function areaByName(
  element: Element,
  { isMain }: PageRegion,
  share: number,
): LinkCandidate['area'] | undefined {
  if (isMain || share > MOST_SHARE || UNNAMED.has(element.name)) return undefined
  const called = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`
  if (called.length < 3) return undefined
  const shown = called.slice(0, 200)
  return NAMES.find(([, names]) => names.test(shown))?.[0]
}

function isLinkList({ chars, linked, links }: Size): boolean {
  return links >= 4 && linked >= 0.85 * chars && linked <= 30 * links
}

interface Size {
  chars: number
  linked: number
  links: number
  own: number
}

export interface Sizes {
  whole: Size
  of: ReadonlyMap<Element, Size>
}

export function sizesOf(root: Document): Sizes {
  const sizes = new Map<Element, Size>()
  return { whole: sizeIn(root, sizes), of: sizes }
}

function sizeIn(node: Document | Element, sizes: Map<Element, Size>): Size {
  const size: Size = { chars: 0, linked: 0, links: 0, own: 0 }
  for (const child of node.children as readonly AnyNode[]) {
    if (isText(child)) {
      size.chars += child.data.trim().length
      if (size.own < ENOUGH) size.own += child.data.slice(0, 4 * ENOUGH).match(/[\p{L}\p{N}]/gu)?.length ?? 0
    } else if (isTag(child) && !isInvisible(child)) {
      const inner = sizeIn(child, sizes)
      size.chars += inner.chars
      size.linked += inner.linked
      size.links += inner.links
    }
  }
  if (isLink(node)) {
    size.links++
    size.linked = size.chars
  }
  if (size.links > 0 && isTag(node)) sizes.set(node, size)
  return size
}

/** Beyond so many it does not matter how many there are. */
const ENOUGH = 100

export function isLink(node: AnyNode): node is Element {
  return isTag(node) && (node.name === 'a' || node.name === 'area') && node.attribs['href'] !== undefined
}

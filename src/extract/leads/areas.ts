import { isTag, isText } from 'domhandler'
import type { Element, AnyNode, Document } from 'domhandler'
import type { Lead } from './lead.ts'
import { isSilent } from '../findings/inside.ts'

/** What holds for everything in an element. */
export interface Around {
  area: Lead['area']
  /** Whether it is in what the page itself calls its main part. */
  isMain: boolean
  /** Whether it is in a part of the page that may have a header and a footer of its own. */
  isPart: boolean
}

export const PAGE: Around = { area: 'content', isMain: false, isPart: false }

/** Which part of the page an element is, or that it is none of its own. `isAbove` is what stands before the first heading. */
export function aroundIn(element: Element, around: Around, sizes: Sizes, isAbove: boolean): Around {
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
function areaByKind(kind: Kind | 'part' | undefined, { isPart }: Around): Lead['area'] | undefined {
  if (kind === 'nav') return 'navigation'
  if (kind === 'aside') return 'aside'
  if (isPart) return undefined
  return kind === 'header' ? 'navigation' : kind === 'footer' ? 'footer' : undefined
}

const NAMES: readonly [area: Lead['area'], names: RegExp][] = [
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

function areaByName(element: Element, { isMain }: Around, share: number): Lead['area'] | undefined {
  if (isMain || share > MOST_SHARE || UNNAMED.has(element.name)) return undefined
  const called = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`
  if (called.length < 3) return undefined
  const shown = called.slice(0, 200)
  return NAMES.find(([, names]) => names.test(shown))?.[0]
}

/** Several short links and next to nothing else. */
function isLinkList({ chars, linked, links }: Size): boolean {
  return links >= 4 && linked >= 0.85 * chars && linked <= 30 * links
}

/** How much an element holds. */
export interface Size {
  /** Characters of text, without the space between words. */
  chars: number
  /** Those of them that stand in links. */
  linked: number
  links: number
  /** Letters and digits that stand in it directly. */
  own: number
}

export interface Sizes {
  /** All of the page. */
  whole: Size
  /** Only elements that hold a link, or are one, have a size. */
  of: ReadonlyMap<Element, Size>
}

/** Measures what stands around links, in one walk over the page. */
export function sizesOf(root: Document): Sizes {
  const sizes = new Map<Element, Size>()
  return { whole: sizeIn(root, sizes), of: sizes }
}

function sizeIn(node: Document | Element, sizes: Map<Element, Size>): Size {
  const size: Size = { chars: 0, linked: 0, links: 0, own: 0 }
  for (const child of node.children as readonly AnyNode[]) {
    if (isText(child)) {
      size.chars += child.data.trim().length
      if (size.own < ENOUGH) size.own += lettersIn(child.data)
    } else if (isTag(child) && !isSilent(child)) {
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

function lettersIn(text: string): number {
  return text.slice(0, 4 * ENOUGH).match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

export function isLink(node: AnyNode): node is Element {
  return isTag(node) && (node.name === 'a' || node.name === 'area') && node.attribs['href'] !== undefined
}

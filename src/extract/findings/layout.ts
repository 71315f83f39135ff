import { isTag, isText } from 'domhandler'
import { isNoteMark } from './inside.ts'
import type { AnyNode, Element, Text } from 'domhandler'

/** A text node of a page and its surroundings. */
export interface Spot {
  text: string
  /** The element that holds the text node. */
  element: Element
  /** The nearest element around it that is not inline. */
  block: Element
  /** Number of its visible line: a block and a `<br>` begin a new one. */
  line: number
  /** Hash of the tags and classes around it; the same on other pages of the site. */
  path: number
  depth: number
  /** The heading it stands under, and the one above that. */
  heading: string
  section: string
  /** The link around it. */
  link: Element | undefined
  /** Whether it is bold, a heading or a head cell. */
  isMarked: boolean
  /** The level of the heading that it is part of, 0 outside of headings. */
  level: number
  /** Whether it stands in navigation, a sidebar or a footer. */
  isAside: boolean
  /** Whether white space or an element's edge parts it from the text before it in its line. */
  isParted: boolean
  /** Whether that is white space. */
  isSpaced: boolean
}

/** Texts beyond this many are not read. */
const MAX_SPOTS = 4000
const MAX_CHARS = 4000

/** The texts of a tree in their order, as many and as much of each as is wanted. */
export function layoutOf(root: AnyNode, { spots = MAX_SPOTS, chars = MAX_CHARS } = {}): Spot[] {
  const walk: Walk = { spots: [], line: 0, headings: [], gap: 'space', most: { spots, chars } }
  visit(walk, root, {
    block: undefined,
    path: 17,
    depth: 0,
    link: undefined,
    isMarked: false,
    level: 0,
    isAside: false,
  })
  return walk.spots
}

interface Walk {
  spots: Spot[]
  line: number
  headings: { level: number; text: string }[]
  /** What parts the next text from the one before. */
  gap: 'none' | 'edge' | 'space'
  most: { spots: number; chars: number }
}

/** What holds for everything in an element. */
interface Around extends Pick<Spot, 'path' | 'depth' | 'link' | 'isMarked' | 'level' | 'isAside'> {
  block: Element | undefined
}

function visit(walk: Walk, node: AnyNode, around: Around): void {
  if (walk.spots.length >= walk.most.spots) return
  if (isText(node)) {
    addTexts(walk, node, around)
    return
  }
  if (!('children' in node)) return
  if (!isTag(node)) {
    for (const child of node.children) visit(walk, child, around)
    return
  }
  if (
    SILENT.has(node.name) ||
    node.attribs['hidden'] !== undefined ||
    isNoteMark(node, walk.spots.at(-1)?.text)
  )
    return
  if (node.name === 'br' || node.name === 'hr') {
    walk.line++
    return
  }
  const isBlock = !INLINE.has(node.name)
  if (isBlock) walk.line++
  else if (!GLUED.has(node.name) && walk.gap === 'none') walk.gap = 'edge'
  const inside = insideOf(node, isBlock, around)
  const before = walk.spots.length
  for (const child of node.children) visit(walk, child, inside)
  if (inside.level > around.level) {
    walk.headings = walk.headings.filter(({ level }) => level < inside.level)
    walk.headings.push({ level: inside.level, text: textBetween(walk.spots, before) })
  }
  if (isBlock) walk.line++
  else if (!GLUED.has(node.name) && walk.gap === 'none') walk.gap = 'edge'
}

function insideOf(element: Element, isBlock: boolean, around: Around): Around {
  const { name } = element
  const level = HEADING.test(name) ? Number(name[1]) : around.level
  return {
    block: isBlock ? element : around.block,
    path: pathInto(around.path, element),
    depth: around.depth + 1,
    level,
    link: name === 'a' ? element : around.link,
    isMarked: around.isMarked ? !UNMARKING.has(name) : MARKING.has(name) || level > 0,
    isAside: around.isAside || isBoilerplate(element),
  }
}

function pathInto(path: number, element: Element): number {
  const called = element.attribs['class']
  return hashOf(
    called ? `${element.name}.${called.slice(0, 100).replaceAll(/\d+/g, '')}` : element.name,
    path,
  )
}

/** A number of 32 bits for a text. */
export function hashOf(text: string, seed = 0): number {
  let hash = seed ^ 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Preformatted text has its lines as it is written. */
function addTexts(walk: Walk, { data, parent }: Text, around: Around): void {
  if (around.block?.name !== 'pre' || !data.includes('\n')) return addSpot(walk, data, parent, around)
  data.split('\n').forEach((line, nth) => {
    if (nth > 0) walk.line++
    addSpot(walk, line, parent, around)
  })
}

function addSpot(walk: Walk, data: string, parent: AnyNode | null, around: Around): void {
  const text = folded(data, walk.most.chars)
  if (text === '' || !parent || !isTag(parent)) {
    if (data !== '') walk.gap = 'space'
    return
  }
  const [own, above] = walk.headings.toReversed()
  walk.spots.push({
    ...around,
    text,
    element: parent,
    block: around.block ?? parent,
    line: walk.line,
    heading: own?.text ?? '',
    section: above?.text ?? '',
    isAside: around.isAside || RELATED.test(own?.text ?? ''),
    isParted: walk.gap !== 'none' || /^\s/.test(data),
    isSpaced: walk.gap === 'space' || /^\s/.test(data),
  })
  walk.gap = /\s$/.test(data) ? 'space' : 'none'
}

/** White space folded, and no longer than a value is. */
export function folded(text: string, most = MAX_CHARS): string {
  return text
    .slice(0, most * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most)
}

function textBetween(spots: readonly Spot[], from: number): string {
  return spots
    .slice(from, from + 5)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 120)
}

/** Headings over things beside what the page is about. */
const RELATED =
  /^(?:related|similar|you (?:may|might) also|people also|more (?:from|like|in)|other (?:\p{L}+ ){0,2}(?:you|from|in)|recommended|customers also|also (?:viewed|bought)|recently viewed|popular|trending|newsletter|subscribe|follow us|share this|ähnliche|weitere|das könnte|kunden kauften|vous aimerez|à lire aussi|produits similaires|también|relacionad|productos relacionados|potrebbe|articoli correlati|gerelateerd|liknande|podobne)/iu
const HEADING = /^h[1-6]$/
const SILENT: ReadonlySet<string> = new Set(
  'script style noscript template head title iframe object svg math textarea select option'.split(' '),
)
const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
)
/** Inline elements that may stand within a word; others are set apart by their style more often than not. */
const GLUED: ReadonlySet<string> = new Set(
  'b bdi bdo big del em font i ins mark nobr strong sub sup u'.split(' '),
)
const MARKING: ReadonlySet<string> = new Set('b strong th dt label legend caption em i'.split(' '))
const UNMARKING: ReadonlySet<string> = new Set(['td', 'dd', 'table', 'ul', 'ol', 'dl', 'div'])

const BOILERPLATE_NAMES: ReadonlySet<string> = new Set(['nav', 'footer', 'aside', 'form', 'select'])
const BOILERPLATE_WORDS =
  /(?:^|[\s_-])(?:nav|navbar|navigation|breadcrumbs?|footer|foot|sidebar|related|similar|recommend\w{0,10}|pagination|pager|social|share|sharing|cookies?|toolbar|topbar|filters?|facets?|tags?|ads?|promo|sponsored|newsletter|comments?)(?:$|[\s_-])/i

/** What columns beside the content are called that a page has one of. */
const BESIDE = /^(?:side|aside|secondary|left|right|links|rechts|marge)(?:[-_]?(?:col|column|bar|spalte))?$/i

/** Whether an element stands beside the content of a page, by its name or by what it is called. */
export function isBoilerplate(element: Element): boolean {
  if (BOILERPLATE_NAMES.has(element.name)) return true
  const called = `${element.attribs?.['class'] ?? ''} ${element.attribs?.['id'] ?? ''} ${element.attribs?.['role'] ?? ''}`
  if (BESIDE.test(element.attribs?.['id'] ?? '')) return true
  return called.length > 2 && BOILERPLATE_WORDS.test(called.slice(0, 200))
}

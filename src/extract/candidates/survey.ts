import type { AnyNode, Element } from 'domhandler'
import { isTag, isText } from 'domhandler'
import { cellCues } from './cell-cues.ts'

/** A text of a page, with what stands around it. */
export interface Spot {
  text: string
  /** What it stands in. */
  element: Element
  /** The nearest element that is no mere mark within a line. */
  block: Element
  /** Counts the lines of the page: a new one begins with every block and every break. */
  line: number
  /** What the elements around it are called, as a number that is the same on other pages of the site. */
  path: number
  depth: number
  /** The headings it stands under: the last one. */
  heading: string
  /** The link it stands in. */
  link: Element | undefined
  /** The heads of the row and the column of the cell it stands in. */
  row: string
  column: string
  /** Whether it is marked as more than running text: bold, a heading, the head of a row or of a definition. */
  isMarked: boolean
  /** The level of the heading it is in, 0 outside of one. */
  level: number
}

/** Later texts of a page that is longer than this are not looked at. */
const MAX_SPOTS = 4000
/** A longer text is cut off here. */
const MAX_CHARS = 4000

/** The texts of a tree in their order. */
export function survey(root: AnyNode): Spot[] {
  const walk: Walk = { spots: [], line: 0, heading: '' }
  visit(walk, root, {
    block: undefined,
    path: 17,
    depth: 0,
    link: undefined,
    row: '',
    column: '',
    isMarked: false,
    level: 0,
  })
  return walk.spots
}

interface Walk {
  spots: Spot[]
  line: number
  heading: string
}

/** What holds for everything in an element. */
interface Around extends Pick<Spot, 'path' | 'depth' | 'link' | 'row' | 'column' | 'isMarked' | 'level'> {
  block: Element | undefined
}

function visit(walk: Walk, node: AnyNode, around: Around): void {
  if (walk.spots.length >= MAX_SPOTS) return
  if (isText(node)) {
    addSpot(walk, node.data, node.parent, around)
    return
  }
  if (!('children' in node)) return
  if (!isTag(node)) {
    for (const child of node.children) visit(walk, child, around)
    return
  }
  if (SILENT.has(node.name)) return
  if (node.name === 'br' || node.name === 'hr') {
    walk.line++
    return
  }
  const isBlock = !INLINE.has(node.name)
  if (isBlock) walk.line++
  const inside = insideOf(node, isBlock, around)
  const before = walk.spots.length
  for (const child of node.children) visit(walk, child, inside)
  if (inside.level > around.level) walk.heading = textBetween(walk.spots, before)
  if (isBlock) walk.line++
}

function insideOf(element: Element, isBlock: boolean, around: Around): Around {
  const { name } = element
  const level = HEADING.test(name) ? Number(name[1]) : around.level
  const inside: Around = {
    ...around,
    block: isBlock ? element : around.block,
    path: pathInto(around.path, element),
    depth: around.depth + 1,
    level,
    link: name === 'a' ? element : around.link,
    isMarked: around.isMarked ? !UNMARKING.has(name) : MARKING.has(name) || level > 0,
  }
  if (name === 'td' || name === 'th' || name === 'dd') Object.assign(inside, cellCues(element))
  else if (name === 'table' || name === 'dl') Object.assign(inside, { row: '', column: '' })
  return inside
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

function addSpot(walk: Walk, data: string, parent: AnyNode | null, around: Around): void {
  const text = folded(data)
  if (text === '' || !parent || !isTag(parent)) return
  walk.spots.push({
    ...around,
    text,
    element: parent,
    block: around.block ?? parent,
    line: walk.line,
    heading: walk.heading,
  })
}

/** White space folded, and no longer than a value is. */
export function folded(text: string): string {
  return text.length > MAX_CHARS * 4
    ? folded(text.slice(0, MAX_CHARS * 4))
    : text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CHARS)
}

function textBetween(spots: readonly Spot[], from: number): string {
  return spots
    .slice(from, from + 5)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 120)
}

const HEADING = /^h[1-6]$/
const SILENT: ReadonlySet<string> = new Set(
  'script style noscript template head title iframe object svg math textarea select option'.split(' '),
)
const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
)
const MARKING: ReadonlySet<string> = new Set('b strong th dt label legend caption em i'.split(' '))
const UNMARKING: ReadonlySet<string> = new Set(['td', 'dd', 'table', 'ul', 'ol', 'dl', 'div'])

import { isTag, isText } from 'domhandler'
import { isNoteMark, ancestorsOf } from './element-profile.ts'
import type { AnyNode, Element, Text } from 'domhandler'
import { matchesOf } from '../../language/matches-of.ts'
import { onOneLine } from '../../language/fold.ts'
import { readWordSets } from '../../language/data-files.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
export interface Spot {
  text: string
  element: Element
  block: Element
  /** Number of its visible line: a block and a `<br>` begin a new one. */
  line: number
  /** Hash of the tags and classes around it; the same on other pages of the site. */
  path: number
  depth: number
  heading: string
  section: string
  link: Element | undefined
  isMarked: boolean
  /** The level of the heading that it is part of, 0 outside of headings. */
  level: number
  isAside: boolean
  isParted: boolean
  /** Whether that is white space. */
  isSpaced: boolean
}

const MAX_SPOTS = 4000
const MAX_CHARS = 4000

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
  gap: 'none' | 'edge' | 'space'
  most: { spots: number; chars: number }
}

interface WalkContext extends Pick<Spot, 'path' | 'depth' | 'link' | 'isMarked' | 'level' | 'isAside'> {
  block: Element | undefined
}

function visit(walk: Walk, node: AnyNode, around: WalkContext): void {
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
  const inside = contextInside(node, isBlock, around)
  const before = walk.spots.length
  for (const child of node.children) visit(walk, child, inside)
  if (inside.level > around.level) {
    walk.headings = walk.headings.filter(({ level }) => level < inside.level)
    walk.headings.push({ level: inside.level, text: textBetween(walk.spots, before) })
  }
  if (isBlock) walk.line++
  else if (!GLUED.has(node.name) && walk.gap === 'none') walk.gap = 'edge'
}

function contextInside(element: Element, isBlock: boolean, around: WalkContext): WalkContext {
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

export function hashOf(text: string, seed = 0): number {
  let hash = seed ^ 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Preformatted text has its lines as it is written. */
function addTexts(walk: Walk, { data, parent }: Text, around: WalkContext): void {
  if (around.block?.name !== 'pre' || !data.includes('\n')) return addSpot(walk, data, parent, around)
  data.split('\n').forEach((line, nth) => {
    if (nth > 0) walk.line++
    addSpot(walk, line, parent, around)
  })
}

function addSpot(walk: Walk, data: string, parent: AnyNode | null, around: WalkContext): void {
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

export function folded(text: string, most = MAX_CHARS): string {
  return onOneLine(text.slice(0, most * 4)).slice(0, most)
}

function textBetween(spots: readonly Spot[], from: number): string {
  return spots
    .slice(from, from + 5)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 120)
}

const RELATED =
  /^(?:related|similar|you (?:may|might) also|people also|more (?:from|like|in)|other (?:\p{L}+ ){0,2}(?:you|from|in)|recommended|customers also|also (?:viewed|bought)|recently viewed|popular|trending|newsletter|subscribe|follow us|share this|ähnliche|weitere|das könnte|kunden kauften|vous aimerez|à lire aussi|produits similaires|también|relacionad|productos relacionados|potrebbe|articoli correlati|gerelateerd|liknande|podobne)/iu
const HEADING = /^h[1-6]$/
const SILENT = sets('silent')
const INLINE = sets('inline')
/** Inline elements that may stand within a word; others are set apart by their style more often than not. */
const GLUED = new Set('b bdi bdo big del em font i ins mark nobr strong sub sup u'.split(' '))
const MARKING: ReadonlySet<string> = new Set('b strong th dt label legend caption em i'.split(' '))
const UNMARKING: ReadonlySet<string> = new Set(['td', 'dd', 'table', 'ul', 'ol', 'dl', 'div'])

const BOILERPLATE_NAMES: ReadonlySet<string> = new Set(['nav', 'footer', 'aside', 'form', 'select'])
const BOILERPLATE_WORDS =
  /(?:^|[\s_-])(?:nav|navbar|navigation|breadcrumbs?|footer|foot|sidebar|related|similar|recommend\w{0,10}|pagination|pager|social|share|sharing|cookies?|toolbar|topbar|filters?|facets?|tags?|ads?|promo|sponsored|newsletter|comments?)(?:$|[\s_-])/i

const BESIDE = /^(?:side|aside|secondary|left|right|links|rechts|marge)(?:[-_]?(?:col|column|bar|spalte))?$/i

export function isBoilerplate(element: Element): boolean {
  if (BOILERPLATE_NAMES.has(element.name)) return true
  const called = `${element.attribs?.['class'] ?? ''} ${element.attribs?.['id'] ?? ''} ${element.attribs?.['role'] ?? ''}`
  if (BESIDE.test(element.attribs?.['id'] ?? '')) return true
  return called.length > 2 && BOILERPLATE_WORDS.test(called.slice(0, 200))
}

export interface Line {
  text: string
  first: number
  count: number
  starts: number[]
}

export function linesOf(spots: readonly Spot[]): Line[] {
  const lines: Line[] = []
  for (let first = 0; first < spots.length;) {
    let end = first
    let text = ''
    const starts: number[] = []
    for (; end < spots.length && spots[end]!.line === spots[first]!.line; end++) {
      const spot = spots[end]!
      const isTight = /^[,.;:!?)%\]]/.test(spot.text) || /[([]$/.test(text) || isOfSign(spot, text)
      if (areCents(spot, spots[end + 1], text)) text += '.'
      else if (text !== '' && spot.isParted && !isTight) text += ' '
      starts.push(text.length)
      text += spot.text
    }
    lines.push({ text, first, count: end - first, starts })
    first = end
  }
  return lines
}

/** Whether an amount stands right behind the sign of its currency. */
function isOfSign({ text, isSpaced }: Spot, before: string): boolean {
  return !isSpaced && /^\d/.test(text) && /(?<!\d\s?)\p{Sc}$/u.test(before)
}

/** Cents that are only set apart by their size get the point that a reader sees. */
function areCents({ element, text, line }: Spot, after: Spot | undefined, before: string): boolean {
  const isSmall = element.name === 'sup' || CENTS.test(element.attribs['class'] ?? '')
  if (!isSmall || !/^\d\d(?!\d)/.test(text) || !/(?<![.,]\d*)\d$/.test(before)) return false
  return CURRENCY.test(`${before} ${text} ${after?.line === line ? after.text : ''}`)
}

const CENTS = /cents|decimal|frac/i
const CURRENCY = /\p{Sc}|(?<!\p{L})(?:kr|zł|Kč|Ft|CHF)(?!\p{L})/u

const HOLDING: ReadonlySet<string> = new Set('td dd address li p h1 h2 h3 blockquote figcaption'.split(' '))
const LONGEST = 600

export function blocksOf(spots: readonly Spot[], lines: readonly Line[]) {
  const held = new Map<Element, Line[]>()
  for (const line of lines) {
    for (const holder of ancestorsOf(spots[line.first]!.block, 4))
      if (HOLDING.has(holder.name)) held.set(holder, [...(held.get(holder) ?? []).slice(-40), line])
  }
  return [...held].flatMap(([element, own]) => {
    if (own.length < 2) return []
    const text = joined(own.map((line) => line.text))
    return text.length > LONGEST ? [] : [{ element, text, first: own[0]!.first }]
  })
}

/** Short lines are the parts of an address; longer ones are sentences. */
function joined(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    const isPart = text.length - text.lastIndexOf(',') < 60 && !/[.!?:,;–-]$/.test(text) && line.length < 50
    return `${text}${isPart ? ',' : ''} ${line}`
  })
}

export function lastWords(text: string): string {
  return (text.match(/\S+/g) ?? []).slice(-7).join(' ')
}

export function firstWords(text: string): string {
  return (text.match(/\S+/g) ?? []).slice(0, 6).join(' ')
}

interface Part {
  text: string
  start: number
}

const LONGEST_LINE = 300
const LONGEST_PART = 80
const MOST = 12
const STRONG = /\s*[·•|‧∙]\s*|;\s+|\s+[–—]\s+|\s+-\s+|\s+\/\s+|\s{2,}/gu
const COMMA = /,\s+|、/gu
const BRACKET = /^(.{2,}?)\s*\(([^()]{2,60})\)$/u

export function partsOf(line: string): Part[] {
  if (line.length > LONGEST_LINE) return []
  const strong = split(line, 0, STRONG)
  const weak = strong.flatMap(({ text, start }) => {
    const inner = split(text, start, COMMA)
    return inner.length > 1 ? inner : []
  })
  const all = [...(strong.length > 1 ? strong : []), ...weak]
  const bracketed = [{ text: line, start: 0 }, ...all].flatMap(({ text, start }) => {
    const found = BRACKET.exec(text)
    return found
      ? [
          { text: found[1]!, start },
          { text: found[2]!, start: start + text.lastIndexOf(found[2]!) },
        ]
      : []
  })
  return [...all, ...bracketed].filter(
    ({ text }) => text.length <= LONGEST_PART && /[\p{L}\p{N}]/u.test(text),
  )
}

function split(line: string, offset: number, separator: RegExp): Part[] {
  const parts: Part[] = []
  let start = 0
  for (const { 0: mark, index } of matchesOf(line, separator)) {
    parts.push({ text: line.slice(start, index), start: offset + start })
    start = index + mark.length
  }
  parts.push({ text: line.slice(start), start: offset + start })
  return parts.length > MOST ? [] : parts.filter(({ text }) => text.trim() !== '')
}

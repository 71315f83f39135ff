import type { AnyNode, Element } from 'domhandler'
import type { CellNames } from './tables.ts'
import type { Spot } from './layout.ts'
import { ancestorsOf } from './element-profile.ts'
import type { MentionKind } from './mentions.ts'
import { countsOf } from '../../language/counts.ts'

/** What may name a value, by how it stands to it, and how much that is trusted before anything is learnt. */
export const CUES = {
  inText: 1, // before the colon in the text itself
  colon: 1, // the text before it, which ends with a colon
  row: 1, // the head of its row, the term that it defines
  column: 0.8,
  cell: 1, // both together
  marked: 0.9, // the text before it, which is bold or such while this one is not
  tile: 0.9, // the caption below it, in one of several alike pairs
  group: 0.7, // the last label in the same block, with other values between
  named: 1, // a name for machines: itemprop, property
  tight: 0.8, // class and id of the elements around this text alone
  hint: 0.6, // title and alt of those, a remark after it
  link: 0.7, // words in the URL of its link
  lead: 0.8, // the words before it in its line
  tail: 0.7, // the words after it in its line
  before: 0.6, // the text before it, whatever it is
  after: 0.45,
  loose: 0.35, // class and id of further elements around it
  heading: 0.4,
  section: 0.3, // the heading above that
} as const

export type CueKind = keyof typeof CUES
export const CUE_KINDS = Object.keys(CUES) as readonly CueKind[]
/** Empty where there is nothing. */
export type Cues = Record<CueKind, string>

const NO_CUES: Cues = Object.fromEntries(CUE_KINDS.map((kind) => [kind, ''])) as Cues

export function cuesFrom(given: Partial<Cues>): Cues {
  return { ...NO_CUES, ...given }
}

export function cuesOf(spots: readonly Spot[], cells: ReadonlyMap<Element, CellNames>): Cues[] {
  const arounds = spots.map(({ element }) => nearAncestors(element))
  const counts = countsOf(arounds.flat())
  const pairs = countsOf(
    [...counts].flatMap(([{ parent }, count]) => (parent && count === 2 ? [parent] : [])),
  )
  let group = NO_GROUP
  return spots.map((spot, at) => {
    const before = labelBefore(spots, at)
    const after = wordsBeside(spots, at, 1)
    const cell = cellNamesOf(spot, cells)
    // The head of the last column stands before the first cell below, and names another.
    const isOverOther =
      cell.column !== '' &&
      before !== undefined &&
      before.text !== cell.row &&
      cellNamesOf(before, cells).isHead
    const next = isOverOther ? NO_NEIGHBOUR : neighbourCues(spot, before, spots[at - 1])
    if (next.colon || next.marked)
      group = { block: spot.block, line: spot.line, label: next.colon || next.marked }
    const isInGroup = group.block === spot.block || spot.line - group.line <= 1
    const pair = pairOf(spots, at, { arounds, counts, pairs })
    const { named, tight, hint, loose } = attributeCues(
      arounds[at]!,
      counts,
      after && isRemark(after.text) ? after.text : '',
    )
    return {
      ...NO_CUES,
      inText: labelIn(spot.text)?.label ?? '',
      colon: next.colon,
      marked: next.marked,
      row: without(cell.row, spot.text) || pair.row,
      column: without(cell.column, spot.text),
      cell: cell.row && cell.column ? `${cell.row} ${cell.column}` : '',
      tile: pair.tile,
      group: isInGroup && !next.colon && !next.marked ? group.label : '',
      before: before && spot.line - before.line <= MAX_LINES_APART ? short(before.text) : '',
      after: after && after.line - spot.line <= MAX_LINES_APART ? short(after.text) : '',
      heading: spot.level > 0 ? '' : spot.heading,
      section: spot.level > 0 ? '' : spot.section,
      link: spot.link ? urlWords(spot.link) : '',
      named,
      tight,
      hint,
      loose,
    }
  })
}

const NO_NEIGHBOUR = { colon: '', marked: '' }
const NO_GROUP: { block: Element | undefined; line: number; label: string } = {
  block: undefined,
  line: -9,
  label: '',
}
const MAX_LINES_APART = 12
const MAX_LABEL_CHARS = 60
const NO_CELL: CellNames = { row: '', column: '', isHead: false }

function without(label: string, text: string): string {
  return label === text ? '' : label
}

export function cellNamesOf(
  { element }: Pick<Spot, 'element'>,
  cells: ReadonlyMap<Element, CellNames>,
): CellNames {
  if (cells.size === 0) return NO_CELL
  const cell = ancestorsOf(element, 8).find((one) => cells.has(one))
  return cell ? cells.get(cell)! : NO_CELL
}

function short(text: string): string {
  return text.length > MAX_LABEL_CHARS ? '' : text
}

function wordsBeside(spots: readonly Spot[], from: number, step: -1 | 1): Spot | undefined {
  for (let at = from + step; Math.abs(at - from) <= 3; at += step) {
    const spot = spots[at]
    if (!spot || /[\p{L}\p{N}]/u.test(spot.text)) return spot
  }
  return undefined
}

const NO_PAIR = { row: '', tile: '' }

interface Pairing {
  arounds: readonly (readonly Element[])[]
  counts: ReadonlyMap<Element, number>
  /** How many children that are filled by two texts an element has. */
  pairs: ReadonlyMap<AnyNode, number>
}

/**
 * The other of two texts that fill an element, where its neighbours are filled by two as well: `<div><div>Fuel</div>
 * <div>Petrol</div></div>`. The first names the second; below a number stands its caption.
 */
function pairOf(
  spots: readonly Spot[],
  at: number,
  { arounds, counts, pairs }: Pairing,
): { row: string; tile: string } {
  const spot = spots[at]!
  const pair = arounds[at]!.find((around) => (counts.get(around) ?? 0) > 1)
  if (!pair?.parent || counts.get(pair) !== 2 || (pairs.get(pair.parent) ?? 0) < 2) return NO_PAIR
  const beside = [at - 1, at + 1].find((near) => arounds[near]?.includes(pair))
  const other = beside === undefined ? undefined : spots[beside]
  if (!other || other.element === spot.element) return NO_PAIR
  return beside === at - 1 ? { row: short(other.text), tile: '' } : { row: '', tile: short(other.text) }
}

function labelBefore(spots: readonly Spot[], at: number): Spot | undefined {
  const before = wordsBeside(spots, at, -1)
  return before && isRemark(before.text) ? undefined : before
}

/** `(Author),` after a name. */
function isRemark(text: string): boolean {
  return text.length < 30 && /^\([^()]+\)[,;]?$/.test(text)
}

function neighbourCues(
  spot: Spot,
  before: Spot | undefined,
  justBefore: Spot | undefined,
): Pick<Cues, 'colon' | 'marked'> {
  if (!before || spot.line - before.line > MAX_LINES_APART) return { colon: '', marked: '' }
  const label = short(before.text)
  const isColon =
    /[:：=]$/.test(label) || /^[:：=]/.test(spot.text) || /^[:：=]$/.test(justBefore?.text ?? '')
  return { colon: isColon ? label : '', marked: before.isMarked && !spot.isMarked ? label : '' }
}

/** Splits `Label: value`; a time, a URL or a sentence has no label. */
export function labelIn(text: string): { label: string; value: string } | undefined {
  const head = text.slice(0, MAX_LABEL_CHARS)
  const at = head.search(/[:：=](?!\/\/)/)
  if (at < 2) return undefined
  const label = head.slice(0, at).trim()
  const value = text.slice(at + 1).trim()
  if (value === '' || !/^\p{L}/u.test(label) || /\p{N}$/u.test(label)) return undefined
  return label.split(' ').length > 5 ? undefined : { label, value }
}

const MAX_ANCESTORS = 5

function nearAncestors(element: Element): Element[] {
  const found = ancestorsOf(element, MAX_ANCESTORS)
  const body = found.findIndex(({ name }) => name === 'body')
  return body < 0 ? found : found.slice(0, body)
}

function attributeCues(
  elements: readonly Element[],
  counts: ReadonlyMap<Element, number>,
  remark: string,
): Pick<Cues, 'named' | 'tight' | 'hint' | 'loose'> {
  const named: string[] = []
  const tight: string[] = []
  const hint = remark ? [remark] : []
  const loose: string[] = []
  for (const around of elements) {
    const isTight = counts.get(around) === 1 || around === elements[0]
    const { attribs } = around
    const called = `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.trim()
    if (called) (isTight ? tight : loose).push(called.slice(0, 100))
    if (!isTight) continue
    const name = attribs['itemprop'] ?? attribs['property'] ?? attribs['data-field']
    if (name) named.push(name.slice(0, 60))
    const said = attribs['title'] ?? attribs['aria-label'] ?? attribs['data-label']
    if (said) hint.push(said.slice(0, 80))
  }
  return { named: named.join(' '), tight: tight.join(' '), hint: hint.join(' '), loose: loose.join(' ') }
}

export function urlWords({ attribs }: Element): string {
  const href = (attribs['href'] ?? '').slice(0, 300)
  if (/^(javascript|mailto|tel):/i.test(href)) return href.split(':', 1)[0]!
  const path = href.replace(/^\w+:\/\/[^/]*/, '').split('#', 1)[0]!
  const parts = path.replaceAll(/[?&;]/g, '/').split('/').slice(0, 8)
  return parts
    .map((part) => part.split('=', 1)[0]!)
    .filter((part) => part.length < 25 && /^[a-z_.-]+$/i.test(part))
    .join(' ')
}

type Reader =
  | 'text' // a text of the page
  | 'line' // several texts in one line
  | 'block' // several lines of one cell or address
  | 'value' // what stands behind the label in the same text
  | 'part' // one of several values in one line
  | 'mention' // a value within a sentence
  | 'title' // the title of the page
  | 'meta' // the head of the page
  | 'json-ld'
  | 'microdata'
  | 'rdfa'
  | 'attribute' // an attribute with a value: `datetime`, `content`
  | 'link' // where a link or a picture leads

export interface Finding {
  text: string
  reader: Reader
  cues: Cues
  element: Element | undefined
  /** The text of the page that it is, or is a part of; none for what is not shown. */
  spot: Spot | undefined
  kind: MentionKind | undefined
  /** Which end of a range it is: -1 the lower, 1 the upper, 0 none. */
  side: -1 | 0 | 1
  isRange: boolean
  /** What it says in full, where the line says a part of it elsewhere. */
  full: string | undefined
  /** The head of a row or column: it names values and is none. */
  isHead: boolean
  /** Whether it is about what the page is about, where the page says so for machines. */
  isOfMain: boolean
}

/** A finding as its reader makes it; all other fields have their defaults. */
export type FindingInput = Partial<Finding> & Pick<Finding, 'text' | 'reader' | 'cues'>

/** Written out because a page has thousands of them and spreading an object is much slower. */
export function findingOf(made: FindingInput): Finding {
  const {
    text,
    reader,
    cues,
    element,
    spot,
    kind,
    side = 0,
    isRange = false,
    full,
    isHead = false,
    isOfMain = false,
  } = made
  return { text, reader, cues, element, spot, kind, side, isRange, full, isHead, isOfMain }
}

export type Source =
  | 'json-ld'
  | 'microdata'
  | 'rdfa'
  | 'meta'
  | 'table'
  | 'definition'
  | 'pair'
  | 'heading'
  | 'title'
  | 'text'
  | 'attribute'
  | 'record'

export function sourceOf({ reader, spot, cues }: Finding): Source {
  if (reader === 'link' || reader === 'attribute') return 'attribute'
  if (reader === 'json-ld' || reader === 'microdata' || reader === 'rdfa') return reader
  if (reader === 'title' || reader === 'meta') return reader
  if (cues.named) return 'microdata'
  if (spot && spot.level > 0) return 'heading'
  if (spot && (cues.row || cues.column)) return spot.block.name === 'dd' ? 'definition' : 'table'
  return cues.inText || cues.colon || cues.marked || cues.tile ? 'pair' : 'text'
}

import { noteMark } from './draft-blocks.ts'
import type { DraftBlock, TextBlock } from './draft-blocks.ts'
import type { DocumentStyle } from './paragraphs.ts'
import { withoutStart } from './line.ts'
import type { Line, Span } from './line.ts'
import { boxOf } from './page.ts'
import { textOf } from './tables/text-lines.ts'
import type { Word } from './page.ts'
import { markerOf } from './paragraphs.ts'
import type { FoundTable, TableRow } from './tables/build-table.ts'

/** Joins what a column or a page has cut: sentences that go on, programs, lists and tables. */
export function joinBlocks(blocks: readonly DraftBlock[], style: DocumentStyle): DraftBlock[] {
  const joined: DraftBlock[] = []
  /** Blocks whose lines are already their own, so that a text which never ends is not copied again and again. */
  const grown = new Set<DraftBlock>()
  let open: number | undefined
  for (const block of blocks) {
    if (block.type === 'table') {
      const table = joinedTable(joined.at(-1), block)
      if (table) joined[joined.length - 1] = table
      else joined.push(block)
      continue
    }
    if (block.type === 'picture') {
      joined.push(block)
      continue
    }
    const before = open === undefined ? undefined : joined[open]
    if (before && 'lines' in before && goesOn(before, block, style)) {
      const longer = grown.has(before) ? before : { ...before, lines: [...before.lines] }
      longer.lines.push(...block.lines)
      longer.lastPage = block.page
      if (block.page === longer.page && block.turn === longer.turn) longer.box = boxOf([longer, block])
      grown.add(longer)
      joined[open!] = longer
      continue
    }
    // With the list of an earlier page an item takes no room of its own.
    const { page, box, turn } = isNextItem(joined, block) ? joined.at(-1)! : block
    joined.push({ ...block, page, box, turn })
    if (!ASIDE.has(block.type)) open = joined.length - 1
  }
  return joined
}

const MAX_LINES = 1000

const ASIDE: ReadonlySet<string> = new Set(['table', 'caption', 'footnote', 'picture'])

function joinedTable(before: DraftBlock | undefined, block: DraftBlock): DraftBlock | undefined {
  if (before?.type !== 'table' || block.type !== 'table' || block.page !== before.lastPage + 1)
    return undefined
  const table = joinOverPages(before.table, block.table)
  return table && { ...before, table, lastPage: block.page }
}

function isNextItem(blocks: readonly DraftBlock[], block: DraftBlock): boolean {
  const last = blocks.at(-1)
  if (last?.type !== 'list' || block.type !== 'list' || last.page === block.page) return false
  if (block.page - last.page > MAX_LIST_PAGES) return false
  const next = markerOf(block.lines[0]!.text)
  for (let index = blocks.length - 1; index >= Math.max(0, blocks.length - MAX_ITEMS); index--) {
    const item = blocks[index]!
    if (item.type !== 'list') return false
    const marker = markerOf(item.lines[0]!.text)
    if (marker?.kind !== next?.kind) continue
    if (marker?.kind === 'bullet' || next?.value === (marker?.value ?? 0) + 1) return true
  }
  return false
}

const MAX_ITEMS = 60
/** Items of later pages are not moved to where their list began. */
const MAX_LIST_PAGES = 10

function goesOn(before: TextBlock, block: TextBlock, style: DocumentStyle): boolean {
  if (before.lines.length > MAX_LINES) return false
  if (before.type === 'code' && block.type === 'code') return before.column === block.column
  if (block.type !== 'text' || (before.type !== 'text' && before.type !== 'list')) return false
  if (before.column === block.column || block.page - before.lastPage > 1) return false
  const last = before.lines.at(-1)!
  const [first] = block.lines as [Line]
  if (Math.abs(last.size - first.size) > 0.1 * style.bodySize) return false
  if (/[\p{L}]-$/u.test(last.text)) return /^\p{Ll}/u.test(first.text)
  if (EXPECTING.test(last.text)) return !markerOf(first.text)
  return /[\p{L}\p{N},;)]$/u.test(last.text) && /^[\p{Ll}(]/u.test(first.text)
}

const EXPECTING =
  /\s(?:the|of|and|to|in|for|a|an|by|with|from|than|or|that|which|der|die|das|und|von|des|le|la|les|de|du|et|el|los|y)$/

type Heading = Extract<DraftBlock, { level: number }>

const SAME_SIZE = 0.06

/** Levels by size, then boldness; numbers such as `2.3.1` say how deep they are. The largest on page one is the title. */
export function levelHeadings(blocks: DraftBlock[]): DraftBlock[] {
  const headings = blocks.filter((block): block is Heading => block.type === 'section_header')
  if (headings.length === 0) return blocks
  const looks = looksOf(headings)
  const title = titleOf(headings, blocks[0])
  const leveled = blocks.map((block): DraftBlock => {
    if (block.type !== 'section_header') return block
    if (block === title) return { ...block, type: 'title', level: 1 }
    const byLook = looks.findIndex((look) => hasLook(block, look)) + 1 || MAX_LOOKS
    const depth = depthOf(block)
    const top = title ? 2 : 1
    if (depth === undefined) return { ...block, level: Math.max(top, byLook) }
    return { ...block, level: top + depth - 1 }
  })
  return withoutGaps(leveled)
}

function withoutGaps(blocks: readonly DraftBlock[]): DraftBlock[] {
  const used = [...new Set(blocks.flatMap((block) => ('level' in block ? block.level : [])))].sort(
    (one, other) => one - other,
  )
  return blocks.map((block) =>
    'level' in block ? { ...block, level: Math.min(used.indexOf(block.level) + 1, 6) } : block,
  )
}

/** There are no more levels than six, and hardly more looks in a document that has a design. */
const MAX_LOOKS = 12

interface HeadingLook {
  size: number
  isBold: boolean
}

function looksOf(headings: readonly Heading[]): HeadingLook[] {
  const looks: HeadingLook[] = []
  const sorted = headings
    .map(({ lines }) => lines[0]!)
    .sort((one, other) => other.size - one.size || Number(other.isBold) - Number(one.isBold))
  for (const line of sorted) {
    if (looks.length === MAX_LOOKS) break
    if (!looks.some((look) => isLook(line, look))) looks.push({ size: line.size, isBold: line.isBold })
  }
  return looks
}

function isLook({ size, isBold }: Line, look: HeadingLook): boolean {
  return Math.abs(size - look.size) < SAME_SIZE * look.size && isBold === look.isBold
}

function hasLook({ lines }: Heading, look: HeadingLook): boolean {
  return isLook(lines[0]!, look)
}

/** How many numbers stand before a heading: two for `2.3 Results`. */
function depthOf({ lines }: Heading): number | undefined {
  const number = /^(?:(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5})(?=[.)]?\s)/.exec(lines[0]!.text)?.[0]
  return number === undefined || /^[A-Z]$/.test(number) ? undefined : number.split('.').length
}

/** The only heading of the largest size, on the first page, or else what the document begins with, if nothing is like it. */
function titleOf(headings: readonly Heading[], firstBlock: DraftBlock | undefined): Heading | undefined {
  const largest = headings.reduce((size, { lines }) => Math.max(size, lines[0]!.size), 0)
  const large = headings.filter(({ lines }) => lines[0]!.size > (1 - SAME_SIZE) * largest)
  const [first] = headings as [Heading]
  const title = large.length === 1 && large[0]!.page === firstBlock?.page ? large[0]! : first
  if (depthOf(title) !== undefined) return undefined
  if (title === large[0] && large.length === 1) return title
  const isAlone = headings.every((other) => other === first || !hasLook(other, first.lines[0]!))
  return first === firstBlock && headings.length > 1 && isAlone ? first : undefined
}

/** Ties the notes at the foot of a page to the signs in its text that they belong to. Others stay as they are. */
export function linkFootnotes(blocks: readonly DraftBlock[]): DraftBlock[] {
  const pages = Map.groupBy(blocks, ({ page }) => page)
  const changed = new Map<DraftBlock, DraftBlock>()
  for (const [page, onPage] of pages) {
    const notes = onPage.filter((block): block is TextBlock => block.type === 'footnote').slice(0, MAX_NOTES)
    if (notes.length === 0) continue
    const texts = onPage.filter((block): block is TextBlock => block.type !== 'footnote' && 'lines' in block)
    const linked = new Set<string>()
    for (const note of notes) {
      const mark = noteMark(note.lines[0]!.text)
      if (mark === undefined || linked.has(mark)) continue
      const id = `note-${page}-${linked.size + 1}`
      const text = texts.find((block) =>
        current(changed, block).lines.some(({ spans }) => spans.some((span) => placeOf(span, mark) >= 0)),
      )
      if (!text) continue
      linked.add(mark)
      changed.set(text, withReference(current(changed, text), mark, id))
      changed.set(note, { ...note, type: 'footnote', lines: withoutMark(note.lines, mark), id })
    }
  }
  return changed.size === 0 ? [...blocks] : blocks.map((block) => changed.get(block) ?? block)
}

const MAX_NOTES = 60

function current(changed: ReadonlyMap<DraftBlock, DraftBlock>, block: TextBlock): TextBlock {
  return (changed.get(block) as TextBlock | undefined) ?? block
}

/** Where a span has the sign of a note: raised, or else right behind a word. */
function placeOf({ text, shift, note }: Span, mark: string): number {
  if (note !== undefined) return -1
  if (shift === 'up') return text.trim() === mark ? text.indexOf(mark) : -1
  if (!/^\d/.test(mark) || !text.includes(mark)) return -1
  const behind = behindWord(mark).exec(text)
  return behind ? behind.index + behind[0].length - mark.length : -1
}

/** A mark has up to three digits, so there are never many. */
const BEHIND_WORD = new Map<string, RegExp>()

function behindWord(mark: string): RegExp {
  const known = BEHIND_WORD.get(mark)
  if (known) return known
  const made = new RegExp(`(?:\\p{Ll}{3}|[\\p{L})”"’'][.,;:]?|[)”"’'])${mark}(?=[.,;:)]*(?:\\s|$))`, 'u')
  BEHIND_WORD.set(mark, made)
  return made
}

function withReference(block: TextBlock, mark: string, id: string): TextBlock {
  let isDone = false
  const lines = block.lines.map((line) => {
    if (isDone) return line
    const spans = line.spans.flatMap((span): Span[] => {
      const place = isDone ? -1 : placeOf(span, mark)
      if (place < 0) return [span]
      isDone = true
      const before = { ...span, text: span.text.slice(0, place) }
      const after = { ...span, text: span.text.slice(place + mark.length) }
      return [before, { ...span, text: mark, shift: 'up' as const, note: id }, after].filter(
        ({ text }) => text !== '',
      )
    })
    return { ...line, spans }
  })
  return { ...block, lines }
}

function withoutMark(lines: readonly Line[], mark: string): Line[] {
  const [first, ...rest] = lines as [Line, ...Line[]]
  const room = /^\S\s*[.)]?\s*/.exec(first.text.slice(mark.length - 1))![0]
  return [withoutStart(first, mark.length - 1 + room.length), ...rest]
}

const SAME_COLUMN = 8

/** The words of tables that were joined here: such a table grows, as one over many pages is too large to be copied for each. */
const grown = new WeakMap<FoundTable, Set<Word>>()

/** Joins a table with its continuation on the next page, growing it in place. Undefined when they are two tables. */
export function joinOverPages(upper: FoundTable, lower: FoundTable): FoundTable | undefined {
  if (upper.isTurned || lower.isTurned || !hasSameColumns(upper, lower)) return undefined
  const repeated = repeatedHeadRows(upper.rows, lower.rows)
  const hasOwnHead = repeated === 0 && lower.rows.some(({ isHead }) => isHead) && hasHeadWords(lower.rows)
  if (hasOwnHead) return undefined
  const words = grown.get(upper) ?? new Set(upper.words)
  const joined = grown.has(upper) ? upper : { ...upper, rows: [...upper.rows], words }
  grown.set(joined, words)
  for (const row of lower.rows.slice(repeated)) joined.rows.push({ ...row, isHead: false })
  for (const word of lower.words) words.add(word)
  return joined
}

/** The same number of columns in about the same places; the outer borders follow the words and may differ. */
function hasSameColumns({ columns: a }: FoundTable, { columns: b }: FoundTable): boolean {
  return (
    a.length === b.length && a.slice(1, -1).every((x, index) => Math.abs(x - b[index + 1]!) <= SAME_COLUMN)
  )
}

function repeatedHeadRows(upper: readonly TableRow[], lower: readonly TableRow[]): number {
  const end = upper.findIndex(({ isHead }, index) => index > 0 && !isHead)
  const head = upper.slice(0, end < 0 ? upper.length : end)
  const other = head.findIndex((row, index) => !lower[index] || textsOf(row) !== textsOf(lower[index]))
  return other < 0 ? head.length : other
}

/** Whether a head says what is in its columns; one that was only guessed has numbers. */
function hasHeadWords(rows: readonly TableRow[]): boolean {
  const texts = rows[0]!.cells.slice(1).flatMap(({ words }) => words.flat().map(({ text }) => text))
  return texts.length > 0 && texts.every((text) => !/\d/.test(text))
}

function textsOf({ cells }: TableRow): string {
  return cells.map(({ words }) => textOf(words.flat())).join('\n')
}

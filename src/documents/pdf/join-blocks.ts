import { boxOf } from './box-of.ts'
import type { DocumentStyle } from './document-style.ts'
import type { DraftBlock, TextBlock } from './draft-block.ts'
import type { Line } from './line.ts'
import { markerOf } from './list-marker.ts'
import { joinOverPages } from './tables/join-tables.ts'

/** Joins what a column or a page has cut: sentences that go on, programs, lists and tables. */
export function joinBlocks(blocks: readonly DraftBlock[], style: DocumentStyle): DraftBlock[] {
  const joined: DraftBlock[] = []
  /** Blocks whose lines are already their own, so that a text which never ends is not copied again and again. */
  const grown = new Set<DraftBlock>()
  /** The place of the paragraph that may go on. */
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
    joined.push(isNextItem(joined, block) ? movedTo(joined.at(-1)!, block) : block)
    if (!ASIDE.has(block.type)) open = joined.length - 1
  }
  return joined
}

/** A paragraph that is longer is none, and does not go on for ever. */
const MAX_LINES = 1000

/** What may stand between the two parts of a sentence. */
const ASIDE: ReadonlySet<string> = new Set(['table', 'caption', 'footnote', 'picture'])

/** A table that goes on at the top of the next page. */
function joinedTable(before: DraftBlock | undefined, block: DraftBlock): DraftBlock | undefined {
  if (before?.type !== 'table' || block.type !== 'table' || block.page !== before.lastPage + 1)
    return undefined
  const table = joinOverPages(before.table, block.table)
  return table && { ...before, table, lastPage: block.page }
}

/** An item with the list of an earlier page, where it takes no room of its own. */
function movedTo({ page, box, turn }: DraftBlock, item: TextBlock): DraftBlock {
  return { ...item, page, box, turn }
}

/** An item that goes on with the list at the end of the page before, on one of its levels. */
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

/** No more items of the page before are looked at. */
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

/** Words that no sentence ends with. */
const EXPECTING =
  /\s(?:the|of|and|to|in|for|a|an|by|with|from|than|or|that|which|der|die|das|und|von|des|le|la|les|de|du|et|el|los|y)$/

import type { BlockType, Box } from '../converted.ts'
import { isHeading, markerOf, paragraphs } from './paragraphs.ts'
import type { DocumentStyle } from './paragraphs.ts'
import type { Line } from './line.ts'
import type { Column, PageFlow } from './page-flow.ts'
import { boxOf } from './page.ts'
import type { Turn } from './page.ts'
import type { FoundTable } from './tables/build-table.ts'

export function draftBlocks(page: PageFlow, style: DocumentStyle, running: ReadonlySet<Line>): DraftBlock[] {
  return page.columns.flatMap((column, index) => columnBlocks(column, page, index, style, running))
}

function columnBlocks(
  column: Column,
  page: PageFlow,
  index: number,
  style: DocumentStyle,
  running: ReadonlySet<Line>,
): DraftBlock[] {
  const place = {
    page: page.number,
    lastPage: page.number,
    turn: column.turn,
    column: page.number * 1000 + index,
  }
  const blocks: DraftBlock[] = []
  let lines: Line[] = []
  const flush = () => {
    const groups = paragraphs(lines)
    groups.forEach((group, at) => {
      blocks.push(toBlock(group, groups[at - 1], groups[at + 1], { place, page, style }))
    })
    lines = []
  }
  for (const item of column.items) {
    if (item.kind === 'line') {
      if (!running.has(item.line)) lines.push(item.line)
    } else {
      flush()
      const { box } = item
      if (item.kind === 'table') blocks.push({ ...place, type: 'table', table: item.table, box })
      else blocks.push({ ...place, type: 'picture', url: item.url, box })
    }
  }
  flush()
  return withLists(withFootnotes(blocks, page, style))
}

type Place = Pick<DraftBlock, 'page' | 'lastPage' | 'turn' | 'column'>

function toBlock(
  group: Line[],
  before: Line[] | undefined,
  after: Line[] | undefined,
  { place, page, style }: { place: Place; page: PageFlow; style: DocumentStyle },
): DraftBlock {
  const block = { ...place, lines: group, box: boxOf(group) }
  if (!style.isMostlyMono && group.every(({ isMono }) => isMono)) return { ...block, type: 'code' }
  if (CAPTION.test(group[0]!.text)) return { ...block, type: 'caption' }
  if (isHeading(group, before, after, style) && !isPictureLabel(group, page.panels))
    return { ...block, type: 'section_header', level: 0 }
  return { ...block, type: markerOf(group[0]!.text) ? 'list' : 'text' }
}

function isPictureLabel(group: readonly Line[], panels: readonly Box[]): boolean {
  const [{ box, color, isBold }] = group as [Line]
  if (isBold || isLight(color)) return false
  return panels.some(
    ([left, top, right, bottom]) =>
      box[0] >= left - 2 && box[2] <= right + 2 && box[1] >= top && box[3] <= bottom,
  )
}

function isLight(color: string): boolean {
  return [0, 2, 4].every((at) => Number.parseInt(color.slice(at, at + 2), 16) > 0xa0)
}

const CAPTION =
  /^(?:figure|fig\.|table|tab\.|chart|exhibit|plate|scheme|box|abbildung|abb\.|tabelle|figura|tabla|tableau|tabela|图|表|図)\s*(?:[A-Z]?[-.]?\d+|[IVX]+\b)/i

function withFootnotes(blocks: DraftBlock[], page: PageFlow, { bodySize }: DocumentStyle): DraftBlock[] {
  let start = blocks.length
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]!
    if (block.type !== 'text' && block.type !== 'list') break
    const [first] = block.lines as [Line]
    if (first.size > 0.93 * bodySize) break
    const isLow = block.box[1] > 0.4 * page.height || first.spans[0]!.shift === 'up'
    if (isLow && noteMark(first.text) !== undefined) start = index
  }
  return blocks.map((block, index) =>
    index >= start && (block.type === 'text' || block.type === 'list')
      ? { ...block, type: 'footnote' }
      : block,
  )
}

/**
 * Nests the content that is indented below an item. Items grow in place, because a copy per line would be
 * slow.
 */
function withLists(blocks: DraftBlock[]): DraftBlock[] {
  const joined: DraftBlock[] = []
  for (const block of blocks) {
    const item = joined.at(-1)
    if (block.type === 'text' && item?.type === 'list' && goesOn(block.lines, item.lines)) {
      item.lines.push(...block.lines)
      item.box = boxOf([item, block])
    } else {
      joined.push(block)
    }
  }
  return joined
}

function goesOn(lines: readonly Line[], item: readonly Line[]): boolean {
  const last = item.at(-1)!
  const [first] = lines as [Line]
  const gap = first.box[1] - last.box[3]
  return gap < first.size && gap > -first.size && first.box[0] > item[0]!.box[0] + 0.7 * first.size
}

/** A block of a page before rendering: blocks of later pages may still continue it. */
export type DraftBlock = {
  page: number
  lastPage: number
  /** On the page after turning it back by `turn`. */
  box: Box
  turn: Turn
  /** Numbers the columns of a document, to recognize blocks that are below each other. */
  column: number
} & (
  | { type: Exclude<BlockType, 'table' | 'section_header' | 'title' | 'picture'>; lines: Line[]; id?: string }
  | { type: 'section_header' | 'title'; lines: Line[]; level: number }
  | { type: 'picture'; url: string }
  | { type: 'table'; table: FoundTable }
)

export type TextBlock = Extract<DraftBlock, { lines: Line[] }>

export function noteMark(text: string): string | undefined {
  return NOTE.exec(text)?.[1]
}

const NOTE = /^(\d{1,3}|[*†‡§¶]{1,3}|[a-z](?=[\s)]))[.)]?\s*\S/

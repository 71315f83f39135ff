import { countOf } from '../../open-document/count-of.ts'
import { elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Block, Cell, ListItem, Paragraph, Row, Table } from '../block.ts'
import { isEmpty } from '../inline.ts'
import { Nesting } from '../nesting.ts'
import { readFrame } from './frame.ts'
import { readLine } from './line.ts'
import { OUTLINE } from './lists.ts'
import type { Reading } from './reading.ts'

/** Reads the text of an OpenDocument file. */
export function readText(body: XmlElement, parts: Omit<Reading, 'readBlocks'>): Block[] {
  const nesting = new Nesting()
  const reading: Reading = {
    ...parts,
    readBlocks: (container) =>
      nesting.within(() => {
        const blocks: Block[] = []
        readContainer(container, reading, blocks)
        return blocks
      }),
  }
  return reading.readBlocks(body)
}

function readContainer(container: XmlElement, reading: Reading, blocks: Block[]): void {
  for (const element of elementsOf(container)) {
    const { name } = element
    if (name === 'text:p' || name === 'text:h') addParagraph(element, undefined, reading, blocks)
    else if (name === 'text:list') readList(element, { style: undefined, level: 0 }, reading, blocks)
    else if (name === 'table:table') blocks.push(readTable(element, reading))
    else if (name.startsWith('draw:')) {
      const { pictures, boxes } = readFrame(element, reading)
      if (pictures.length > 0) blocks.push({ kind: 'paragraph', style: 'text', content: pictures })
      for (const box of boxes) blocks.push(box)
    } else if (AROUND.test(name)) readContainer(element, reading, blocks)
  }
}

/** Sections and indexes are around paragraphs. What was deleted stands in something else, which is not read. */
const AROUND =
  /^text:(?:section|index-body|index-title|table-of-content|[\w-]+-index|bibliography|numbered-paragraph)$/

function addParagraph(
  element: XmlElement,
  item: ListItem | undefined,
  reading: Reading,
  blocks: Block[],
): void {
  const { attributes } = element
  const style = reading.styles.find('paragraph', attributes['text:style-name'])
  if (style.isHidden) return
  const { content, boxes } = readLine(element, reading)
  const paragraph: Paragraph = { kind: 'paragraph', style: style.role, content }
  if (style.isMonospaced) paragraph.isMonospaced = true
  if (item) paragraph.item = item
  if (element.name === 'text:h' && style.role !== 'title') {
    const level = Math.trunc(Number(attributes['text:outline-level'] ?? style.headingLevel ?? 1))
    paragraph.headingLevel = level >= 1 ? level : 1
    const isNumbered = !item && attributes['text:is-list-header'] !== 'true' && content.length > 0
    const marker = isNumbered ? reading.lists.next(OUTLINE, paragraph.headingLevel - 1, undefined) : undefined
    if (marker) paragraph.item = { level: 0, marker }
  } else if (style.headingLevel !== undefined) paragraph.headingLevel = style.headingLevel
  blocks.push(paragraph)
  for (const box of boxes) blocks.push(box)
}

function readList(
  list: XmlElement,
  around: { style: string | undefined; level: number },
  reading: Reading,
  blocks: Block[],
): void {
  const { attributes } = list
  const style = attributes['text:style-name'] ?? around.style ?? ''
  const { level } = around
  const isContinued =
    attributes['text:continue-numbering'] === 'true' || attributes['text:continue-list'] !== undefined
  if (!isContinued) reading.lists.begin(style, level)
  for (const entry of elementsOf(list)) {
    if (entry.name !== 'text:list-item' && entry.name !== 'text:list-header') continue
    const start = Number(entry.attributes['text:start-value'] ?? Number.NaN)
    let isFirst = entry.name === 'text:list-item'
    for (const element of elementsOf(entry)) {
      if (element.name === 'text:list') {
        if (level < MAX_LIST_LEVEL) readList(element, { style, level: level + 1 }, reading, blocks)
      } else if (element.name === 'text:p' || element.name === 'text:h') {
        const marker = isFirst
          ? reading.lists.next(style, level, Number.isInteger(start) ? start : undefined)
          : ({ type: 'none' } as const)
        addParagraph(element, marker && { level, marker }, reading, blocks)
      } else readContainer({ ...entry, children: [element] }, reading, blocks)
      isFirst = false
    }
  }
}

const MAX_LIST_LEVEL = 20

function readTable(table: XmlElement, reading: Reading): Table {
  const rows: Row[] = []
  const room = { copies: MAX_COPIES }
  const look = (parent: XmlElement, isHeader: boolean) => {
    for (const element of elementsOf(parent)) {
      if (element.name === 'table:table-row') {
        const cells = cellsOf(element, reading, room)
        if (cells.length > 0) rows.push({ isHeader, cells })
      } else if (element.name === 'table:table-header-rows') look(element, rows.length === 0)
      else if (element.name === 'table:table-rows' || element.name === 'table:table-row-group')
        look(element, isHeader)
    }
  }
  look(table, false)
  return { kind: 'table', rows }
}

const MAX_COPIES = 10_000

/** Cells that another covers are part of that one. The room is what the table has left for copies of cells. */
function cellsOf(row: XmlElement, reading: Reading, room: { copies: number }): Cell[] {
  const cells: Cell[] = []
  for (const element of elementsOf(row, 'table:table-cell')) {
    const count = (name: string) => countOf(element.attributes[name], MAX_SPAN)
    const cell: Cell = {
      blocks: reading.readBlocks(element),
      colSpan: count('table:number-columns-spanned'),
      rowSpan: count('table:number-rows-spanned'),
    }
    // Only empty cells are worth repeating, and text that is repeated could grow without end.
    const wanted = cell.blocks.every(isBlank) ? count('table:number-columns-repeated') - 1 : 0
    const copies = Math.min(wanted, room.copies)
    room.copies -= copies
    for (let copy = 0; copy <= copies; copy++) cells.push(cell)
  }
  return cells
}

function isBlank(block: Block): boolean {
  return block.kind === 'paragraph' && isEmpty(block.content)
}

const MAX_SPAN = 100

import type { Chart } from '../../chart.ts'
import { isFollowable } from '../../markup.ts'
import { pictureType } from '../../pictures.ts'
import type { Pictures } from '../../pictures.ts'
import { countOf, elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { chartBlocks, isEmpty, pictureAt, shownPicture } from '../block.ts'
import type { Block, Cell, Inline, ListItem, Marks, Paragraph, Row, Table } from '../block.ts'
import type { Notes } from '../converted-text.ts'
import { Nesting } from '../flow.ts'
import { OUTLINE } from './styles.ts'
import type { Lists, Styles } from './styles.ts'

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
    const wanted = cell.blocks.every((block) => block.kind === 'paragraph' && isEmpty(block.content))
      ? count('table:number-columns-repeated') - 1
      : 0
    const copies = Math.min(wanted, room.copies)
    room.copies -= copies
    for (let copy = 0; copy <= copies; copy++) cells.push(cell)
  }
  return cells
}

const MAX_SPAN = 100

/** What a paragraph says: its line, and what is anchored in it without being part of it. */
interface Line {
  content: Inline[]
  boxes: Block[]
}

/** Reads the line of a paragraph. White space is as in HTML: what counts is written as elements. */
function readLine(paragraph: XmlElement, reading: Reading): Line {
  const line: OpenLine = { content: [], boxes: [], depth: 0 }
  walk(paragraph, {}, line, reading)
  return line
}

interface OpenLine extends Line {
  /** How many elements are open. */
  depth: number
}

const MAX_DEPTH = 200

/** What is nested deeper than any document is not read. */
function walk(parent: XmlElement, marks: Marks, line: OpenLine, reading: Reading): void {
  if (line.depth >= MAX_DEPTH) return
  line.depth++
  for (const node of parent.children) {
    if (typeof node !== 'string') readElement(node, marks, line, reading)
    else line.content.push({ type: 'text', text: node.replace(/\s+/g, ' '), marks })
  }
  line.depth--
}

function readElement(element: XmlElement, marks: Marks, line: OpenLine, reading: Reading): void {
  const { name, attributes } = element
  const add = (text: string) => line.content.push({ type: 'text', text, marks })
  if (SKIPPED.has(name)) return
  if (name === 'text:span') {
    const style = reading.styles.find('text', attributes['text:style-name'])
    if (!style.isHidden) walk(element, { ...marks, ...style.marks }, line, reading)
  } else if (name === 'text:a') {
    walk(element, { ...marks, href: attributes['xlink:href'] ?? '' }, line, reading)
  } else if (name === 'text:s') {
    add(' '.repeat(countOf(attributes['text:c'], MAX_SPACES)))
  } else if (name === 'text:tab') add('\t')
  else if (name === 'text:line-break') line.content.push({ type: 'break' })
  else if (name === 'text:note') addNote(element, line, reading)
  else if (name === 'office:annotation') addComment(element, line, reading)
  else if (name === 'text:ruby') {
    const base = elementAt(element, 'text:ruby-base')
    if (base) walk(base, marks, line, reading)
  } else if (name.startsWith('draw:')) {
    const { pictures, boxes } = readFrame(element, reading)
    for (const picture of pictures) line.content.push(picture)
    for (const box of boxes) line.boxes.push(box)
  } else walk(element, marks, line, reading)
}

const MAX_SPACES = 1000

/** Marks of places, and what is not shown. */
const SKIPPED = new Set(
  (
    'text:hidden-text text:hidden-paragraph office:forms office:annotation-end text:ruby-text ' +
    'text:index-title-template'
  ).split(' '),
)

function addNote(note: XmlElement, line: Line, reading: Reading): void {
  const body = elementAt(note, 'text:note-body')
  if (body) line.content.push(reading.notes.note(note, () => reading.readBlocks(body)))
}

function addComment(comment: XmlElement, line: Line, reading: Reading): void {
  const author = elementsOf(comment, 'dc:creator').map(textOf).join('')
  line.content.push(reading.notes.comment(comment, author, () => reading.readBlocks(comment)))
}

/** The pictures and formulas of a frame or shape, the texts of its boxes and the numbers of its charts. */
function readFrame(frame: XmlElement, reading: Reading): { pictures: Inline[]; boxes: Block[] } {
  const pictures: Inline[] = []
  const boxes: Block[] = []
  const look = (element: XmlElement) => {
    if (element.name === 'draw:frame') {
      const inner = frameContent(element, reading)
      for (const picture of inner.pictures) pictures.push(picture)
      for (const box of inner.boxes) boxes.push(box)
    } else if (element.name === 'draw:g' || element.name === 'draw:a') elementsOf(element).forEach(look)
    else for (const block of reading.readBlocks(element)) boxes.push(block)
  }
  look(frame)
  return { pictures, boxes }
}

/** A frame holds one thing in several forms: the first that can be read is it. */
function frameContent(frame: XmlElement, reading: Reading): { pictures: Inline[]; boxes: Block[] } {
  const box = elementAt(frame, 'draw:text-box')
  if (box) return { pictures: [], boxes: reading.readBlocks(box) }
  const object = takeObject(elementAt(frame, 'draw:object'), reading)
  if (object?.type === 'formula')
    return { pictures: [{ type: 'markup', html: object.html, text: '' }], boxes: [] }
  if (object?.type === 'chart') return { pictures: [], boxes: chartBlocks(object.chart) }
  const table = elementAt(frame, 'table:table')
  if (table) return { pictures: [], boxes: reading.readBlocks(frame) }
  const picture = pictureIn(frame, reading)
  return { pictures: picture ? [picture] : [], boxes: [] }
}

function takeObject(element: XmlElement | undefined, { objects }: Reading): EmbeddedObject | undefined {
  const name = (element?.attributes['xlink:href'] ?? '').replace(/^\.\//, '').replace(/\/$/, '')
  const object = objects.get(name)
  objects.delete(name)
  return object
}

function pictureIn(frame: XmlElement, { pictures, pictureBytes }: Reading): Inline | undefined {
  const images = elementsOf(frame, 'draw:image')
  const image = images.find(({ attributes }) => !/\.svm$/i.test(attributes['xlink:href'] ?? '')) ?? images[0]
  if (!image) return undefined
  const alt =
    [elementAt(frame, 'svg:title'), elementAt(frame, 'svg:desc')].map(textOf).find((text) => text !== '') ??
    ''
  const href = image.attributes['xlink:href'] ?? ''
  if (isFollowable(href)) return pictureAt(href, alt)
  const data = elementAt(image, 'office:binary-data')
  const bytes = data ? Buffer.from(textOf(data), 'base64') : pictureBytes.get(href.replace(/^\.\//, ''))
  return shownPicture(pictures, { type: image.attributes['draw:mime-type'] ?? pictureType(href), alt, bytes })
}

/** A document inside the document: a formula as markup, or a chart. */
export type EmbeddedObject = { type: 'formula'; html: string } | { type: 'chart'; chart: Chart }

/** What an OpenDocument text is read with. */
interface Reading {
  styles: Styles
  lists: Lists
  notes: Notes
  pictures: Pictures
  /** The bytes of pictures by the names of their parts; none when they are not wanted. */
  pictureBytes: ReadonlyMap<string, Uint8Array>
  /** Objects by their names. Each is taken out where it is shown, once. */
  objects: Map<string, EmbeddedObject>
  readBlocks(container: XmlElement): Block[]
}

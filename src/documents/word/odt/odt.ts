import { chartBlocks, isEmpty, pictureAt, shownPicture } from '../document-html.ts'
import type { Block, Cell, Inline, ListItem, Marks, Paragraph, Row, Table } from '../document-html.ts'
import { convertedText, Notes } from '../converted-text.ts'
import { nestedReader } from '../block-builder.ts'
import type { Chart } from '../../markup.ts'
import { damaged } from '../../converted.ts'
import type { Converter } from '../../converted.ts'
import { escapeText, isFollowableUrl, Pictures, pictureType } from '../../markup.ts'
import { odfChart, odfMetadata, openOdf } from '../../open-document.ts'
import { countOf, elementAt, elementsOf, parseXml, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { bytesOfParts } from '../../zip.ts'
import type { Zip } from '../../zip.ts'
import { Lists, OUTLINE, readStyles } from './styles.ts'
import type { Styles } from './styles.ts'

/** Reads OpenDocument texts, packed and flat. */
export const convertOdt: Converter = async ({ bytes }, { keepImages }) => {
  const { content, styles, metadata, zip } = await openText(bytes)
  const body = elementAt(content, 'office:body', 'office:text')
  if (!body) throw damaged('The file is not an OpenDocument text: it has no text.')
  const places = [
    elementAt(styles, 'office:styles'),
    elementAt(styles, 'office:automatic-styles'),
    elementAt(content, 'office:styles'),
    elementAt(content, 'office:automatic-styles'),
  ]
  const pictures = new Pictures(keepImages)
  const notes = new Notes()
  const blocks = readText(body, {
    styles: readStyles(places),
    lists: new Lists(places),
    notes,
    pictures,
    pictureBytes:
      zip && keepImages
        ? await bytesOfParts(
            zip,
            zip.names.filter((name) => /^(?:Pictures|media)\//.test(name)),
          )
        : new Map(),
    objects: zip ? await objectsIn(zip) : new Map(),
  })
  return convertedText(blocks, { notes, pictures, metadata })
}

async function openText(bytes: Uint8Array) {
  if (bytes[0] !== 0x50) {
    const content = parseXml(new TextDecoder().decode(bytes))
    const metadata = odfMetadata(elementAt(content, 'office:meta'))
    return { content, styles: undefined, metadata, zip: undefined }
  }
  const { zip, content, metadata } = await openOdf(bytes)
  const styles = parseXml((await zip.readText('styles.xml')) ?? '')
  return { content: parseXml(content), styles, metadata, zip }
}

async function objectsIn(zip: Zip): Promise<Map<string, EmbeddedObject>> {
  const found = new Map<string, EmbeddedObject>()
  for (const name of zip.names) {
    const folder = /^(.+)\/content\.xml$/.exec(name)?.[1]
    if (folder === undefined) continue
    const object = objectOf(parseXml((await zip.readText(name)) ?? ''))
    if (object) found.set(folder, object)
  }
  return found
}

function objectOf(content: XmlElement): EmbeddedObject | undefined {
  if (localName(content) === 'math') return { type: 'formula', html: write(content, 0) }
  const chart = odfChart(content)
  return chart && { type: 'chart', chart }
}

function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1)
}

/** How it was typed in another language of formulas says nothing here. */
function write(element: XmlElement, depth: number): string {
  const name = localName(element)
  if (depth > MAX_FORMULA_DEPTH || name === 'annotation' || !/^[a-z-]+$/i.test(name)) return ''
  const inner = element.children.map((node) =>
    typeof node === 'string' ? escapeText(node) : write(node, depth + 1),
  )
  return `<${name}>${inner.join('')}</${name}>`
}

const MAX_FORMULA_DEPTH = 100

function readText(body: XmlElement, parts: Omit<OdtContext, 'readBlocks'>): Block[] {
  const context: OdtContext = {
    ...parts,
    readBlocks: nestedReader((container) => {
      const blocks: Block[] = []
      readContainer(container, context, blocks)
      return blocks
    }),
  }
  return context.readBlocks(body)
}

function readContainer(container: XmlElement, context: OdtContext, blocks: Block[]): void {
  for (const element of elementsOf(container)) {
    const { name } = element
    if (name === 'text:p' || name === 'text:h') addParagraph(element, undefined, context, blocks)
    else if (name === 'text:list') readList(element, { style: undefined, level: 0 }, context, blocks)
    else if (name === 'table:table') blocks.push(readTable(element, context))
    else if (name.startsWith('draw:')) {
      const { pictures, boxes } = readFrame(element, context)
      if (pictures.length > 0) blocks.push({ kind: 'paragraph', style: 'text', content: pictures })
      for (const box of boxes) blocks.push(box)
    } else if (WRAPPERS.test(name)) readContainer(element, context, blocks)
  }
}

/** Sections and indexes are around paragraphs. What was deleted stands in something else, which is not read. */
const WRAPPERS =
  /^text:(?:section|index-body|index-title|table-of-content|[\w-]+-index|bibliography|numbered-paragraph)$/

function addParagraph(
  element: XmlElement,
  item: ListItem | undefined,
  context: OdtContext,
  blocks: Block[],
): void {
  const { attributes } = element
  const style = context.styles('paragraph', attributes['text:style-name'])
  if (style.isHidden) return
  const { content, boxes } = readLine(element, context)
  const paragraph: Paragraph = { kind: 'paragraph', style: style.role, content }
  if (style.isMonospaced) paragraph.isMonospaced = true
  if (item) paragraph.item = item
  if (element.name === 'text:h' && style.role !== 'title') {
    const level = Math.trunc(Number(attributes['text:outline-level'] ?? style.headingLevel ?? 1))
    paragraph.headingLevel = level >= 1 ? level : 1
    const isNumbered = !item && attributes['text:is-list-header'] !== 'true' && content.length > 0
    const marker = isNumbered ? context.lists.next(OUTLINE, paragraph.headingLevel - 1, undefined) : undefined
    if (marker) paragraph.item = { level: 0, marker }
  } else if (style.headingLevel !== undefined) paragraph.headingLevel = style.headingLevel
  blocks.push(paragraph)
  for (const box of boxes) blocks.push(box)
}

function readList(
  list: XmlElement,
  around: { style: string | undefined; level: number },
  context: OdtContext,
  blocks: Block[],
): void {
  const { attributes } = list
  const style = attributes['text:style-name'] ?? around.style ?? ''
  const { level } = around
  const isContinued =
    attributes['text:continue-numbering'] === 'true' || attributes['text:continue-list'] !== undefined
  if (!isContinued) context.lists.begin(style, level)
  for (const entry of elementsOf(list)) {
    if (entry.name !== 'text:list-item' && entry.name !== 'text:list-header') continue
    const start = Number(entry.attributes['text:start-value'] ?? Number.NaN)
    let isFirst = entry.name === 'text:list-item'
    for (const element of elementsOf(entry)) {
      if (element.name === 'text:list') {
        if (level < MAX_LIST_LEVEL) readList(element, { style, level: level + 1 }, context, blocks)
      } else if (element.name === 'text:p' || element.name === 'text:h') {
        const marker = isFirst
          ? context.lists.next(style, level, Number.isInteger(start) ? start : undefined)
          : ({ type: 'none' } as const)
        addParagraph(element, marker && { level, marker }, context, blocks)
      } else readContainer({ ...entry, children: [element] }, context, blocks)
      isFirst = false
    }
  }
}

const MAX_LIST_LEVEL = 20

function readTable(table: XmlElement, context: OdtContext): Table {
  const rows: Row[] = []
  const room = { copies: MAX_COPIES }
  const look = (parent: XmlElement, isHeader: boolean) => {
    for (const element of elementsOf(parent)) {
      if (element.name === 'table:table-row') {
        const cells = cellsOf(element, context, room)
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
function cellsOf(row: XmlElement, context: OdtContext, room: { copies: number }): Cell[] {
  const cells: Cell[] = []
  for (const element of elementsOf(row, 'table:table-cell')) {
    const count = (name: string) => countOf(element.attributes[name], MAX_SPAN)
    const cell: Cell = {
      blocks: context.readBlocks(element),
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

interface Line {
  content: Inline[]
  boxes: Block[]
}

/** Reads the line of a paragraph. White space is as in HTML: what counts is written as elements. */
function readLine(paragraph: XmlElement, context: OdtContext): Line {
  const line: OpenLine = { content: [], boxes: [], depth: 0 }
  walk(paragraph, {}, line, context)
  return line
}

interface OpenLine extends Line {
  depth: number
}

const MAX_DEPTH = 200

function walk(parent: XmlElement, marks: Marks, line: OpenLine, context: OdtContext): void {
  if (line.depth >= MAX_DEPTH) return
  line.depth++
  for (const node of parent.children) {
    if (typeof node !== 'string') readElement(node, marks, line, context)
    else line.content.push({ type: 'text', text: node.replace(/\s+/g, ' '), marks })
  }
  line.depth--
}

function readElement(element: XmlElement, marks: Marks, line: OpenLine, context: OdtContext): void {
  const { name, attributes } = element
  const add = (text: string) => line.content.push({ type: 'text', text, marks })
  if (SKIPPED.has(name)) return
  if (name === 'text:span') {
    const style = context.styles('text', attributes['text:style-name'])
    if (!style.isHidden) walk(element, { ...marks, ...style.marks }, line, context)
  } else if (name === 'text:a') {
    walk(element, { ...marks, href: attributes['xlink:href'] ?? '' }, line, context)
  } else if (name === 'text:s') {
    add(' '.repeat(countOf(attributes['text:c'], MAX_SPACES)))
  } else if (name === 'text:tab') add('\t')
  else if (name === 'text:line-break') line.content.push({ type: 'break' })
  else if (name === 'text:note') addNote(element, line, context)
  else if (name === 'office:annotation') addComment(element, line, context)
  else if (name === 'text:ruby') {
    const base = elementAt(element, 'text:ruby-base')
    if (base) walk(base, marks, line, context)
  } else if (name.startsWith('draw:')) {
    const { pictures, boxes } = readFrame(element, context)
    for (const picture of pictures) line.content.push(picture)
    for (const box of boxes) line.boxes.push(box)
  } else walk(element, marks, line, context)
}

const MAX_SPACES = 1000

const SKIPPED = new Set(
  (
    'text:hidden-text text:hidden-paragraph office:forms office:annotation-end text:ruby-text ' +
    'text:index-title-template'
  ).split(' '),
)

function addNote(note: XmlElement, line: Line, context: OdtContext): void {
  const body = elementAt(note, 'text:note-body')
  if (body) line.content.push(context.notes.note(note, () => context.readBlocks(body)))
}

function addComment(comment: XmlElement, line: Line, context: OdtContext): void {
  const author = elementsOf(comment, 'dc:creator').map(textOf).join('')
  line.content.push(context.notes.comment(comment, author, () => context.readBlocks(comment)))
}

function readFrame(frame: XmlElement, context: OdtContext): { pictures: Inline[]; boxes: Block[] } {
  const pictures: Inline[] = []
  const boxes: Block[] = []
  const look = (element: XmlElement) => {
    if (element.name === 'draw:frame') {
      const inner = frameContent(element, context)
      for (const picture of inner.pictures) pictures.push(picture)
      for (const box of inner.boxes) boxes.push(box)
    } else if (element.name === 'draw:g' || element.name === 'draw:a') elementsOf(element).forEach(look)
    else for (const block of context.readBlocks(element)) boxes.push(block)
  }
  look(frame)
  return { pictures, boxes }
}

/** A frame holds one thing in several forms: the first that can be read is it. */
function frameContent(frame: XmlElement, context: OdtContext): { pictures: Inline[]; boxes: Block[] } {
  const box = elementAt(frame, 'draw:text-box')
  if (box) return { pictures: [], boxes: context.readBlocks(box) }
  const object = takeObject(elementAt(frame, 'draw:object'), context)
  if (object?.type === 'formula')
    return { pictures: [{ type: 'markup', html: object.html, text: '' }], boxes: [] }
  if (object?.type === 'chart') return { pictures: [], boxes: chartBlocks(object.chart) }
  const table = elementAt(frame, 'table:table')
  if (table) return { pictures: [], boxes: context.readBlocks(frame) }
  const picture = pictureIn(frame, context)
  return { pictures: picture ? [picture] : [], boxes: [] }
}

function takeObject(element: XmlElement | undefined, { objects }: OdtContext): EmbeddedObject | undefined {
  const name = (element?.attributes['xlink:href'] ?? '').replace(/^\.\//, '').replace(/\/$/, '')
  const object = objects.get(name)
  objects.delete(name)
  return object
}

function pictureIn(frame: XmlElement, { pictures, pictureBytes }: OdtContext): Inline | undefined {
  const images = elementsOf(frame, 'draw:image')
  const image = images.find(({ attributes }) => !/\.svm$/i.test(attributes['xlink:href'] ?? '')) ?? images[0]
  if (!image) return undefined
  const alt =
    [elementAt(frame, 'svg:title'), elementAt(frame, 'svg:desc')].map(textOf).find((text) => text !== '') ??
    ''
  const href = image.attributes['xlink:href'] ?? ''
  if (isFollowableUrl(href)) return pictureAt(href, alt)
  const data = elementAt(image, 'office:binary-data')
  const bytes = data ? Buffer.from(textOf(data), 'base64') : pictureBytes.get(href.replace(/^\.\//, ''))
  return shownPicture(pictures, { type: image.attributes['draw:mime-type'] ?? pictureType(href), alt, bytes })
}

type EmbeddedObject = { type: 'formula'; html: string } | { type: 'chart'; chart: Chart }

interface OdtContext {
  styles: Styles
  lists: Lists
  notes: Notes
  pictures: Pictures
  pictureBytes: ReadonlyMap<string, Uint8Array>
  /** Objects by their names. Each is taken out where it is shown, once. */
  objects: Map<string, EmbeddedObject>
  readBlocks(container: XmlElement): Block[]
}

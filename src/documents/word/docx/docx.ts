import type { Block, Inline, ListItem, Paragraph, Table } from '../document-html.ts'
import { Fields } from '../conventions.ts'
import { convertedText, Notes } from '../converted-text.ts'
import { joinMerged, nestedReader } from '../block-builder.ts'
import type { PlacedCell, PlacedRow } from '../block-builder.ts'
import type { Chart } from '../../markup.ts'
import { damaged } from '../../converted.ts'
import type { Converter } from '../../converted.ts'
import {
  isOn,
  openPackage,
  parsePart,
  readChart,
  readRelationships,
  shownChoice,
} from '../../open-xml/package.ts'
import type { OpenXmlPackage, Relationships } from '../../open-xml/package.ts'
import { Pictures } from '../../markup.ts'
import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { bytesOfParts } from '../../zip.ts'
import { readLine } from './line.ts'
import type { PartContext, WordDocument } from './line.ts'
import { Numbering, numberingIn, readStyles } from './styles.ts'
import type { Style } from './styles.ts'

/** Reads Word documents of 2007 and later, with and without macros, transitional and strict. */
export const convertDocx: Converter = async ({ bytes }, { keepImages }) => {
  const source = await openPackage(bytes, ['word/document.xml'])
  const main = await mainElement(source)
  const pictures = new Pictures(keepImages)
  const document = await wordDocument(source, pictures)
  const blocks = readPart(elementAt(main, 'w:body') ?? main, document, source.relationships)
  return convertedText(blocks, { notes: document.notes, pictures, metadata: source.metadata })
}

async function mainElement({ zip, mainPart }: OpenXmlPackage): Promise<XmlElement> {
  const text = await zip.readText(mainPart)
  if (text === undefined) throw damaged('The file is not a Word document: its main part is missing.')
  const main = parsePart(text)
  if (main.name !== 'w:document')
    throw damaged('The file is not a Word document: its main part is something else.')
  return main
}

async function wordDocument(source: OpenXmlPackage, pictures: Pictures): Promise<WordDocument> {
  const part = await partReader(source)
  const styles = readStyles((await part('styles'))?.root)
  const numbering = new Numbering(
    (await part('numbering'))?.root,
    (id) => styles.letters(id).numbering?.numId,
  )
  const notes = {
    footnote: await notesIn(part('footnotes'), 'w:footnote'),
    endnote: await notesIn(part('endnotes'), 'w:endnote'),
    comment: await notesIn(part('comments'), 'w:comment'),
  }
  const document: WordDocument = {
    styles,
    numbering,
    notes: new Notes(),
    pictures,
    pictureBytes: pictures.areKept ? await pictureBytes(source) : new Map(),
    charts: await chartsOf(source),
    note(kind, id) {
      const element = notes[kind].byId.get(id)
      if (!element) return undefined
      const readBlocks = () => readPart(element, document, notes[kind].relationships)
      return { author: element.attributes['w:author'] ?? '', readBlocks }
    },
  }
  return document
}

interface Part {
  root: XmlElement
  relationships: Relationships
}

async function partReader({
  zip,
  relationships,
}: OpenXmlPackage): Promise<(type: string) => Promise<Part | undefined>> {
  const names = new Map([...relationships.values()].map(({ type, target }) => [type, target]))
  return async (type) => {
    const name = names.get(type)
    const text = name === undefined ? undefined : await zip.readText(name)
    return text === undefined || name === undefined
      ? undefined
      : { root: parsePart(text), relationships: await readRelationships(zip, name) }
  }
}

async function notesIn(
  part: Promise<Part | undefined>,
  name: string,
): Promise<{ byId: ReadonlyMap<string, XmlElement>; relationships: Relationships }> {
  const found = await part
  return {
    byId: new Map(
      elementsOf(found?.root, name).map((element) => [element.attributes['w:id'] ?? '', element]),
    ),
    relationships: found?.relationships ?? new Map(),
  }
}

async function chartsOf({ zip, relationships }: OpenXmlPackage): Promise<Map<string, Chart>> {
  const found = new Map<string, Chart>()
  for (const { type, target, isExternal } of relationships.values()) {
    if (type !== 'chart' || isExternal || found.has(target)) continue
    const chart = readChart((await zip.readText(target)) ?? '')
    if (chart) found.set(target, chart)
  }
  return found
}

async function pictureBytes({ zip, relationships }: OpenXmlPackage): Promise<Map<string, Uint8Array>> {
  const pictures = [...relationships.values()].filter(
    ({ type, isExternal }) => type === 'image' && !isExternal,
  )
  return await bytesOfParts(
    zip,
    pictures.map(({ target }) => target),
  )
}

function readPart(container: XmlElement, document: WordDocument, relationships: Relationships): Block[] {
  const context: PartContext = {
    document,
    relationships,
    fields: new Fields(),
    readBlocks: nestedReader((inner) => {
      const { fields } = context
      context.fields = new Fields()
      const blocks = readBlocks(inner, context)
      context.fields = fields
      return blocks
    }),
  }
  return context.readBlocks(container)
}

function readBlocks(container: XmlElement, context: PartContext): Block[] {
  const blocks: Block[] = []
  /** What stands before a mark of a paragraph that was deleted: it goes on in the next one. */
  let carried: Inline[] = []
  const endCarried = () => {
    if (carried.length > 0) blocks.push({ kind: 'paragraph', style: 'text', content: carried })
    carried = []
  }
  const addParagraph = (element: XmlElement) => {
    const properties = elementAt(element, 'w:pPr')
    const style = context.document.styles.paragraph(elementAt(properties, 'w:pStyle')?.attributes['w:val'])
    const { content, floats, boxes, isMonospaced } = readLine(element, context, {
      isMonospaced: style.isMonospaced ?? false,
    })
    for (const float of floats) blocks.push(float)
    for (const piece of content) carried.push(piece)
    if (!isMarkDeleted(properties)) {
      blocks.push(paragraphOf({ content: carried, isMonospaced }, { properties, style }, context))
      carried = []
    }
    for (const box of boxes) blocks.push(box)
  }
  const walk = (parent: XmlElement) => {
    for (const element of elementsOf(parent)) {
      if (element.name === 'w:p') addParagraph(element)
      else if (element.name === 'w:tbl') {
        endCarried()
        blocks.push(readTable(element, context))
      } else if (element.name === 'mc:AlternateContent') walk(shownChoice(element) ?? element)
      else if (element.name === 'm:oMathPara' || element.name === 'm:oMath') {
        endCarried()
        const { content } = readLine({ name: 'w:p', attributes: {}, children: [element] }, context, PLAIN)
        blocks.push({ kind: 'paragraph', style: 'text', content })
      } else if (AROUND.has(element.name)) walk(element)
    }
  }
  walk(container)
  endCarried()
  return blocks
}

const PLAIN = { isMonospaced: false }
const AROUND = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo', 'w:smartTag'])

function isMarkDeleted(properties: XmlElement | undefined): boolean {
  const letters = elementAt(properties, 'w:rPr')
  return elementsOf(letters).some(({ name }) => name === 'w:del' || name === 'w:moveFrom')
}

/** A paragraph that is all there. Its number counts, so it is asked for once. */
function paragraphOf(
  { content, isMonospaced }: { content: Inline[]; isMonospaced: boolean },
  { properties, style }: { properties: XmlElement | undefined; style: Style },
  { document }: PartContext,
): Paragraph {
  return {
    kind: 'paragraph',
    content,
    style: style.role,
    headingLevel: levelOf(properties, style),
    isMonospaced,
    // An empty paragraph has no number.
    item: content.length === 0 ? undefined : itemOf(properties, style, document),
  }
}

function levelOf(properties: XmlElement | undefined, style: Style): number | undefined {
  if (style.headingLevel !== undefined) return style.headingLevel
  const own = Number(elementAt(properties, 'w:outlineLvl')?.attributes['w:val'] ?? 9)
  return own >= 0 && own < 9 ? own + 1 : undefined
}

function itemOf(
  properties: XmlElement | undefined,
  style: Style,
  { numbering }: WordDocument,
): ListItem | undefined {
  const own = numberingIn(properties)
  const numId = own?.numId ?? style.numbering?.numId
  if (numId === undefined || numId === '0') return undefined
  const fallback = own?.numId === undefined ? style.numbering?.level : undefined
  const level = own?.level ?? fallback ?? (style.headingLevel === undefined ? 0 : style.headingLevel - 1)
  const marker = numbering.next(numId, level)
  return marker && { level, marker }
}

function readTable(table: XmlElement, context: PartContext): Table {
  const hasHeaderLook = isFirstRowSpecial(table)
  const rows = within(table, 'w:tr')
    .filter((row) => !elementAt(row, 'w:trPr', 'w:del'))
    .map((row, index) => rowOf(row, context, index === 0 && hasHeaderLook))
  return joinMerged(rows)
}

function isFirstRowSpecial(table: XmlElement): boolean {
  const look = elementAt(table, 'w:tblPr', 'w:tblLook')?.attributes
  if (!look) return false
  const written = look['w:firstRow']
  if (written !== undefined) return written === '1' || written === 'true'
  return (Number.parseInt(look['w:val'] ?? '', 16) & 0x20) !== 0
}

function rowOf(row: XmlElement, context: PartContext, isFirst: boolean): PlacedRow {
  const properties = elementAt(row, 'w:trPr')
  const before = numberIn(elementAt(properties, 'w:gridBefore'), 0)
  const cells: PlacedCell[] = before > 0 ? [{ readBlocks: () => [], colSpan: before, merge: 'none' }] : []
  for (const cell of within(row, 'w:tc')) cells.push(cellOf(cell, context))
  return { isHeader: isFirst || (isOn(elementAt(properties, 'w:tblHeader')) ?? false), cells }
}

function cellOf(cell: XmlElement, context: PartContext): PlacedCell {
  const properties = elementAt(cell, 'w:tcPr')
  const down = elementAt(properties, 'w:vMerge')
  const merge = !down ? 'none' : down.attributes['w:val'] === 'restart' ? 'start' : 'continued'
  const colSpan = numberIn(elementAt(properties, 'w:gridSpan'), 1)
  return { readBlocks: () => context.readBlocks(cell), colSpan, merge }
}

function numberIn(element: XmlElement | undefined, otherwise: number): number {
  const value = Number.parseInt(element?.attributes['w:val'] ?? '', 10)
  return value >= 0 && value <= MAX_SPAN ? value : otherwise
}

const MAX_SPAN = 1000

/** The elements of this name, also those that something else is around. */
function within(parent: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const look = (element: XmlElement) => {
    for (const child of elementsOf(element)) {
      if (child.name === name) found.push(child)
      else if (AROUND_CELLS.has(child.name)) look(child)
    }
  }
  look(parent)
  return found
}

const AROUND_CELLS = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo'])

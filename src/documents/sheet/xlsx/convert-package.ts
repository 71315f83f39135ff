import { workbookHtml } from '../workbook-html.ts'
import { CellBudget, cellResolver, emptySheet, hiddenWarnings, placeOf, withoutAuthor } from '../workbook.ts'
import type { Floating, Note, Sheet } from '../workbook.ts'
import { chartHtml, escapeText, Pictures } from '../../markup.ts'
import { damaged } from '../../converted.ts'
import type { ConversionOptions, Converted } from '../../converted.ts'
import type { CellFormats } from '../../number-format/number-format.ts'
import {
  drawnLines,
  openPackage,
  parsePart,
  readChart,
  readPeople,
  readRelationships,
  rootOf,
  shownChoice,
  targetOf,
} from '../../open-xml/package.ts'
import type { Relationships, ResolveCells } from '../../open-xml/package.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Zip } from '../../zip.ts'

/** The sheets that a workbook lists, in their order. */
export interface WorkbookList {
  /** The link with this id leads to the part of the sheet. */
  sheets: { name: string; linkId: string; isHidden: boolean }[]
  is1904: boolean
}

export interface SheetContext {
  strings: readonly string[]
  formats: CellFormats
  budget: CellBudget
  relationships: Relationships
}

interface PartReaders {
  readList(part: Uint8Array): WorkbookList
  readStrings(part: Uint8Array): string[]
  readStyles(part: Uint8Array, is1904: boolean): CellFormats
  readSheet(part: Uint8Array, sheet: Sheet, context: SheetContext): void
}

export async function convertPackage(
  bytes: Uint8Array,
  { keepImages }: ConversionOptions,
  readers: PartReaders,
): Promise<Converted> {
  const { zip, mainPart, relationships: links, metadata } = await openPackage(bytes, USUAL_PARTS)
  const listPart = await zip.read(mainPart)
  if (!listPart) throw damaged('The file is not a workbook: its main part is missing.')
  const list = readers.readList(listPart)
  const budget = new CellBudget()
  const shared = {
    strings: readers.readStrings(await partOf(zip, links, 'sharedStrings')),
    formats: readers.readStyles(await partOf(zip, links, 'styles'), list.is1904),
    budget,
  }
  const sheets: Sheet[] = []
  const linksOf = new Map<Sheet, Relationships>()
  for (const { name, linkId, isHidden } of list.sheets) {
    const target = links.get(linkId)?.target
    if (isHidden || target === undefined) continue
    const sheet = emptySheet(name)
    const relationships = await readRelationships(zip, target)
    readers.readSheet((await zip.read(target)) ?? NOTHING, sheet, { ...shared, relationships })
    sheets.push(sheet)
    linksOf.set(sheet, relationships)
  }
  const context = { zip, pictures: new Pictures(keepImages), resolve: cellResolver(sheets), budget }
  const people = await readPeople(zip, links, 'person')
  for (const [sheet, relationships] of linksOf) {
    sheet.floats = await readDrawings(sheet, relationships, context)
    sheet.notes = await readNotes(zip, people, relationships)
  }
  const warnings = [...hiddenWarnings(list.sheets), ...budget.warnings()]
  return workbookHtml({ sheets, metadata, warnings })
}

/** Where the list of sheets stands in a package that does not say so. */
const USUAL_PARTS = ['xl/workbook.xml', 'xl/workbook.bin']
const NOTHING = new Uint8Array()

async function partOf(zip: Zip, links: Relationships, type: string): Promise<Uint8Array> {
  const target = targetOf(links, type)
  return (target === undefined ? undefined : await zip.read(target)) ?? NOTHING
}

interface DrawingContext {
  zip: Zip
  pictures: Pictures
  resolve: ResolveCells
  budget: CellBudget
}

const MAX_FLOATS = 2000
const MAX_DRAWING_CHARS = 16 * 1024 * 1024

async function readDrawings(
  sheet: Sheet,
  links: Relationships,
  context: DrawingContext,
): Promise<Floating[]> {
  const floats: Floating[] = []
  for (const { type, target } of links.values()) {
    if (type !== 'drawing') continue
    const xml = (await context.zip.readText(target)) ?? ''
    if (xml.length > MAX_DRAWING_CHARS) continue
    const own = await readRelationships(context.zip, target)
    for (const anchor of elementsOf(parsePart(xml)).slice(0, MAX_FLOATS)) {
      const row = Number(textOf(elementAt(anchor, 'xdr:from', 'xdr:row'))) || 0
      for (const html of await objectsHtml(anchor, own, context)) {
        if (!context.budget.takesMarkup(sheet, html)) return floats
        floats.push({ row, html })
      }
    }
  }
  return floats
}

async function objectsHtml(
  anchor: XmlElement,
  links: Relationships,
  context: DrawingContext,
): Promise<string[]> {
  const found: string[] = []
  const waiting = elementsOf(anchor).toReversed()
  while (waiting.length > 0) {
    const object = waiting.pop()!
    const inner =
      object.name === 'mc:AlternateContent' ? shownChoice(object) : object.name === 'xdr:grpSp' && object
    if (inner) for (const child of elementsOf(inner).toReversed()) waiting.push(child)
    else found.push(await objectHtml(object, links, context))
  }
  return found.filter(Boolean)
}

async function objectHtml(
  object: XmlElement,
  links: Relationships,
  { zip, pictures, resolve }: DrawingContext,
): Promise<string> {
  if (object.name === 'xdr:pic') {
    const id = elementAt(object, 'xdr:blipFill', 'a:blip')?.attributes['r:embed'] ?? ''
    const part = links.get(id)?.target ?? ''
    const alt = elementAt(object, 'xdr:nvPicPr', 'xdr:cNvPr')?.attributes['descr'] ?? ''
    return `<p>${await pictures.showPart(part, alt, () => zip.read(part))}</p>`
  }
  if (object.name === 'xdr:graphicFrame') {
    const id = elementAt(object, 'a:graphic', 'a:graphicData', 'c:chart')?.attributes['r:id']
    const part = id === undefined ? undefined : links.get(id)?.target
    const chart = readChart((part && (await zip.readText(part))) || '', resolve)
    return chart ? chartHtml(chart) : ''
  }
  const lines = drawnLines(elementAt(object, 'xdr:txBody'))
  const text = lines.filter((line) => line.trim() !== '').map(escapeText)
  return text.length > 0 ? `<p>${text.join('<br>')}</p>` : ''
}

type People = ReadonlyMap<string, string>
type PlacedNote = Note & { place: string }

/** The notes of a sheet in the order of cells. Conversations are written twice; the copy for old programs is left out. */
async function readNotes(zip: Zip, people: People, links: Relationships): Promise<Note[]> {
  const isSaid = ({ text }: Note) => text !== ''
  const threads = threadsIn(await rootOf(zip, targetOf(links, 'threadedComment')), people).filter(isSaid)
  const answered = new Set(threads.map(({ place }) => place))
  const legacy = legacyNotesIn(await rootOf(zip, targetOf(links, 'comments'))).filter(isSaid)
  return [...legacy.filter(({ place }) => !answered.has(place)), ...threads]
    .map((note) => ({ note, at: placeOf(note.place) ?? { row: 0, column: 0 } }))
    .sort((a, b) => a.at.row - b.at.row || a.at.column - b.at.column)
    .map(({ note: { author, time, text } }) => ({ author, time, text }))
}

function legacyNotesIn(root: XmlElement): PlacedNote[] {
  const authors = elementsOf(elementAt(root, 'authors'), 'author').map(textOf)
  return elementsOf(elementAt(root, 'commentList'), 'comment').map((comment) => {
    const author = authors[Number(comment.attributes['authorId'])] ?? ''
    const isThread = author.startsWith('tc=')
    const text = runsOf(elementAt(comment, 'text'))
    return {
      place: comment.attributes['ref'] ?? '',
      author: isThread ? '' : author,
      time: '',
      text: (isThread ? text.replace(/^[^]*?\bComment:\s*/, '') : withoutAuthor(text, author)).trim(),
    }
  })
}

function runsOf(element: XmlElement | undefined): string {
  return elementsOf(element)
    .map((child) =>
      child.name === 'r' ? textOf(elementAt(child, 't')) : child.name === 't' ? textOf(child) : '',
    )
    .join('')
}

function threadsIn(root: XmlElement, people: People): PlacedNote[] {
  return elementsOf(root, 'threadedComment').map((comment) => ({
    place: comment.attributes['ref'] ?? '',
    author: people.get(comment.attributes['personId'] ?? '') ?? '',
    time: comment.attributes['dT'] ?? '',
    text: textOf(elementAt(comment, 'text')).trim(),
  }))
}

import {
  markedNotes,
  orderByPlace,
  paragraphsHtml,
  readSlides,
  rowsByPlace,
  slideTableHtml,
} from '../slides.ts'
import type { Placed, SlideParagraph } from '../slides.ts'
import { CompoundFile, encrypted, readSummary } from '../../compound-file/compound-file.ts'
import { damaged } from '../../converted.ts'
import type { Converter } from '../../converted.ts'
import { lineMarkup } from '../../markup.ts'
import { findRecord, PersistDirectory, PPT, readRecords } from './records.ts'

/** Reads presentations of PowerPoint 97 to 2003: their texts in the order of reading, and the notes of the speaker. */
export const convertPpt: Converter = async ({ bytes }, options, report) => {
  const container = new CompoundFile(bytes)
  const stream = container.stream('PowerPoint Document')
  if (!stream) throw damaged('The file is not a presentation: its stream of slides is missing.')
  const user = container.stream('Current User')
  const directory = new PersistDirectory(viewOf(stream), newestEdit(user))
  if (directory.isEncrypted) throw encrypted()
  const document = directory.document()
  if (!document) throw damaged('The file is damaged: its list of slides is missing.')
  const listed = listedPages(document, SLIDES)
  const notes = new Map(listedPages(document, NOTES).map((page) => [page.slideId, page]))
  const read = await readSlides(listed, options, report, async ({ persistId, outline }) => {
    const slide = directory.find(persistId)?.data
    if (slide && isHidden(slide)) return undefined
    // A slide that cannot be found still has its outline.
    const items = slide
      ? itemsOfSlide(slide, outline)
      : outline.map((text) => ({ kind: 'text' as const, text }))
    const notesPage = notes.get(notesIdOf(slide))
    const notesSlide = notesPage && directory.find(notesPage.persistId)?.data
    const notesItems = notesSlide ? itemsOfSlide(notesSlide, notesPage.outline) : []
    return [slideHtml(items), notesHtml(notesItems)]
  })
  return { ...read, metadata: readSummary(container) }
}

function newestEdit(user: Uint8Array | undefined): number {
  if (!user || user.length < 20) return -1
  const view = viewOf(user)
  if (view.getUint32(12, true) === ENCRYPTED_TOKEN) throw encrypted()
  return view.getUint32(16, true)
}

const ENCRYPTED_TOKEN = 0xf3d1c4df

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

const SLIDES = 0
const NOTES = 2

function listedPages(document: DataView, kind: number) {
  const pages: { slideId: number; persistId: number; start: number; end: number; list: DataView }[] = []
  for (const { type, instance, data: list } of readRecords(document)) {
    if (type !== PPT.slideList || instance !== kind) continue
    for (const record of readRecords(list)) {
      const end = record.data.byteOffset - list.byteOffset + record.data.byteLength
      if (record.type !== PPT.slidePersist || record.data.byteLength < 16) {
        if (pages.length > 0) pages.at(-1)!.end = end
        continue
      }
      const [persistId, slideId] = [record.data.getUint32(0, true), record.data.getUint32(12, true)]
      pages.push({ slideId, persistId, start: end, end, list })
    }
  }
  return pages.map(({ slideId, persistId, start, end, list }) => ({
    slideId,
    persistId,
    outline: readTexts(new DataView(list.buffer, list.byteOffset + start, end - start)),
  }))
}

function isHidden(slide: DataView): boolean {
  const info = findRecord(slide, PPT.slideShowInfo)
  return info !== undefined && info.byteLength >= 12 && (info.getUint16(10, true) & 4) !== 0
}

function notesIdOf(slide: DataView | undefined): number {
  const atom = findRecord(slide, PPT.slideAtom)
  return atom && atom.byteLength >= 20 ? atom.getUint32(16, true) : -1
}

/** A slide: its title first, then the rest in the order of reading. */
function slideHtml(items: readonly SlideItem[]): string {
  const titles = items.flatMap((item) => (item.kind === 'text' && isTitle(item.text) ? [item.text] : []))
  const title = titles.map((text) => linesOf(text).join(' ').replaceAll('<br>', ' ')).join(' ')
  const blocks = items.map((item) => {
    if (item.kind === 'table') return tableHtml(item.rows)
    return isTitle(item.text) ? '' : paragraphsHtml(paragraphsOf(item.text))
  })
  return [title && `<h1>${title}</h1>`, ...blocks].filter(Boolean).join('\n')
}

function linesOf(text: PptText): string[] {
  return paragraphsOf(text)
    .map(({ html }) => html)
    .filter(Boolean)
}

function tableHtml(rows: readonly PptText[][]): string {
  const cells = rows.map((row) =>
    row.map((text) => ({ html: linesOf(text).join('<br>'), columns: 1, rows: 1 })),
  )
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0)
  return cells.flat().some(({ html }) => html !== '') ? slideTableHtml(cells, width, 'once') : ''
}

/** The page of notes also shows the slide and furniture; only what was typed into its text counts. */
function notesHtml(items: readonly SlideItem[]): string {
  const typed = items.flatMap((item) =>
    item.kind === 'text' && item.text.type === NOTES_TEXT ? [item.text] : [],
  )
  return markedNotes(typed.flatMap(linesOf))
}

type SlideItem = { kind: 'text'; text: PptText } | { kind: 'table'; rows: PptText[][] }

const MAX_DEPTH = 60
/** How far the upper edges of neighbours may differ: a twentieth of an inch, in the units of the format. */
const ROW_TOLERANCE = 29
const FURNITURE = new Set([0x07, 0x08, 0x09, 0x0a])
/** The property of a group that makes it a table, among those that came last. */
const TABLE_PROPERTY = 0x039f

type PlacedItems = Placed & { items: SlideItem[] }

/** What a slide says, in the order of reading. Some texts stand in the outline of the presentation and are only named. */
function itemsOfSlide(slide: DataView, outline: readonly PptText[]): SlideItem[] {
  // Each is shown once, however many shapes name it.
  const left = new Map(outline.entries())
  const drawing = findRecord(findRecord(slide, PPT.drawing), PPT.drawingContainer)
  const patriarch = findRecord(drawing, PPT.shapeGroup)
  return patriarch ? groupItems(patriarch, left, 0) : []
}

/** Each group is ordered for itself, since it has a measure of its own. */
function groupItems(group: DataView, outline: Map<number, PptText>, depth: number): SlideItem[] {
  if (depth > MAX_DEPTH) return []
  const placed: PlacedItems[] = []
  for (const { type, data } of readRecords(group)) {
    if (type === PPT.shape) placed.push({ ...cornerOf(data), items: shapeItems(data, outline) })
    else if (type === PPT.shapeGroup) {
      // The first shape of a group stands for the group.
      const items = groupItems(data, outline, depth + 1)
      placed.push({ ...cornerOf(findRecord(data, PPT.shape)), items })
    }
  }
  if (depth > 0 && isTable(findRecord(group, PPT.shape))) return [tableOf(placed)]
  return orderByPlace(placed, ROW_TOLERANCE).flatMap(({ items }) => items)
}

/** The cells of a table are shapes with a text, maybe an empty one; its lines are shapes without. */
function tableOf(placed: readonly PlacedItems[]): SlideItem {
  const cells = placed.filter(({ items }) => items.length > 0)
  const rows = rowsByPlace(cells, 0).map((row) =>
    row.flatMap(({ items }) =>
      items.slice(0, 1).flatMap((item) => (item.kind === 'text' ? [item.text] : [])),
    ),
  )
  return { kind: 'table', rows }
}

function isTable(shape: DataView | undefined): boolean {
  const properties = findRecord(shape, PPT.lastProperties)
  if (!properties) return false
  for (let at = 0; at + 6 <= properties.byteLength; at += 6) {
    if ((properties.getUint16(at, true) & 0x3fff) === TABLE_PROPERTY)
      return (properties.getUint32(at + 2, true) & 1) !== 0
  }
  return false
}

function shapeItems(shape: DataView, outline: Map<number, PptText>): SlideItem[] {
  const box = findRecord(shape, PPT.clientText)
  const place = findRecord(findRecord(shape, PPT.clientData), PPT.placeholder)
  if (!box || (place && place.byteLength >= 5 && FURNITURE.has(place.getUint8(4)))) return []
  const reference = findRecord(box, PPT.outlineTextRef)
  const number = reference && reference.byteLength >= 4 ? reference.getUint32(0, true) : -1
  const named = outline.get(number)
  outline.delete(number)
  return (named ? [named] : readTexts(box)).map((text) => ({ kind: 'text', text }))
}

function cornerOf(shape: DataView | undefined): Placed {
  const anchor = findRecord(shape, PPT.clientAnchor)
  if (anchor?.byteLength === 8) return { top: anchor.getInt16(0, true), left: anchor.getInt16(2, true) }
  if (anchor && anchor.byteLength >= 16)
    return { top: anchor.getInt32(0, true), left: anchor.getInt32(4, true) }
  const child = findRecord(shape, PPT.childAnchor)
  if (child && child.byteLength >= 16) return { top: child.getInt32(4, true), left: child.getInt32(0, true) }
  return { top: Number.MAX_SAFE_INTEGER, left: 0 }
}

interface PptText {
  type: number
  text: string
  styles: DataView | undefined
}

const TITLES = new Set([0, 6])
/** What a speaker has written for himself. */
const NOTES_TEXT = 2
/** Bodies of slides, whose paragraphs have bullets unless they say otherwise. */
const BODIES = new Set([1, 7, 8])

/** The texts in a row of records: a header that says what it is for, the text, and how it looks. */
function readTexts(data: DataView): PptText[] {
  const texts: PptText[] = []
  let type = OTHER
  for (const record of readRecords(data)) {
    if (record.type === PPT.textHeader && record.data.byteLength >= 4) {
      type = record.data.getUint32(0, true)
      texts.push({ type, text: '', styles: undefined })
    } else if (record.type === PPT.textChars || record.type === PPT.textBytes) {
      if (texts.length === 0) texts.push({ type, text: '', styles: undefined })
      texts.at(-1)!.text += decode(record.data, record.type === PPT.textChars)
    } else if (record.type === PPT.textStyles && texts.length > 0) texts.at(-1)!.styles ??= record.data
  }
  return texts
}

const OTHER = 4

/** One byte for each character where all of them are below 256, else two. */
function decode(data: DataView, isWide: boolean): string {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return bytes.toString(isWide ? 'utf16le' : 'latin1')
}

function isTitle({ type }: PptText): boolean {
  return TITLES.has(type)
}

/** The paragraphs of a text, each with its level and whether it has a bullet. */
function paragraphsOf({ type, text, styles }: PptText): SlideParagraph[] {
  const looks = styles ? readLooks(styles, text.length + 1) : []
  let at = 0
  let run = 0
  let runEnd = looks[0]?.length ?? Infinity
  return text.split('\r').map((line) => {
    while (at >= runEnd && run < looks.length - 1) runEnd += looks[++run]!.length
    at += line.length + 1
    const look = looks[run]
    const hasBullet = look?.hasBullet ?? BODIES.has(type)
    return {
      html: line.trim() === '*' ? '' : lineMarkup(line),
      level: look?.level ?? 0,
      marker: hasBullet ? { type: 'bullet' as const } : { type: 'none' as const },
    }
  })
}

interface Look {
  length: number
  level: number
  hasBullet: boolean | undefined
}

const MAX_LEVEL = 4

function readLooks(data: DataView, length: number): Look[] {
  const looks: Look[] = []
  let covered = 0
  let at = 0
  while (covered < length && at + 10 <= data.byteLength) {
    const count = data.getUint32(at, true)
    const mask = data.getUint32(at + 6, true)
    const hasFlags = (mask & 0xf) !== 0 && at + 12 <= data.byteLength
    const flags = hasFlags ? data.getUint16(at + 10, true) : 0
    looks.push({
      length: count,
      level: Math.min(data.getUint16(at + 4, true), MAX_LEVEL),
      hasBullet: (mask & 1) !== 0 && hasFlags ? (flags & 1) !== 0 : undefined,
    })
    covered += count
    at = skipProperties(data, at + 10, mask)
  }
  return looks
}

function skipProperties(data: DataView, start: number, mask: number): number {
  const sizeOf = (all: readonly number[]) =>
    all.reduce((size, bits) => size + ((mask & bits) === 0 ? 0 : bits === COLOR ? 4 : 2), 0)
  let at = start + sizeOf(BEFORE_TABS)
  if ((mask & TABS) !== 0 && at + 2 <= data.byteLength) at += 2 + data.getUint16(at, true) * 4
  return at + sizeOf(AFTER_TABS)
}

const COLOR = 0x20
const BEFORE_TABS = [0xf, 0x80, 0x10, 0x40, COLOR, 0x800, 0x1000, 0x2000, 0x4000, 0x100, 0x400, 0x8000]
const TABS = 0x100000
const AFTER_TABS = [0x10000, 0xe0000, 0x200000]

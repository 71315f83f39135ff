import { lineMarkup } from '../../markup.ts'
import { orderByPlace, rowsByPlace } from '../slides.ts'
import type { Placed, SlideParagraph } from '../slides.ts'
import { findRecord, PPT, readRecords } from './records.ts'

/** What stands on a slide: a text, or a table of texts. */
export type SlideItem = { kind: 'text'; text: PptText } | { kind: 'table'; rows: PptText[][] }

/** Groups may lie in groups. */
const MAX_DEPTH = 60
/** How far the upper edges of neighbours may differ: a twentieth of an inch, in the units of the format. */
const ROW_TOLERANCE = 29
/** Dates, numbers, footers and headers. */
const FURNITURE = new Set([0x07, 0x08, 0x09, 0x0a])
/** The property of a group that makes it a table, among those that came last. */
const TABLE_PROPERTY = 0x039f

interface PlacedItems extends Placed {
  items: SlideItem[]
}

/** What a slide says, in the order of reading. Some texts stand in the outline of the presentation and are only named. */
export function itemsOfSlide(slide: DataView, outline: readonly PptText[]): SlideItem[] {
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

/** The upper left corner of a shape, on its slide or in its group. */
function cornerOf(shape: DataView | undefined): Placed {
  const anchor = findRecord(shape, PPT.clientAnchor)
  if (anchor?.byteLength === 8) return { top: anchor.getInt16(0, true), left: anchor.getInt16(2, true) }
  if (anchor && anchor.byteLength >= 16)
    return { top: anchor.getInt32(0, true), left: anchor.getInt32(4, true) }
  const child = findRecord(shape, PPT.childAnchor)
  if (child && child.byteLength >= 16) return { top: child.getInt32(4, true), left: child.getInt32(0, true) }
  return { top: Number.MAX_SAFE_INTEGER, left: 0 }
}

/** A text of a slide, with what it is for. */
export interface PptText {
  type: number
  text: string
  styles: DataView | undefined
}

const TITLES = new Set([0, 6])
/** What a speaker has written for himself. */
export const NOTES_TEXT = 2
/** Bodies of slides, whose paragraphs have bullets unless they say otherwise. */
const BODIES = new Set([1, 7, 8])

/** The texts in a row of records: a header that says what it is for, the text, and how it looks. */
export function readTexts(data: DataView): PptText[] {
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

export function isTitle({ type }: PptText): boolean {
  return TITLES.has(type)
}

/** The paragraphs of a text, each with its level and whether it has a bullet. */
export function paragraphsOf({ type, text, styles }: PptText): SlideParagraph[] {
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
      html: lineHtml(line),
      level: look?.level ?? 0,
      marker: hasBullet ? { type: 'bullet' as const } : { type: 'none' as const },
    }
  })
}

/** Places for numbers and dates are stars, and breaks of a line vertical tabs. */
function lineHtml(line: string): string {
  return line.trim() === '*' ? '' : lineMarkup(line)
}

interface Look {
  /** How many characters it holds for. */
  length: number
  level: number
  hasBullet: boolean | undefined
}

const MAX_LEVEL = 4

/** How paragraphs look, in runs that together cover the text. */
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

/** The properties of a paragraph stand one after the other, as far as the mask has their bits. */
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

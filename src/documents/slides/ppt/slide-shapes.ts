import { orderByPlace, rowsByPlace } from '../order-by-place.ts'
import type { Placed } from '../order-by-place.ts'
import { findRecord, PPT, readRecords } from './records.ts'
import { readTexts } from './texts.ts'
import type { PptText } from './texts.ts'

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

import type { Converted } from '../converted.ts'
import { escapeAttribute, escapeText, lineMarkup, MAX_ADDRESS_CHARS } from '../markup.ts'
import { findRegions } from './regions.ts'
import type { MergeRoom, Region, Span } from './regions.ts'
import { listOfNames } from './workbook.ts'
import type { Cell, Note, Sheet, Workbook } from './workbook.ts'

/** A section for each sheet that shows something: its tables, pictures and charts from top to bottom, then its notes. */
export function workbookHtml({ sheets, metadata, warnings }: Workbook): Converted {
  const room: Room = { places: MAX_PLACES, chars: MAX_CHARS, mergedRows: MAX_MERGED_ROWS, cut: new Set() }
  const html = sheets
    .map((sheet) => sheetHtml(sheet, room))
    .filter(Boolean)
    .join('\n')
  const cut = listOfNames([...room.cut])
  const tooLarge = cut && `Not everything is shown, because its tables would be too large. Cut off: ${cut}.`
  return { content: { html }, metadata, warnings: tooLarge ? [...warnings, tooLarge] : warnings }
}

/** A few cells can span a table of millions of empty places. */
const MAX_PLACES = 500_000
/** What a table costs by itself, in places: cells that do not touch each other make many. */
const TABLE_PLACES = 8

/** Each row that a merged cell covers is kept by itself while tables are looked for. */
const MAX_MERGED_ROWS = 250_000

/** What all sheets together may have of markup. */
const MAX_CHARS = 64 * 1024 * 1024

/** What is left for tables, and which sheets had to do without. */
interface Room extends MergeRoom {
  places: number
  chars: number
  cut: Set<string>
}

function sheetHtml(sheet: Sheet, room: Room): string {
  const parts = [
    ...regionsOf(sheet, room).map((region) => ({
      row: region.top,
      html: () => regionHtml(region, room, sheet.name),
    })),
    ...sheet.floats.map(({ row, html }) => ({ row, html: () => counted(html, room) })),
    ...sheet.notes.map((note) => ({ row: Infinity, html: () => counted(noteHtml(note), room) })),
  ].sort((a, b) => (a.row === b.row ? 0 : a.row - b.row))
  const blocks: string[] = []
  for (const { html } of parts) {
    const block = html()
    if (block !== '') blocks.push(block)
    if (room.chars < 0) {
      room.cut.add(sheet.name)
      break
    }
  }
  if (blocks.length === 0) return ''
  return [`<h2>${escapeText(sheet.name)}</h2>`, ...blocks].join('\n')
}

/** The tables of a sheet, as long as there is room for any. */
function regionsOf(sheet: Sheet, room: Room): Region[] {
  if (room.places >= 0) return findRegions(sheet, room)
  if (sheet.cells.length > 0) room.cut.add(sheet.name)
  return []
}

/** The markup where there is room for it. */
function counted(html: string, room: Room): string {
  room.chars -= html.length
  return room.chars < 0 ? '' : html
}

function regionHtml(region: Region, room: Room, sheetName: string): string {
  const label = sectionLabel(region)
  const top = label ? region.top + 1 : region.top
  const rows: string[] = []
  const width = region.right - region.left + 1
  room.places -= TABLE_PLACES
  for (let row = top; row <= region.bottom; row++) {
    room.places -= width
    const html = room.places < 0 ? '' : rowHtml(row, region, { name: row === top ? 'th' : 'td', room })
    if (room.places < 0 || room.chars < 0) {
      room.cut.add(sheetName)
      break
    }
    rows.push(html)
  }
  if (rows.length === 0) return ''
  const caption = label ? `<p>${cellHtml(label)}</p>\n` : ''
  const repeat = repeatedChars(region) > MAX_REPEATED_CHARS ? '' : ' data-merged="repeat"'
  return `${caption}<table role="table"${repeat}>\n${rows.join('\n')}\n</table>`
}

/** A merged cell is read in every place that it covers, unless that would be most of the document. */
const MAX_REPEATED_CHARS = 1_000_000

function repeatedChars({ rows }: Region): number {
  let chars = 0
  for (const spans of rows.values()) {
    for (const { cell, merge } of spans) {
      if (cell && merge)
        chars += cell.text.length * (merge.bottom - merge.top + 1) * (merge.right - merge.left + 1)
    }
  }
  return chars
}

/** A text that is merged over the columns of a table right below it, and names it. */
function sectionLabel({ top, left, bottom, rows }: Region): Cell | undefined {
  const [first, ...others] = (rows.get(top) ?? []).filter(({ cell }) => cell)
  if (bottom === top || !first?.merge || others.length > 0) return undefined
  if (first.left !== left || first.merge.bottom !== top || first.merge.right === first.merge.left) {
    return undefined
  }
  const heads = (rows.get(top + 1) ?? []).filter(({ cell, left, right }) => cell && left === right)
  return heads.length >= 2 ? first.cell : undefined
}

/** A row, or nothing when there is no room for all of its cells. */
function rowHtml(row: number, region: Region, { name, room }: { name: 'th' | 'td'; room: Room }): string {
  const cells: string[] = []
  let column = region.left
  for (const span of region.rows.get(row) ?? []) {
    for (; column < span.left; column++) cells.push(`<${name}></${name}>`)
    const html = spanHtml(span, row, name)
    room.chars -= html.length
    if (room.chars < 0) return ''
    cells.push(html)
    column = span.right + 1
  }
  for (; column <= region.right; column++) cells.push(`<${name}></${name}>`)
  return `<tr>${cells.join('')}</tr>`
}

function spanHtml({ cell, merge }: Span, row: number, name: 'th' | 'td'): string {
  const text = cell ? cellHtml(cell) : ''
  if (!merge) return `<${name}>${text}</${name}>`
  if (merge.top !== row) return ''
  const rows = merge.bottom - merge.top + 1
  const columns = merge.right - merge.left + 1
  const spans = (rows > 1 ? ` rowspan="${rows}"` : '') + (columns > 1 ? ` colspan="${columns}"` : '')
  return `<${name}${spans}>${text}</${name}>`
}

function cellHtml({ text, link }: Cell): string {
  const html = lineMarkup(text)
  return link === undefined || link.length > MAX_ADDRESS_CHARS
    ? html
    : `<a href="${escapeAttribute(link)}">${html}</a>`
}

function noteHtml({ author, time, text }: Note): string {
  const facts = [author && `author: ${author}`, time && `time: ${time}`].filter(Boolean).join(', ')
  return `<p>${facts && `[${escapeText(facts)}]: `}${lineMarkup(text)}</p>`
}

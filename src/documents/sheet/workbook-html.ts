import type { Converted } from '../converted.ts'
import { DisjointSets } from '../groups.ts'
import { escapeAttribute, escapeText, lineMarkup, MAX_URL_CHARS } from '../markup.ts'
import { listOfNames } from './workbook.ts'
import type { Cell, Note, Range, Sheet, Workbook } from './workbook.ts'

/** A section for each sheet that shows something: its tables, pictures and charts from top to bottom, then its notes. */
export function workbookHtml({ sheets, metadata, warnings }: Workbook): Converted {
  const budget: RenderBudget = {
    places: MAX_PLACES,
    chars: MAX_CHARS,
    mergedRows: MAX_MERGED_ROWS,
    cut: new Set(),
  }
  const html = sheets
    .map((sheet) => sheetHtml(sheet, budget))
    .filter(Boolean)
    .join('\n')
  const cut = listOfNames([...budget.cut])
  const tooLarge = cut && `Not everything is shown, because its tables would be too large. Cut off: ${cut}.`
  return { content: { html }, metadata, warnings: tooLarge ? [...warnings, tooLarge] : warnings }
}

/** A few cells can span a table of millions of empty places. */
const MAX_PLACES = 500_000
/** What a table costs by itself, in places: cells that do not touch each other make many. */
const TABLE_PLACES = 8

/** Each row that a merged cell covers is kept by itself while tables are looked for. */
const MAX_MERGED_ROWS = 250_000

const MAX_CHARS = 64 * 1024 * 1024

interface RenderBudget extends MergeRoom {
  places: number
  chars: number
  cut: Set<string>
}

function sheetHtml(sheet: Sheet, budget: RenderBudget): string {
  const parts = [
    ...regionsOf(sheet, budget).map((region) => ({
      row: region.top,
      html: () => regionHtml(region, budget, sheet.name),
    })),
    ...sheet.floats.map(({ row, html }) => ({ row, html: () => withinBudget(html, budget) })),
    ...sheet.notes.map((note) => ({ row: Infinity, html: () => withinBudget(noteHtml(note), budget) })),
  ].sort((a, b) => (a.row === b.row ? 0 : a.row - b.row))
  const blocks: string[] = []
  for (const { html } of parts) {
    const block = html()
    if (block !== '') blocks.push(block)
    if (budget.chars < 0) {
      budget.cut.add(sheet.name)
      break
    }
  }
  if (blocks.length === 0) return ''
  return [`<h2>${escapeText(sheet.name)}</h2>`, ...blocks].join('\n')
}

/** The tables of a sheet, as long as there is room for any. */
function regionsOf(sheet: Sheet, budget: RenderBudget): Region[] {
  if (budget.places >= 0) return findRegions(sheet, budget)
  if (sheet.cells.length > 0) budget.cut.add(sheet.name)
  return []
}

/** The markup where there is room for it. */
function withinBudget(html: string, budget: RenderBudget): string {
  budget.chars -= html.length
  return budget.chars < 0 ? '' : html
}

function regionHtml(region: Region, budget: RenderBudget, sheetName: string): string {
  const label = sectionLabel(region)
  const top = label ? region.top + 1 : region.top
  const rows: string[] = []
  const width = region.right - region.left + 1
  budget.places -= TABLE_PLACES
  for (let row = top; row <= region.bottom; row++) {
    budget.places -= width
    const html = budget.places < 0 ? '' : rowHtml(row, region, { name: row === top ? 'th' : 'td', budget })
    if (budget.places < 0 || budget.chars < 0) {
      budget.cut.add(sheetName)
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
function rowHtml(
  row: number,
  region: Region,
  { name, budget }: { name: 'th' | 'td'; budget: RenderBudget },
): string {
  const cells: string[] = []
  let column = region.left
  for (const span of region.rows.get(row) ?? []) {
    for (; column < span.left; column++) cells.push(`<${name}></${name}>`)
    const html = spanHtml(span, row, name)
    budget.chars -= html.length
    if (budget.chars < 0) return ''
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
  return link === undefined || link.length > MAX_URL_CHARS
    ? html
    : `<a href="${escapeAttribute(link)}">${html}</a>`
}

function noteHtml({ author, time, text }: Note): string {
  const facts = [author && `author: ${author}`, time && `time: ${time}`].filter(Boolean).join(', ')
  return `<p>${facts && `[${escapeText(facts)}]: `}${lineMarkup(text)}</p>`
}

interface Region extends Range {
  rows: Map<number, Span[]>
}

interface MergeRoom {
  mergedRows: number
}

interface Span {
  left: number
  right: number
  cell: Cell | undefined
  merge: Range | undefined
}

/** The tables of a sheet: cells that touch with an edge, and regions inside of others. By their first cells. */
export function findRegions({ cells, merges }: Sheet, budget: MergeRoom): Region[] {
  const rows = spansByRow(cells, clipped(merges, cells, budget))
  const sets = new DisjointSets()
  let above: { row: number; spans: NumberedSpan[] } = { row: -2, spans: [] }
  for (const [row, spans] of rows) {
    let before: NumberedSpan | undefined
    for (const span of spans) {
      span.set = sets.add()
      if (before && before.right + 1 >= span.left) sets.join(before.set, span.set)
      before = span
    }
    if (above.row === row - 1) {
      joinOverlapping(above.spans, spans, sets)
    }
    above = { row, spans }
  }
  return absorb(collect(rows, sets))
}

interface NumberedSpan extends Span {
  set: number
}

function spansByRow(cells: readonly Cell[], merges: readonly Range[]): Map<number, NumberedSpan[]> {
  const rows = new Map<number, NumberedSpan[]>()
  const add = (row: number, span: NumberedSpan) => {
    const spans = rows.get(row)
    if (spans) spans.push(span)
    else rows.set(row, [span])
  }
  for (const merge of merges) {
    for (let row = merge.top; row <= merge.bottom; row++) {
      add(row, { left: merge.left, right: merge.right, cell: undefined, merge, set: 0 })
    }
  }
  for (const cell of cells) {
    add(cell.row, { left: cell.column, right: cell.column, cell, merge: undefined, set: 0 })
  }
  const sorted = [...rows].sort(([upper], [lower]) => upper - lower)
  return new Map(sorted.map(([row, spans]) => [row, withoutHidden(row, spans)]))
}

function withoutHidden(row: number, spans: NumberedSpan[]): NumberedSpan[] {
  const seen: NumberedSpan[] = []
  spans.sort((a, b) => a.left - b.left || Number(b.merge !== undefined) - Number(a.merge !== undefined))
  for (const span of spans) {
    const last = seen.at(-1)
    if (!last || span.left > last.right) seen.push(span)
    else if (span.cell && last.merge?.top === row && last.merge.left === span.left) last.cell = span.cell
  }
  return seen
}

/** Merged cells may reach over a whole sheet; larger ones end where the rest does. */
const MAX_FREE_PLACES = 4096

/** The merged cells that there is room for. The others count as not merged. */
function clipped(merges: readonly Range[], cells: readonly Cell[], budget: MergeRoom): Range[] {
  const small = merges.filter((merge) => placesOf(merge) <= MAX_FREE_PLACES)
  let bottom = -1
  let right = -1
  for (const cell of cells) {
    bottom = Math.max(bottom, cell.row)
    right = Math.max(right, cell.column)
  }
  for (const merge of small) {
    bottom = Math.max(bottom, merge.bottom)
    right = Math.max(right, merge.right)
  }
  return merges
    .map((merge) => ({
      ...merge,
      bottom: Math.min(merge.bottom, bottom),
      right: Math.min(merge.right, right),
    }))
    .filter((merge) => {
      if (merge.bottom < merge.top || merge.right < merge.left) return false
      const rows = merge.bottom - merge.top + 1
      if (rows > budget.mergedRows) return false
      budget.mergedRows -= rows
      return true
    })
}

function placesOf({ top, left, bottom, right }: Range): number {
  return (bottom - top + 1) * (right - left + 1)
}

function joinOverlapping(above: NumberedSpan[], below: NumberedSpan[], sets: DisjointSets): void {
  let upper = 0
  let lower = 0
  while (upper < above.length && lower < below.length) {
    const up = above[upper]!
    const down = below[lower]!
    if (up.left <= down.right && down.left <= up.right) sets.join(up.set, down.set)
    if (up.right < down.right) upper++
    else lower++
  }
}

function collect(rows: Map<number, NumberedSpan[]>, sets: DisjointSets): Region[] {
  const regions = new Map<number, Region>()
  for (const [row, spans] of rows) {
    for (const span of spans) {
      const id = sets.find(span.set)
      let region = regions.get(id)
      if (!region) {
        region = { top: row, left: span.left, bottom: row, right: span.right, rows: new Map() }
        regions.set(id, region)
      }
      addSpan(region, row, span)
    }
  }
  return [...regions.values()].filter(holdsText)
}

/** Merged cells without a text are but decoration, unless they hang on others. */
function holdsText(region: Region): boolean {
  for (const spans of region.rows.values()) if (spans.some(({ cell }) => cell)) return true
  return false
}

function addSpan(region: Region, row: number, span: Span): void {
  const present = region.rows.get(row)
  if (present) present.push(span)
  else region.rows.set(row, [span])
  region.bottom = Math.max(region.bottom, row)
  region.left = Math.min(region.left, span.left)
  region.right = Math.max(region.right, span.right)
}

/** With how many large regions each one is compared, so that a sheet of a million islands stays cheap. */
const MAX_HOSTS = 32

function absorb(regions: Region[]): Region[] {
  const hosts = regions.toSorted((a, b) => placesOf(b) - placesOf(a)).slice(0, MAX_HOSTS)
  const grown = new Set<Region>()
  const left = regions.filter((region) => {
    const host = hosts.find((candidate) => candidate !== region && contains(candidate, region))
    if (!host) return true
    for (const [row, spans] of region.rows) for (const span of spans) addSpan(host, row, span)
    grown.add(host)
    return false
  })
  for (const host of grown) for (const spans of host.rows.values()) spans.sort((a, b) => a.left - b.left)
  return left
}

function contains(outer: Range, inner: Range): boolean {
  return (
    outer.top <= inner.top &&
    outer.left <= inner.left &&
    outer.bottom >= inner.bottom &&
    outer.right >= inner.right &&
    placesOf(outer) > placesOf(inner)
  )
}

import { chartHtml, escapeText, Pictures } from '../markup.ts'
import type { Converter } from '../converted.ts'
import { openOdf, readOdfChart } from '../open-document.ts'
import { countOf, readXml } from '../xml.ts'
import type { XmlHandler } from '../xml.ts'
import type { Zip } from '../zip.ts'
import { workbookHtml } from './workbook-html.ts'
import {
  CellBudget,
  emptySheet,
  FULL,
  hiddenWarnings,
  MAX_COLUMNS,
  MAX_ROWS,
  throwUnlessFull,
} from './workbook.ts'
import type { Cell, Note, Sheet } from './workbook.ts'

export const convertOds: Converter = async ({ bytes }, { keepImages }) => {
  const { zip, content, metadata } = await openOdf(bytes)
  const budget = new CellBudget()
  const reader = new SheetReader(budget)
  try {
    readXml(content, reader)
  } catch (error) {
    throwUnlessFull(error)
    const last = reader.sheets.at(-1)
    if (!last) throw error
    budget.cutOff(last.sheet)
  }
  const pictures = new Pictures(keepImages)
  for (const float of reader.floats) {
    const html = await floatHtml(float, zip, pictures)
    if (html !== '' && budget.takesMarkup(float.sheet, html))
      float.sheet.floats.push({ row: float.row, html })
  }
  const listed = reader.sheets.map(({ sheet, isHidden }) => ({ name: sheet.name, isHidden }))
  return workbookHtml({
    sheets: reader.sheets.filter(({ isHidden }) => !isHidden).map(({ sheet }) => sheet),
    metadata,
    warnings: [...hiddenWarnings(listed), ...budget.warnings()],
  })
}

async function floatHtml(
  { object, image, alt, text }: OdsFloat,
  zip: Zip,
  pictures: Pictures,
): Promise<string> {
  const chart = object === '' ? undefined : await readOdfChart(zip, object)
  if (chart) return chartHtml(chart)
  if (text.trim() !== '') return `<p>${escapeText(text.trim()).replaceAll('\n', '<br>')}</p>`
  const part = image.replace(/^\.\//, '')
  return zip.has(part) ? `<p>${await pictures.showPart(part, alt, () => zip.read(part))}</p>` : ''
}

interface OdsFloat {
  sheet: Sheet
  row: number
  image: string
  object: string
  alt: string
  text: string
}

interface OpenCell {
  text: string
  link: string | undefined
  repeat: number
  columns: number
  rows: number
}

type Attributes = Record<string, string>

class SheetReader implements XmlHandler {
  readonly sheets: { sheet: Sheet; isHidden: boolean }[] = []
  readonly floats: OdsFloat[] = []
  private readonly budget: CellBudget
  private readonly hiddenStyles = new Set<string>()
  private style = ''
  private sheet: Sheet | undefined
  private row = 0
  private rowRepeat = 1
  private column = 0
  private rowStart = 0
  private cell: OpenCell | undefined
  private note: Note | undefined
  private float: OdsFloat | undefined
  private drawnDepth = 0
  private paragraphDepth = 0
  private last = ''

  constructor(budget: CellBudget) {
    this.budget = budget
  }

  onOpen(name: string, attributes: Attributes): void {
    this.last = name
    if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.openCell(attributes)
    else if (name === 'text:p') {
      if (this.paragraphDepth++ === 0) this.breakLine()
    } else if (name === 'table:table-row') this.openRow(attributes)
    else if (name === 'table:table') this.openSheet(attributes)
    else if (name === 'style:style') this.style = attributes['style:name'] ?? ''
    else if (name === 'style:table-properties') {
      if (attributes['table:display'] === 'false') this.hiddenStyles.add(this.style)
    } else if (name === 'office:annotation') this.note = { author: '', time: '', text: '' }
    else if (name.startsWith('draw:')) this.openDrawn(name, attributes)
    else this.openInline(name, attributes)
  }

  onText(text: string): void {
    const { note, float, last } = this
    if (this.paragraphDepth > 0) this.addText(text.replace(/\s+/g, ' '))
    else if (note && last === 'dc:creator') note.author += text
    else if (note && last === 'dc:date') note.time += text
    else if (float && (last === 'svg:desc' || last === 'svg:title')) float.alt ||= text.trim()
  }

  onClose(name: string): void {
    this.last = ''
    if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.closeCell()
    else if (name === 'text:p') this.paragraphDepth--
    else if (name === 'table:table-row') this.closeRow()
    else if (name === 'office:annotation') this.closeNote()
    else if (name.startsWith('draw:')) this.closeDrawn()
  }

  private openSheet(attributes: Attributes): void {
    const sheet = emptySheet(attributes['table:name'] ?? '')
    const isHidden = this.hiddenStyles.has(attributes['table:style-name'] ?? '')
    this.sheets.push({ sheet, isHidden })
    this.sheet = isHidden ? undefined : sheet
    this.row = 0
  }

  private openRow(attributes: Attributes): void {
    this.rowRepeat = countOf(attributes['table:number-rows-repeated'], Math.max(MAX_ROWS - this.row, 1))
    this.column = 0
    this.rowStart = this.sheet?.cells.length ?? 0
  }

  private closeRow(): void {
    const cells = this.sheet?.cells.slice(this.rowStart) ?? []
    for (let step = 1; step < this.rowRepeat && cells.length > 0; step++) {
      for (const cell of cells) this.addCell({ ...cell, row: this.row + step })
    }
    this.row += this.rowRepeat
  }

  private openCell(attributes: Attributes): void {
    this.cell = {
      text: '',
      link: undefined,
      repeat: countOf(attributes['table:number-columns-repeated'], Math.max(MAX_COLUMNS - this.column, 1)),
      columns: countOf(attributes['table:number-columns-spanned'], MAX_COLUMNS),
      rows: countOf(attributes['table:number-rows-spanned'], MAX_ROWS),
    }
  }

  private closeCell(): void {
    const { cell, sheet, row, column } = this
    this.cell = undefined
    if (!cell || !sheet) return
    this.column += cell.repeat
    if ((cell.columns > 1 || cell.rows > 1) && this.budget.takesExtra()) {
      const [bottom, right] = [row + cell.rows - 1, column + cell.columns - 1]
      sheet.merges.push({ top: row, left: column, bottom, right })
    }
    if (cell.text.trim() === '') return
    const link = cell.link === undefined ? {} : { link: cell.link }
    for (let step = 0; step < cell.repeat; step++) {
      this.addCell({ row, column: column + step, text: cell.text, ...link })
    }
  }

  private addCell(cell: Cell): void {
    if (this.sheet && !this.budget.add(this.sheet, cell)) throw FULL
  }

  private closeNote(): void {
    const { note } = this
    this.note = undefined
    if (note && note.text.trim() !== '' && this.budget.takesExtra()) this.sheet?.notes.push(note)
  }

  private openDrawn(name: string, attributes: Attributes): void {
    if (this.drawnDepth++ === 0 && this.sheet) {
      this.float = { sheet: this.sheet, row: this.row, image: '', object: '', alt: '', text: '' }
    }
    const href = attributes['xlink:href'] ?? ''
    if (this.float && name === 'draw:image') this.float.image ||= href
    else if (this.float && name === 'draw:object') this.float.object ||= href
  }

  private closeDrawn(): void {
    if (--this.drawnDepth > 0 || !this.float) return
    if (this.budget.takesExtra()) this.floats.push(this.float)
    this.float = undefined
  }

  private openInline(name: string, attributes: Attributes): void {
    if (name === 'text:line-break') this.breakLine()
    else if (name === 'text:tab') this.addText(' ')
    else if (name === 'text:s') this.addText(' '.repeat(countOf(attributes['text:c'], MAX_SPACES)))
    else if (name === 'text:a' && this.cell) {
      const href = attributes['xlink:href'] ?? ''
      if (href !== '' && !href.startsWith('#')) this.cell.link ??= href
    }
  }

  private breakLine(): void {
    const target = this.textTarget()
    if (target && target.text !== '') target.text += '\n'
  }

  private addText(text: string): void {
    const target = this.textTarget()
    if (target) target.text += text
  }

  private textTarget(): { text: string } | undefined {
    return this.note ?? this.float ?? this.cell
  }
}

const MAX_SPACES = 100

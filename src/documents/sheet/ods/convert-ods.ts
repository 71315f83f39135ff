import type { Converter } from '../../converted.ts'
import { escapeText } from '../../markup.ts'
import { UnreadableDocument } from '../../unreadable.ts'
import { readXml } from '../../xml.ts'
import type { Zip } from '../../zip.ts'
import { CellBudget } from '../cell-budget.ts'
import { chartHtml } from '../../chart/chart-html.ts'
import { hiddenWarnings } from '../hidden-sheets.ts'
import { readOdfChart } from '../../open-document/chart.ts'
import { openOdf } from '../../open-document/open-odf.ts'
import { Pictures } from '../../pictures.ts'
import { workbookHtml } from '../workbook-html.ts'
import { FULL, SheetReader } from './sheet-reader.ts'
import type { OdsFloat } from './sheet-reader.ts'

/** Reads OpenDocument spreadsheets. */
export const convertOds: Converter = async ({ bytes }, { keepImages }) => {
  const { zip, content, metadata } = await openOdf(bytes)
  const budget = new CellBudget()
  const reader = new SheetReader(budget)
  try {
    readXml(content, reader)
  } catch (error) {
    const isTooLarge = error instanceof UnreadableDocument && error.reason === 'too large'
    const last = reader.sheets.at(-1)
    if (!last || (error !== FULL && !isTooLarge)) throw error
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

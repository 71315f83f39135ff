import type { Converter } from '../../converted.ts'
import { UnreadableDocument } from '../../unreadable.ts'
import { CompoundFile } from '../../compound-file/compound-file.ts'
import { readSummary } from '../../compound-file/summary.ts'
import { CellBudget } from '../cell-budget.ts'
import { hiddenWarnings } from '../hidden-sheets.ts'
import { emptySheet } from '../workbook.ts'
import { workbookHtml } from '../workbook-html.ts'
import { readGlobals } from './globals.ts'
import { readSheetStream } from './sheet-stream.ts'

/** Reads workbooks of Excel 5 to 2003. */
export const convertXls: Converter = ({ bytes }) => {
  const container = new CompoundFile(bytes)
  const stream = container.stream('Workbook') ?? container.stream('Book')
  if (!stream) {
    throw new UnreadableDocument('damaged', 'The file is not a workbook: its stream of cells is missing.')
  }
  const globals = readGlobals(stream)
  const budget = new CellBudget()
  // Sheets lie side by side. If they overlap, a small file could have the same records read any number of times.
  let leftBytes = stream.length
  const sheets = globals.sheets
    .filter(({ isHidden }) => !isHidden)
    .map(({ name, start }) => {
      const sheet = emptySheet(name)
      if (leftBytes > 0) leftBytes -= readSheetStream(stream, start, sheet, globals, budget) - start
      else budget.cutOff(sheet)
      return sheet
    })
  const warnings = [...hiddenWarnings(globals.sheets), ...budget.warnings()]
  return Promise.resolve(workbookHtml({ sheets, metadata: readSummary(container), warnings }))
}

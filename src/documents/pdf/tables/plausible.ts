import type { FoundTable } from './build-table.ts'
import { isNumeric, textOf } from './text-lines.ts'

/** Whether cells with borders are those of a table, and not a chart or frames around parts of a page. */
export function isPlausibleLattice(table: FoundTable): boolean {
  const { rowCount, fullRowCount, fillShare, meanLength } = looksOf(table)
  if (fillShare < 0.3 || meanLength > 700) return false
  return fullRowCount > 1 || (fullRowCount === 1 && rowCount > 2)
}

/** Whether columns of words between lines are a table. A line below the head says so, prose has none. */
export function isPlausibleStrip(table: FoundTable, hasInnerRule: boolean): boolean {
  const looks = looksOf(table)
  if (looks.fullRowCount < looks.rowCount * 0.5) return false
  return hasInnerRule ? looks.smallShare < 0.6 : isPlausibleAlignment(table)
}

/** Whether paragraphs beside each other are the cells of a table. */
export function isPlausibleGrid(table: FoundTable): boolean {
  const { columnCount, fullRowCount, rowCount, smallShare, meanLength } = looksOf(table)
  return (
    columnCount > 2 &&
    fullRowCount > 2 &&
    fullRowCount > rowCount * 0.6 &&
    smallShare < 0.2 &&
    meanLength > 12
  )
}

/** Whether words that are aligned by nothing but white are a table. */
export function isPlausibleAlignment(table: FoundTable): boolean {
  const looks = looksOf(table)
  const { rowCount, columnCount, fullRowCount, fillShare, numericShare, smallShare, meanLength } = looks
  if (!looks.hasLabels || looks.isScale) return false
  if (rowCount < 3 || fullRowCount < 3 || fullRowCount < rowCount * 0.6) return false
  if (columnCount === 2) return numericShare >= 0.6 && rowCount > 3 && !looks.hasLeaders
  if (numericShare >= 0.3) return looks.hasNumericColumn && fillShare > 0.4 && smallShare < 0.4
  return fillShare > 0.6 && smallShare < 0.3 && meanLength < 40
}

/** What a table looks like as a whole, to tell it from charts, forms, lists and columns of prose. */
function looksOf({ rows, columns }: FoundTable) {
  const texts = rows.map(({ cells }) =>
    cells.flatMap(({ words, colspan }) => [textOf(words.flat()), ...Array<string>(colspan - 1).fill('')]),
  )
  const filled = texts.flat().filter((text) => text !== '')
  const rest = texts.flatMap((row) => row.slice(1)).filter((text) => text !== '')
  return {
    rowCount: rows.length,
    columnCount: columns.length - 1,
    // With more than one cell that is not empty.
    fullRowCount: texts.filter((row) => row.filter((text) => text !== '').length > 1).length,
    fillShare: filled.length / texts.flat().length,
    // Among the cells after the first column.
    numericShare: rest.filter(isNumeric).length / Math.max(rest.length, 1),
    hasNumericColumn: columns.some((_, column) => column > 0 && isNumericColumn(texts, column)),
    // Cells that start in the middle of a sentence.
    smallShare: filled.filter((text) => /^\p{Ll}{2}/u.test(text)).length / filled.length,
    meanLength: filled.reduce((sum, text) => sum + text.length, 0) / filled.length,
    hasLeaders: filled.filter((text) => /[.…]{4}|(?:\. ){4}/.test(text)).length > rows.length / 2,
    // Words in the first row or in the first column.
    hasLabels: hasWords(texts[0]!) || hasWords(texts.map(([first]) => first ?? '')),
    isScale: isScale(texts),
  }
}

function isNumericColumn(texts: readonly string[][], column: number): boolean {
  const filled = texts.map((row) => row[column] ?? '').filter((text) => text !== '')
  const numericCount = filled.filter(isNumeric).length
  return numericCount >= 2 && numericCount >= (filled.length - 1) * 0.6
}

function hasWords(texts: readonly string[]): boolean {
  return texts.some((text) => /\p{L}{2}/u.test(text))
}

/** Whether all columns of numbers go on in equal steps, as the marks of an axis do. */
function isScale(texts: readonly string[][]): boolean {
  const width = Math.max(...texts.map(({ length }) => length))
  let scaleCount = 0
  for (let column = 0; column < width; column++) {
    const numbers = texts.flatMap((row) => {
      const text = row[column] ?? ''
      return /^-?[\d.,]+%?$/.test(text) ? [Number.parseFloat(text.replaceAll(',', ''))] : []
    })
    if (numbers.length === 0) continue
    const steps = numbers.slice(1).map((number, index) => number - numbers[index]!)
    if (steps.length < 3 || steps.some((step) => Math.abs(step - steps[0]!) > 1e-6)) return false
    scaleCount++
  }
  return scaleCount > 0
}

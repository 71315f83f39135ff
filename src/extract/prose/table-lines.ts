const MOST_ROWS = 300
const LONGEST_CELL = 200
/** Stands before a line that was the cell of a table. */
export const OF_TABLE = '\u2063'

/** A Markdown text whose tables are lines that say what each cell is: `United Kingdom – Delivery time: 3 days`. */
export function withTableLines(markdown: string): string {
  const lines: string[] = []
  let heads: readonly string[] | undefined
  let rows = 0
  for (const line of markdown.split('\n')) {
    const cells = cellsOf(line)
    if (cells === undefined) {
      heads = undefined
      lines.push(line)
      continue
    }
    if (cells.every((cell) => /^:?-{2,}:?$/.test(cell))) continue
    if (heads === undefined) {
      heads = cells
      continue
    }
    if (rows++ < MOST_ROWS) lines.push(...linesOf(cells, heads), '')
  }
  return lines.join('\n')
}

function cellsOf(line: string): string[] | undefined {
  if (!/^\s*\|.*\|\s*$/.test(line)) return undefined
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}

function linesOf([label = '', ...cells]: readonly string[], [, ...heads]: readonly string[]): string[] {
  if (label === '' || label.length > LONGEST_CELL) return []
  return cells.flatMap((cell, at) => {
    if (cell === '' || cell.length > LONGEST_CELL) return []
    const head = heads[at] ?? ''
    return ['', `${OF_TABLE}${label}${head === '' ? '' : ` – ${head}`}: ${cell}`]
  })
}

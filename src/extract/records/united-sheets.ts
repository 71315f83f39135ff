import type { Cell, Column, Sheet } from './sheet.ts'

/** Tables with the same heads belong together when a list is wanted that they are parts of. */
export function unitedSheets(sheets: readonly Sheet[]): Sheet[] {
  const alike = Map.groupBy(sheets, ({ columns }) =>
    JSON.stringify(
      columns.filter(({ key }) => /^column \d+$/.test(key)).map(({ labels }) => labels[0]?.text ?? ''),
    ),
  )
  return [...alike.values()].flatMap((parts) => (parts.length < 2 ? [] : [oneOf(parts)]))
}

function oneOf(parts: readonly Sheet[]): Sheet {
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const columns = new Map<string, { column: Column; cells: (Cell | undefined)[] }>()
  let start = 0
  for (const part of parts) {
    for (const column of [...part.columns, ...titleColumn(part)]) {
      const known = columns.get(column.key) ?? { column, cells: Array.from({ length: count }) }
      for (const [index, cell] of column.cells.entries()) known.cells[start + index] ??= cell
      columns.set(column.key, known)
    }
    start += part.count
  }
  return {
    titles: sharedTitles(parts),
    columns: [...columns.values()].map(({ column, cells }) => ({ ...column, cells })),
    records: parts.flatMap(({ records }) => records),
    count,
  }
}

/** What a part is called tells its records from those of the others. */
function titleColumn({ titles: [title], records, count, columns }: Sheet): Column[] {
  if (title === undefined || columns.some(({ key }) => key === 'group')) return []
  return [
    {
      key: 'group',
      labels: ['category', 'section', 'group'].map((text) => ({ text, weight: 0.7 })),
      kind: 'text',
      isHeading: false,
      isLink: false,
      isAside: false,
      source: 'record',
      repeats: 1,
      cells: Array.from({ length: count }, (_, index) => ({ text: title, element: records[index] })),
    },
  ]
}

/** The words that all parts are called by. */
function sharedTitles(parts: readonly Sheet[]): string[] {
  const [first = [], ...others] = parts.map(({ titles }): string[] => wordsIn(titles.join(' ')))
  const shared = [...new Set(first)].filter((word) => others.every((words) => words.includes(word)))
  return shared.length === 0 ? [] : [shared.join(' ')]
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

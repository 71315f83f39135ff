import type { Finding } from '../findings/finding.ts'
import { headingFinding } from './group-sheets.ts'
import type { Pool } from '../findings/pool.ts'
import type { Column, Sheet } from './sheet.ts'

/** Tables with the same heads belong together when a list is wanted that they are parts of. */
export function unitedSheets(pool: Pool, sheets: readonly Sheet[]): Sheet[] {
  const alike = Map.groupBy(sheets, ({ columns }) =>
    JSON.stringify(
      columns.filter(({ key }) => /^column \d+$/.test(key)).map(({ labels }) => labels[0] ?? ''),
    ),
  )
  return [...alike].flatMap(([labels, parts]) =>
    parts.length < 2 || labels === '[]' ? [] : [oneOf(pool, parts)],
  )
}

function oneOf(pool: Pool, parts: readonly Sheet[]): Sheet {
  const count = parts.reduce((sum, { records }) => sum + records.length, 0)
  const columns = new Map<string, { column: Column; cells: (Finding | undefined)[] }>()
  let start = 0
  for (const part of parts) {
    for (const column of [...part.columns, ...overColumn(pool, part)]) {
      const known = columns.get(column.key) ?? { column, cells: Array.from({ length: count }) }
      for (const [index, cell] of column.cells.entries()) known.cells[start + index] ??= cell
      columns.set(column.key, known)
    }
    start += part.records.length
  }
  return {
    titles: sharedTitles(parts),
    columns: [...columns.values()].map(({ column, cells }) => ({ ...column, cells })),
    records: parts.flatMap(({ records }) => records),
    kind: 'table',
    isAside: parts.some(({ isAside }) => isAside),
  }
}

/** What stands over a part tells its records from those of the others. */
function overColumn(pool: Pool, { titles: [title], records, columns }: Sheet): Column[] {
  const over = title === undefined ? undefined : headingFinding(pool, title)
  if (!over || columns.some(({ key }) => key === 'over')) return []
  return [{ key: 'over', labels: ['category', 'section', 'group'], cells: records.map(() => over) }]
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

import type { Word } from '../page.ts'
import type { FoundTable, TableRow } from './found-table.ts'

/** Columns of two tables whose borders are no farther apart are the same. */
const SAME_COLUMN = 8

/** The words of tables that were joined here: such a table grows, as one over many pages is too large to be copied for each. */
const grown = new WeakMap<FoundTable, Set<Word>>()

/**
 * Joins a table with the one that it goes on with on the next page. Whether they stand at the end and at the beginning
 * of their pages is for the caller to know. Undefined when they are two tables. A table that came from here is given back
 * itself, longer than before.
 */
export function joinOverPages(upper: FoundTable, lower: FoundTable): FoundTable | undefined {
  if (upper.isTurned || lower.isTurned || !hasSameColumns(upper, lower)) return undefined
  const repeated = repeatedHeadRows(upper.rows, lower.rows)
  const hasOwnHead = repeated === 0 && lower.rows.some(({ isHead }) => isHead) && hasHeadWords(lower.rows)
  if (hasOwnHead) return undefined
  const words = grown.get(upper) ?? new Set(upper.words)
  const joined = grown.has(upper) ? upper : { ...upper, rows: [...upper.rows], words }
  grown.set(joined, words)
  for (const row of lower.rows.slice(repeated)) joined.rows.push({ ...row, isHead: false })
  for (const word of lower.words) words.add(word)
  return joined
}

/** The same number of columns in about the same places; the outer borders follow the words and may differ. */
function hasSameColumns({ columns: a }: FoundTable, { columns: b }: FoundTable): boolean {
  return (
    a.length === b.length && a.slice(1, -1).every((x, index) => Math.abs(x - b[index + 1]!) <= SAME_COLUMN)
  )
}

/** How many rows at the top of the lower table only repeat the head of the upper one, or its first row if it has no head. */
function repeatedHeadRows(upper: readonly TableRow[], lower: readonly TableRow[]): number {
  const end = upper.findIndex(({ isHead }, index) => index > 0 && !isHead)
  const head = upper.slice(0, end < 0 ? upper.length : end)
  const other = head.findIndex((row, index) => !lower[index] || textOf(row) !== textOf(lower[index]))
  return other < 0 ? head.length : other
}

/** Whether a head says what is in its columns; one that was only guessed has numbers. */
function hasHeadWords(rows: readonly TableRow[]): boolean {
  const texts = rows[0]!.cells.slice(1).flatMap(({ words }) => words.flat().map(({ text }) => text))
  return texts.length > 0 && texts.every((text) => !/\d/.test(text))
}

function textOf({ cells }: TableRow): string {
  return cells
    .map(({ words }) =>
      words
        .flat()
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n')
}

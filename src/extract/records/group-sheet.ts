import { cellsOf } from './cells.ts'
import type { PlacedCell } from './cells.ts'
import { groupColumn, headsOver } from './group-column.ts'
import type { RecordGroup } from './records.ts'
import type { Cell, Column, Label, Sheet } from './sheet.ts'
import { areOfOneKind, withSlots } from './slots.ts'
import { titlesOf } from './titles.ts'

const MOST_COLUMNS = 4000
const MOST_REPEATS = 6

/** Lays records out side by side: what stands at the same place in each of them, or under the same label, is a column. */
export function groupSheet({ parent, records, isAside }: RecordGroup): Sheet {
  return {
    isAside,
    titles: titlesOf(parent, records[0]),
    records,
    count: records.length,
    columns: [
      ...columnsFrom(withLines(records.map((record) => cellsOf(record)))),
      ...groupColumn(headsOver(records, parent)),
    ],
  }
}

/**
 * Records that are a label and a value each, and all have another label: what looks like a label is what they are about.
 */
function withLines(records: readonly (readonly PlacedCell[])[]): readonly (readonly PlacedCell[])[] {
  const pairs = records.map((cells) => {
    const [only, ...others] = cells.filter(({ key, kind }) => key.startsWith('label:') && kind === 'text')
    const label = only?.labels[0]?.text
    return only && label && others.length === 0 && cells.length <= MOST_BESIDE ? { label, only } : undefined
  })
  const told = pairs.filter((pair) => pair !== undefined)
  const labels = new Set(told.map(({ label }) => label))
  if (told.length < 2 || told.length * 4 < records.length * 3 || labels.size * 5 < told.length * 4)
    return records
  const texts = told.map(({ label, only }) => ({ label, value: withoutMark(only.text) }))
  if (!areOfOneKind(texts)) return records
  return records.map((cells, index) => {
    const pair = pairs[index]
    if (!pair) return cells
    const text = `${pair.label}: ${withoutMark(pair.only.text)}`
    const line = { ...pair.only, key: 'line', text, labels: [] }
    return [line, ...cells.filter((cell) => cell !== pair.only)]
  })
}

const MOST_BESIDE = 4

function withoutMark(text: string): string {
  return text.replace(/^[,;–—-]\s*/u, '')
}

/** Columns from the cells of each record. */
function columnsFrom(records: readonly (readonly PlacedCell[])[]): Column[] {
  const making = new Map<string, Making>()
  for (const [index, cells] of records.entries()) {
    const seen = new Map<string, number>()
    for (const cell of cells) {
      const nth = (seen.get(cell.key) ?? 0) + 1
      seen.set(cell.key, nth)
      // What comes again in a record is a column of its own too: the second line of each is another thing than the first.
      const first = nth > 1 ? making.get(cell.key) : undefined
      if (first) first.occurrences++
      if (nth > MOST_REPEATS) continue
      const key = nth === 1 ? cell.key : `${cell.key} ${nth}`
      let column = making.get(key)
      if (!column) {
        if (making.size >= MOST_COLUMNS) continue
        making.set(key, (column = begin({ ...cell, key }, records.length)))
      }
      column.occurrences++
      column.holders++
      column.cells[index] = asCell(cell)
      for (const { text, weight } of cell.labels) {
        column.labels.set(text, Math.max(weight, column.labels.get(text) ?? 0))
      }
    }
  }
  const columns = [...making.values()].map(finish)
  return withSlots(withoutPrefix(columns))
}

interface Making extends Pick<Column, 'key' | 'kind' | 'isHeading' | 'isLink' | 'isAside'> {
  labels: Map<string, number>
  cells: (Cell | undefined)[]
  occurrences: number
  holders: number
}

function begin({ key, kind, isHeading, isLink, isAside }: PlacedCell, count: number): Making {
  return {
    key,
    kind,
    isHeading,
    isLink,
    isAside,
    labels: new Map(),
    cells: Array.from({ length: count }),
    occurrences: 0,
    holders: 0,
  }
}

function asCell({ text, machine, element }: PlacedCell): Cell {
  return machine === undefined ? { text, element } : { text, machine, element }
}

function finish({ labels, occurrences, holders, ...column }: Making): Column {
  const kept: Label[] = [...labels].slice(0, 16).map(([text, weight]) => ({ text, weight }))
  return {
    ...column,
    labels: [...kept, ...together(kept)],
    repeats: occurrences / Math.max(holders, 1),
    source: 'record',
  }
}

/** What an element is called together with what it stands in: the `username` in what is `latest`. */
function together([own, ...others]: readonly Label[]): Label[] {
  if (own === undefined || own.weight >= 1 || own.weight < 0.7) return []
  const around = others.filter(({ text, weight }) => weight < 0.7 && !text.includes(' ') && text !== own.text)
  return around.slice(-2).map(({ text }) => ({ text: `${text} ${own.text}`, weight: TOGETHER }))
}

const TOGETHER = 0.75

/** A word that nearly all names of places begin with, such as `ev` of `ev-when`, tells nothing. */
function withoutPrefix(columns: readonly Column[]): Column[] {
  const counts = new Map<string, number>()
  let named = 0
  for (const { labels } of columns) {
    const firsts = new Set(labels.filter(isClass).map(({ text }) => text.split(' ', 1)[0]!))
    if (firsts.size > 0) named++
    for (const first of firsts) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  const shared = new Set(
    [...counts].filter(([, count]) => count >= 3 && count >= named * 0.6).map(([word]) => word),
  )
  if (shared.size === 0) return [...columns]
  return columns.map((column) => ({ ...column, labels: column.labels.map((label) => cut(label, shared)) }))
}

function isClass({ text, weight }: Label): boolean {
  return weight < 1 && text.includes(' ')
}

function cut(label: Label, shared: ReadonlySet<string>): Label {
  const [first = '', ...rest] = label.text.split(' ')
  return isClass(label) && shared.has(first) && rest.length > 0 ? { ...label, text: rest.join(' ') } : label
}

import type { CompiledForest } from '../../forest.ts'
import { scoreRows } from '../../forest.ts'
import { FEATURES, fitTables } from './features.ts'
import type { FitTable } from './features.ts'
import type { Field } from './field.ts'
import type { PageView } from './page-view.ts'
import { suits } from './suits.ts'

/** How well every place of a page fits every field. */
export interface Ranking {
  view: PageView
  fields: readonly Field[]
  /** For each field. */
  tables: readonly FitTable[]
  /** For each field the log-odds of each place; those that cannot be its value are beneath all. */
  scores: readonly Float64Array[]
}

/** By the page alone. */
export function rankPlaces(forest: CompiledForest, view: PageView, fields: readonly Field[]): Ranking {
  const tables = fitTables(view, fields)
  const scores = tables.map(({ rows, values }, at) => {
    const found = scoreRows(forest, { rows, values, columns: FEATURES.length, shared: NONE })
    return found.map((score, row) => {
      if (!suits(view, row, fields[at]!)) return -Infinity
      return isForMachines(view, row) ? Math.max(score, nameScore(tables[at]!, row)) : score
    })
  })
  return { view, fields, tables, scores }
}

/** Whether a place is what a page says to machines about its subject: pages to learn from had none. */
export function isForMachines({ places }: PageView, row: number): boolean {
  const { spot, source } = places[row]!
  return spot === undefined && MACHINES.has(source)
}

const MACHINES: ReadonlySet<string> = new Set(['json-ld', 'microdata', 'rdfa'])

/** What has its name from the page itself is as sure as that name fits. */
function nameScore({ rows, values }: FitTable, row: number): number {
  return values[COLUMN['bestExact']! * rows + row]! * 10 - 6
}

const NONE = new Float32Array(0)

/** The places that fit best, the best first. */
export function bestRows(scores: Float64Array, count: number): number[] {
  const best: number[] = []
  scores.forEach((score, row) => {
    if (score === -Infinity || (best.length === count && score <= scores[best.at(-1)!]!)) return
    let at = best.length
    while (at > 0 && scores[best[at - 1]!]! < score) at--
    best.splice(at, 0, row)
    if (best.length > count) best.pop()
  })
  return best
}

/** A feature of a place for a field. */
export function fitAt({ tables }: Ranking, field: number, row: number, feature: string): number {
  const { rows, values } = tables[field]!
  return values[COLUMN[feature]! * rows + row]!
}

const COLUMN: Readonly<Record<string, number>> = Object.fromEntries(FEATURES.map((name, at) => [name, at]))

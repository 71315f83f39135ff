import type { CompiledForest } from '../../learned/forest.ts'
import { scoreRows } from '../../learned/forest.ts'
import type { Reading } from '../values/read-scalar.ts'
import { FEATURES, candidatesFor } from './features.ts'
import type { Candidates } from './features.ts'
import type { Wanted } from './field.ts'
import type { PageView } from './page-view.ts'

/** How well the findings of a page fit each field. */
export interface Ranking {
  view: PageView
  fields: readonly Ranked[]
}

export interface Ranked extends Candidates {
  /** The log-odds of each candidate. */
  scores: Float64Array
}

/** By the page alone. `extra` names findings that are looked at besides the likely ones. */
export function rank(
  forest: CompiledForest,
  view: PageView,
  wanted: readonly Wanted[],
  reading: Reading,
  extra?: (field: Wanted) => ReadonlySet<number>,
): Ranking {
  const fields = candidatesFor(view, wanted, reading, extra).map((candidates): Ranked => {
    const { rows, features } = candidates
    const scores = scoreRows(forest, {
      rows: rows.length,
      values: features,
      columns: FEATURES.length,
      shared: NONE,
    })
    return { ...candidates, scores }
  })
  return { view, fields }
}

const NONE = new Float32Array(0)

const COLUMN: Readonly<Record<string, number>> = Object.fromEntries(FEATURES.map((name, at) => [name, at]))

/** A feature of a candidate. */
export function featureAt({ rows, features }: Candidates, at: number, feature: string): number {
  return features[COLUMN[feature]! * rows.length + at]!
}

/** The candidates that fit best, the best first. */
export function bestOf(scores: Float64Array, count: number): number[] {
  return Array.from(scores.keys())
    .filter((at) => scores[at]! > -Infinity)
    .toSorted((one, other) => scores[other]! - scores[one]!)
    .slice(0, count)
}

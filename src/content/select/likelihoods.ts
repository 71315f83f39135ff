import { featuresOf } from './features.ts'
import type { Model } from './model.ts'
import type { PageTraits } from './page-traits.ts'
import type { Survey } from './survey.ts'
import { scoreRows, sigmoid } from '../../learned/forest.ts'

export function typeLikelihoods({ values }: PageTraits, { types }: Pick<Model, 'types'>): number[] {
  const page = { rows: 1, values: NONE, columns: 0, shared: Float32Array.from(values) }
  return types.map((forest) => sigmoid(scoreRows(forest, page)[0]!))
}

const NONE = new Float32Array(0)

export function blockLikelihoods(
  surveyed: Survey,
  { values }: PageTraits,
  types: readonly number[],
  { blocks }: Pick<Model, 'blocks'>,
): Float64Array {
  return scoreRows(blocks, featuresOf(surveyed, [...values, ...types])).map(sigmoid)
}

import { readFileSync } from 'node:fs'
import { compileForest } from '../../forest.ts'
import type { CompiledForest, Forest } from '../../forest.ts'
import { FEATURES } from './features.ts'
import { TRUST_FEATURES } from './trust-features.ts'

/** What was learnt from pages on which people marked the values, as it is stored. */
export interface StoredModel {
  /** How well a place fits a field, by its page alone. */
  place: Forest
  /** How probably the best place is right, without and with other pages. */
  trust: Forest
  siteTrust: Forest
}

/** The same, ready for use. */
export type Model = Record<keyof StoredModel, CompiledForest>

export function readModel({ place, trust, siteTrust }: StoredModel): Model {
  const isKnown =
    place.features === FEATURES.length &&
    trust.features === TRUST_FEATURES.length &&
    siteTrust.features === TRUST_FEATURES.length
  if (!isKnown) throw new TypeError('The model was learnt from other features.')
  return {
    place: compileForest(place),
    trust: compileForest(trust),
    siteTrust: compileForest(siteTrust),
  }
}

let shipped: Model | undefined

/** The model that comes with the service; read when the first page asks for it. */
export function shippedModel(): Model {
  return (shipped ??= readModel(JSON.parse(readFileSync(new URL('model.json', import.meta.url), 'utf8'))))
}

import { readFileSync } from 'node:fs'
import { compileForest } from '../../learned/forest.ts'
import type { CompiledForest, Forest } from '../../learned/forest.ts'

/** What was learnt from everyday pages, as it is stored. */
export interface StoredModel {
  /** How well a finding fits a field, by its page alone. */
  place: Forest
  /** How probably the best finding is right. */
  trust: Forest
  /** How well a column of records fits a field. */
  column: Forest
  /** The same, beside the other columns and the other fields. */
  assign: Forest
  /** How well records are the list that is asked for. */
  sheet: Forest
}

/** The same, ready for use. */
export type Model = Record<keyof StoredModel, CompiledForest>

function readModel({ place, trust, column, assign, sheet }: StoredModel): Model {
  return {
    place: compileForest(place),
    trust: compileForest(trust),
    column: compileForest(column),
    assign: compileForest(assign),
    sheet: compileForest(sheet),
  }
}

let shipped: Model | undefined

/** The model that comes with the service; read when the first page asks for it. */
export function shippedModel(): Model {
  return (shipped ??= readModel(JSON.parse(readFileSync(new URL('model.json', import.meta.url), 'utf8'))))
}

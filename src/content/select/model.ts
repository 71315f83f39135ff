import { readFileSync } from 'node:fs'
import type { EvidenceTables } from './evidence.ts'
import { PAGE_TYPES } from './page-type.ts'
import { compileForest } from '../../learned/forest.ts'
import type { CompiledForest, Forest } from '../../learned/forest.ts'

export interface StoredModel {
  names: Record<string, number>
  words: Record<string, number>
  types: Forest[]
  blocks: Forest
}

export interface Model extends EvidenceTables {
  types: CompiledForest[]
  blocks: CompiledForest
}

export function readModel({ names, words, types, blocks }: StoredModel): Model {
  if (types.length !== PAGE_TYPES.length) throw new TypeError('The model knows other types of pages.')
  return {
    names: new Map(Object.entries(names)),
    words: new Map(Object.entries(words)),
    types: types.map(compileForest),
    blocks: compileForest(blocks),
  }
}

let shipped: Model | undefined

/** The model that comes with the service; read when the first page asks for it. */
export function shippedModel(): Model {
  return (shipped ??= readModel(JSON.parse(readFileSync(new URL('model.json', import.meta.url), 'utf8'))))
}

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { shippedLexicon } from '../../language/lexicon.ts'
import { createTagger } from './tagger.ts'
import type { Tagger, Weights } from './tagger.ts'

/** What was learned from sentences, as it is stored: the weights as bytes, compressed, in base64. */
export interface StoredWeights {
  scale: number
  steps: number[]
  features: string
}

export function readWeights({ scale, steps, features }: StoredWeights): Weights {
  const bytes = brotliDecompressSync(Buffer.from(features, 'base64'))
  return {
    scale,
    steps: Float32Array.from(steps),
    features: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
  }
}

let shipped: Tagger | undefined

export function shippedTagger(): Tagger {
  return (shipped ??= createTagger(
    readWeights(JSON.parse(readFileSync(new URL('model.json', import.meta.url), 'utf8'))),
    shippedLexicon(),
  ))
}

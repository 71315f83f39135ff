import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { COMMON, GIVEN_NAME, PLACE, shippedLexicon, SURNAME } from '../../language/lexicon.ts'
import type { Lexicon } from '../../language/lexicon.ts'
import { lazy } from '../../language/memoize.ts'
import { contextFeatures, createWordReader, MAX_CONTEXT, readPassage } from './features.ts'
import { tokenize } from './tokens.ts'
import type { Tokens } from './tokens.ts'

/** What a word can be part of. A name has a beginning, so that two names side by side stay two. */
export const LABELS = ['none', 'name', 'name-rest', 'organization', 'place', 'address'] as const
export type Label = (typeof LABELS)[number]
export const NAME = 1
export const NAME_REST = 2
export const ORGANIZATION = 3
export const PLACE_LABEL = 4
export const ADDRESS = 5
const SIZE = LABELS.length

/** What is known to be a given name and nothing else is favoured the most, what may be a place not at all. */
function biasOf(known: number): number {
  if (known & PLACE) return 0
  if (!(known & (GIVEN_NAME | SURNAME))) return known & COMMON ? 0 : 0.5
  return known & GIVEN_NAME && !(known & COMMON) ? 3 : 1
}

export interface Weights {
  features: Int8Array | Float32Array
  /** At `from * LABELS.length + to`. */
  steps: Float32Array
  scale: number
}

export interface Tagged {
  tokens: Tokens
  labels: Uint8Array
}

export type Tagger = (text: string, bias: number) => Tagged

/** A reader that says of every word what it is part of; `lean` is added in favour of names and addresses. */
export function createTagger(weights: Weights, lexicon: Lexicon): Tagger {
  const read = createWordReader(lexicon, (own) => {
    const scores = new Float32Array(SIZE)
    addScores(weights.features, own, own.length, scores)
    return scores
  })
  const context = new Int32Array(MAX_CONTEXT)
  const sums = new Float32Array(SIZE)

  return (text, bias) => {
    const tokens = tokenize(text)
    const passage = readPassage(tokens, read)
    const scores = new Float32Array(tokens.count * SIZE)
    for (let at = 0; at < tokens.count; at++) {
      const { known, scores: own } = passage.words[at]!
      const base = at * SIZE
      sums.set(own)
      addScores(weights.features, context, contextFeatures(passage, at, context), sums)
      for (let label = 0; label < SIZE; label++) scores[base + label] = sums[label]! * weights.scale
      const nameBias = bias * biasOf(known)
      scores[base + NAME]! += nameBias
      scores[base + NAME_REST]! += nameBias
      scores[base + ADDRESS]! += bias
    }
    return { tokens, labels: bestPath(scores, weights.steps, tokens.count) }
  }
}

/** Written out label by label, since most of the time is spent here. */
function addScores(
  weights: Weights['features'],
  buckets: Int32Array,
  count: number,
  into: Float32Array,
): void {
  let [none, name, rest, organization, place, address] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < count; at++) {
    const base = buckets[at]! * SIZE
    none += weights[base]!
    name += weights[base + NAME]!
    rest += weights[base + NAME_REST]!
    organization += weights[base + ORGANIZATION]!
    place += weights[base + PLACE_LABEL]!
    address += weights[base + ADDRESS]!
  }
  into[0]! += none
  into[NAME]! += name
  into[NAME_REST]! += rest
  into[ORGANIZATION]! += organization
  into[PLACE_LABEL]! += place
  into[ADDRESS]! += address
}

/** The sequence of labels with the highest sum; the rest of a name only follows a name. */
export function bestPath(scores: Float32Array, steps: Float32Array, count: number): Uint8Array {
  const labels = new Uint8Array(count)
  if (count === 0) return labels
  const from = new Uint8Array(count * SIZE)
  const allowed = steps.map((step, at) => (isAllowed(Math.floor(at / SIZE), at % SIZE) ? step : -Infinity))
  let current = new Float32Array(SIZE)
  let next = new Float32Array(SIZE)
  for (let label = 0; label < SIZE; label++) current[label] = label === NAME_REST ? -1e9 : scores[label]!
  for (let at = 1; at < count; at++) {
    for (let to = 0; to < SIZE; to++) {
      let best = current[0]! + allowed[to]!
      let origin = 0
      for (let label = 1, step = SIZE + to; label < SIZE; label++, step += SIZE) {
        const sum = current[label]! + allowed[step]!
        if (sum > best) {
          best = sum
          origin = label
        }
      }
      next[to] = best + scores[at * SIZE + to]!
      from[at * SIZE + to] = origin
    }
    ;[current, next] = [next, current]
    if (at % 1024 === 0) normalizeSums(current)
  }
  let label = 0
  for (let other = 1; other < SIZE; other++) if (current[other]! > current[label]!) label = other
  for (let at = count - 1; at >= 0; at--) {
    labels[at] = label
    label = from[at * SIZE + label]!
  }
  return labels
}

const isAllowed = (label: number, next: number) => next !== NAME_REST || label === NAME || label === NAME_REST

/** Sums over a long text outgrow their precision; only their differences matter. */
function normalizeSums(sums: Float32Array): void {
  const highest = Math.max(...sums)
  for (let label = 0; label < sums.length; label++) sums[label]! -= highest
}

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

export const shippedTagger = lazy((): Tagger =>
  createTagger(
    readWeights(JSON.parse(readFileSync(new URL('model.json', import.meta.url), 'utf8'))),
    shippedLexicon(),
  ),
)

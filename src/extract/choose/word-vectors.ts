import { readFileSync } from 'node:fs'

const DIMENSIONS = 50
/** What a thing named by a word is, as far as dictionaries say. */
export const CLASSES = ['person', 'group', 'location', 'time', 'possession', 'quantity'] as const

/** What is known about English words: which stand in like contexts, and what kind of thing they name. */
interface WordVectors {
  /** From the most frequent word to the rarest. */
  ranks: ReadonlyMap<string, number>
  vectors: Int8Array
  lengths: Float32Array
  /** For each word and class, of 255, how much of its use is of that class. */
  classes: Uint8Array
}

let read: WordVectors | undefined

/** Read on first use. */
function wordVectors(): WordVectors {
  return (read ??= parse(readFileSync(new URL('word-vectors.bin', import.meta.url))))
}

/** A file has the number of words, the length of their list, that list, all vectors, all classes. */
function parse(file: Buffer): WordVectors {
  const count = file.readUInt32LE(0)
  const listEnd = 8 + file.readUInt32LE(4)
  const words = file.toString('latin1', 8, listEnd).split('\n')
  const vectors = new Int8Array(file.buffer, file.byteOffset + listEnd, count * DIMENSIONS)
  const classes = file.subarray(listEnd + count * DIMENSIONS, listEnd + count * (DIMENSIONS + CLASSES.length))
  return {
    ranks: new Map(words.map((word, at) => [word, at])),
    vectors,
    lengths: lengthsOf(vectors, count),
    classes,
  }
}

function lengthsOf(vectors: Int8Array, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, word) => Math.sqrt(product(vectors, word, word)) || 1)
}

function product(vectors: Int8Array, one: number, other: number): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at++)
    sum += vectors[one * DIMENSIONS + at]! * vectors[other * DIMENSIONS + at]!
  return sum
}

/** The place of a word among all that are known. */
export function rankOf(word: string): number | undefined {
  return wordVectors().ranks.get(word)
}

/** How alike two words are used, by their ranks, from -1 to 1; undefined when one is not known. */
export function likeness(first: number | undefined, second: number | undefined): number | undefined {
  const { vectors, lengths } = wordVectors()
  if (first === undefined || second === undefined) return undefined
  return product(vectors, first, second) / (lengths[first]! * lengths[second]!)
}

/** How much a word says: little when everybody uses it. */
export function weightOf(word: string): number {
  const rank = wordVectors().ranks.get(word)
  return rank === undefined ? 1 : Math.min(1, Math.log(rank + 2) / 9)
}

/** The part of a word's use that is of a class. */
export function classOf(word: string, kind: (typeof CLASSES)[number]): number {
  const { ranks, classes } = wordVectors()
  const rank = ranks.get(word)
  return rank === undefined ? 0 : classes[rank * CLASSES.length + CLASSES.indexOf(kind)]! / 255
}

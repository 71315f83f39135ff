import { readFileSync } from 'node:fs'
import { lazy } from '../../language/memoize.ts'

const DIMENSIONS = 50
export const CLASSES = ['person', 'group', 'location', 'time', 'possession', 'quantity'] as const

/** A file has the number of words, the length of their list, that list, all vectors, all classes. */
const wordVectors = lazy(() => {
  const file = readFileSync(new URL('word-vectors.bin', import.meta.url))
  const count = file.readUInt32LE(0)
  const listEnd = 8 + file.readUInt32LE(4)
  const words = file.toString('latin1', 8, listEnd).split('\n')
  const vectors = new Int8Array(file.buffer, file.byteOffset + listEnd, count * DIMENSIONS)
  const classes = file.subarray(listEnd + count * DIMENSIONS, listEnd + count * (DIMENSIONS + CLASSES.length))
  return {
    ranks: new Map(words.map((word, at) => [word, at])),
    vectors,
    lengths: Float32Array.from(words, (_, word) => Math.sqrt(product(vectors, word, word)) || 1),
    classes,
  }
})

function product(vectors: Int8Array, one: number, other: number): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at++)
    sum += vectors[one * DIMENSIONS + at]! * vectors[other * DIMENSIONS + at]!
  return sum
}

export function rankOf(word: string): number | undefined {
  return wordVectors().ranks.get(word)
}

export function likeness(first: number | undefined, second: number | undefined): number | undefined {
  const { vectors, lengths } = wordVectors()
  if (first === undefined || second === undefined) return undefined
  return product(vectors, first, second) / (lengths[first]! * lengths[second]!)
}

export function weightOf(word: string): number {
  const rank = wordVectors().ranks.get(word)
  return rank === undefined ? 1 : Math.min(1, Math.log(rank + 2) / 9)
}

export function classOf(word: string, kind: (typeof CLASSES)[number]): number {
  const { ranks, classes } = wordVectors()
  const rank = ranks.get(word)
  return rank === undefined ? 0 : classes[rank * CLASSES.length + CLASSES.indexOf(kind)]! / 255
}

import { memoizePerText } from '../../language/memoize.ts'
import { COMMON } from '../../language/lexicon.ts'
import type { Lexicon } from '../../language/lexicon.ts'
import type { Tokens } from './tokens.ts'

/** How many weights there are per label; features fall into them by their hash. */
export const BUCKETS = 1 << 18

export interface Word {
  hash: number
  shape: number
  suffix: number
  known: number
  isLetters: boolean
  isCapital: boolean
  isUpper: boolean
  own: Int32Array
  scores: Float32Array
}

export function createWordReader(
  lexicon: Lexicon,
  score: (own: Int32Array) => Float32Array = () => NO_SCORES,
): (text: string) => Word {
  return memoizePerText((text) => {
    const word = readWord(text, lexicon)
    return { ...word, scores: score(word.own) }
  }, 40_000)
}

const NO_SCORES = new Float32Array(0)
const LETTERS = /^[\p{L}\p{M}]/u
const DIGITS = /^\p{Nd}/u

function readWord(text: string, lexicon: Lexicon): Omit<Word, 'scores'> {
  const isLetters = LETTERS.test(text)
  const lower = text.toLowerCase().replace('’', "'")
  const isCapital = isLetters && text[0] !== lower[0]
  const isUpper = isCapital && text.length > 1 && text === text.toUpperCase()
  const name = DIGITS.test(text) ? `#${text.length}` : lower
  const shape = hashOf(shapeOf(text, isLetters))
  const known = isLetters ? lexicon(lower) : 0
  const word = {
    hash: hashOf(name),
    shape,
    suffix: hashOf(lower.slice(-3)),
    known,
    isLetters,
    isCapital,
    isUpper,
  }
  return { ...word, own: ownFeatures(lower, word) }
}

/** Xxxxx → Xx, ABC → XX, van → x, 12 → 9 and how many, with the signs between kept. */
function shapeOf(text: string, isLetters: boolean): string {
  if (!isLetters) return DIGITS.test(text) ? `9${Math.min(text.length, 6)}` : text
  const classes = text
    .replaceAll(/\p{Lu}+/gu, (run) => (run.length > 1 ? 'XX' : 'X'))
    .replaceAll(/[^\p{Lu}'’-]+/gu, 'x')
  return `${classes}${Math.min(text.length, 3)}`
}

function ownFeatures(lower: string, word: Omit<Word, 'own' | 'scores'>): Int32Array {
  const { hash, shape, known } = word
  const buckets = [bucket(1, hash, 0), bucket(2, shape, 0), bucket(3, known, shape), bucket(4, hash, shape)]
  if (word.isLetters) {
    const padded = `^${lower}$`
    for (let size = 2; size <= 5; size++) {
      if (size > padded.length) break
      buckets.push(bucket(5, hashOf(padded.slice(0, size)), 0), bucket(6, hashOf(padded.slice(-size)), 0))
      buckets.push(bucket(7, hashOf(padded.slice(-size)), shape))
    }
    for (let at = 1; at + 3 < padded.length && at < 9; at++)
      buckets.push(bucket(8, hashOf(padded.slice(at, at + 3)), 0))
  }
  return Int32Array.from(buckets)
}

/** How capitals are used on a line, which decides what a capital says. */
const CASINGS = { normal: 0, lower: 1, title: 2, upper: 3 }

export interface Passage {
  words: Word[]
  /** Per word: the manner of its line, whether a sentence or line begins here, and how long the line is. */
  casings: Uint8Array
  initials: Uint8Array
}

const SENTENCE_ENDS = new Set(['.', '!', '?', ':', '"', '“', '”', '>', '|', '*', '#', '(', '[', '\n'])

export function readPassage(tokens: Tokens, read: (text: string) => Word): Passage {
  const words = tokens.texts.map(read)
  const casings = new Uint8Array(words.length)
  const initials = new Uint8Array(words.length)
  for (let start = 0; start < words.length;) {
    let end = tokens.texts.indexOf('\n', start)
    if (end < 0) end = words.length
    const casing = casingOf(words, start, end) * 3 + Math.min(2, Math.floor((end - start) / 4))
    casings.fill(casing, start, end + 1)
    for (let at = start; at < end; at++) {
      const before = tokens.texts[at - 1]
      initials[at] = at === start ? 2 : SENTENCE_ENDS.has(before ?? '') ? 1 : 0
    }
    start = end + 1
  }
  return { words, casings, initials }
}

function casingOf(words: readonly Word[], start: number, end: number): number {
  let letters = 0
  let capitals = 0
  let uppers = 0
  let lowerContent = 0
  for (let at = start; at < end; at++) {
    const word = words[at]!
    if (!word.isLetters) continue
    letters++
    if (word.isCapital) capitals++
    else if (!(word.known & COMMON) || letters === 1) lowerContent++
    if (word.isUpper) uppers++
  }
  if (capitals === 0) return CASINGS.lower
  if (uppers * 3 > letters * 2) return CASINGS.upper
  if (letters > 1 && capitals * 4 >= letters * 3 && lowerContent <= 1) return CASINGS.title
  return CASINGS.normal
}

const NO_WORD: Word = {
  hash: 17,
  shape: 17,
  suffix: 17,
  known: 0,
  isLetters: false,
  isCapital: false,
  isUpper: false,
  own: new Int32Array(0),
  scores: NO_SCORES,
}

export const MAX_CONTEXT = 40

export function contextFeatures({ words, casings, initials }: Passage, at: number, into: Int32Array): number {
  const word = words[at]!
  const before = at > 0 ? words[at - 1]! : NO_WORD
  const before2 = at > 1 ? words[at - 2]! : NO_WORD
  const before3 = at > 2 ? words[at - 3]! : NO_WORD
  const after = at + 1 < words.length ? words[at + 1]! : NO_WORD
  const after2 = at + 2 < words.length ? words[at + 2]! : NO_WORD
  const casing = casings[at]!
  const kind = Math.floor(casing / 3)
  const initial = initials[at]!
  const shapesBefore = mix(before.shape, word.shape)
  const wordsBefore = mix(before.hash, before2.hash)
  const knownShape = mix(word.known, word.shape)
  let count = 0
  into[count++] = bucket(20, before.hash, 0)
  into[count++] = bucket(21, after.hash, 0)
  into[count++] = bucket(22, before2.hash, 0)
  into[count++] = bucket(23, after2.hash, 0)
  into[count++] = bucket(24, before.hash, before2.hash)
  into[count++] = bucket(25, after.hash, after2.hash)
  into[count++] = bucket(26, before.hash, word.shape)
  into[count++] = bucket(27, after.hash, word.shape)
  into[count++] = bucket(28, before.hash, word.known + 64 * kind)
  into[count++] = bucket(29, after.hash, word.known + 64 * kind)
  into[count++] = bucket(30, shapesBefore, after.shape)
  into[count++] = bucket(31, shapesBefore, before2.shape)
  into[count++] = bucket(32, mix(after.shape, word.shape), after2.shape)
  into[count++] = bucket(33, before.known * 16 + word.known, before.shape)
  into[count++] = bucket(34, word.known * 16 + after.known, after.shape)
  into[count++] = bucket(35, (before.known * 16 + word.known) * 16 + after.known, kind)
  into[count++] = bucket(36, initial * 64 + kind, knownShape)
  into[count++] = bucket(37, casing, knownShape)
  into[count++] = bucket(38, before.suffix, word.shape)
  into[count++] = bucket(39, after.suffix, word.shape)
  into[count++] = bucket(40, mix(before.hash, after.hash), word.shape)
  into[count++] = bucket(41, initial * 64 + kind, word.hash)
  into[count++] = bucket(42, wordsBefore, mix(word.shape, 3))
  into[count++] = bucket(43, wordsBefore, before3.hash)
  into[count++] = bucket(44, kind, word.suffix)
  return count
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}

const mix = (one: number, other: number) =>
  Math.imul(one ^ (one >>> 13), 0x85ebca6b) ^ Math.imul(other, 0xc2b2ae35)

function bucket(template: number, one: number, other: number): number {
  let hash = Math.imul(one ^ Math.imul(template, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13) ^ Math.imul(other, 0x27d4eb2f), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1)
}

import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { UNREADABLE } from '../../../content/parse/readable-text.ts'

export interface Fingerprint {
  /** Equal for pages with equal text, all of it and the title included. */
  exact: string
  /** Equal for pages that differ in numbers and dates alone. */
  undated: string
  /** Differs in few bits for pages whose content differs little; numbers in it do not count. */
  similar: string
  words: number
}

export function fingerprintOf(
  page: readonly AnyNode[],
  content: readonly AnyNode[],
): Fingerprint | undefined {
  // The title counts because pages with little text often differ only there.
  const whole = hashesOf(textsOf(page, ({ name }) => name !== 'title' && UNREADABLE.has(name)))
  if (!whole) return undefined
  const words = wordsOf(textsOf(content, () => false))
  return { ...whole, similar: simhash(words), words: words.length }
}

function textsOf(nodes: readonly AnyNode[], isLeftOut: (element: Element) => boolean): string[] {
  const texts: string[] = []
  const collect = (some: readonly AnyNode[]) => {
    for (const node of some) {
      if (isText(node)) texts.push(node.data)
      else if ('children' in node && !(isTag(node) && isLeftOut(node))) collect(node.children)
    }
  }
  collect(nodes)
  return texts
}

/** Two hashes of 32 bits, which together stand for a text that is read character by character. */
class TextHash {
  #low = 0x811c9dc5
  #high = 0x9e3779b9

  add(unit: number): void {
    this.#low = Math.imul(((this.#low << 5) | (this.#low >>> 27)) ^ unit, 0x9e3779b1)
    this.#high = Math.imul(((this.#high << 7) | (this.#high >>> 25)) ^ unit, 0x85ebca77)
  }

  become(other: TextHash): void {
    this.#low = other.#low
    this.#high = other.#high
  }

  toString(): string {
    return inHexadecimal(scrambled(this.#high)) + inHexadecimal(scrambled(this.#low))
  }
}

const GAP = 0x20

/** Both hashes of all text, each gap between words counted as one space; undefined when there is no word. */
function hashesOf(texts: readonly string[]): Pick<Fingerprint, 'exact' | 'undated'> | undefined {
  const exact = new TextHash()
  const undated = new TextHash()
  const beforeWord = new TextHash()
  let isEmpty = true
  // A gap is counted with what follows it, so one at the end does not count; digits leave none behind.
  let hasGap = false
  let hasUndatedGap = false
  let word = EMPTY_HASH
  for (const text of texts) {
    for (let place = 0; place <= text.length; place++) {
      const unit = place === text.length ? GAP : text.charCodeAt(place)
      const block = blockOf(unit)
      const kind = block.kinds[unit & 255]!
      if (kind !== LETTER && word !== EMPTY_HASH) {
        if (DATE_WORDS.has(word)) undated.become(beforeWord)
        word = EMPTY_HASH
      }
      if (kind === SPACE) {
        hasGap = hasUndatedGap = !isEmpty
        continue
      }
      isEmpty = false
      if (hasGap) exact.add(GAP)
      hasGap = false
      exact.add(unit)
      if (kind === DIGIT) continue
      if (kind === LETTER) {
        if (word === EMPTY_HASH) beforeWord.become(undated)
        word = extendHash(word, block.small[unit & 255]!)
      }
      if (hasUndatedGap) undated.add(GAP)
      hasUndatedGap = false
      undated.add(unit)
    }
  }
  return isEmpty ? undefined : { exact: `${exact}`, undated: `${undated}` }
}

const EMPTY_HASH = 0x811c9dc5

function extendHash(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193)
}

const WEEKDAYS =
  'mon tue tues wed wednes thu thur thurs fri sat satur sun monday tuesday wednesday thursday friday saturday sunday'
const MONTHS =
  'jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december'
const DATE_WORDS = new Set(
  `${WEEKDAYS} ${MONTHS}`
    .split(' ')
    .map((word) => [...word].reduce((hash, letter) => extendHash(hash, letter.charCodeAt(0)), EMPTY_HASH)),
)

/** The hashes of the first words, whatever the size of their letters. Scripts without spaces count letter by letter. */
function wordsOf(texts: readonly string[]): Int32Array {
  const words = new Int32Array(MAX_WORDS)
  let count = 0
  let word = EMPTY_HASH
  for (const text of texts) {
    for (let place = 0; place <= text.length; place++) {
      const unit = place === text.length ? GAP : text.charCodeAt(place)
      const block = blockOf(unit)
      const kind = block.kinds[unit & 255]!
      if (kind === LETTER) {
        word = extendHash(word, block.small[unit & 255]!)
        continue
      }
      if (word !== EMPTY_HASH) words[count++] = word
      word = EMPTY_HASH
      if (count < MAX_WORDS && kind === LONE_LETTER) words[count++] = extendHash(EMPTY_HASH, unit)
      if (count >= MAX_WORDS) return words
    }
  }
  return words.slice(0, count)
}

/** Enough to know a text by; a longer one is known by its beginning. */
const MAX_WORDS = 4_000

/** Every three words in a row vote on every bit, so similar texts differ in few bits. */
function simhash(words: Int32Array): string {
  const lows = new Int32Array(PLANES)
  const highs = new Int32Array(PLANES)
  const voters = Math.max(1, words.length - 2)
  for (let place = 0; place < voters; place++) {
    let low = 0x811c9dc5
    let high = 0x9e3779b9
    for (let word = place; word < Math.min(place + 3, words.length); word++) {
      low = Math.imul(low ^ words[word]!, 0x01000193)
      high = Math.imul(high ^ words[word]!, 0x85ebca6b)
      high ^= high >>> 13
    }
    addVotes(lows, scrambled(low))
    addVotes(highs, scrambled(high))
  }
  return majority(highs, voters) + majority(lows, voters)
}

const PLANES = Math.ceil(Math.log2(MAX_WORDS + 1))

/** Counts 32 votes at once: each plane holds one binary digit of all 32 counters. */
function addVotes(planes: Int32Array, votes: number): void {
  for (let plane = 0, carry = votes; carry !== 0; plane++) {
    const both = planes[plane]! & carry
    planes[plane]! ^= carry
    carry = both
  }
}

function majority(planes: Int32Array, voters: number): string {
  let number = 0
  for (let bit = 0; bit < 32; bit++) {
    let votes = 0
    for (let plane = 0; plane < PLANES; plane++) votes += ((planes[plane]! >>> bit) & 1) << plane
    if (2 * votes > voters) number |= 1 << bit
  }
  return inHexadecimal(number)
}

/** Spreads what little tells two hashes apart over all their bits. */
function scrambled(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  const second = Math.imul(first ^ (first >>> 15), 0x846ca68b)
  return second ^ (second >>> 16)
}

function inHexadecimal(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const SPACE = 0
const SIGN = 1
const DIGIT = 2
const LETTER = 3
const LONE_LETTER = 4

interface Block {
  kinds: Uint8Array
  /** Each as a small letter; those that have none, or one that takes several characters, as they are. */
  small: Uint16Array
}

const BLOCK = 256

/** The block of a UTF-16 code unit; what it says about `unit` stands at `unit & 255`. */
function blockOf(unit: number): Block {
  return unit < BLOCK ? LATIN : (others[unit >>> 8] ??= readBlock(unit >>> 8))
}

function readBlock(number: number): Block {
  const block = { kinds: new Uint8Array(BLOCK), small: new Uint16Array(BLOCK) }
  for (let place = 0; place < BLOCK; place++) {
    const unit = number * BLOCK + place
    const character = String.fromCharCode(unit)
    const small = character.toLowerCase()
    block.kinds[place] = kindOf(character)
    block.small[place] = small.length === 1 ? small.charCodeAt(0) : unit
  }
  return block
}

function kindOf(character: string): number {
  if (/\s/.test(character)) return SPACE
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character))
    return LONE_LETTER
  // Rare scripts take two units for a letter; both halves belong to its word.
  if (/[\p{L}\p{M}\uD800-\uDFFF]/u.test(character)) return LETTER
  return /\d/.test(character) ? DIGIT : SIGN
}

const LATIN = readBlock(0)
const others: (Block | undefined)[] = []

import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { UNREADABLE } from '../../../content/parse/readable-text.ts'
import { blockOf, DIGIT, LETTER, LONE_LETTER, SPACE } from './letters.ts'
import { inHexadecimal, MAX_WORDS, scrambled, simhash } from './simhash.ts'

/** What tells a page from others, as hexadecimal numbers of 64 bits. */
export interface Fingerprint {
  /** Equal for pages with equal text, all of it and the title included. */
  exact: string
  /** Equal for pages that differ in numbers and dates alone. */
  undated: string
  /** Differs in few bits for pages whose content differs little; numbers in it do not count. */
  similar: string
  /** How many words of content `similar` stands for. */
  words: number
}

/** The fingerprint of a page, and of what of it is its content; undefined when it has no text. */
export function fingerprintOf(
  page: readonly AnyNode[],
  content: readonly AnyNode[],
): Fingerprint | undefined {
  const whole = hashesOf(textsOf(page, isHidden))
  if (!whole) return undefined
  const words = wordsOf(textsOf(content, () => false))
  return { ...whole, similar: simhash(words), words: words.length }
}

/** The title counts: pages that say little else differ in it. */
function isHidden({ name }: Element): boolean {
  return name !== 'title' && UNREADABLE.has(name)
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

  /** Goes back to where another one stands. */
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
  let word = NO_WORD
  for (const text of texts) {
    for (let place = 0; place <= text.length; place++) {
      const unit = place === text.length ? GAP : text.charCodeAt(place)
      const block = blockOf(unit)
      const kind = block.kinds[unit & 255]!
      if (kind !== LETTER && word !== NO_WORD) {
        if (DATE_WORDS.has(word)) undated.become(beforeWord)
        word = NO_WORD
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
        if (word === NO_WORD) beforeWord.become(undated)
        word = longerWord(word, block.small[unit & 255]!)
      }
      if (hasUndatedGap) undated.add(GAP)
      hasUndatedGap = false
      undated.add(unit)
    }
  }
  return isEmpty ? undefined : { exact: `${exact}`, undated: `${undated}` }
}

/** The hash of a word without letters. */
const NO_WORD = 0x811c9dc5

function longerWord(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193)
}

const WEEKDAYS =
  'mon tue tues wed wednes thu thur thurs fri sat satur sun monday tuesday wednesday thursday friday saturday sunday'
const MONTHS =
  'jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december'
const DATE_WORDS = new Set(
  `${WEEKDAYS} ${MONTHS}`
    .split(' ')
    .map((word) => [...word].reduce((hash, letter) => longerWord(hash, letter.charCodeAt(0)), NO_WORD)),
)

/** The hashes of the first words, whatever the size of their letters. Scripts without spaces count letter by letter. */
function wordsOf(texts: readonly string[]): Int32Array {
  const words = new Int32Array(MAX_WORDS)
  let count = 0
  let word = NO_WORD
  for (const text of texts) {
    for (let place = 0; place <= text.length; place++) {
      const unit = place === text.length ? GAP : text.charCodeAt(place)
      const block = blockOf(unit)
      const kind = block.kinds[unit & 255]!
      if (kind === LETTER) {
        word = longerWord(word, block.small[unit & 255]!)
        continue
      }
      if (word !== NO_WORD) words[count++] = word
      word = NO_WORD
      if (count < MAX_WORDS && kind === LONE_LETTER) words[count++] = longerWord(NO_WORD, unit)
      if (count >= MAX_WORDS) return words
    }
  }
  return words.slice(0, count)
}

import { createHash } from 'node:crypto'
import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { UNREADABLE } from '../parse/readable-text.ts'

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
  const whole = textOf(page, isHidden)
  if (whole === '') return undefined
  const exact = hashed(whole)
  const undated = hashed(whole.replace(DATED, ''))
  const words = wordsOf(textOf(content, () => false))
  return { exact, undated, similar: simhash(words), words: words.length }
}

const DATED =
  /\d+|\b(?:mon|tues?|wednes|wed|thurs?|thu|fri|satur|sat|sun)(?:day)?\b|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/gi

function hashed(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 16)
}

/** The title counts: pages that say little else differ in it. */
function isHidden({ name }: Element): boolean {
  return name !== 'title' && UNREADABLE.has(name)
}

function textOf(nodes: readonly AnyNode[], isLeftOut: (element: Element) => boolean): string {
  const parts: string[] = []
  const collect = (some: readonly AnyNode[]) => {
    for (const node of some) {
      if (isText(node)) parts.push(node.data)
      else if ('children' in node && !(isTag(node) && isLeftOut(node))) collect(node.children)
    }
  }
  collect(nodes)
  return parts.join(' ').replace(/\s+/g, ' ').trim()
}

/** Enough to know a text by; a longer one is known by its beginning. */
const MAX_WORDS = 4_000

/** Scripts without spaces count letter by letter. */
function wordsOf(text: string): string[] {
  const words = text
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}]+/gu)
  return words?.slice(0, MAX_WORDS) ?? []
}

/** Every three words in a row vote on every bit, by their hash; the majority decides. */
function simhash(words: readonly string[]): string {
  const hashes = words.map(hashOf)
  const lows = new Int32Array(PLANES)
  const highs = new Int32Array(PLANES)
  const voters = Math.max(1, hashes.length - 2)
  for (let place = 0; place < voters; place++) {
    let low = 0x811c9dc5
    let high = 0x9e3779b9
    for (let word = place; word < Math.min(place + 3, hashes.length); word++) {
      low = Math.imul(low ^ hashes[word]!, 0x01000193)
      high = Math.imul(high ^ hashes[word]!, 0x85ebca6b)
      high ^= high >>> 13
    }
    addVotes(lows, scrambled(low))
    addVotes(highs, scrambled(high))
  }
  return majority(highs, voters) + majority(lows, voters)
}

/** As many binary digits as the number of voters can have. */
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
  return (number >>> 0).toString(16).padStart(8, '0')
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < word.length; place++)
    hash = Math.imul(hash ^ word.charCodeAt(place), 0x01000193)
  return hash
}

function scrambled(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  const second = Math.imul(first ^ (first >>> 15), 0x846ca68b)
  return second ^ (second >>> 16)
}

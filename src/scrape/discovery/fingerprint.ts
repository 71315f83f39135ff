import { createHash } from 'node:crypto'
import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { UNREADABLE } from '../parse/readable-text.ts'

/** What tells a page from others, as hexadecimal numbers of 64 bits. */
export interface Fingerprint {
  /** Equal for pages with equal text, all of it and the title included. */
  exact: string
  /** Differs in few bits for pages whose content differs little; numbers in it do not count. */
  similar: string
}

/** The fingerprint of a page, and of what of it is its content; undefined when it has no text. */
export function fingerprintOf(
  page: readonly AnyNode[],
  content: readonly AnyNode[],
): Fingerprint | undefined {
  const whole = textOf(page, isHidden)
  if (whole === '') return undefined
  const exact = createHash('sha1').update(whole).digest('hex').slice(0, 16)
  return { exact, similar: simhash(wordsOf(textOf(content, () => false))) }
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

const BITS = 64

/** Every three words in a row vote on every bit, by their hash; the majority decides. */
function simhash(words: readonly string[]): string {
  const votes = new Int32Array(BITS)
  const hashes = words.map(hashOf)
  for (let place = 0; place < Math.max(1, hashes.length - 2); place++) {
    let low = 0x811c9dc5
    let high = 0x9e3779b9
    for (let word = place; word < Math.min(place + 3, hashes.length); word++) {
      low = Math.imul(low ^ hashes[word]!, 0x01000193)
      high = Math.imul(high ^ hashes[word]!, 0x85ebca6b)
      high ^= high >>> 13
    }
    low = scrambled(low)
    high = scrambled(high)
    for (let bit = 0; bit < 32; bit++) {
      votes[bit]! += (low >>> bit) & 1 ? 1 : -1
      votes[bit + 32]! += (high >>> bit) & 1 ? 1 : -1
    }
  }
  return numberOf(votes.subarray(32)) + numberOf(votes.subarray(0, 32))
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

function numberOf(votes: Int32Array): string {
  let number = 0
  for (let bit = 0; bit < 32; bit++) if (votes[bit]! > 0) number |= 1 << bit
  return (number >>> 0).toString(16).padStart(8, '0')
}

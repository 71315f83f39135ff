import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeUrlPart } from '../../language/decode-url-part.ts'
import type { Link } from './link-collection.ts'

const WEIGHTS = { title: 4, lastSegment: 3, path: 2, description: 1.5, host: 0.5 }
type Field = keyof typeof WEIGHTS
const PREFIX_SCORE = 0.5
const MIN_PREFIX_CHARS = 3
const YIELD_EVERY = 500

export async function rankLinks(links: readonly Link[], query: string): Promise<Link[]> {
  const words = [...new Set(wordsIn(query))]
  if (words.length === 0) return [...links]
  const matches: number[][] = []
  for (const [index, link] of links.entries()) {
    if (index > 0 && index % YIELD_EVERY === 0) await nextTurn()
    matches.push(matchesOf(link, words))
  }
  // A word on nearly every page gets little weight.
  const weights = words.map((_, word) => {
    const count = matches.reduce((sum, match) => sum + (match[word]! > 0 ? 1 : 0), 0)
    return Math.log(1 + links.length / (1 + count)) + 0.1
  })
  const scores = matches.map((match) => scoreOf(match, weights))
  return links
    .map((link, index) => ({ link, place: index }))
    .sort((one, other) => scores[other.place]! - scores[one.place]! || one.place - other.place)
    .map(({ link }) => link)
}

/** Pages with all words rank above pages that repeat one of them. */
function scoreOf(match: readonly number[], weights: readonly number[]): number {
  let sum = 0
  let matched = 0
  let all = 0
  for (const [word, value] of weights.entries()) {
    all += value
    if (match[word] === 0) continue
    matched += value
    sum += match[word]! * value
  }
  return sum * (matched / all) ** 2
}

function matchesOf(link: Link, words: readonly string[]): number[] {
  const fields = fieldsOf(link)
  return words.map((word) => {
    let sum = 0
    for (const [field, text] of fields) sum += WEIGHTS[field] * wordScore(word, text)
    return sum
  })
}

function fieldsOf({ url, title = '', description = '' }: Link): [Field, string[]][] {
  const { hostname, pathname, search } = new URL(url)
  const segments = decodeUrlPart(pathname).split('/').filter(Boolean)
  const last = segments.pop() ?? ''
  return [
    ['title', wordsIn(title)],
    ['lastSegment', wordsIn(`${last} ${decodeUrlPart(search)}`)],
    ['path', wordsIn(segments.join(' '))],
    ['description', wordsIn(description)],
    ['host', wordsIn(hostname)],
  ]
}

function wordScore(word: string, text: readonly string[]): number {
  let best = 0
  for (const one of text) {
    if (one === word) return 1
    if (word.length >= MIN_PREFIX_CHARS && one.startsWith(word)) best = PREFIX_SCORE
  }
  return best
}

const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu

/** The stems of the words of a text; scripts without spaces are split into characters. */
function wordsIn(text: string): string[] {
  // A name such as `gettingStarted` is two words.
  const parted = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(ACCENTS, '')
  return (parted.toLowerCase().match(WORDS) ?? []).map(stem)
}

const ACCENTS = /[\u0300-\u036f]/g
const MIN_STEM_CHARS = 3
const ENDINGS = ['ings', 'ing', 'edly', 'ed', 'es', 's', 'e']

/** Removes English suffixes. Wrong stems do no harm as long as both sides get the same. */
function stem(word: string): string {
  const singular = word.length > 4 && word.endsWith('ies') ? `${word.slice(0, -3)}y` : word
  for (const ending of ENDINGS) {
    const length = singular.length - ending.length
    if (length < MIN_STEM_CHARS || !singular.endsWith(ending) || singular.endsWith('ss')) continue
    return singular.slice(0, length)
  }
  return singular
}

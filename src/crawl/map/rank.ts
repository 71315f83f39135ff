import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeUrlPart } from '../../language/decode-url-part.ts'
import type { Link } from './survey.ts'

const WEIGHTS = { title: 4, lastSegment: 3, path: 2, description: 1.5, host: 0.5 }
type Field = keyof typeof WEIGHTS
const BEGINNING = 0.5
const SHORTEST_BEGINNING = 3
const PORTION = 500

export async function rank(links: readonly Link[], query: string): Promise<Link[]> {
  const words = [...new Set(wordsIn(query))]
  if (words.length === 0) return [...links]
  const matches: number[][] = []
  for (const [place, link] of links.entries()) {
    if (place > 0 && place % PORTION === 0) await nextTurn()
    matches.push(matchesOf(link, words))
  }
  // A word that nearly every page of the site has says little.
  const worth = words.map((_, word) => {
    const having = matches.reduce((sum, match) => sum + (match[word]! > 0 ? 1 : 0), 0)
    return Math.log(1 + links.length / (1 + having)) + 0.1
  })
  const scores = matches.map((match) => scoreOf(match, worth))
  return links
    .map((link, place) => ({ link, place }))
    .sort((one, other) => scores[other.place]! - scores[one.place]! || one.place - other.place)
    .map(({ link }) => link)
}

/** Pages that have all words come before those that have one of them often. */
function scoreOf(match: readonly number[], worth: readonly number[]): number {
  let sum = 0
  let had = 0
  let all = 0
  for (const [word, value] of worth.entries()) {
    all += value
    if (match[word] === 0) continue
    had += value
    sum += match[word]! * value
  }
  return sum * (had / all) ** 2
}

function matchesOf(link: Link, words: readonly string[]): number[] {
  const fields = fieldsOf(link)
  return words.map((word) => {
    let sum = 0
    for (const [field, text] of fields) sum += WEIGHTS[field] * likeness(word, text)
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

function likeness(word: string, text: readonly string[]): number {
  let best = 0
  for (const one of text) {
    if (one === word) return 1
    if (word.length >= SHORTEST_BEGINNING && one.startsWith(word)) best = BEGINNING
  }
  return best
}

const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu

/** The stems of the words of a text; scripts without spaces go letter by letter. */
function wordsIn(text: string): string[] {
  // A name such as `gettingStarted` is two words.
  const parted = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(ACCENTS, '')
  return (parted.toLowerCase().match(WORDS) ?? []).map(stem)
}

const ACCENTS = /[\u0300-\u036f]/g
const SHORTEST_STEM = 3
const ENDINGS = ['ings', 'ing', 'edly', 'ed', 'es', 's', 'e']

/** Cuts off what English adds to a word; wrong stems do no harm as long as both sides have the same. */
function stem(word: string): string {
  const singular = word.length > 4 && word.endsWith('ies') ? `${word.slice(0, -3)}y` : word
  for (const ending of ENDINGS) {
    const length = singular.length - ending.length
    if (length < SHORTEST_STEM || !singular.endsWith(ending) || singular.endsWith('ss')) continue
    return singular.slice(0, length)
  }
  return singular
}

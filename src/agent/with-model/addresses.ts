import { namesInSchema } from '../../extract/extract.ts'
import { addressWords, keyOf, mayBePage } from '../embedded/address.ts'
import { wordsOf } from '../../language/words.ts'
import type { Assignment } from '../mind.ts'
import type { Move, SeenPage, Step, VisitMove } from '../step.ts'

interface Address {
  url: string
  text: string
}

/** Every address that a task has come across: nothing else may be visited. */
export interface Addresses {
  learn(step: Step): void
  find(url: string): string | undefined
  isOfSeenHost(url: string): boolean
  isVisited(url: string): boolean
  best(most: number): Address[]
}

const MOST_ADDRESSES = 20_000
const MOST_TEXT = 300

interface Known extends Address {
  shared: readonly string[]
  bonus: number
}

export function createAddresses(assignment: Assignment, isAllowed: (url: string) => boolean): Addresses {
  const wanted = wordsAbout(assignment)
  const known = new Map<string, Known>()
  const visited = new Set<string>()
  const hosts = new Set<string>()
  for (const url of assignment.urls) add({ url, text: '' }, BONUS.given)

  function add({ url, text }: Address, bonus: number): void {
    if (!mayBePage(url) || !isAllowed(url)) return
    hosts.add(hostOf(url))
    const key = keyOf(url)
    const before = known.get(key)
    if (before ? before.bonus >= bonus : known.size >= MOST_ADDRESSES) return
    const shown = text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_TEXT)
    const words = new Set([shown, addressWords(url)].flatMap(wordsOf))
    const shared = [...words].filter((word) => wanted.has(word))
    known.set(key, { url: before?.url ?? url, text: shown, shared, bonus })
  }

  function learnPage(page: SeenPage): void {
    add({ url: page.url, text: page.title ?? '' }, 0)
    visited.add(keyOf(page.url))
    for (const { url } of page.records) add({ url, text: '' }, BONUS.record)
    for (const { url, text, context, area, isNext, isUnfollowed } of page.leads) {
      const bonus = BONUS[area] + (isNext ? BONUS.next : 0) + (isUnfollowed ? BONUS.unfollowed : 0)
      add({ url, text: text === '' ? context : `${text} (${context})` }, bonus)
    }
  }

  return {
    learn({ move, seen }) {
      if (move.kind === 'visit') visited.add(keyOf(move.url))
      if (seen.kind === 'visit') learnPage(seen)
      if (seen.kind === 'search' || seen.kind === 'map') {
        const found = seen.kind === 'search' ? seen.hits : seen.links
        for (const { url, title = '', description = '' } of found) {
          add({ url, text: `${title} (${description})` }, BONUS[seen.kind])
        }
      }
    },
    find: (url) => known.get(keyOf(url))?.url,
    isOfSeenHost: (url) => mayBePage(url) && isAllowed(url) && hosts.has(hostOf(url)),
    isVisited: (url) => visited.has(keyOf(url)),
    best(most) {
      const open = [...known.values()].filter(({ url }) => !visited.has(keyOf(url)))
      const weigh = weightsIn(open)
      const score = ({ shared, bonus }: Known) => shared.reduce((sum, word) => sum + weigh(word), bonus)
      return open
        .map((one) => ({ one, score: score(one) }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, most)
        .map(({ one: { url, text } }) => ({ url, text }))
    },
  }
}

/** What the place of a link is worth, in words that it has in common with the task. */
const BONUS = {
  given: 9,
  record: 4,
  search: 3,
  next: 3,
  content: 1,
  map: 0,
  aside: 0,
  navigation: 0,
  footer: -1,
  unfollowed: -2,
} as const

function hostOf(url: string): string {
  return new URL(url).host
}

function weightsIn(all: readonly Known[]): (word: string) => number {
  const holders = new Map<string, number>()
  for (const word of all.flatMap(({ shared }) => shared)) holders.set(word, (holders.get(word) ?? 0) + 1)
  return (word) => Math.log((all.length + 1) / ((holders.get(word) ?? 0) + 1))
}

function wordsAbout({ prompt, schema = {} }: Assignment): ReadonlySet<string> {
  const names = namesInSchema(schema).replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return new Set([prompt, names].flatMap(wordsOf).filter((word) => word.length > 2 || word > '\u2E80'))
}

export interface Candidate {
  move: Move
  text: string
}

const MOST_CANDIDATES = 40

export function candidatesFrom(
  proposed: readonly Move[],
  addresses: Addresses,
  visitOf: (url: string) => VisitMove,
): Candidate[] {
  const first = proposed.filter(({ kind }) => kind !== 'think').slice(0, MOST_CANDIDATES / 2)
  const taken = new Set(first.map((move) => (move.kind === 'visit' ? move.url : '')))
  const best = addresses.best(MOST_CANDIDATES)
  const texts = new Map(best.map(({ url, text }) => [url, text]))
  return [
    ...first.map((move) => ({ move, text: textOf(move, texts) })),
    ...best
      .filter(({ url }) => !taken.has(url))
      .map(({ url, text }) => ({ move: visitOf(url), text: `visit ${url} ${text}` })),
  ].slice(0, MOST_CANDIDATES)
}

function textOf(move: Move, texts: ReadonlyMap<string, string>): string {
  if (move.kind === 'search') return `search for: ${move.query}`
  if (move.kind === 'map') return `map ${move.url} (${move.why})`
  if (move.kind === 'visit') return `visit ${move.url} ${texts.get(move.url) ?? ''} (${move.why})`
  return move.why
}

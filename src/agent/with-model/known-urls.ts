import { namesInSchema } from '../../extract/extract.ts'
import { urlText, urlKeyOf, mayBePage } from '../embedded/url.ts'
import { wordsOf } from '../../language/words.ts'
import type { Assignment } from '../agent-strategy.ts'
import type { Move, PageObservation, Step, VisitMove } from '../step.ts'

interface UrlWithText {
  url: string
  text: string
}

const MAX_URLS = 20_000
const MOST_TEXT = 300

interface KnownUrl extends UrlWithText {
  sharedWords: readonly string[]
  bonus: number
}

/** Every address that a task has come across: nothing else may be visited. */
export class KnownUrls {
  readonly #isAllowed: (url: string) => boolean
  readonly #wanted: ReadonlySet<string>
  readonly #known = new Map<string, KnownUrl>()
  readonly #visited = new Set<string>()
  readonly #hosts = new Set<string>()

  constructor(assignment: Assignment, isAllowed: (url: string) => boolean) {
    this.#isAllowed = isAllowed
    this.#wanted = taskWords(assignment)
    for (const url of assignment.urls) this.#add({ url, text: '' }, SCORE_BONUS.given)
  }

  #add({ url, text }: UrlWithText, bonus: number): void {
    if (!mayBePage(url) || !this.#isAllowed(url)) return
    this.#hosts.add(hostOf(url))
    const key = urlKeyOf(url)
    const before = this.#known.get(key)
    if (before ? before.bonus >= bonus : this.#known.size >= MAX_URLS) return
    const shown = text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_TEXT)
    const words = new Set([shown, urlText(url)].flatMap(wordsOf))
    const sharedWords = [...words].filter((word) => this.#wanted.has(word))
    this.#known.set(key, { url: before?.url ?? url, text: shown, sharedWords, bonus })
  }

  learn({ move, seen }: Step): void {
    if (move.kind === 'visit') this.#visited.add(urlKeyOf(move.url))
    if (seen.kind === 'visit') this.#learnPage(seen)
    if (seen.kind === 'search' || seen.kind === 'map') {
      const found = seen.kind === 'search' ? seen.hits : seen.links
      for (const { url, title = '', description = '' } of found) {
        this.#add({ url, text: `${title} (${description})` }, SCORE_BONUS[seen.kind])
      }
    }
  }

  #learnPage(page: PageObservation): void {
    this.#add({ url: page.url, text: page.title ?? '' }, 0)
    this.#visited.add(urlKeyOf(page.url))
    for (const { url } of page.records) this.#add({ url, text: '' }, SCORE_BONUS.record)
    for (const { url, text, context, area, isNext, isUnfollowed } of page.leads) {
      const bonus =
        SCORE_BONUS[area] + (isNext ? SCORE_BONUS.next : 0) + (isUnfollowed ? SCORE_BONUS.unfollowed : 0)
      this.#add({ url, text: text === '' ? context : `${text} (${context})` }, bonus)
    }
  }

  /** As it was seen first; undefined when it never was, or lies outside of what the task may visit. */
  find(url: string): string | undefined {
    return this.#known.get(urlKeyOf(url))?.url
  }

  isOnKnownHost(url: string): boolean {
    return mayBePage(url) && this.#isAllowed(url) && this.#hosts.has(hostOf(url))
  }

  isVisited(url: string): boolean {
    return this.#visited.has(urlKeyOf(url))
  }

  best(most: number): UrlWithText[] {
    const open = [...this.#known.values()].filter(({ url }) => !this.isVisited(url))
    const weigh = wordWeights(open)
    const score = ({ sharedWords, bonus }: KnownUrl) =>
      sharedWords.reduce((sum, word) => sum + weigh(word), bonus)
    return open
      .map((one) => ({ one, score: score(one) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ one: { url, text } }) => ({ url, text }))
  }
}

/** What the place of a link is worth, in words that it has in common with the task. */
const SCORE_BONUS = {
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

function wordWeights(all: readonly KnownUrl[]): (word: string) => number {
  const holders = Map.groupBy(
    all.flatMap(({ sharedWords }) => sharedWords),
    (word) => word,
  )
  return (word) => Math.log((all.length + 1) / ((holders.get(word)?.length ?? 0) + 1))
}

function taskWords({ prompt, schema = {} }: Assignment): ReadonlySet<string> {
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
  knownUrls: KnownUrls,
  visitOf: (url: string) => VisitMove,
): Candidate[] {
  const first = proposed.filter(({ kind }) => kind !== 'think').slice(0, MOST_CANDIDATES / 2)
  const taken = new Set(first.map((move) => (move.kind === 'visit' ? move.url : '')))
  const best = knownUrls.best(MOST_CANDIDATES)
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

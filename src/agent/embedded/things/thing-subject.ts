import { Naming } from '../../../extract/extract.ts'
import type { WishedField, WishedList } from '../../../extract/extract.ts'
import type { Frontier, Way } from '../frontier.ts'
import { isOneOfSeveral } from '../hubs.ts'
import type { Sought } from '../hubs.ts'
import type { Plan } from '../plan.ts'
import type { SiteWords } from '../site-words.ts'
import { coverage } from '../subject.ts'
import { isStopWord } from '../../../language/common-words.ts'
import { wordsOf } from '../../../language/words.ts'

const QUOTED = 3
const STRONG = 2
const NAMED = 0.75
const MOST_SOUGHT = 40

export type Wanted = WishedField | WishedList

export class ThingSubject {
  readonly #plan: Plan
  readonly #frontier: Frontier
  readonly #site: SiteWords
  readonly #named: NamedOnSite

  constructor(plan: Plan, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#frontier = frontier
    this.#site = site
    this.#named = new NamedOnSite(plan, frontier, site)
  }

  terms(): ReadonlyMap<string, number> {
    const { terms } = this.#plan.subject
    const named = this.#named.words()
    if (named.length > 0)
      return new Map([
        ...[...terms].filter(([, weight]) => weight >= QUOTED),
        ...named.map((word) => [word, Math.max(STRONG, terms.get(word) ?? 0)] as const),
      ])
    const own = [...terms].filter(([term]) => !this.#site.has(term))
    const strongest = Math.min(QUOTED, Math.max(0, ...own.map(([, weight]) => weight)))
    return new Map(own.filter(([, weight]) => weight >= Math.max(1, strongest)))
  }

  /** Whether it is one of several things that the site is about, rather than who the site belongs to. */
  isOneOfMany(): boolean {
    const terms = this.terms()
    if ([...terms.values()].some((weight) => weight >= STRONG)) return true
    if (terms.size < 2) return false
    const isNamed = (words: readonly string[]) => coverage(terms, words) >= NAMED
    return (
      [...this.#frontier.visited.values()].some(({ aboutWords }) => isNamed(aboutWords)) ||
      [...this.#frontier.ways.values()].some(({ textWords }) => isNamed(textWords))
    )
  }

  /** Whether it has a name of its own, `Aurora 300` and not `the village hall`, so that no page about something else tells of it. */
  isProper(): boolean {
    return [...this.#plan.subject.terms].some(([term, weight]) => weight >= STRONG && !this.#site.has(term))
  }

  sought(wanted: readonly Wanted[]): Sought[] {
    return wanted.slice(0, MOST_SOUGHT).map((one) => {
      if ('naming' in one) return one
      let naming = namings.get(one)
      if (!naming) namings.set(one, (naming = new Naming({ name: one.path.at(-1) ?? '', words: one.words })))
      return { naming }
    })
  }
}

const namings = new WeakMap<WishedList, Naming>()

const LONGEST_NAME = 8
const MOST_GAPS = 1
const LEAST_WEIGHT = 1
const UNTOLD = 0.1

export class NamedOnSite {
  readonly #plan: Plan
  readonly #frontier: Frontier
  readonly #site: SiteWords
  readonly #request: readonly string[]
  #known: { count: number; words: readonly string[] } | undefined

  constructor(plan: Plan, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#frontier = frontier
    this.#site = site
    this.#request = telling(wordsOf(plan.prompt))
  }

  words(): readonly string[] {
    const { ways, visited } = this.#frontier
    const count = ways.size + visited.size
    if (this.#known?.count === count) return this.#known.words
    let best: readonly string[] = []
    let most = LEAST_WEIGHT
    for (const name of this.#names()) {
      const weight = this.#weightOf(name)
      if (weight > most || (weight === most && best.length === 0)) [best, most] = [name, weight]
    }
    this.#known = { count, words: best }
    return best
  }

  *#names(): Generator<readonly string[]> {
    for (const way of this.#frontier.ways.values())
      if (way.area === 'content' || way.area === 'search')
        for (const name of [...namesIn(way.text), telling(way.lastWords)])
          if (this.#isName(name, way)) yield name
    for (const { headings, title } of this.#frontier.visited.values())
      for (const name of [headings[0] ?? '', ...title.split(TITLE_PARTS)].flatMap(namesIn))
        if (name.length > 1) yield name
  }

  /** A single word names something only where it is asked about, and one of several of its kind. */
  #isName(words: readonly string[], { shape }: Way): boolean {
    if (words.length > 1) return words.length <= LONGEST_NAME
    const weight = this.#plan.subject.terms.get(words[0] ?? '') ?? 0
    return weight >= 1 && isOneOfSeveral(shape, this.#frontier)
  }

  #weightOf(name: readonly string[]): number {
    if (name.length === 0 || !this.#isInRequest(name)) return 0
    if (name.every((word) => this.#site.has(word))) return 0
    const { terms } = this.#plan.subject
    return name.reduce((sum, word) => sum + (terms.get(word) ?? UNTOLD), 0)
  }

  #isInRequest(name: readonly string[]): boolean {
    const wanted = new Set(name)
    const width = wanted.size + MOST_GAPS
    return this.#request.some((word, at) => {
      if (!wanted.has(word)) return false
      const window = new Set(this.#request.slice(at, at + width))
      return [...wanted].every((one) => window.has(one))
    })
  }
}

const TITLE_PARTS = /\s[|–—·•-]\s/
const NAME_END = /,\s|\s[–—|·(-]|\s?:\s/

function namesIn(text: string): readonly (readonly string[])[] {
  const all = telling(wordsOf(text))
  const [first = ''] = text.split(NAME_END)
  return first.length < text.length ? [all, telling(wordsOf(first))] : [all]
}

function telling(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !isStopWord(word))
  return left.length > 0 ? left : words
}

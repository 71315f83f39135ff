import { Naming } from '../../../extract/extract.ts'
import type { WishedField, WishedList } from '../../../extract/extract.ts'
import type { Frontier } from '../frontier.ts'
import { NamedOnSite } from './named-on-site.ts'
import type { Sought } from '../hubs.ts'
import type { Plan } from '../plan.ts'
import type { SiteWords } from '../site-words.ts'
import { coverage } from '../subject.ts'

const QUOTED = 3
const STRONG = 2
const NAMED = 0.75
/** Fields that links are ranked by, at most. */
const MOST_SOUGHT = 40

export type Wanted = WishedField | WishedList

/** What a request for one thing is about, once it is known what the pages of the site are called. */
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

  /** The terms that tell the thing from others of the site: its name where there is one, else whatever is said of it. */
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

  /** What links are compared with. */
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

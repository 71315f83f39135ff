import type { Fact } from '../../gathered/facts.ts'
import type { GatheredRecord } from '../../gathered/record-pool.ts'
import { pageNumberOf } from '../address.ts'
import type { Frontier, Way } from '../frontier.ts'
import { handicap, likeness } from '../hubs.ts'
import type { Proposal, Read } from '../hunt.ts'
import type { Plan, PlannedList } from '../plan.ts'
import type { SiteWords } from '../site-words.ts'
import { coverage } from '../subject.ts'
import { continues } from './continues.ts'
import { LEAST_TRUST } from './details.ts'
import { ListFindings } from './list-findings.ts'
import { isInOrder } from './list-order.ts'
import { CALLED_SO, exploration, JUST_SO, worthOfHub } from './list-pages.ts'
import type { Certainty, ListPage } from './list-pages.ts'

const LEAST_GAIN = 0.22
const LEAST_WORTH = 0.05
const LEAST_WORTH_BESIDES = 0.3
const PATIENCE = { found: 2, unfound: 6 }

export class ListHunt {
  readonly #plan: Plan
  readonly #list: PlannedList
  readonly #frontier: Frontier
  readonly #found: ListFindings

  constructor(plan: Plan, list: PlannedList, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#list = list
    this.#frontier = frontier
    this.#found = new ListFindings(plan, list, frontier, site)
  }

  learn(read: Read): void {
    this.#found.learn(read)
  }

  wanted(): readonly GatheredRecord[] {
    return this.#found.wanted()
  }

  warnings(): string[] {
    return this.#found.warnings()
  }

  facts(): Fact[] {
    const pages = this.#found.chosen()
    const named = new Set(
      pages.some((page) => this.#found.isMeant(page))
        ? []
        : pages.flatMap(({ kind, records }) => (kind === 'names' ? records : [])),
    )
    const wanted = this.wanted()
    const records = wanted.map((record) =>
      [...record.facts.places()].flatMap((place) => {
        const best = record.facts.best(place)
        return best && best.trust >= LEAST_TRUST ? best.facts : []
      }),
    )
    // Of what was only listed by name, nothing is known to be what is asked for until its own page said so.
    const least = Math.min(2, this.#found.places.length)
    const isKnown = (facts: readonly Fact[], at: number) =>
      facts.length >= (named.has(wanted[at]!) ? least : 1)
    return records
      .filter(isKnown)
      .flatMap((facts, index) =>
        facts.map((fact) => ({ ...fact, path: [...this.#list.path, index, ...fact.path] })),
      )
  }

  proposals(): Proposal[] {
    const pages = this.#found.chosen()
    const wanted = this.wanted()
    const certainty = this.#found.certainty()
    const isEnough =
      wanted.length >= this.#list.most &&
      isInOrder(
        pages.flatMap(({ records }) => records),
        this.#list,
      )
    const isFull = wanted.every((record) => this.#found.details.lacks(record).length === 0)
    const isMeant = pages.some((page) => this.#found.isMeant(page))
    return [
      ...(isEnough ? [] : this.#nextPages(pages, certainty)),
      ...(isEnough && (isFull || isMeant) ? [] : this.#hubs(pages, certainty)),
      ...this.#ownPages(this.#found.sought(), pages, certainty),
    ]
  }

  #nextPages(pages: readonly ListPage[], certainty: Certainty): Proposal[] {
    const listed = new Map(pages.map(({ page }) => [page.key, page]))
    return this.#frontier.unvisited().flatMap((way) => {
      if (!way.from.some((key) => listed.has(key) && continues(way, listed.get(key)!))) return []
      const worth = (certainty === 'open' ? 0.3 : 0.97) - Math.min(pageNumberOf(way.url).number, 500) / 5000
      const isNeeded = this.#list.most === Number.POSITIVE_INFINITY
      return [{ ...to(way), worth, isNeeded, why: 'It is the next page of the list.' }]
    })
  }

  #wayTo(link: string | undefined): Way | undefined {
    return link === undefined || this.#frontier.spent.has(link) ? undefined : this.#frontier.ways.get(link)
  }

  #hubs(pages: readonly ListPage[], certainty: Certainty): Proposal[] {
    const { idle, fruitless } = this.#found
    const ways = this.#frontier.unvisited()
    const isFound = certainty === 'sure'
    const least = certainty === 'likely' ? LEAST_WORTH_BESIDES : LEAST_WORTH
    if (fruitless >= (isFound ? PATIENCE.found : PATIENCE.unfound)) return []
    if (idle >= 2 * PATIENCE.unfound) return []
    const isCalled = pages.some(({ called }) => called >= CALLED_SO)
    const isJustSo = pages.some(({ called }) => called >= JUST_SO)
    if (isFound && isCalled) return []
    const isExplored = idle < PATIENCE.unfound && !pages.some(({ kind }) => kind === 'records')
    const explored = isExplored ? exploration : () => 0
    return ways.flatMap((way) => {
      const isHub = !isJustSo && likeness(this.#list.naming, way) >= JUST_SO
      if (isHub) return [{ ...to(way), worth: 0.95 * handicap(way), why: 'It is called like the list.' }]
      if (way.isNext || isFound) return []
      const worth = worthOfHub(way, { plan: this.#plan, list: this.#list }) + explored(way)
      return worth < least ? [] : [{ ...to(way), worth, why: 'It may have the list.' }]
    })
  }

  #ownPages(wanted: readonly GatheredRecord[], pages: readonly ListPage[], certainty: Certainty): Proposal[] {
    const { details } = this.#found
    const isTried = details.hasPaidOff()
    const isListed = isTried || pages.some(({ kind }) => kind !== 'names')
    const least = { sure: 0.3, likely: isTried ? 0.25 : 0.93, open: isListed ? 0.2 : 0.1 }[certainty]
    const alike = pages.flatMap(({ records }) => records)
    if (details.isFruitless(alike)) return []
    const proposals = wanted.flatMap((record) => {
      const way = this.#wayTo(record.link)
      const lacks = details.lacks(record)
      const gain = lacks.reduce((sum, place) => sum + details.expected(place), 0)
      if (!way || gain < LEAST_GAIN) return []
      return [
        {
          ...to(way),
          isRecord: isTried,
          worth: least + (certainty === 'sure' ? 0.4 * Math.min(1, gain) : 0),
          isNeeded: true,
          why: `It is about one of the records, which still lacks ${namesOf(lacks)}.`,
        },
      ]
    })
    if (isTried) return proposals
    // One is tried before all are visited: the one that is most of what is asked about.
    const aboutOf = ({ key }: Proposal) =>
      coverage(this.#plan.subject.terms, this.#frontier.ways.get(key)?.textWords ?? [])
    return proposals.toSorted((one, other) => aboutOf(other) - aboutOf(one)).slice(0, 1)
  }
}

function namesOf(places: readonly string[]): string {
  return places
    .slice(0, 4)
    .map((place) => (JSON.parse(place) as string[]).at(-1))
    .join(', ')
}

function to({ url, key }: Way): Pick<Proposal, 'url' | 'key' | 'isRecord' | 'isNeeded'> {
  return { url, key, isRecord: false, isNeeded: false }
}

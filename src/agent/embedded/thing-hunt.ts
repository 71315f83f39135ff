import { Naming } from '../../extract/extract.ts'
import type { WishedField, WishedList } from '../../extract/extract.ts'
import { FactPool, markOf, placeOf } from '../gathered/fact-pool.ts'
import { factsUnder } from '../gathered/fact.ts'
import type { Fact } from '../gathered/fact.ts'
import { addressWords, shapeOf } from './address.ts'
import { barrenKinds, depthFactor, EXPLORED, freshness, isOneOfSeveral, isPartOf } from './exploring.ts'
import { factsInText } from './facts-in-text.ts'
import type { Frontier, VisitedPage, Way } from './frontier.ts'
import { affinity, handicap, hubLikeness, isOverview } from './hubs.ts'
import type { Proposal, Read } from './hunt.ts'
import type { Plan } from './plan.ts'
import { plausible } from './plausible.ts'
import type { SiteWords } from './site-words.ts'
import { coverage, sameness } from './subject.ts'
import { wordsOf } from './words.ts'

const STRONG = 2
const ABOUT = 0.6
/** From where on a page is about the thing and nothing else. */
const JUST_IT = 0.95
const SURE = 0.5
const LEAST_TRUST = 0.35
const PATIENCE = { found: 3, onSite: 5, unfound: 9 }
const LEAST_WORTH = 0.04
const PLAIN_WORTH = 0.5
/** What a page is worth at most that is not called like the thing. */
const MOST_UNNAMED = 0.7
/** Fields that links are ranked by, at most. */
const MOST_FIELDS = 40

interface Kept {
  page: VisitedPage
  facts: readonly Fact[]
  /** Records of the page that may be the thing. */
  others: readonly { facts: readonly Fact[]; words: readonly string[] }[]
  isGiven: boolean
}

/** What holds of what was read. */
interface Gathered {
  pool: FactPool
  /** How many pages are about the thing; their keys, and what their addresses look like. */
  found: number
  abouts: ReadonlySet<string>
  shapes: ReadonlySet<string>
  /** How many pages of a kind had nothing. */
  barren: ReadonlyMap<string, number>
}

/** Looks for single values of one thing: finds the pages about it, and takes from no other. */
export class ThingHunt {
  readonly #plan: Plan
  readonly #frontier: Frontier
  readonly #site: SiteWords
  readonly #kept: Kept[] = []
  #best: Gathered | undefined
  #said: { count: number; words: readonly string[] } | undefined
  #fruitless = 0
  #filled = 0

  constructor(plan: Plan, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#frontier = frontier
    this.#site = site
  }

  learn({ page, seen, facts, isGiven }: Read): void {
    const { othersPath, lists, prompt } = this.#plan
    const listed = [...lists.map(({ readPath }) => readPath), ...(othersPath ? [othersPath] : [])]
    const single = facts
      .filter((fact) => !listed.some((place) => place.every((step, at) => fact.path[at] === step)))
      .flatMap((fact) => this.#plausible(fact) ?? [])
    const isClose = coverage(this.#plan.subject.terms, wordsOf(seen.headings[0] ?? '')) >= 0.5
    const said = factsInText(this.#wanted(), single, seen, { prompt, isClose })
    this.#kept.push({
      page,
      facts: [...single, ...said.flatMap((fact) => this.#plausible(fact) ?? [])],
      others: othersPath ? recordsAt(facts, othersPath) : [],
      isGiven,
    })
    this.#best = undefined
    const filled =
      this.#wanted().length -
      this.missing().length +
      (this.#isOneOfMany() ? this.#gathered().found / 1000 : 0)
    this.#fruitless = filled > this.#filled ? 0 : this.#fruitless + 1
    this.#filled = Math.max(filled, this.#filled)
  }

  #plausible(fact: Fact): Fact | undefined {
    const field = this.#plan.fields.find(({ path }) => JSON.stringify(path) === placeOf(fact))
    return field === undefined ? fact : plausible(field, fact)
  }

  /** What is wanted and not surely known yet. */
  missing(): (WishedField | WishedList)[] {
    const { pool } = this.#gathered()
    return this.#wanted().filter(({ path }) => (pool.best(JSON.stringify(path))?.trust ?? 0) < SURE)
  }

  facts(): Fact[] {
    const { pool } = this.#gathered()
    return [...pool.places()].flatMap((place) => {
      const best = pool.best(place)
      return best && best.trust >= LEAST_TRUST ? best.facts : []
    })
  }

  proposals(): Proposal[] {
    const missing = this.missing()
    const { found, pool } = this.#gathered()
    // What only a list says of the thing, its own page may say otherwise.
    const isListedOnly = missing.length === 0 && found === 0
    if (missing.length === 0 && !isListedOnly) return []
    // Something is known of everything: only a page that is plainly about it could say it better.
    const isOnlyUnsure = missing.every(
      ({ path }) => (pool.best(JSON.stringify(path))?.trust ?? 0) >= LEAST_TRUST,
    )
    const patience =
      found === 0 || missing.length === this.#wanted().length
        ? PATIENCE.unfound
        : this.#isOneOfMany()
          ? PATIENCE.found
          : PATIENCE.onSite
    const isTired = this.#fruitless >= patience
    if (this.#fruitless >= 2 * patience) return []
    const least = isOnlyUnsure || isTired ? PLAIN_WORTH : LEAST_WORTH
    const terms = this.#terms()
    return this.#frontier.unvisited().flatMap((way) => {
      const worth =
        handicap(way, this.#plan) *
        (this.#isOneOfMany() ? this.#worth(way, missing, terms) : this.#worthOnSite(way, missing, terms))
      return worth < least
        ? []
        : [
            {
              url: way.url,
              key: way.key,
              worth,
              isNeeded: false,
              isRecord: false,
              why: `It may say more: ${missing
                .slice(0, 4)
                .map(({ path }) => path.at(-1))
                .join(', ')}.`,
            },
          ]
    })
  }

  #wanted(): (WishedField | WishedList)[] {
    return [...this.#plan.fields, ...this.#plan.ownLists]
  }

  /** The terms that tell the thing from others of the site; only the strong ones where there are any. */
  #terms(): Map<string, number> {
    const spoken = new Set(this.#spoken())
    const terms = [...this.#plan.subject.terms]
      .map(([term, weight]) => [term, spoken.has(term) ? Math.max(STRONG, weight) : weight] as const)
      .filter(([term]) => !this.#site.has(term))
    const strong = terms.filter(([, weight]) => weight >= STRONG)
    return new Map(strong.length > 0 ? strong : terms.filter(([, weight]) => weight >= 1))
  }

  /** Words of the request that some page is called by, as they stand there: they name something of the site. */
  #spoken(): readonly string[] {
    const { ways, visited } = this.#frontier
    const count = ways.size + visited.size
    if (this.#said?.count === count) return this.#said.words
    const request = ` ${wordsOf(this.#plan.prompt).join(' ')} `
    const content = [...ways.values()].filter(({ area }) => area === 'content')
    const names = [
      ...content.flatMap((way) => [way.textWords, way.lastWords].filter((name) => this.#isName(name, way))),
      ...[...visited.values()]
        .map(({ headings: [first = ''] }) => wordsOf(first))
        .filter(({ length }) => length > 1),
    ]
    let words: readonly string[] = []
    for (const name of names)
      if (name.length > words.length && name.length <= 8 && request.includes(` ${name.join(' ')} `))
        words = name
    this.#said = { count, words }
    return words
  }

  /** A single word names something only where it is asked about, and one of several of its kind. */
  #isName(words: readonly string[], { shape }: Way): boolean {
    if (words.length > 1) return true
    const weight = this.#plan.subject.terms.get(words[0] ?? '') ?? 0
    return weight >= 1 && isOneOfSeveral(shape, this.#frontier)
  }

  /** Whether it is one of several things that the site is about, rather than who the site belongs to. */
  #isOneOfMany(): boolean {
    const terms = this.#terms()
    if ([...terms.values()].some((weight) => weight >= STRONG)) return true
    if (terms.size < 2) return false
    const isNamed = (words: readonly string[]) => coverage(terms, words) >= 0.75
    return (
      [...this.#frontier.visited.values()].some(({ aboutWords }) => isNamed(aboutWords)) ||
      [...this.#frontier.ways.values()].some(({ textWords }) => isNamed(textWords))
    )
  }

  #gathered(): Gathered {
    if (this.#best) return this.#best
    const pool = new FactPool()
    const isOneOfMany = this.#isOneOfMany()
    const terms = this.#terms()
    const abouts = this.#kept.map((kept) => (isOneOfMany ? this.#about(kept.page, terms) : 1))
    const most = Math.max(0, ...abouts)
    const isAbout = (at: number) => abouts[at]! >= ABOUT && abouts[at]! >= most - 0.12
    // What pages about something else say just so is nothing of the thing.
    const elsewhere = new Set(this.#kept.flatMap(({ facts }, at) => (isAbout(at) ? [] : facts.map(markOf))))
    let found = 0
    for (const [at, { page, facts, others, isGiven }] of this.#kept.entries()) {
      const about = abouts[at]!
      if (isAbout(at)) {
        const own = facts.filter((fact) => !elsewhere.has(markOf(fact)))
        if (own.length > 0 || about >= JUST_IT) found++
        pool.add(own, isOneOfMany ? 0.1 * about : this.#bonusOnSite(page, isGiven))
      } else {
        for (const { facts: some, words } of others)
          if (isOneOfMany && coverage(terms, words) >= 0.95)
            pool.add(some, -0.05 + 0.1 * sameness(terms, words))
      }
    }
    const pages = this.#kept.filter((_, at) => isAbout(at)).map(({ page }) => page)
    const barren = barrenKinds(this.#kept.flatMap(({ page }, at) => (isAbout(at) ? [] : [page])))
    return (this.#best = {
      barren,
      pool,
      found,
      abouts: new Set(pages.map(({ key }) => key)),
      shapes: new Set(pages.map(({ url }) => shapeOf(url))),
    })
  }

  #bonusOnSite(page: VisitedPage, isGiven: boolean): number {
    const way = this.#frontier.ways.get(page.key)
    if (!isGiven && isOneOfSeveral(shapeOf(page.url), this.#frontier)) return -0.3
    return (isGiven ? 0.05 : 0) + (way ? 0.15 * hubLikeness(way, this.#plan.fields) : 0)
  }

  /** How far a page is about the thing. */
  #about({ key, title, headings, aboutWords, url }: VisitedPage, terms: ReadonlyMap<string, number>): number {
    const [first = '', ...rest] = headings
    const named = Math.max(
      sameness(terms, wordsOf(first)),
      sameness(terms, wordsOf(title)),
      0.9 * sameness(terms, wordsOf(addressWords(url))),
    )
    const way = this.#frontier.ways.get(key)
    const told = way ? 0.9 * sameness(terms, way.textWords) : 0
    const spread = 0.8 * coverage(terms, aboutWords)
    const within = Math.max(0, ...rest.map((heading) => 0.7 * sameness(terms, wordsOf(heading))))
    return Math.max(named, told, spread, this.#leadsToIt(key, terms) ? 0 : within)
  }

  /** Whether a page has a link that is called like the thing, which is then another page. */
  #leadsToIt(page: string, terms: ReadonlyMap<string, number>): boolean {
    for (const { key, from, textWords } of this.#frontier.ways.values())
      if (key !== page && from.includes(page) && coverage(terms, textWords) >= 0.95) return true
    return false
  }

  #worth(
    way: Way,
    missing: readonly (WishedField | WishedList)[],
    terms: ReadonlyMap<string, number>,
  ): number {
    const named = Math.max(sameness(terms, way.textWords), 0.95 * sameness(terms, way.lastWords))
    const around = coverage(terms, way.contextWords)
    const { found, abouts } = this.#gathered()
    const hub = hubLikeness(way, fieldsIn(missing))
    if (found > 0) {
      const isBeside = way.from.some((key) => abouts.has(key))
      if (named >= ABOUT) return 0.5 + 0.3 * named + 0.2 * hub
      return isBeside && hub >= 0.5 && !this.#isSibling(way) ? 0.5 * hub : 0
    }
    if (named >= ABOUT) return 0.6 + 0.4 * named
    const all = this.#plan.subject.terms
    const weak = coverage(all, [...way.textWords, ...way.lastWords])
    const listed = around >= 0.9 ? 0.5 : 0.15 * around
    const isNear = way.from.some((key) => this.#isPromising(key))
    const worth =
      (isNear ? 0.1 : 0) +
      Math.max(listed, 0.5 * named, Math.min(0.55, weak)) +
      (isOverview(way) ? 0.2 : 0) +
      (way.isNext ? 0.3 : 0) +
      (isPartOf(way, this.#given()) ? 0.3 : 0) +
      0.15 * hub +
      0.25 * affinity(way, this.#plan) +
      EXPLORED[way.area]
    const fresh = freshness(way, this.#gathered().barren, this.#frontier)
    return fresh * Math.min(MOST_UNNAMED, worth) * depthFactor(way)
  }

  /** Whether it looks like the pages about the thing, but is of another. */
  #isSibling({ shape }: Way): boolean {
    return this.#gathered().shapes.has(shape)
  }

  /** Whether a page was worth a visit for what it is called. */
  #isPromising(key: string): boolean {
    const way = this.#frontier.ways.get(key)
    return way !== undefined && affinity(way, this.#plan) >= 0.35
  }

  #given(): VisitedPage[] {
    return this.#kept.flatMap(({ isGiven, page }) => (isGiven ? [page] : []))
  }

  #worthOnSite(
    way: Way,
    missing: readonly (WishedField | WishedList)[],
    terms: ReadonlyMap<string, number>,
  ): number {
    const hub = hubLikeness(way, fieldsIn(missing))
    const topic = coverage(terms, [...way.textWords, ...way.lastWords])
    return (
      (isOneOfSeveral(way.shape, this.#frontier) ? 0.3 : 1) *
      depthFactor(way) *
      (0.8 * hub + 0.4 * topic + 0.25 * affinity(way, this.#plan) + EXPLORED[way.area])
    )
  }
}

function fieldsIn(wanted: readonly (WishedField | WishedList)[]): Pick<WishedField, 'naming'>[] {
  return wanted.slice(0, MOST_FIELDS).map((one) => {
    if ('naming' in one) return one
    let naming = namings.get(one)
    if (!naming) namings.set(one, (naming = new Naming({ name: one.path.at(-1) ?? '', words: one.words })))
    return { naming }
  })
}

const namings = new WeakMap<WishedList, Naming>()

function recordsAt(facts: readonly Fact[], place: readonly string[]) {
  const byRecord = new Map<number, Fact[]>()
  for (const fact of factsUnder(facts, place)) {
    const [index, ...path] = fact.path
    if (typeof index !== 'number') continue
    const known = byRecord.get(index) ?? []
    known.push({ ...fact, path })
    byRecord.set(index, known)
  }
  return [...byRecord.values()].map((some) => ({
    facts: some,
    words: wordsOf(some.map(({ value }) => String(value)).join(' ')),
  }))
}

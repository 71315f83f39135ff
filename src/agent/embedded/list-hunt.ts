import { markOf, placeOf } from '../gathered/fact-pool.ts'
import type { Fact } from '../gathered/fact.ts'
import { RecordPool } from '../gathered/record-pool.ts'
import type { GatheredRecord } from '../gathered/record-pool.ts'
import { keyOf, pageNumberOf } from './address.ts'
import { matchingRecords } from './conditions.ts'
import { Details } from './details.ts'
import { factsInText } from './facts-in-text.ts'
import type { Frontier, VisitedPage, Way } from './frontier.ts'
import { affinity, handicap, likeness } from './hubs.ts'
import type { Proposal, Read } from './hunt.ts'
import {
  CALLED_SO,
  certaintyOf,
  chosenPages,
  filledIn,
  isBelow,
  isScoped,
  JUST_SO,
  SCOPED,
  shapeOfList,
} from './list-pages.ts'
import type { Certainty, ListPage } from './list-pages.ts'
import { ListParts } from './list-parts.ts'
import { calledLike, exploration, worthOfHub } from './list-worth.ts'
import type { Plan, PlannedList } from './plan.ts'
import { detailFacts, ownFacts, placesOf, rowsBelow, rowsOn } from './rows.ts'
import type { Rows } from './rows.ts'
import type { SiteWords } from './site-words.ts'
import { coverage } from './subject.ts'

const LEAST_TRUST = 0.35
const DETAIL_BONUS = 0.12
const LEAST_GAIN = 0.22
const LEAST_WORTH = 0.05
/** The share of what is wanted from where on records are plainly those that are. */
const PROVEN = 0.6
const LEAST_WORTH_BESIDES = 0.3
const PATIENCE = { found: 2, unfound: 6 }

/** Collects a list over the pages it is spread over, and what its records lack from pages of their own. */
export class ListHunt {
  readonly #plan: Plan
  readonly #list: PlannedList
  readonly #frontier: Frontier
  readonly #site: SiteWords
  readonly #pool: RecordPool
  readonly #places: readonly string[]
  readonly #pages: ListPage[] = []
  readonly #details: Details
  readonly #parts = new ListParts()
  /** What pages say that are about no record, so that it is nothing of one either. */
  readonly #everywhere = new Set<string>()
  readonly #titles: readonly string[]
  readonly #visited: { page: VisitedPage; isGiven: boolean }[] = []
  /** Pages in a row that had neither a list with what is wanted nor anything new of a record. */
  #idle = 0
  #fruitless = 0

  constructor(plan: Plan, list: PlannedList, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#list = list
    this.#frontier = frontier
    this.#site = site
    this.#places = placesOf(list)
    this.#details = new Details(this.#places)
    const names = list.fields.filter(({ naming }) => naming.isTitle()).map(({ path }) => JSON.stringify(path))
    this.#titles = list.fields.length === 0 ? ['[]'] : names
    this.#pool = new RecordPool(this.#titles)
  }

  learn(read: Read): void {
    this.#visited.push(read)
    this.#idle++
    const record = this.#pool.linked(read.page.key) ?? this.#pool.linked(keyOf(read.seen.url))
    const part = record && this.#isIndex(record, read) ? record : undefined
    if (part) this.#parts.add(part)
    else if (record && (read.isRecord || !this.#isListToo(read))) return this.#learnDetail(record, read)
    const before = this.#pool.records.length
    this.#learnList(read, part)
    this.#fruitless = this.#pool.records.length > before ? 0 : this.#fruitless + 1
  }

  /** What was listed by name may be a list itself. */
  #isListToo(read: Read): boolean {
    const { kind, rows } = rowsOn(read, this.#list, this.#plan, this.#frontier)
    return rows.length > 1 && (kind === 'records' || this.#isScoped(read.page))
  }

  /** What was listed by name may be a part of the list: its page has nothing of a record, and leads on. */
  #isIndex(record: GatheredRecord, read: Read): boolean {
    const isListed = this.#pages.some(
      ({ kind, records, page }) => kind === 'names' && isBelow(page.url) && records.includes(record),
    )
    if (!isListed) return false
    const names = new Set(this.#titles)
    if (detailFacts(read, this.#list).some((fact) => !names.has(placeOf(fact)))) return false
    const { kind, rows } = this.#rowsOn(read, record)
    const fresh = rows.filter(({ link }) => link !== undefined && !this.#pool.linked(link))
    const least = this.#parts.isLike(record) ? 1 : 2
    return kind === 'names' && fresh.length >= least && fresh.length * 2 > rows.length
  }

  #rowsOn(read: Read, part?: GatheredRecord): Rows {
    const found = rowsOn(read, this.#list, this.#plan, this.#frontier)
    return found.rows.length === 0 && part && this.#parts.isLike(part)
      ? { kind: 'names', rows: rowsBelow(read, this.#list, this.#frontier) }
      : found
  }

  #isScoped(page: VisitedPage): boolean {
    return isScoped(page, this.#topic())
  }

  #learnDetail(record: GatheredRecord, page: Read): void {
    const read = detailFacts(page, this.#list)
    const said = factsInText([...this.#list.fields, ...this.#list.inner], read, page.seen, {
      prompt: this.#plan.prompt,
      isClose: true,
    })
    const own = [...read, ...said].filter((fact) => !this.#everywhere.has(markOf(fact)))
    const found = new Set(own.map(placeOf))
    if (this.#details.learn(record, found)) this.#idle = 0
    record.facts.add(own, DETAIL_BONUS)
  }

  #learnList(read: Read, part: GatheredRecord | undefined): void {
    const { page, facts, isGiven } = read
    const { kind, rows } = this.#rowsOn(read, part)
    if (rows.length === 0) return this.#learnAlone(page, facts, isGiven)
    for (const fact of ownFacts(facts, this.#list)) this.#everywhere.add(markOf(fact))
    const records: GatheredRecord[] = []
    let fresh = 0
    for (const { facts: said, link, name } of rows) {
      const context = link === undefined ? '' : (this.#frontier.ways.get(link)?.context ?? '')
      const { record, isNew } = this.#pool.add(said, { link, name, page: page.key, context })
      records.push(record)
      if (isNew) fresh++
    }
    if (kind === 'records' && fresh > 0) this.#idle = 0
    const filled = filledIn(rows, this.#places.length)
    const way = this.#frontier.ways.get(page.key)
    const index = this.#pages.find((one) => part && one.records.includes(part))
    this.#pages.push({
      page,
      kind,
      shape: index ? `${index.shape}/*` : shapeOfList(records, page),
      records,
      fresh,
      filled,
      called: Math.max(calledLike(this.#list, page, { way, text: read.seen.text }), this.#calledBefore(page)),
      isGiven: isGiven || index?.isGiven === true,
    })
  }

  /** How far the list is called what is wanted that a page goes on with. */
  #calledBefore({ key, url }: VisitedPage): number {
    const way = this.#frontier.ways.get(key)
    const { rest } = pageNumberOf(url)
    const before = this.#pages.filter(
      ({ page }) =>
        pageNumberOf(page.url).rest === rest || (way?.isNext === true && way.from.includes(page.key)),
    )
    return Math.max(0, ...before.map(({ called }) => called))
  }

  /** A page that the caller named may be about a single record. */
  #learnAlone(page: VisitedPage, facts: readonly Fact[], isGiven: boolean): void {
    const own = ownFacts(facts, this.#list)
    if (!isGiven || own.length < Math.min(2, this.#places.length)) return
    const { record } = this.#pool.add(own, { link: page.key, name: page.key, page: page.key })
    this.#pages.push({
      page,
      kind: 'alone',
      shape: 'alone',
      records: [record],
      fresh: 1,
      filled: own.length / this.#places.length,
      called: 0,
      isGiven,
    })
  }

  #chosen(): readonly ListPage[] {
    const pages = this.#pages
      .filter((page) => !this.#parts.isIndex(page))
      .map((page) => ({ ...page, filled: Math.max(page.filled, this.#proven(page)) }))
    return chosenPages(pages, this.#topic())
  }

  /** How much of what is wanted the records of a page that the caller named are known to have. */
  #proven({ records, isGiven, page }: ListPage): number {
    return isGiven && isBelow(page.url) ? this.#details.proven(records) : 0
  }

  /** What narrows the list down: names in the request that are not those of the site. */
  #topic(): Map<string, number> {
    return new Map(
      [...this.#plan.subject.terms].filter(([term, weight]) => weight >= 2 && !this.#site.has(term)),
    )
  }

  /** The records that are asked for, as far as that is known. */
  wanted(): GatheredRecord[] {
    const pages = this.#chosen()
    const all = new Set(pages.flatMap(({ records }) => records))
    const told = new Set(pages.flatMap(({ page }) => page.aboutWords))
    const isTold = (term: string) => told.has(term) || this.#site.has(term)
    return matchingRecords([...all], { plan: this.#plan, list: this.#list, isTold }).slice(0, this.#list.most)
  }

  facts(): Fact[] {
    const pages = this.#chosen()
    const named = new Set(
      pages.some((page) => this.#isMeant(page))
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
    const least = Math.min(2, this.#places.length)
    const isKnown = (facts: readonly Fact[], at: number) =>
      facts.length >= (named.has(wanted[at]!) ? least : 1)
    return records
      .filter(isKnown)
      .flatMap((facts, index) =>
        facts.map((fact) => ({ ...fact, path: [...this.#list.path, index, ...fact.path] })),
      )
  }

  /** Whether a page is the one that was asked for by what it is called. */
  #isMeant({ page, called, isGiven }: ListPage): boolean {
    const way = this.#frontier.ways.get(page.key)
    return (
      called >= CALLED_SO ||
      (isGiven && isBelow(page.url)) ||
      (way !== undefined && affinity(way, this.#plan) >= CALLED_SO)
    )
  }

  proposals(): Proposal[] {
    const pages = this.#chosen()
    const wanted = this.wanted()
    const isEnough = wanted.length >= this.#list.most
    const isFull = wanted.every((record) => this.#details.lacks(record).length === 0)
    const isProven = pages.some((page) => this.#proven(page) >= PROVEN)
    const certainty = isProven ? 'sure' : certaintyOf(pages, this.#topic(), this.#details.hasPaidOff())
    return [
      ...(isEnough ? [] : this.#nextPages(pages, certainty)),
      ...(isEnough ? [] : this.#otherParts(pages)),
      ...(isEnough && (isFull || pages.some((page) => this.#isMeant(page)))
        ? []
        : this.#hubs(pages, certainty)),
      ...this.#ownPages(wanted, pages, certainty),
    ]
  }

  #nextPages(pages: readonly ListPage[], certainty: Certainty): Proposal[] {
    const last = pages.at(-1)
    if (!last || (last.fresh === 0 && pages.length > 1)) return []
    const chains = new Set(pages.map(({ page }) => pageNumberOf(page.url).rest))
    const keys = new Set(pages.map(({ page }) => page.key))
    return this.#frontier.unvisited().flatMap((way) => {
      const { rest, number } = pageNumberOf(way.url)
      const isNumbered = number > 1 && chains.has(rest)
      if (!isNumbered && !(way.isNext && way.from.some((key) => keys.has(key)))) return []
      const isNeeded = this.#list.most === Number.POSITIVE_INFINITY
      return [
        {
          ...asked(way),
          worth: (certainty === 'open' ? 0.3 : 0.9) - Math.min(number, 500) / 5000,
          isNeeded,
          why: 'It is the next page of the list.',
        },
      ]
    })
  }

  /** Where some that an index lists are parts of the list, the others are too. */
  #otherParts(pages: readonly ListPage[]): Proposal[] {
    const topic = this.#topic()
    if (pages.some(({ page, called }) => called >= JUST_SO || (topic.size > 0 && isScoped(page, topic))))
      return []
    const indexed = this.#pages.filter((page) => this.#parts.isIndex(page)).flatMap(({ records }) => records)
    return indexed
      .filter((record) => this.#parts.isLike(record))
      .flatMap(({ link }) => {
        const way =
          link === undefined || this.#frontier.spent.has(link) ? undefined : this.#frontier.ways.get(link)
        return way
          ? [
              {
                ...asked(way),
                worth: 0.85,
                isNeeded: true,
                why: 'It lists a part, as others beside it do.',
              },
            ]
          : []
      })
  }

  #hubs(pages: readonly ListPage[], certainty: Certainty): Proposal[] {
    const topic = this.#topic()
    const ways = this.#frontier.unvisited()
    const aboutOf = ({ textWords, lastWords: last }: Way) =>
      Math.max(coverage(topic, textWords), coverage(topic, last))
    const isNarrow = topic.size === 0 || pages.some(({ page }) => this.#isScoped(page))
    const count = new Set(pages.flatMap(({ records: some }) => some)).size
    // What narrows the list down is told neither by pages, nor by records, nor by links that are known.
    const isUntold =
      !isNarrow && this.wanted().length === count && !ways.some((way) => aboutOf(way) >= SCOPED)
    const isFound = certainty === 'sure' && !isUntold
    const least = certainty === 'likely' ? LEAST_WORTH_BESIDES : LEAST_WORTH
    if (this.#fruitless >= (isFound ? PATIENCE.found : PATIENCE.unfound)) return []
    if (this.#idle >= 2 * PATIENCE.unfound) return []
    const isCalled = pages.some(({ called }) => called >= CALLED_SO)
    if (isFound && isNarrow && isCalled) return []
    const isExplored =
      this.#idle < PATIENCE.unfound && (isUntold || !pages.some(({ kind }) => kind === 'records'))
    const explored = isExplored ? exploration(this.#visited, this.#frontier, this.#plan) : () => 0
    const records = new Set(this.#pool.records.map(({ link }) => link))
    return ways.flatMap((way) => {
      const about = aboutOf(way)
      const isNamed = !isCalled && likeness(this.#list.naming, way) >= JUST_SO
      if (isNamed)
        return [
          {
            ...asked(way),
            worth: 0.95 * handicap(way, this.#plan),
            isNeeded: false,
            why: 'It is called like the list.',
          },
        ]
      if (way.isNext || (isFound && (isNarrow || about < SCOPED))) return []
      if (records.has(way.key) && !pages.some(({ kind }) => kind === 'names')) return []
      const worth = worthOfHub(way, about, { plan: this.#plan, list: this.#list }) + explored(way)
      return worth < least ? [] : [{ ...asked(way), worth, isNeeded: false, why: 'It may have the list.' }]
    })
  }

  #ownPages(wanted: readonly GatheredRecord[], pages: readonly ListPage[], certainty: Certainty): Proposal[] {
    const isAsked = OWN_PAGE.test(this.#plan.prompt)
    const isRecord = pages.some(({ kind }) => kind !== 'names') || this.#details.hasPaidOff()
    const least = { sure: 0.3, likely: 0.25, open: isRecord ? 0.2 : 0.1 }[certainty]
    const proposals = wanted.flatMap((record) => {
      const way =
        record.link === undefined || this.#frontier.spent.has(record.link)
          ? undefined
          : this.#frontier.ways.get(record.link)
      const lacks = this.#details.lacks(record)
      const gain = lacks.reduce((sum, place) => sum + this.#details.expected(place), 0)
      if (!way || (!isAsked && gain < LEAST_GAIN)) return []
      return [
        {
          ...asked(way),
          isRecord,
          worth: least + (certainty === 'sure' ? 0.4 * Math.min(1, gain) : 0),
          isNeeded: true,
          why: `It is about one of the records, which still lacks ${namesOf(lacks)}.`,
        },
      ]
    })
    // One is tried before all are visited.
    const isTried =
      isAsked || (certainty === 'open' ? this.#details.hasMost(wanted) : this.#details.hasPaidOff())
    return isTried ? proposals : proposals.slice(0, 1)
  }
}

/** What says that the pages of the records are to be read, whatever the list has. */
const OWN_PAGE = /\b(?:product|detail|item|own|individual|single)\s+pages?\b/i

function namesOf(places: readonly string[]): string {
  return (
    places
      .slice(0, 4)
      .map((place) => (JSON.parse(place) as string[]).at(-1))
      .join(', ') || 'nothing'
  )
}

function asked({ url, key }: Way): Pick<Proposal, 'url' | 'key' | 'isRecord'> {
  return { url, key, isRecord: false }
}

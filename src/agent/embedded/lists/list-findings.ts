import { markOf, placeOf, plainText, RecordPool } from '../../gathered/facts.ts'
import type { Fact, GatheredRecord } from '../../gathered/facts.ts'
import { isBelow, keyOf, pageNumberOf, shapeOf } from '../address.ts'
import type { Frontier, VisitedPage, Read } from '../frontier.ts'
import { titlesOf } from '../plan.ts'
import type { Plan, PlannedList } from '../plan.ts'
import { matchingRecords } from './conditions.ts'
import { continues } from './continues.ts'
import { firstOf, unranked } from './list-order.ts'
import { CALLED_SO, calledLike, chosenPages, filledIn, shapeOfList } from './list-pages.ts'
import type { ListPage } from './list-pages.ts'
import { ownFacts, placesOf, rowsOn } from './rows.ts'

const DETAIL_BONUS = 0.12

export class ListFindings {
  readonly details: Details
  readonly pages: ListPage[] = []
  readonly places: readonly string[]
  /** Pages in a row that had neither a list with what is wanted nor anything new of a record. */
  idle = 0
  fruitless = 0
  readonly plan: Plan
  readonly list: PlannedList
  readonly frontier: Frontier
  readonly #pool: RecordPool
  /** What pages say that are about no record, so that it is nothing of one either. */
  readonly #everywhere = new Set<string>()
  readonly #titles: readonly string[]
  #chosen: readonly ListPage[] | undefined
  #wanted: readonly GatheredRecord[] | undefined

  constructor(plan: Plan, list: PlannedList, frontier: Frontier) {
    this.plan = plan
    this.list = list
    this.frontier = frontier
    this.places = placesOf(list)
    this.details = new Details(this.places)
    this.#titles = list.fields.length === 0 ? ['[]'] : titlesOf(list.fields)
    this.#pool = new RecordPool(this.#titles)
  }

  learn(read: Read): void {
    this.#chosen = undefined
    this.#wanted = undefined
    this.idle++
    const record = this.#pool.linked(read.page.key) ?? this.#pool.linked(keyOf(read.seen.url))
    if (record && (read.isRecord || !this.#isListToo(read))) return this.#learnDetail(record, read)
    const before = this.#pool.records.length
    this.#learnList(read)
    this.fruitless = this.#pool.records.length > before ? 0 : this.fruitless + 1
  }

  /** What was listed by name may be a list itself, unless it has more of what is wanted than what it lists. */
  #isListToo(read: Read): boolean {
    const { kind, rows } = rowsOn(read, this.list, this.plan, this.frontier)
    // Others of its kind stand beside a record.
    const own = shapeOf(`http://${read.page.key}`)
    if (
      rows.every(({ link }) => link !== undefined && shapeOf(`http://${link}`) === own) &&
      this.#called(read) < CALLED_SO
    )
      return false
    const isNews = rows.some(({ link }) => link === undefined || !this.#pool.linked(link))
    if (rows.length < 2 || !isNews) return false
    const said = [...new Set(this.#ownOf(read).map(placeOf))]
    if (kind === 'records') return filledIn(rows, this.places.length) > said.length / this.places.length
    return !said.some((place) => !this.#titles.includes(place)) && this.#called(read) >= CALLED_SO
  }

  #called({ page }: Read): number {
    const way = this.frontier.ways.get(page.key)
    return calledLike(this, page, way)
  }

  #ownOf(read: Read): Fact[] {
    return ownFacts(read.facts, this.list).filter((fact) => !this.#everywhere.has(markOf(fact)))
  }

  #learnDetail(record: GatheredRecord, page: Read): void {
    const own = this.#ownOf(page)
    if (this.details.learn(record, new Set(own.map(placeOf)))) this.idle = 0
    record.facts.add(own, DETAIL_BONUS)
  }

  #learnList(read: Read): void {
    const { page, facts, isGiven } = read
    const { kind, rows } = rowsOn(read, this.list, this.plan, this.frontier)
    if (rows.length === 0) return this.#learnAlone(page, facts, isGiven)
    for (const fact of ownFacts(facts, this.list)) this.#everywhere.add(markOf(fact))
    const records: GatheredRecord[] = []
    for (const { facts: said, link, name } of rows) {
      const { record, isNew } = this.#pool.add(said, { link, name, context: this.#contextOf(link, name) })
      records.push(record)
      if (kind === 'records' && isNew) this.idle = 0
    }
    const before = this.#before(page)
    const called = this.#called(read)
    const shape = before?.shape ?? shapeOfList(records, page)
    this.pages.push({
      page,
      kind,
      shape,
      records,
      filled: filledIn(rows, this.places.length),
      called: Math.max(called, before?.called ?? 0),
      isGiven: (isGiven && isBelow(page.url)) || before?.isGiven === true,
    })
  }

  #contextOf(link: string | undefined, name: string): string {
    const way = link === undefined ? undefined : this.frontier.ways.get(link)
    return way ? `${way.context} ${way.text.replace(name, ' ')}` : ''
  }

  #before({ key, url }: VisitedPage): ListPage | undefined {
    const way = this.frontier.ways.get(key)
    const { rest } = pageNumberOf(url)
    return this.pages
      .filter(
        ({ page }) =>
          pageNumberOf(page.url).rest === rest ||
          (way !== undefined && way.from.includes(page.key) && continues(way, page)),
      )
      .toSorted((one, other) => other.called - one.called)[0]
  }

  #learnAlone(page: VisitedPage, facts: readonly Fact[], isGiven: boolean): void {
    const own = ownFacts(facts, this.list)
    if (!isGiven || own.length < Math.min(2, this.places.length)) return
    const { record } = this.#pool.add(own, { link: page.key, name: page.key })
    this.pages.push({
      page,
      kind: 'alone',
      shape: 'alone',
      records: [record],
      filled: own.length / this.places.length,
      called: 0,
      isGiven,
    })
  }

  chosen(): readonly ListPage[] {
    return (this.#chosen ??= chosenPages(this.pages))
  }

  wanted(): readonly GatheredRecord[] {
    return (this.#wanted ??= firstOf(this.#matching(), this.list))
  }

  sought(): readonly GatheredRecord[] {
    return [...new Set([...this.wanted(), ...unranked(this.#matching(), this.list)])]
  }

  warnings(): string[] {
    const { order, most } = this.list
    const all = this.#matching()
    const unknown = unranked(all, this.list).length
    if (order?.isPick && unknown > 0)
      return [
        `Only ${all.length - unknown} of ${all.length} records state '${order.field.name}', so the comparison may be wrong.`,
      ]
    const [only, ...others] = this.wanted()
    if (most === 1 || !only || others.length > 0 || !this.#isPage(only)) return []
    return ['Only one record was found, and it is called like its page: the list itself may be missing.']
  }

  #isPage({ facts }: GatheredRecord): boolean {
    const pages = this.chosen().map(({ page }) => plainText(`${page.title} ${page.headings[0] ?? ''}`))
    const names = this.#titles.flatMap((place) => facts.best(place)?.facts ?? [])
    return names.some(({ value }) => pages.some((page) => page.includes(plainText(String(value)))))
  }

  #matching(): readonly GatheredRecord[] {
    const pages = this.chosen()
    const all = new Set(pages.flatMap(({ records }) => records))
    const told = new Set(pages.flatMap(({ page }) => page.aboutWords))
    const isTold = (term: string) => told.has(term) || this.frontier.site.has(term)
    return matchingRecords([...all], { plan: this.plan, list: this.list, isTold })
  }
}

export const LEAST_TRUST = 0.65

class Details {
  readonly #places: readonly string[]
  readonly #asked = new Map<string, { tries: number; hits: number }>()

  constructor(places: readonly string[]) {
    this.#places = places
  }

  lacks({ facts }: GatheredRecord): string[] {
    return this.#places.filter((place) => (facts.best(place)?.trust ?? 0) < LEAST_TRUST)
  }

  learn(record: GatheredRecord, found: ReadonlySet<string>): boolean {
    const lacks = this.lacks(record)
    for (const place of lacks) {
      const { tries, hits } = this.#asked.get(place) ?? { tries: 0, hits: 0 }
      this.#asked.set(place, { tries: tries + 1, hits: hits + (found.has(place) ? 1 : 0) })
    }
    return lacks.some((place) => found.has(place))
  }

  expected(place: string): number {
    const { tries, hits } = this.#asked.get(place) ?? { tries: 0, hits: 0 }
    return (hits + 0.5) / (tries + 1)
  }

  hasPaidOff(): boolean {
    return [...this.#asked.values()].some(({ hits }) => hits > 0)
  }
}

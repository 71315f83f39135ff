import { markOf, placeOf, plainText } from '../../gathered/facts.ts'
import type { Fact } from '../../gathered/facts.ts'
import { RecordPool } from '../../gathered/record-pool.ts'
import type { GatheredRecord } from '../../gathered/record-pool.ts'
import { keyOf, pageNumberOf, shapeOf } from '../address.ts'
import type { Frontier, VisitedPage } from '../frontier.ts'
import type { Read } from '../hunt.ts'
import type { Plan, PlannedList } from '../plan.ts'
import type { SiteWords } from '../site-words.ts'
import { matchingRecords } from './conditions.ts'
import { continues } from './continues.ts'
import { Details } from './details.ts'
import { firstOf, unranked } from './list-order.ts'
import {
  CALLED_SO,
  calledLike,
  certaintyOf,
  chosenPages,
  filledIn,
  isBelow,
  isMeant,
  shapeOfList,
} from './list-pages.ts'
import type { Certainty, ListPage } from './list-pages.ts'
import { detailFacts, ownFacts, placesOf, rowsOn } from './rows.ts'

const DETAIL_BONUS = 0.12

export class ListFindings {
  readonly details: Details
  readonly pages: ListPage[] = []
  readonly places: readonly string[]
  /** Pages in a row that had neither a list with what is wanted nor anything new of a record. */
  idle = 0
  fruitless = 0
  readonly #plan: Plan
  readonly #list: PlannedList
  readonly #frontier: Frontier
  readonly #site: SiteWords
  readonly #pool: RecordPool
  /** What pages say that are about no record, so that it is nothing of one either. */
  readonly #everywhere = new Set<string>()
  readonly #titles: readonly string[]
  #chosen: readonly ListPage[] | undefined
  #wanted: readonly GatheredRecord[] | undefined

  constructor(plan: Plan, list: PlannedList, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#list = list
    this.#frontier = frontier
    this.#site = site
    this.places = placesOf(list)
    this.details = new Details(this.places)
    const names = list.fields.filter(({ naming }) => naming.isTitle()).map(({ path }) => JSON.stringify(path))
    this.#titles = list.fields.length === 0 ? ['[]'] : names
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
    const { kind, rows } = rowsOn(read, this.#list, this.#plan, this.#frontier)
    // Others of its kind stand beside a record.
    if (
      rows.every(({ link }) => link !== undefined && isAlike(link, read.page.key)) &&
      this.#called(read) < CALLED_SO
    )
      return false
    const isNews = rows.some(({ link }) => link === undefined || !this.#pool.linked(link))
    if (rows.length < 2 || !isNews) return false
    const own = [...new Set(this.#ownOf(read).map(placeOf))]
    if (kind === 'records') return filledIn(rows, this.places.length) > own.length / this.places.length
    return !own.some((place) => !this.#titles.includes(place)) && this.#called(read) >= CALLED_SO
  }

  #called({ page }: Read): number {
    const way = this.#frontier.ways.get(page.key)
    const within = { list: this.#list, plan: this.#plan, site: this.#site }
    return calledLike(within, page, way)
  }

  #ownOf(read: Read): Fact[] {
    return detailFacts(read, this.#list).filter((fact) => !this.#everywhere.has(markOf(fact)))
  }

  #learnDetail(record: GatheredRecord, page: Read): void {
    const own = this.#ownOf(page)
    if (this.details.learn(record, new Set(own.map(placeOf)))) this.idle = 0
    record.facts.add(own, DETAIL_BONUS)
  }

  #learnList(read: Read): void {
    const { page, facts, isGiven } = read
    const { kind, rows } = rowsOn(read, this.#list, this.#plan, this.#frontier)
    if (rows.length === 0) return this.#learnAlone(page, facts, isGiven)
    for (const fact of ownFacts(facts, this.#list)) this.#everywhere.add(markOf(fact))
    const records: GatheredRecord[] = []
    let fresh = 0
    for (const { facts: said, link, name } of rows) {
      const context = this.#contextOf(link, name)
      const { record, isNew } = this.#pool.add(said, { link, name, page: page.key, context })
      records.push(record)
      if (isNew) fresh++
    }
    if (kind === 'records' && fresh > 0) this.idle = 0
    const before = this.#before(page)
    const called = this.#called(read)
    const shape = before?.shape ?? shapeOfList(records, page)
    this.pages.push({
      page,
      kind,
      chain: before?.chain ?? page.key,
      shape,
      isBeside: !before && pageNumberOf(page.url).number === 1 && shapeOf(page.url) === shape,
      records,
      fresh,
      filled: filledIn(rows, this.places.length),
      proven: 0,
      called: Math.max(called, before?.called ?? 0),
      isGiven: (isGiven && isBelow(page.url)) || before?.isGiven === true,
    })
  }

  #contextOf(link: string | undefined, name: string): string {
    const way = link === undefined ? undefined : this.#frontier.ways.get(link)
    return way ? `${way.context} ${way.text.replace(name, ' ')}` : ''
  }

  #before({ key, url }: VisitedPage): ListPage | undefined {
    const way = this.#frontier.ways.get(key)
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
    const own = ownFacts(facts, this.#list)
    if (!isGiven || own.length < Math.min(2, this.places.length)) return
    const { record } = this.#pool.add(own, { link: page.key, name: page.key, page: page.key })
    this.pages.push({
      page,
      kind: 'alone',
      chain: page.key,
      shape: 'alone',
      isBeside: false,
      records: [record],
      fresh: 1,
      filled: own.length / this.places.length,
      proven: 0,
      called: 0,
      isGiven,
    })
  }

  chosen(): readonly ListPage[] {
    this.#chosen ??= chosenPages(
      this.pages.map((page) => {
        const proven = this.details.proven(page.records)
        return { ...page, proven, filled: Math.max(page.filled, proven) }
      }),
    )
    return this.#chosen
  }

  certainty(): Certainty {
    return certaintyOf(this.chosen())
  }

  wanted(): readonly GatheredRecord[] {
    return (this.#wanted ??= firstOf(this.#matching(), this.#list))
  }

  sought(): readonly GatheredRecord[] {
    return [...new Set([...this.wanted(), ...unranked(this.#matching(), this.#list)])]
  }

  warnings(): string[] {
    const { order, most } = this.#list
    const all = this.#matching()
    const unknown = unranked(all, this.#list).length
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
    return matchingRecords([...all], this.#within(pages))
  }

  #within(pages: readonly ListPage[]) {
    const told = new Set(pages.flatMap(({ page }) => page.aboutWords))
    const isTold = (term: string) => told.has(term) || this.#site.has(term)
    return { plan: this.#plan, list: this.#list, isTold }
  }

  isMeant(page: ListPage): boolean {
    return isMeant(page)
  }
}

function isAlike(one: string, other: string): boolean {
  return shapeOf(`http://${one}`) === shapeOf(`http://${other}`)
}

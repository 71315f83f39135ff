import { factKeyOf, pathKeyOf, plainText, RecordPool } from '../../facts/facts.ts'
import type { Fact, CollectedRecord } from '../../facts/facts.ts'
import { isBelowRoot, urlKeyOf, pageNumberOf, urlPatternOf } from '../url.ts'
import type { Frontier, VisitedPage, VisitResult } from '../frontier.ts'
import { titleKeysOf } from '../plan.ts'
import type { Plan, PlannedList } from '../plan.ts'
import { matchingRecords } from './conditions.ts'
import { isNextPage } from './is-next-page.ts'
import { topRecords, unrankedRecords } from './list-order.ts'
import { NAME_MATCH, pageNameScore, choosePages, fillRateOf, listPatternOf } from './list-pages.ts'
import type { ListPage } from './list-pages.ts'
import { ownFacts, pathKeysOf, readRows } from './rows.ts'

const DETAIL_TRUST_BONUS = 0.12

export class ListFindings {
  readonly details: DetailStats
  readonly pages: ListPage[] = []
  readonly pathKeys: readonly string[]
  /** Pages in a row that had neither a list with what is wanted nor anything new of a record. */
  idlePages = 0
  fruitlessPages = 0
  readonly plan: Plan
  readonly list: PlannedList
  readonly frontier: Frontier
  readonly #pool: RecordPool
  /** What pages say that are about no record, so that it is nothing of one either. */
  readonly #commonFacts = new Set<string>()
  readonly #titles: readonly string[]
  #chosen: readonly ListPage[] | undefined
  #wanted: readonly CollectedRecord[] | undefined

  constructor(plan: Plan, list: PlannedList, frontier: Frontier) {
    this.plan = plan
    this.list = list
    this.frontier = frontier
    this.pathKeys = pathKeysOf(list)
    this.details = new DetailStats(this.pathKeys)
    this.#titles = list.fields.length === 0 ? ['[]'] : titleKeysOf(list.fields)
    this.#pool = new RecordPool(this.#titles)
  }

  learn(visit: VisitResult): void {
    this.#chosen = undefined
    this.#wanted = undefined
    this.idlePages++
    const record = this.#pool.linked(visit.page.key) ?? this.#pool.linked(urlKeyOf(visit.seen.url))
    if (record && (visit.isRecord || !this.#isListToo(visit))) return this.#learnDetail(record, visit)
    const before = this.#pool.records.length
    this.#learnList(visit)
    this.fruitlessPages = this.#pool.records.length > before ? 0 : this.fruitlessPages + 1
  }

  /** What was listed by name may be a list itself, unless it has more of what is wanted than what it lists. */
  #isListToo(visit: VisitResult): boolean {
    const { kind, rows } = readRows(visit, this.list, this.plan, this.frontier)
    // Others of its kind stand beside a record.
    const own = urlPatternOf(`http://${visit.page.key}`)
    if (
      rows.every(({ link }) => link !== undefined && urlPatternOf(`http://${link}`) === own) &&
      this.#nameScore(visit) < NAME_MATCH
    )
      return false
    const hasNewRecord = rows.some(({ link }) => link === undefined || !this.#pool.linked(link))
    if (rows.length < 2 || !hasNewRecord) return false
    const foundKeys = [...new Set(this.#ownOf(visit).map(pathKeyOf))]
    if (kind === 'records')
      return fillRateOf(rows, this.pathKeys.length) > foundKeys.length / this.pathKeys.length
    return !foundKeys.some((place) => !this.#titles.includes(place)) && this.#nameScore(visit) >= NAME_MATCH
  }

  #nameScore({ page }: VisitResult): number {
    const way = this.frontier.linkedPages.get(page.key)
    return pageNameScore(this, page, way)
  }

  #ownOf(visit: VisitResult): Fact[] {
    return ownFacts(visit.facts, this.list).filter((fact) => !this.#commonFacts.has(factKeyOf(fact)))
  }

  #learnDetail(record: CollectedRecord, page: VisitResult): void {
    const own = this.#ownOf(page)
    if (this.details.learn(record, new Set(own.map(pathKeyOf)))) this.idlePages = 0
    record.facts.add(own, DETAIL_TRUST_BONUS)
  }

  #learnList(visit: VisitResult): void {
    const { page, facts, isGiven } = visit
    const { kind, rows } = readRows(visit, this.list, this.plan, this.frontier)
    if (rows.length === 0) return this.#learnSingleRecord(page, facts, isGiven)
    for (const fact of ownFacts(facts, this.list)) this.#commonFacts.add(factKeyOf(fact))
    const records: CollectedRecord[] = []
    for (const { facts: foundKeys, link, name } of rows) {
      const { record, isNew } = this.#pool.add(foundKeys, {
        link,
        name,
        context: this.#contextOf(link, name),
      })
      records.push(record)
      if (kind === 'records' && isNew) this.idlePages = 0
    }
    const before = this.#previousPage(page)
    const nameScore = this.#nameScore(visit)
    const pattern = before?.pattern ?? listPatternOf(records, page)
    this.pages.push({
      page,
      kind,
      pattern,
      records,
      fillRate: fillRateOf(rows, this.pathKeys.length),
      nameScore: Math.max(nameScore, before?.nameScore ?? 0),
      isGiven: (isGiven && isBelowRoot(page.url)) || before?.isGiven === true,
    })
  }

  #contextOf(link: string | undefined, name: string): string {
    const way = link === undefined ? undefined : this.frontier.linkedPages.get(link)
    return way ? `${way.context} ${way.text.replace(name, ' ')}` : ''
  }

  #previousPage({ key, url }: VisitedPage): ListPage | undefined {
    const way = this.frontier.linkedPages.get(key)
    const { rest } = pageNumberOf(url)
    return this.pages
      .filter(
        ({ page }) =>
          pageNumberOf(page.url).rest === rest ||
          (way !== undefined && way.linkedFrom.includes(page.key) && isNextPage(way, page)),
      )
      .toSorted((one, other) => other.nameScore - one.nameScore)[0]
  }

  #learnSingleRecord(page: VisitedPage, facts: readonly Fact[], isGiven: boolean): void {
    const own = ownFacts(facts, this.list)
    if (!isGiven || own.length < Math.min(2, this.pathKeys.length)) return
    const { record } = this.#pool.add(own, { link: page.key, name: page.key })
    this.pages.push({
      page,
      kind: 'alone',
      pattern: 'alone',
      records: [record],
      fillRate: own.length / this.pathKeys.length,
      nameScore: 0,
      isGiven,
    })
  }

  chosenPages(): readonly ListPage[] {
    return (this.#chosen ??= choosePages(this.pages))
  }

  wanted(): readonly CollectedRecord[] {
    return (this.#wanted ??= topRecords(this.#matching(), this.list))
  }

  recordsToComplete(): readonly CollectedRecord[] {
    return [...new Set([...this.wanted(), ...unrankedRecords(this.#matching(), this.list)])]
  }

  warnings(): string[] {
    const { order, most } = this.list
    const all = this.#matching()
    const unknown = unrankedRecords(all, this.list).length
    if (order?.isPick && unknown > 0)
      return [
        `Only ${all.length - unknown} of ${all.length} records state '${order.field.name}', so the comparison may be wrong.`,
      ]
    const [only, ...others] = this.wanted()
    if (most === 1 || !only || others.length > 0 || !this.#isPage(only)) return []
    return ['Only one record was found, and it is called like its page: the list itself may be missing.']
  }

  #isPage({ facts }: CollectedRecord): boolean {
    const pages = this.chosenPages().map(({ page }) => plainText(`${page.title} ${page.headings[0] ?? ''}`))
    const names = this.#titles.flatMap((place) => facts.best(place)?.facts ?? [])
    return names.some(({ value }) => pages.some((page) => page.includes(plainText(String(value)))))
  }

  #matching(): readonly CollectedRecord[] {
    const pages = this.chosenPages()
    const all = new Set(pages.flatMap(({ records }) => records))
    const told = new Set(pages.flatMap(({ page }) => page.aboutWords))
    const isListTopic = (term: string) => told.has(term) || this.frontier.site.has(term)
    return matchingRecords([...all], { plan: this.plan, list: this.list, isListTopic })
  }
}

export const MIN_TRUST = 0.65

class DetailStats {
  readonly #places: readonly string[]
  readonly #asked = new Map<string, { tries: number; hits: number }>()

  constructor(places: readonly string[]) {
    this.#places = places
  }

  missing({ facts }: CollectedRecord): string[] {
    return this.#places.filter((place) => (facts.best(place)?.trust ?? 0) < MIN_TRUST)
  }

  learn(record: CollectedRecord, found: ReadonlySet<string>): boolean {
    const missing = this.missing(record)
    for (const place of missing) {
      const { tries, hits } = this.#asked.get(place) ?? { tries: 0, hits: 0 }
      this.#asked.set(place, { tries: tries + 1, hits: hits + (found.has(place) ? 1 : 0) })
    }
    return missing.some((place) => found.has(place))
  }

  expected(place: string): number {
    const { tries, hits } = this.#asked.get(place) ?? { tries: 0, hits: 0 }
    return (hits + 0.5) / (tries + 1)
  }

  hasHits(): boolean {
    return [...this.#asked.values()].some(({ hits }) => hits > 0)
  }
}

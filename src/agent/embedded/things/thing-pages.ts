import type { WishedField } from '../../../extract/extract.ts'
import { FactPool, placeOf } from '../../gathered/fact-pool.ts'
import { factsUnder } from '../../gathered/fact.ts'
import type { Fact } from '../../gathered/fact.ts'
import { addressWords, shapeOf } from '../address.ts'
import { isOneOfSeveral } from '../exploring.ts'
import type { Frontier, VisitedPage, Way } from '../frontier.ts'
import { hubLikeness } from '../hubs.ts'
import type { Read } from '../hunt.ts'
import type { Plan } from '../plan.ts'
import { rowMeant } from './row-meant.ts'
import { coverage, sameness } from '../subject.ts'
import type { ThingSubject } from './thing-subject.ts'
import { wordsOf } from '../words.ts'

/** From where on a page is about the thing. */
export const ABOUT = 0.6
/** From where on a page is about the thing and nothing else. */
const JUST_IT = 0.95
/** How much less than the best a page may be about the thing. */
const MOST_APART = 0.12
/** From where on a record of a page that lists several is the thing. */
const SAME_RECORD = 0.95
/** What is taken from the row that a field names is rather meant than anything else of that page. */
const ROW_BONUS = 0.15
const OF_SEVERAL = -0.2
const ELSEWHERE = -0.1
const BESIDE_OWN_PAGE = -0.3
const SURE = 0.5

/** A page that was read, and what it says. */
export interface KeptPage extends Pick<Read, 'page' | 'isGiven'> {
  facts: readonly Fact[]
  /** Records of the page that may be the thing. */
  others: readonly ListedRecord[]
}

export interface ListedRecord {
  facts: readonly Fact[]
  /** The words of what it is called, and of all its values. */
  name: readonly string[]
  words: readonly string[]
}

/** What holds of what was read. */
export interface Gathered {
  pool: FactPool
  /** How many pages are about the thing; their keys, and what their addresses look like. */
  found: number
  abouts: ReadonlySet<string>
  shapes: ReadonlySet<string>
}

/** Tells which of the pages that were read are about the thing, and what holds of it. */
export function gatheredFrom(
  kept: readonly KeptPage[],
  subject: ThingSubject,
  { plan, frontier }: { plan: Plan; frontier: Frontier },
): Gathered {
  const pool = new FactPool()
  const isOneOfMany = subject.isOneOfMany()
  const terms = subject.terms()
  const hasOwnPage = isOneOfMany && [...frontier.ways.values()].some((way) => leadsTo(way, terms))
  const abouts = kept.map(({ page }) => (isOneOfMany ? aboutOf(page, terms, { frontier, hasOwnPage }) : 1))
  const most = Math.max(0, ...abouts)
  const isAbout = (at: number) => abouts[at]! >= ABOUT && abouts[at]! >= most - MOST_APART
  let found = 0
  const listed: ListedRecord[] = []
  const beside: Pick<KeptPage, 'page' | 'facts'>[] = []
  for (const [at, { page, facts, others, isGiven }] of kept.entries()) {
    const about = abouts[at]!
    const bonus = bonusOnSite(page, isGiven, { plan, frontier })
    if (!isOneOfMany) {
      found++
      const words = subject.variantWords(page)
      const asked = (field: WishedField) => [...subject.wordsFor(field), ...words]
      pool.add(withRows({ facts, others }, { plan, asked, pool, bonus }), bonus)
      continue
    }
    if (isAbout(at)) {
      const words = subject.variantWords(page)
      const own = withRows({ facts, others }, { plan, asked: () => words, pool, bonus: 0.1 * about })
      if (own.length > 0 || about >= JUST_IT) found++
      pool.add(own, 0.1 * about)
      continue
    }
    const record = recordOf(others, terms, hasOwnPage)
    if (record) listed.push(record)
    else beside.push({ page, facts })
  }
  const pages = kept.filter((_, at) => isAbout(at)).map(({ page }) => page)
  const shapes = new Set(pages.map(({ url }) => shapeOf(url)))
  // What no page about the thing says, another page of the site may, unless that is about another such thing.
  const free = new Set(
    plan.fields.filter((field) => subject.mayBeElsewhere(field)).map(({ path }) => JSON.stringify(path)),
  )
  const isFree = (fact: Fact) =>
    free.has(placeOf(fact)) && fact.evidence.confidence >= SURE && !pool.best(placeOf(fact))
  for (const { page, facts } of found > 0 ? beside : [])
    if (frontier.ways.get(page.key)?.isInMenu ?? !shapes.has(shapeOf(page.url)))
      pool.add(facts.filter(isFree), ELSEWHERE)
  // What the page of the thing itself says is not outvoted by lists, and what it leaves out they seldom know.
  for (const { facts, words } of listed)
    pool.add(
      facts.filter((fact) => (pool.best(placeOf(fact))?.trust ?? 0) < SURE),
      (found > 0 ? BESIDE_OWN_PAGE : -0.05) + 0.1 * sameness(terms, words),
    )
  if (isOneOfMany && found === 0 && listed.length === 0) addRows(kept, subject, { plan, pool })
  return {
    pool,
    found,
    abouts: new Set(pages.map(({ key }) => key)),
    shapes,
  }
}

/**
 * The record that is the thing: the one that is called so. Where the thing has no page of its own, it may also be the only one
 * that says so otherwise, as of distributors the one in a country.
 */
function recordOf(
  others: readonly ListedRecord[],
  terms: ReadonlyMap<string, number>,
  hasOwnPage: boolean,
): ListedRecord | undefined {
  const [named] = others
    .filter(({ name }) => coverage(terms, name) >= SAME_RECORD)
    .toSorted((one, other) => sameness(terms, other.name) - sameness(terms, one.name))
  if (named || hasOwnPage) return named
  const [only, ...more] = others.filter(({ words }) => coverage(terms, words) >= SAME_RECORD)
  return more.length === 0 ? only : undefined
}

/** A thing that no page is called by may be a row of one, as a country on a page about shipping. */
function addRows(
  kept: readonly KeptPage[],
  subject: ThingSubject,
  { plan, pool }: { plan: Plan; pool: FactPool },
): void {
  const terms = subject.terms()
  for (const { others } of kept)
    pool.add(
      plan.fields.flatMap((field) => {
        const names = subject.wordsFor(field).filter((word) => terms.has(word))
        return rowMeant(others, JSON.stringify(field.path), names) ?? []
      }),
    )
}

/** Of a page with several records, a field is that of the record which the request names with it. */
function withRows(
  { facts, others }: Pick<KeptPage, 'facts' | 'others'>,
  {
    plan,
    asked,
    pool,
    bonus,
  }: { plan: Plan; asked: (field: WishedField) => readonly string[]; pool: FactPool; bonus: number },
): readonly Fact[] {
  const meant = new Map(
    plan.fields.flatMap((field) => {
      const place = JSON.stringify(field.path)
      const fact = rowMeant(others, place, asked(field))
      return fact ? [[place, fact] as const] : []
    }),
  )
  if (meant.size === 0) return facts
  pool.add([...meant.values()], Math.max(0, bonus) + ROW_BONUS)
  return facts.filter((fact) => !meant.has(placeOf(fact)))
}

function bonusOnSite(
  page: VisitedPage,
  isGiven: boolean,
  { plan, frontier }: { plan: Plan; frontier: Frontier },
): number {
  const way = frontier.ways.get(page.key)
  if (!isGiven && isOneOfSeveral(shapeOf(page.url), frontier)) return OF_SEVERAL
  return (isGiven ? 0.05 : 0) + (way ? 0.15 * hubLikeness(way, plan.fields) : 0)
}

/** How far a page is about the thing. */
function aboutOf(
  { key, title, headings, aboutWords, url }: VisitedPage,
  terms: ReadonlyMap<string, number>,
  { frontier, hasOwnPage }: { frontier: Frontier; hasOwnPage: boolean },
): number {
  const [first = '', ...rest] = headings
  const named = Math.max(
    sameness(terms, wordsOf(first)),
    sameness(terms, wordsOf(title)),
    0.9 * sameness(terms, wordsOf(addressWords(url))),
  )
  const way = frontier.ways.get(key)
  const told = way ? 0.9 * sameness(terms, way.textWords) : 0
  const spread = 0.8 * coverage(terms, aboutWords)
  // Beside a page of its own, others only mention it.
  const within = hasOwnPage
    ? 0
    : Math.max(0, ...rest.map((heading) => 0.7 * sameness(terms, wordsOf(heading))))
  return Math.max(named, told, spread, within)
}

function leadsTo({ textWords }: Way, terms: ReadonlyMap<string, number>): boolean {
  return coverage(terms, textWords) >= SAME_RECORD
}

/** The records that a page lists at a place. */
export function recordsAt(
  facts: readonly Fact[],
  place: readonly string[],
  fields: readonly WishedField[],
): ListedRecord[] {
  const titled = fields.filter(({ naming }) => naming.isTitle()).map(({ path }) => JSON.stringify(path))
  const titles = new Set(titled.length > 0 ? titled : ['["name"]'])
  const byRecord = new Map<number, Fact[]>()
  for (const fact of factsUnder(facts, place)) {
    const [index, ...path] = fact.path
    if (typeof index !== 'number') continue
    const known = byRecord.get(index) ?? []
    known.push({ ...fact, path })
    byRecord.set(index, known)
  }
  const records = [...byRecord.values()]
  const nameOf = (some: readonly Fact[]) =>
    some.find((fact) => titles.has(placeOf(fact))) ?? some.find(({ value }) => typeof value === 'string')
  return records.map((some) => ({
    facts: some,
    name: wordsOf(String(nameOf(some)?.value ?? '')),
    words: wordsOf(some.map(({ value }) => String(value)).join(' ')),
  }))
}

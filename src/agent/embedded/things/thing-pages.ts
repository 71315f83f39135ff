import type { WishedField } from '../../../extract/extract.ts'
import { FactPool, factsOfRecords, placeOf } from '../../gathered/facts.ts'
import type { Fact } from '../../gathered/facts.ts'
import { addressWords, shapeOf } from '../address.ts'
import type { Frontier, VisitedPage, Read } from '../frontier.ts'
import { isOneOfSeveral } from '../hubs.ts'
import { titlesOf } from '../plan.ts'
import { coverage, sameness } from '../subject.ts'
import { wordsOf } from '../../../language/words.ts'
import type { ThingSubject } from './thing-subject.ts'

export const ABOUT = 0.6
const JUST_IT = 0.95
const SAME_RECORD = 0.95
const OF_SEVERAL = -0.2
const ELSEWHERE = -0.1
const BESIDE_OWN_PAGE = -0.3
const SURE = 0.5

export interface KeptPage extends Pick<Read, 'page' | 'isGiven'> {
  facts: readonly Fact[]
  others: readonly ListedRecord[]
}

interface ListedRecord {
  facts: readonly Fact[]
  name: readonly string[]
}

export type Gathered = ReturnType<typeof gatheredFrom>

export function gatheredFrom(kept: readonly KeptPage[], subject: ThingSubject, frontier: Frontier) {
  const pool = new FactPool()
  if (!subject.isOneOfMany) {
    for (const { page, facts, isGiven } of kept) pool.add(facts, bonusOnSite(page, isGiven, frontier))
    return { pool, found: kept.length, shapes: new Set<string>() }
  }
  const { terms } = subject
  const hasOwnPage = [...frontier.ways.values()].some(
    ({ textWords }) => coverage(terms, textWords) >= SAME_RECORD,
  )
  const abouts = kept.map(({ page }) => aboutOf(page, terms, hasOwnPage))
  let found = 0
  for (const [at, { facts }] of kept.entries()) {
    const about = abouts[at]!
    if (about < ABOUT) continue
    if (facts.length > 0 || about >= JUST_IT) found++
    pool.add(facts, 0.1 * about)
  }
  // What the page of the thing itself says is not outvoted by lists, and what it leaves out they seldom know.
  for (const [at, { others, facts, page }] of kept.entries()) {
    if (abouts[at]! >= ABOUT) continue
    const record = recordOf(others, terms)
    if (!record && found > 0 && !subject.isProper && frontier.ways.get(page.key)?.isInMenu)
      pool.add(
        facts.filter((fact) => !pool.best(placeOf(fact))),
        ELSEWHERE,
      )
    if (!record) continue
    pool.add(
      record.facts.filter((fact) => (pool.best(placeOf(fact))?.trust ?? 0) < SURE),
      (found > 0 ? BESIDE_OWN_PAGE : -0.05) + 0.1 * sameness(terms, record.name),
    )
  }
  const shapes = kept.flatMap(({ page }, at) => (abouts[at]! >= ABOUT ? [shapeOf(page.url)] : []))
  return { pool, found, shapes: new Set(shapes) }
}

function recordOf(
  others: readonly ListedRecord[],
  terms: ReadonlyMap<string, number>,
): ListedRecord | undefined {
  const [named] = others
    .filter(({ name }) => coverage(terms, name) >= SAME_RECORD)
    .toSorted((one, other) => sameness(terms, other.name) - sameness(terms, one.name))
  return named
}

function bonusOnSite({ url }: VisitedPage, isGiven: boolean, frontier: Frontier): number {
  if (isGiven) return 0.05
  return isOneOfSeveral(shapeOf(url), frontier) ? OF_SEVERAL : 0
}

function aboutOf(
  { title, headings, url }: VisitedPage,
  terms: ReadonlyMap<string, number>,
  hasOwnPage: boolean,
): number {
  const [first = '', ...rest] = headings
  const named = Math.max(
    sameness(terms, wordsOf(first)),
    sameness(terms, wordsOf(title)),
    0.9 * sameness(terms, wordsOf(addressWords(url))),
  )
  // Beside a page of its own, others only mention it.
  const within = hasOwnPage
    ? 0
    : Math.max(0, ...rest.map((heading) => 0.7 * sameness(terms, wordsOf(heading))))
  return Math.max(named, within)
}

export function recordsAt(
  facts: readonly Fact[],
  place: readonly string[],
  fields: readonly WishedField[],
): ListedRecord[] {
  const titled = titlesOf(fields)
  const titles = new Set(titled.length > 0 ? titled : ['["name"]'])
  const nameOf = (some: readonly Fact[]) =>
    some.find((fact) => titles.has(placeOf(fact))) ?? some.find(({ value }) => typeof value === 'string')
  return [...factsOfRecords(facts, place).values()].map((some) => ({
    facts: some,
    name: wordsOf(String(nameOf(some)?.value ?? '')),
  }))
}

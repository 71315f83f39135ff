import type { FlatField } from '../../../extract/extract.ts'
import { FactPool, factsOfRecords, pathKeyOf } from '../../facts/facts.ts'
import type { Fact } from '../../facts/facts.ts'
import { urlText, urlPatternOf } from '../url.ts'
import type { Frontier, VisitedPage, VisitResult } from '../frontier.ts'
import { hasSimilarPages } from '../link-scores.ts'
import { titleKeysOf } from '../plan.ts'
import { coverage, similarity } from '../subject.ts'
import { wordsOf } from '../../../language/words.ts'
import type { EntitySubject } from './entity-subject.ts'

export const MIN_ABOUT_SCORE = 0.6
const EXACT_ABOUT_SCORE = 0.95
const SAME_RECORD = 0.95
const SIMILAR_PAGE_BONUS = -0.2
const OTHER_PAGE_BONUS = -0.1
const SECONDARY_PAGE_BONUS = -0.3
const SURE = 0.5

export interface EntityPage extends Pick<VisitResult, 'page' | 'isGiven'> {
  facts: readonly Fact[]
  listedRecords: readonly ListedRecord[]
}

interface ListedRecord {
  facts: readonly Fact[]
  name: readonly string[]
}

export type CollectedFacts = ReturnType<typeof collectFacts>

export function collectFacts(pages: readonly EntityPage[], subject: EntitySubject, frontier: Frontier) {
  const pool = new FactPool()
  if (!subject.isOneOfMany) {
    for (const { page, facts, isGiven } of pages) pool.add(facts, bonusOnSite(page, isGiven, frontier))
    return { pool, found: pages.length, urlPatterns: new Set<string>() }
  }
  const { terms } = subject
  const hasOwnPage = [...frontier.linkedPages.values()].some(
    ({ textWords }) => coverage(terms, textWords) >= SAME_RECORD,
  )
  const abouts = pages.map(({ page }) => aboutScoreOf(page, terms, hasOwnPage))
  let found = 0
  for (const [at, { facts }] of pages.entries()) {
    const about = abouts[at]!
    if (about < MIN_ABOUT_SCORE) continue
    if (facts.length > 0 || about >= EXACT_ABOUT_SCORE) found++
    pool.add(facts, 0.1 * about)
  }
  // What the page of the thing itself says is not outvoted by lists, and what it leaves out they seldom know.
  for (const [at, { listedRecords, facts, page }] of pages.entries()) {
    if (abouts[at]! >= MIN_ABOUT_SCORE) continue
    const record = recordOf(listedRecords, terms)
    if (!record && found > 0 && !subject.isProper && frontier.linkedPages.get(page.key)?.isInMenu)
      pool.add(
        facts.filter((fact) => !pool.best(pathKeyOf(fact))),
        OTHER_PAGE_BONUS,
      )
    if (!record) continue
    pool.add(
      record.facts.filter((fact) => (pool.best(pathKeyOf(fact))?.trust ?? 0) < SURE),
      (found > 0 ? SECONDARY_PAGE_BONUS : -0.05) + 0.1 * similarity(terms, record.name),
    )
  }
  const urlPatterns = pages.flatMap(({ page }, at) =>
    abouts[at]! >= MIN_ABOUT_SCORE ? [urlPatternOf(page.url)] : [],
  )
  return { pool, found, urlPatterns: new Set(urlPatterns) }
}

function recordOf(
  others: readonly ListedRecord[],
  terms: ReadonlyMap<string, number>,
): ListedRecord | undefined {
  const [named] = others
    .filter(({ name }) => coverage(terms, name) >= SAME_RECORD)
    .toSorted((one, other) => similarity(terms, other.name) - similarity(terms, one.name))
  return named
}

function bonusOnSite({ url }: VisitedPage, isGiven: boolean, frontier: Frontier): number {
  if (isGiven) return 0.05
  return hasSimilarPages(urlPatternOf(url), frontier) ? SIMILAR_PAGE_BONUS : 0
}

function aboutScoreOf(
  { title, headings, url }: VisitedPage,
  terms: ReadonlyMap<string, number>,
  hasOwnPage: boolean,
): number {
  const [first = '', ...rest] = headings
  const named = Math.max(
    similarity(terms, wordsOf(first)),
    similarity(terms, wordsOf(title)),
    0.9 * similarity(terms, wordsOf(urlText(url))),
  )
  // Beside a page of its own, others only mention it.
  const within = hasOwnPage
    ? 0
    : Math.max(0, ...rest.map((heading) => 0.7 * similarity(terms, wordsOf(heading))))
  return Math.max(named, within)
}

export function recordsAt(
  facts: readonly Fact[],
  path: readonly string[],
  fields: readonly FlatField[],
): ListedRecord[] {
  const titled = titleKeysOf(fields)
  const titles = new Set(titled.length > 0 ? titled : ['["name"]'])
  const nameOf = (some: readonly Fact[]) =>
    some.find((fact) => titles.has(pathKeyOf(fact))) ?? some.find(({ value }) => typeof value === 'string')
  return [...factsOfRecords(facts, path).values()].map((some) => ({
    facts: some,
    name: wordsOf(String(nameOf(some)?.value ?? '')),
  }))
}

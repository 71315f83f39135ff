import { pathKeyOf } from '../../facts/facts.ts'
import type { CollectedRecord } from '../../facts/facts.ts'
import { isBelowRoot, lastSegmentText, pageNumberOf, urlPatternOf } from '../url.ts'
import type { Frontier, SiteWords, VisitedPage, LinkedPage, Row } from '../frontier.ts'
import { EXPLORATION_SCORES, linkWeight, fieldLinkScore, nameScore, aboutPageScore } from '../link-scores.ts'
import type { Plan, PlannedList } from '../plan.ts'
import { coverage } from '../subject.ts'
import { isStopWord } from '../../../language/common-words.ts'
import { wordsOf } from '../../../language/words.ts'

export const NAME_MATCH = 0.5
export const EXACT_NAME_MATCH = 0.9

/** How surely the list is where it was found. When it is sure, no other page is looked for. */
export type Certainty = 'sure' | 'likely' | 'open'

export interface ListPage {
  page: VisitedPage
  kind: 'records' | 'names' | 'alone'
  pattern: string
  records: readonly CollectedRecord[]
  fillRate: number
  nameScore: number
  /** Whether the caller named it, or one that it goes on with, as a certain page of a site. */
  isGiven: boolean
}

export function fillRateOf(rows: readonly Pick<Row, 'facts'>[], places: number): number {
  let sum = 0
  for (const { facts } of rows) {
    const sure = new Map<string, number>()
    for (const fact of facts)
      sure.set(pathKeyOf(fact), Math.max(sure.get(pathKeyOf(fact)) ?? 0, fact.evidence.confidence))
    for (const confidence of sure.values()) sum += confidence
  }
  return sum / (rows.length * places)
}

export function choosePages(pages: readonly ListPage[]): readonly ListPage[] {
  const groups = Map.groupBy(pages, ({ pattern }) => pattern)
  if (pages.some(({ kind }) => kind !== 'alone')) groups.delete('alone')
  const [best = []] = [...groups.values()].toSorted((one, other) => scoreOf(other) - scoreOf(one))
  const isFilled = (some: readonly ListPage[]) =>
    some.some(({ fillRate, nameScore }) => fillRate > MIN_FILL_RATE || nameScore >= NAME_MATCH)
  const named = best.filter(({ nameScore }) => nameScore >= EXACT_NAME_MATCH)
  const given = (named.length > 0 ? named : best).filter(({ isGiven }) => isGiven)
  if (isFilled(given)) return given
  if (named.length > 0) return named
  return best
}

const MIN_FILL_RATE = 0.25

/** How much speaks for some pages: what they are called comes before what their records have. */
function scoreOf(pages: readonly ListPage[]): number {
  const count = pages.reduce((sum, { records }) => sum + records.length, 0)
  const fillRate = pages.reduce((sum, page) => sum + page.fillRate * page.records.length, 0) / count
  const nameScore = Math.max(...pages.map((page) => page.nameScore))
  return (0.1 + fillRate) * (1 + (nameScore >= EXACT_NAME_MATCH ? 1 : 0.5 * nameScore))
}

export function certaintyOf(pages: readonly ListPage[]): Certainty {
  const all = new Set(pages.map(certainty))
  return all.has('sure') ? 'sure' : all.has('likely') ? 'likely' : 'open'
}

function certainty(page: ListPage): Certainty {
  const { kind, fillRate } = page
  if (kind === 'alone' || !isIntended(page)) return 'open'
  if (kind === 'records' && fillRate > MIN_FILL_RATE) return 'sure'
  return kind === 'names' ? 'likely' : 'open'
}

export function isIntended({ nameScore, isGiven, page }: ListPage): boolean {
  // What a first page has is a bit of everything.
  const least = isBelowRoot(page.url) ? NAME_MATCH : EXACT_NAME_MATCH
  return nameScore >= least || isGiven
}

export function listPatternOf(records: readonly CollectedRecord[], page: VisitedPage): string {
  const shapes = Map.groupBy(records, ({ link }) =>
    link === undefined ? '' : urlPatternOf(`http://${link}`),
  )
  const [[most = ''] = []] = [...shapes].toSorted(([, one], [, other]) => other.length - one.length)
  return most === '' ? `page ${pageNumberOf(page.url).rest}` : most
}

const MOST_FIELDS = 40

export function listLinkScore(page: LinkedPage, { plan, list }: { plan: Plan; list: PlannedList }): number {
  const all = coverage(plan.subject.terms, [...page.textWords, ...page.lastSegmentWords])
  const worth =
    0.55 * nameScore(list.naming, page) +
    0.3 * all +
    0.25 * fieldLinkScore(page, [list, ...list.fields.slice(0, MOST_FIELDS)]) +
    0.15 * aboutPageScore(page) +
    (page.area === 'navigation' ? 0.03 : 0)
  return 0.8 * linkWeight(page) * Math.min(1, worth)
}

export function explorationScore(page: LinkedPage): number {
  return linkWeight(page) * EXPLORATION_SCORES[page.area]
}

export function pageNameScore(
  { list, plan, frontier }: { list: PlannedList; plan: Plan; frontier: Frontier },
  { title, headings, url }: VisitedPage,
  linkedPage: LinkedPage | undefined,
): number {
  const names = [
    ...title.split(/\s[|–—·•-]\s/),
    headings[0] ?? '',
    lastSegmentText(url),
    linkedPage?.text ?? '',
  ].filter((name) => name !== '' && name.length < 80)
  const likenesses = names.map((name) => list.naming.likenessTo(name))
  const isAsked = names.some((name) => isRequested(name, plan, frontier.site))
  return Math.max(isAsked ? EXACT_NAME_MATCH : 0, ...likenesses)
}

function isRequested(name: string, { subject: { terms } }: Plan, site: SiteWords): boolean {
  const significant = wordsOf(name).filter((word) => !isStopWord(word) && !site.has(word))
  return (
    significant.length > 0 && significant.every((word) => (terms.get(word) ?? 0) >= 1 && !/^\d+$/.test(word))
  )
}

import { placeOf } from '../../gathered/facts.ts'
import type { GatheredRecord } from '../../gathered/facts.ts'
import { isBelow, lastWords, pageNumberOf, shapeOf } from '../address.ts'
import type { Frontier, SiteWords, VisitedPage, Way, Row } from '../frontier.ts'
import { EXPLORED, handicap, hubLikeness, likeness, ownerLikeness } from '../hubs.ts'
import type { Plan, PlannedList } from '../plan.ts'
import { coverage } from '../subject.ts'
import { isStopWord } from '../../../language/common-words.ts'
import { wordsOf } from '../../../language/words.ts'

export const CALLED_SO = 0.5
export const JUST_SO = 0.9

/** How surely the list is where it was found. When it is sure, no other page is looked for. */
export type Certainty = 'sure' | 'likely' | 'open'

export interface ListPage {
  page: VisitedPage
  kind: 'records' | 'names' | 'alone'
  shape: string
  records: readonly GatheredRecord[]
  filled: number
  called: number
  /** Whether the caller named it, or one that it goes on with, as a certain page of a site. */
  isGiven: boolean
}

export function filledIn(rows: readonly Pick<Row, 'facts'>[], places: number): number {
  let sum = 0
  for (const { facts } of rows) {
    const sure = new Map<string, number>()
    for (const fact of facts)
      sure.set(placeOf(fact), Math.max(sure.get(placeOf(fact)) ?? 0, fact.evidence.confidence))
    for (const confidence of sure.values()) sum += confidence
  }
  return sum / (rows.length * places)
}

export function chosenPages(pages: readonly ListPage[]): readonly ListPage[] {
  const groups = Map.groupBy(pages, ({ shape }) => shape)
  if (pages.some(({ kind }) => kind !== 'alone')) groups.delete('alone')
  const [best = []] = [...groups.values()].toSorted((one, other) => worthOf(other) - worthOf(one))
  const isFilled = (some: readonly ListPage[]) =>
    some.some(({ filled, called }) => filled > FILLED || called >= CALLED_SO)
  const named = best.filter(({ called }) => called >= JUST_SO)
  const given = (named.length > 0 ? named : best).filter(({ isGiven }) => isGiven)
  if (isFilled(given)) return given
  if (named.length > 0) return named
  return best
}

const FILLED = 0.25

/** How much speaks for some pages: what they are called comes before what their records have. */
function worthOf(pages: readonly ListPage[]): number {
  const count = pages.reduce((sum, { records }) => sum + records.length, 0)
  const filled = pages.reduce((sum, page) => sum + page.filled * page.records.length, 0) / count
  const called = Math.max(...pages.map((page) => page.called))
  return (0.1 + filled) * (1 + (called >= JUST_SO ? 1 : 0.5 * called))
}

export function certaintyOf(pages: readonly ListPage[]): Certainty {
  const all = new Set(pages.map(certainty))
  return all.has('sure') ? 'sure' : all.has('likely') ? 'likely' : 'open'
}

function certainty(page: ListPage): Certainty {
  const { kind, filled } = page
  if (kind === 'alone' || !isMeant(page)) return 'open'
  if (kind === 'records' && filled > FILLED) return 'sure'
  return kind === 'names' ? 'likely' : 'open'
}

export function isMeant({ called, isGiven, page }: ListPage): boolean {
  // What a first page has is a bit of everything.
  const least = isBelow(page.url) ? CALLED_SO : JUST_SO
  return called >= least || isGiven
}

export function shapeOfList(records: readonly GatheredRecord[], page: VisitedPage): string {
  const shapes = Map.groupBy(records, ({ link }) => (link === undefined ? '' : shapeOf(`http://${link}`)))
  const [[most = ''] = []] = [...shapes].toSorted(([, one], [, other]) => other.length - one.length)
  return most === '' ? `page ${pageNumberOf(page.url).rest}` : most
}

const MOST_FIELDS = 40

export function worthOfHub(way: Way, { plan, list }: { plan: Plan; list: PlannedList }): number {
  const all = coverage(plan.subject.terms, [...way.textWords, ...way.lastWords])
  const worth =
    0.55 * likeness(list.naming, way) +
    0.3 * all +
    0.25 * hubLikeness(way, [list, ...list.fields.slice(0, MOST_FIELDS)]) +
    0.15 * ownerLikeness(way) +
    (way.area === 'navigation' ? 0.03 : 0)
  return 0.8 * handicap(way) * Math.min(1, worth)
}

export function exploration(way: Way): number {
  return handicap(way) * EXPLORED[way.area]
}

export function calledLike(
  { list, plan, frontier }: { list: PlannedList; plan: Plan; frontier: Frontier },
  { title, headings, url }: VisitedPage,
  way: Way | undefined,
): number {
  const names = [...title.split(/\s[|–—·•-]\s/), headings[0] ?? '', lastWords(url), way?.text ?? ''].filter(
    (name) => name !== '' && name.length < 80,
  )
  const likenesses = names.map((name) => list.naming.likenessTo(name))
  const isAsked = names.some((name) => isAskedFor(name, plan, frontier.site))
  return Math.max(isAsked ? JUST_SO : 0, ...likenesses)
}

function isAskedFor(name: string, { subject: { terms } }: Plan, site: SiteWords): boolean {
  const telling = wordsOf(name).filter((word) => !isStopWord(word) && !site.has(word))
  return telling.length > 0 && telling.every((word) => (terms.get(word) ?? 0) >= 1 && !/^\d+$/.test(word))
}

import { placeOf } from '../../gathered/fact-pool.ts'
import type { GatheredRecord } from '../../gathered/record-pool.ts'
import { pageNumberOf, shapeOf } from '../address.ts'
import type { VisitedPage } from '../frontier.ts'
import type { Row } from '../hunt.ts'

/** From where on a page is called like the list, and is called just so. */
export const CALLED_SO = 0.5
export const JUST_SO = 0.9

/** How surely the list is where it was found. When it is sure, no other page is looked for. */
export type Certainty = 'sure' | 'likely' | 'open'

/** A page with a list on it. */
export interface ListPage {
  page: VisitedPage
  kind: 'records' | 'names' | 'alone'
  /** The key of the first page of the list that it goes on with. */
  chain: string
  /** What the records' own pages look like. */
  shape: string
  records: readonly GatheredRecord[]
  /** How many of them no page before had. */
  fresh: number
  /** How much of what is wanted its records have, from 0 to 1. */
  filled: number
  /** How much of it those have whose own pages were read, where these had more than a name; from 0 to 1. */
  proven: number
  /** How far it is called what is wanted. */
  called: number
  /** Whether the caller named it, or one that it goes on with, as a certain page of a site. */
  isGiven: boolean
  /** Whether it looks like the pages of its records, so that it may be one with others beside it. */
  isBeside: boolean
}

/** How much of so many places rows have, by how sure each value is; from 0 to 1. */
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

/** The pages that have the list, and not another that is only alike. */
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
  const chains = new Set(best.flatMap(({ kind, chain }) => (kind === 'records' ? [chain] : [])))
  const full = best.filter(({ chain }) => chains.has(chain))
  const lists = (isFilled(full) ? full : best).filter(({ isBeside }) => !isBeside)
  return lists.length > 0 ? lists : isFilled(full) ? full : best
}

/** The share of what is wanted from where on records are likely those that are. */
const FILLED = 0.25

/** How much speaks for some pages: what they are called comes before what their records have. */
function worthOf(pages: readonly ListPage[]): number {
  const count = pages.reduce((sum, { records }) => sum + records.length, 0)
  const filled = pages.reduce((sum, page) => sum + page.filled * page.records.length, 0) / count
  const called = Math.max(...pages.map((page) => page.called))
  const isGiven = pages.some((page) => page.isGiven)
  const size = 1 + Math.log2(Math.min(count, 64)) / 6
  const claim = 1 + (called >= JUST_SO ? 1 : 0.5 * called)
  return (0.1 + filled) * size * claim * (isGiven ? 1.25 : 1)
}

/** How surely pages have the list. */
export function certaintyOf(pages: readonly ListPage[]): Certainty {
  const all = new Set(pages.map(certainty))
  return all.has('sure') ? 'sure' : all.has('likely') ? 'likely' : 'open'
}

function certainty(page: ListPage): Certainty {
  const { kind, filled, proven } = page
  if (kind === 'alone' || !isMeant(page)) return 'open'
  if (proven > 0 || (kind === 'records' && filled > FILLED)) return 'sure'
  return kind === 'names' ? 'likely' : 'open'
}

/** Whether a page is the one that is asked for, by what it is called, or as the caller named it. */
export function isMeant({ called, isGiven, page }: ListPage): boolean {
  // What a first page has is a bit of everything.
  const least = isBelow(page.url) ? CALLED_SO : JUST_SO
  return called >= least || isGiven
}

/** Whether an address is of a certain page rather than of the whole site. */
export function isBelow(url: string): boolean {
  return (URL.parse(url)?.pathname ?? '/') !== '/'
}

/** What the pages of most records look like; of records without any, the list itself. */
export function shapeOfList(records: readonly GatheredRecord[], page: VisitedPage): string {
  const counts = new Map<string, number>()
  for (const { link } of records) {
    const shape = link === undefined ? '' : shapeOf(`http://${link}`)
    counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  const [[most = ''] = []] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most === '' ? `page ${pageNumberOf(page.url).rest}` : most
}

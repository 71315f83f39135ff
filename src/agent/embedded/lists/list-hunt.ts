import type { Fact } from '../../gathered/facts.ts'
import { pageNumberOf } from '../address.ts'
import type { Way, Proposal } from '../frontier.ts'
import { handicap, likeness } from '../hubs.ts'
import { coverage } from '../subject.ts'
import { continues } from './continues.ts'
import { LEAST_TRUST } from './list-findings.ts'
import type { ListFindings } from './list-findings.ts'
import { isInOrder } from './list-order.ts'
import { CALLED_SO, certaintyOf, exploration, isMeant, JUST_SO, worthOfHub } from './list-pages.ts'
import type { Certainty, ListPage } from './list-pages.ts'

const LEAST_GAIN = 0.22
const LEAST_WORTH = 0.05
const LEAST_WORTH_BESIDES = 0.3
const PATIENCE = { found: 2, unfound: 6 }

/** The records that are asked for, with the values that can be trusted. */
export function listFacts(found: ListFindings): Fact[] {
  const pages = found.chosen()
  const named = new Set(
    pages.some(isMeant) ? [] : pages.flatMap(({ kind, records }) => (kind === 'names' ? records : [])),
  )
  const wanted = found.wanted()
  const records = wanted.map(({ facts }) => facts.trusted(LEAST_TRUST))
  // Of what was only listed by name, nothing is known to be what is asked for until its own page said so.
  const least = Math.min(2, found.places.length)
  const isKnown = (facts: readonly Fact[], at: number) => facts.length >= (named.has(wanted[at]!) ? least : 1)
  return records
    .filter(isKnown)
    .flatMap((facts, index) =>
      facts.map((fact) => ({ ...fact, path: [...found.list.path, index, ...fact.path] })),
    )
}

/** The pages that go on with a list, may have it, or say more of its records. */
export function listProposals(found: ListFindings): Proposal[] {
  const pages = found.chosen()
  const wanted = found.wanted()
  const certainty = certaintyOf(pages)
  const isEnough =
    wanted.length >= found.list.most &&
    isInOrder(
      pages.flatMap(({ records }) => records),
      found.list,
    )
  const isFull = wanted.every((record) => found.details.lacks(record).length === 0)
  const isGiven = pages.some(isMeant)
  return [
    ...(isEnough ? [] : nextPages(found, pages, certainty)),
    ...(isEnough && (isFull || isGiven) ? [] : hubs(found, pages, certainty)),
    ...ownPages(found, pages, certainty),
  ]
}

function nextPages(found: ListFindings, pages: readonly ListPage[], certainty: Certainty): Proposal[] {
  const listed = new Map(pages.map(({ page }) => [page.key, page]))
  return found.frontier.unvisited().flatMap((way) => {
    if (!way.from.some((key) => listed.has(key) && continues(way, listed.get(key)!))) return []
    const worth = (certainty === 'open' ? 0.3 : 0.97) - Math.min(pageNumberOf(way.url).number, 500) / 5000
    const isNeeded = found.list.most === Number.POSITIVE_INFINITY
    return [{ ...to(way), worth, isNeeded, why: 'It is the next page of the list.' }]
  })
}

function hubs(found: ListFindings, pages: readonly ListPage[], certainty: Certainty): Proposal[] {
  const { idle, fruitless } = found
  const ways = found.frontier.unvisited()
  const isFound = certainty === 'sure'
  const least = certainty === 'likely' ? LEAST_WORTH_BESIDES : LEAST_WORTH
  if (fruitless >= (isFound ? PATIENCE.found : PATIENCE.unfound)) return []
  if (idle >= 2 * PATIENCE.unfound) return []
  const isCalled = pages.some(({ called }) => called >= CALLED_SO)
  const isJustSo = pages.some(({ called }) => called >= JUST_SO)
  if (isFound && isCalled) return []
  const isExplored = idle < PATIENCE.unfound && !pages.some(({ kind }) => kind === 'records')
  const explored = isExplored ? exploration : () => 0
  return ways.flatMap((way) => {
    const isHub = !isJustSo && likeness(found.list.naming, way) >= JUST_SO
    if (isHub) return [{ ...to(way), worth: 0.95 * handicap(way), why: 'It is called like the list.' }]
    if (way.isNext || isFound) return []
    const worth = worthOfHub(way, found) + explored(way)
    return worth < least ? [] : [{ ...to(way), worth, why: 'It may have the list.' }]
  })
}

function ownPages(found: ListFindings, pages: readonly ListPage[], certainty: Certainty): Proposal[] {
  const { details, frontier } = found
  const isTried = details.hasPaidOff()
  const isListed = isTried || pages.some(({ kind }) => kind !== 'names')
  const least = { sure: 0.3, likely: isTried ? 0.25 : 0.93, open: isListed ? 0.2 : 0.1 }[certainty]
  const proposals = found.sought().flatMap((record) => {
    const { link = '' } = record
    const way = frontier.spent.has(link) ? undefined : frontier.ways.get(link)
    const lacks = details.lacks(record)
    const gain = lacks.reduce((sum, place) => sum + details.expected(place), 0)
    if (!way || gain < LEAST_GAIN) return []
    return [
      {
        ...to(way),
        isRecord: isTried,
        worth: least + (certainty === 'sure' ? 0.4 * Math.min(1, gain) : 0),
        isNeeded: true,
        why: `It is about one of the records, which still lacks ${namesOf(lacks)}.`,
      },
    ]
  })
  if (isTried) return proposals
  // One is tried before all are visited: the one that is most of what is asked about.
  const aboutOf = ({ key }: Proposal) =>
    coverage(found.plan.subject.terms, frontier.ways.get(key)?.textWords ?? [])
  return proposals.toSorted((one, other) => aboutOf(other) - aboutOf(one)).slice(0, 1)
}

function namesOf(places: readonly string[]): string {
  return places
    .slice(0, 4)
    .map((place) => (JSON.parse(place) as string[]).at(-1))
    .join(', ')
}

function to({ url, key }: Way): Pick<Proposal, 'url' | 'key' | 'isRecord' | 'isNeeded'> {
  return { url, key, isRecord: false, isNeeded: false }
}

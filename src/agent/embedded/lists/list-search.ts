import type { Fact } from '../../facts/facts.ts'
import { pageNumberOf } from '../url.ts'
import type { LinkedPage, Proposal } from '../frontier.ts'
import { linkWeight, nameScore } from '../link-scores.ts'
import { coverage } from '../subject.ts'
import { isNextPage } from './is-next-page.ts'
import { MIN_TRUST } from './list-findings.ts'
import type { ListFindings } from './list-findings.ts'
import { isInOrder } from './list-order.ts'
import {
  NAME_MATCH,
  certaintyOf,
  explorationScore,
  isIntended,
  EXACT_NAME_MATCH,
  listLinkScore,
} from './list-pages.ts'
import type { Certainty, ListPage } from './list-pages.ts'

const MIN_GAIN = 0.22
const MIN_SCORE = 0.05
const MIN_SCORE_WHEN_LIKELY = 0.3
const MAX_FRUITLESS_PAGES = { found: 2, unfound: 6 }

/** The records that are asked for, with the values that can be trusted. */
export function listFacts(found: ListFindings): Fact[] {
  const pages = found.chosenPages()
  const named = new Set(
    pages.some(isIntended) ? [] : pages.flatMap(({ kind, records }) => (kind === 'names' ? records : [])),
  )
  const wanted = found.wanted()
  const records = wanted.map(({ facts }) => facts.trusted(MIN_TRUST))
  // Of what was only listed by name, nothing is known to be what is asked for until its own page said so.
  const least = Math.min(2, found.pathKeys.length)
  const isKnown = (facts: readonly Fact[], at: number) => facts.length >= (named.has(wanted[at]!) ? least : 1)
  return records
    .filter(isKnown)
    .flatMap((facts, index) =>
      facts.map((fact) => ({ ...fact, path: [...found.list.path, index, ...fact.path] })),
    )
}

/** The pages that go on with a list, may have it, or say more of its records. */
export function listProposals(found: ListFindings): Proposal[] {
  const pages = found.chosenPages()
  const wanted = found.wanted()
  const certainty = certaintyOf(pages)
  const isEnough =
    wanted.length >= found.list.most &&
    isInOrder(
      pages.flatMap(({ records }) => records),
      found.list,
    )
  const isFull = wanted.every((record) => found.details.missing(record).length === 0)
  const isGiven = pages.some(isIntended)
  return [
    ...(isEnough ? [] : nextPages(found, pages, certainty)),
    ...(isEnough && (isFull || isGiven) ? [] : listCandidates(found, pages, certainty)),
    ...recordPages(found, pages, certainty),
  ]
}

function nextPages(found: ListFindings, pages: readonly ListPage[], certainty: Certainty): Proposal[] {
  const listed = new Map(pages.map(({ page }) => [page.key, page]))
  return found.frontier.unvisited().flatMap((way) => {
    if (!way.linkedFrom.some((key) => listed.has(key) && isNextPage(way, listed.get(key)!))) return []
    const worth = (certainty === 'open' ? 0.3 : 0.97) - Math.min(pageNumberOf(way.url).number, 500) / 5000
    const isNeeded = found.list.most === Number.POSITIVE_INFINITY
    return [{ ...proposalFor(way), worth, isNeeded, why: 'It is the next page of the list.' }]
  })
}

function listCandidates(found: ListFindings, pages: readonly ListPage[], certainty: Certainty): Proposal[] {
  const { idlePages, fruitlessPages } = found
  const linkedPages = found.frontier.unvisited()
  const isFound = certainty === 'sure'
  const least = certainty === 'likely' ? MIN_SCORE_WHEN_LIKELY : MIN_SCORE
  if (fruitlessPages >= (isFound ? MAX_FRUITLESS_PAGES.found : MAX_FRUITLESS_PAGES.unfound)) return []
  if (idlePages >= 2 * MAX_FRUITLESS_PAGES.unfound) return []
  const isNamed = pages.some(({ nameScore }) => nameScore >= NAME_MATCH)
  const isExactlyNamed = pages.some(({ nameScore }) => nameScore >= EXACT_NAME_MATCH)
  if (isFound && isNamed) return []
  const isExplored = idlePages < MAX_FRUITLESS_PAGES.unfound && !pages.some(({ kind }) => kind === 'records')
  const explored = isExplored ? explorationScore : () => 0
  return linkedPages.flatMap((way) => {
    const isListLink = !isExactlyNamed && nameScore(found.list.naming, way) >= EXACT_NAME_MATCH
    if (isListLink)
      return [{ ...proposalFor(way), worth: 0.95 * linkWeight(way), why: 'It is called like the list.' }]
    if (way.isNext || isFound) return []
    const worth = listLinkScore(way, found) + explored(way)
    return worth < least ? [] : [{ ...proposalFor(way), worth, why: 'It may have the list.' }]
  })
}

function recordPages(found: ListFindings, pages: readonly ListPage[], certainty: Certainty): Proposal[] {
  const { details, frontier } = found
  const isTried = details.hasHits()
  const isListed = isTried || pages.some(({ kind }) => kind !== 'names')
  const least = { sure: 0.3, likely: isTried ? 0.25 : 0.93, open: isListed ? 0.2 : 0.1 }[certainty]
  const proposals = found.recordsToComplete().flatMap((record) => {
    const { link = '' } = record
    const way = frontier.doneKeys.has(link) ? undefined : frontier.linkedPages.get(link)
    const lacks = details.missing(record)
    const gain = lacks.reduce((sum, place) => sum + details.expected(place), 0)
    if (!way || gain < MIN_GAIN) return []
    return [
      {
        ...proposalFor(way),
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
    coverage(found.plan.subject.terms, frontier.linkedPages.get(key)?.textWords ?? [])
  return proposals.toSorted((one, other) => aboutOf(other) - aboutOf(one)).slice(0, 1)
}

function namesOf(places: readonly string[]): string {
  return places
    .slice(0, 4)
    .map((place) => (JSON.parse(place) as string[]).at(-1))
    .join(', ')
}

function proposalFor({ url, key }: LinkedPage): Pick<Proposal, 'url' | 'key' | 'isRecord' | 'isNeeded'> {
  return { url, key, isRecord: false, isNeeded: false }
}

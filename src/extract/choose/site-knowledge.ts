import type { Finding } from '../findings/cues.ts'
import { hashOf } from '../findings/layout.ts'
import type { Wanted } from './field.ts'
import type { PageView } from './page-view.ts'
import { memoizePerObject } from '../../language/memoize.ts'
import { bestOf } from './ranking.ts'
import type { Ranking } from './ranking.ts'

export interface PageTrace {
  /** Its first texts, each as a number, and for each the place with its label where it stands. */
  texts: number[]
  places: number[]
  votes: Record<string, Vote[]>
}

type Vote = [path: number, labelled: number, counted: number, strength: number]

/** The log-odds that count as nothing: the strength of a vote is by how much it is above them. */
const LEAST_STRENGTH = -6

export interface SiteKnowledge {
  pages: number
  texts: ReadonlyMap<number, number>
  votes: ReadonlyMap<string, ReadonlyMap<number, number>>
}

const MAX_TEXTS = 600
const MAX_VOTES = 8
const MAX_EXTRA = 12

export function traceOf({ view, fields }: Ranking): PageTrace {
  const keysAt = keysOf(view)
  return {
    ...shownOn(view),
    votes: Object.fromEntries(
      fields.map(({ wanted, rows, scores }) => [
        wanted.field.name,
        bestOf(scores, MAX_VOTES)
          .map((at): Vote => [...keysAt(rows[at]!), strengthOf(scores[at]!)])
          .filter(([, , , strength]) => strength > 0),
      ]),
    ),
  }
}

type Shown = Pick<PageTrace, 'texts' | 'places'>

function shownOn(view: PageView): Shown {
  const keysAt = keysOf(view)
  const rows = [...view.findings.keys()]
    .filter((row) => view.findings[row]!.reader === 'text')
    .slice(0, MAX_TEXTS)
  return {
    texts: rows.map((row) => hashOf(view.findings[row]!.text)),
    places: rows.map((row) => keysAt(row)[1]),
  }
}

const LEAST_ALIKE = 0.1
const FEWEST_ALIKE = 2

/**
 * Those of other pages of the site that are made like a page. Menus and labels that both have do not count: where the one
 * says something that the other does not, the other says something else under the same label.
 */
export function similarTraces(view: PageView, traces: readonly PageTrace[]): PageTrace[] {
  if (traces.length === 0) return []
  const shown = shownOn(view)
  return traces.filter((trace) => isAlike(shown, trace))
}

function isAlike(one: Shown, other: Shown): boolean {
  const own = ownPlaces(one, other)
  const others = ownPlaces(other, one)
  const shared = [...own].filter((place) => others.has(place)).length
  return shared >= FEWEST_ALIKE && shared >= LEAST_ALIKE * (own.size + others.size - shared)
}

function ownPlaces({ texts, places }: Shown, other: Shown): Set<number> {
  const said = new Set(other.texts)
  return new Set(places.filter((_, at) => !said.has(texts[at]!)))
}

function strengthOf(score: number): number {
  return Math.round((Math.min(score, -LEAST_STRENGTH) - LEAST_STRENGTH) * 10) / 10
}

type Keys = [path: number, labelled: number, counted: number]
type KeysAt = (row: number) => Keys

/**
 * What a finding is likely to have in common with the same value on another page: its path, its path and the text before
 * it, its path and how many of that path stand before it.
 */
const keysOf = memoizePerObject((view: PageView): KeysAt => {
  const seen = new Map<number, number>()
  const paths = new Uint32Array(view.findings.length)
  const counts = view.findings.map((finding, row) => {
    const path = (paths[row] = pathOf(finding))
    const count = seen.get(path) ?? 0
    seen.set(path, count + 1)
    return count
  })
  return (row) => {
    const { cues } = view.findings[row]!
    const path = paths[row]!
    const label = cues.inText || cues.row || cues.before
    return [path, hashOf(`${label}|${cues.column}`, path), hashOf(String(counts[row]!), path)]
  }
})

function pathOf({ spot, reader, kind, cues }: Finding): number {
  if (!spot) return hashOf(`${reader} ${cues.named}`)
  return reader === 'text' ? spot.path : hashOf(`${reader} ${kind ?? ''}`, spot.path)
}

export function siteKnowledge(traces: readonly PageTrace[]): SiteKnowledge {
  const texts = new Map<number, number>()
  const votes = new Map<string, Map<number, number>>()
  for (const trace of traces) {
    for (const text of new Set(trace.texts)) texts.set(text, (texts.get(text) ?? 0) + 1)
    for (const [field, cast] of Object.entries(trace.votes)) {
      const sums = votes.get(field) ?? new Map<number, number>()
      votes.set(field, sums)
      for (const [key, strength] of strongest(cast)) sums.set(key, (sums.get(key) ?? 0) + strength)
    }
  }
  return { pages: traces.length, texts, votes }
}

function strongest(cast: readonly Vote[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const [path, labelled, counted, strength] of cast) {
    for (const key of [path, labelled, counted]) found.set(key, Math.max(found.get(key) ?? 0, strength))
  }
  return found
}

export function knownRows(site: SiteKnowledge, view: PageView): (field: Wanted) => ReadonlySet<number> {
  const keysAt = keysOf(view)
  return ({ field }) => {
    const votes = site.votes.get(field.name)
    if (!votes) return new Set()
    const rows = view.findings.flatMap((_, row) => {
      const [, labelled, counted] = keysAt(row)
      const votesHere = Math.max(votes.get(labelled) ?? 0, votes.get(counted) ?? 0)
      return votesHere > 0 ? [{ row, votes: votesHere }] : []
    })
    return new Set(
      rows
        .toSorted((one, other) => other.votes - one.votes)
        .slice(0, MAX_EXTRA)
        .map(({ row }) => row),
    )
  }
}

const MOST_TRUST = 0.7
const PAGES_FOR_HALF = 2
const PAGES_FOR_TEMPLATE = 3
const TEMPLATE_SHARE = 0.5
const TEMPLATE_LOSS = 2.5

export function rankWithSite(ranking: Ranking, site: SiteKnowledge): Ranking {
  const { view } = ranking
  const keysAt = keysOf(view)
  const trust = (MOST_TRUST * site.pages) / (site.pages + PAGES_FOR_HALF)
  const fields = ranking.fields.map((ranked) => {
    const sums = site.votes.get(ranked.wanted.field.name) ?? new Map<number, number>()
    const others = (key: number) => (sums.get(key) ?? 0) / site.pages + LEAST_STRENGTH
    const scores = ranked.scores.map((score, at) => {
      const row = ranked.rows[at]!
      const [path, labelled, counted] = keysAt(row)
      const elsewhere = 0.7 * Math.max(others(labelled), others(counted)) + 0.3 * others(path)
      return (1 - trust) * score + trust * elsewhere - templateLoss(site, view.findings[row]!.text)
    })
    return { ...ranked, scores }
  })
  return { view, fields }
}

function templateLoss({ pages, texts }: SiteKnowledge, text: string): number {
  if (pages < PAGES_FOR_TEMPLATE) return 0
  const share = (texts.get(hashOf(text)) ?? 0) / pages
  return share > TEMPLATE_SHARE ? TEMPLATE_LOSS * share : 0
}

import { hashOf } from '../candidates/survey.ts'
import type { Place } from '../candidates/place.ts'
import type { ReadablePage } from '../page.ts'
import type { FieldMatch } from './field.ts'
import { bestRows } from './ranking.ts'
import type { Ranking } from './ranking.ts'

/** What a page leaves behind for other pages of its site, as plain data. */
export interface PageTrace {
  /** Its texts, each as a number. */
  texts: number[]
  /** For each field the places that may be its value, and how much speaks for them: see `keysOf`. */
  votes: Record<string, Vote[]>
}

type Vote = [path: number, labelled: number, counted: number, strength: number]

/** The log-odds that count as nothing: the strength of a vote is by how much it is above them. */
export const LEAST_STRENGTH = -6

/** What earlier pages of a site teach about another one of it. */
export interface SiteKnowledge {
  pages: number
  /** On how many pages a text stands. */
  texts: ReadonlyMap<number, number>
  /** For each field and key of a place, how much the pages found it there: the sum of the strengths. */
  votes: ReadonlyMap<string, ReadonlyMap<number, number>>
}

const MAX_TEXTS = 600
const MAX_VOTES = 8

const rankings = new WeakMap<ReadonlyMap<string, FieldMatch>, Ranking>()

/** Lets `traceOf` see all that was considered for these matches, and not only what was chosen. */
export function remember(matches: ReadonlyMap<string, FieldMatch>, ranking: Ranking): void {
  rankings.set(matches, ranking)
}

/** What a page leaves behind, given what `matchFields` found on it. */
export function traceOf(_page: ReadablePage, matches: ReadonlyMap<string, FieldMatch>): PageTrace {
  const ranking = rankings.get(matches)
  return ranking ? traceIn(ranking) : { texts: [], votes: {} }
}

export function traceIn({ view, fields, scores }: Ranking): PageTrace {
  const keys = keysOf(view.places)
  const shown = view.places.slice(0, MAX_TEXTS).filter(({ spot }) => spot !== undefined)
  return {
    texts: [...new Set(shown.map(({ text }) => hashOf(text)))],
    votes: Object.fromEntries(
      fields.map(({ name }, at) => [
        name,
        bestRows(scores[at]!, MAX_VOTES)
          .map((row): Vote => [...keys[row]!, strengthOf(scores[at]![row]!)])
          .filter(([, , , strength]) => strength > 0),
      ]),
    ),
  }
}

function strengthOf(score: number): number {
  return Math.round((Math.min(score, -LEAST_STRENGTH) - LEAST_STRENGTH) * 10) / 10
}

/**
 * What a place is likely to have in common with the place of the same value on another page: its path, its path and the
 * text before it, its path and how many of that path stand before it.
 */
export function keysOf(places: readonly Place[]): [number, number, number][] {
  const seen = new Map<number, number>()
  return places.map(({ spot, cues, source }) => {
    const path = spot?.path ?? hashOf(`${source} ${cues.named}`)
    const count = seen.get(path) ?? 0
    seen.set(path, count + 1)
    const label = cues.inText || cues.row || cues.before
    return [path, hashOf(`${label}|${cues.column}`, path), hashOf(String(count), path)]
  })
}

/** Puts together what the pages of a site left behind. */
export function siteKnowledge(traces: readonly PageTrace[]): SiteKnowledge {
  const texts = new Map<number, number>()
  const votes = new Map<string, Map<number, number>>()
  for (const trace of traces) {
    for (const text of trace.texts) texts.set(text, (texts.get(text) ?? 0) + 1)
    for (const [field, cast] of Object.entries(trace.votes)) {
      const sums = votes.get(field) ?? new Map<number, number>()
      votes.set(field, sums)
      for (const [key, strength] of strongest(cast)) sums.set(key, (sums.get(key) ?? 0) + strength)
    }
  }
  return { pages: traces.length, texts, votes }
}

/** A page has one vote for each key. */
function strongest(cast: readonly Vote[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const [path, labelled, counted, strength] of cast) {
    for (const key of [path, labelled, counted]) found.set(key, Math.max(found.get(key) ?? 0, strength))
  }
  return found
}

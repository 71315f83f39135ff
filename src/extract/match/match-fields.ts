import type { Element } from 'domhandler'
import { scoreRows, sigmoid } from '../../forest.ts'
import type { CompiledForest } from '../../forest.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { ReadablePage } from '../page.ts'
import { choose } from './choose.ts'
import type { Field, FieldMatch } from './field.ts'
import { shippedModel } from './model.ts'
import type { Model } from './model.ts'
import { viewOf } from './page-view.ts'
import { isForMachines, rankPlaces } from './ranking.ts'
import type { Ranking } from './ranking.ts'
import { rankWithSite } from './site-features.ts'
import { remember } from './site-knowledge.ts'
import type { SiteKnowledge } from './site-knowledge.ts'
import { TRUST_FEATURES, trustFeatures } from './trust-features.ts'
import type { Choice } from './trust-features.ts'

export type { Field, FieldMatch } from './field.ts'

interface MatchOptions {
  site?: SiteKnowledge
  /** Candidates from elsewhere, such as structured data of the page. */
  extra?: readonly Candidate[]
  /** Only what stands in this element counts. */
  within?: Element
  /** Another model than the shipped one, for those who measure models. */
  model?: Model | undefined
  /** How sure a match must be. */
  least?: number
}

/** What is less probable is not said. */
const LEAST_CONFIDENCE = 0.5

/** Finds for each field what the page has for it; a field that it has nothing certain for is left out. */
export function matchFields(
  page: ReadablePage,
  fields: readonly Field[],
  { site, extra = [], within, model = shippedModel(), least = LEAST_CONFIDENCE }: MatchOptions = {},
): ReadonlyMap<string, FieldMatch> {
  const alone = rankPlaces(model.place, viewOf(page, extra, within), fields)
  const isKnown = site !== undefined && site.pages > 0
  const ranking = isKnown ? rankWithSite(model.site, alone, site) : alone
  const matches = matchesIn(ranking, isKnown ? model.siteTrust : model.trust, least)
  remember(matches, alone)
  return matches
}

function matchesIn(ranking: Ranking, trust: CompiledForest, least: number): Map<string, FieldMatch> {
  const matches = new Map<string, FieldMatch>()
  for (const choice of choose(ranking)) {
    const confidence = confidenceIn(ranking, choice, trust)
    if (confidence < least) continue
    const rows = ranking.fields[choice.field]!.many ? rowsLike(ranking, choice) : [choice.row]
    matches.set(ranking.fields[choice.field]!.name, {
      candidates: rows.map((row) => ranking.view.places[row]!),
      confidence,
    })
  }
  return matches
}

/** How probably a choice is right. */
function confidenceIn(ranking: Ranking, choice: Choice, trust: CompiledForest): number {
  if (isForMachines(ranking.view, choice.row)) return sigmoid(choice.score)
  const values = Float32Array.from(trustFeatures(ranking, choice))
  return sigmoid(scoreRows(trust, { rows: 1, values, columns: TRUST_FEATURES.length, shared: NONE })[0]!)
}

const NONE = new Float32Array(0)

/** The chosen place and those that stand with it: of the same path, and named as it is. */
function rowsLike({ view, scores }: Ranking, { field, row }: Choice): number[] {
  const { spot, cues } = view.places[row]!
  if (!spot) return [row]
  const label = cues.row || cues.group || cues.colon || cues.marked
  const own = scores[field]!
  const least = Math.max(own[row]! - 3, -4)
  const seen = new Set<string>()
  return [...own.keys()].filter((other) => {
    const place = view.places[other]!
    const isLike = place.spot?.path === spot.path && !seen.has(place.text) && own[other] !== -Infinity
    if (!isLike) return false
    const itsLabel = place.cues.row || place.cues.group || place.cues.colon || place.cues.marked
    const belongs = other === row || own[other]! >= least || (label !== '' && itsLabel === label)
    if (belongs) seen.add(place.text)
    return belongs
  })
}

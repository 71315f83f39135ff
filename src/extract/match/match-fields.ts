import { scoreRows, sigmoid } from '../../forest.ts'
import type { CompiledForest } from '../../forest.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { ReadablePage } from '../page.ts'
import { choose } from './choose.ts'
import type { Field, FieldMatch } from './field.ts'
import { shippedModel } from './model.ts'
import type { Model } from './model.ts'
import { viewOf } from './page-view.ts'
import { fitAt, isForMachines, rankPlaces } from './ranking.ts'
import type { Ranking } from './ranking.ts'
import { rankWithSite } from './rank-with-site.ts'
import { remember } from './site-knowledge.ts'
import type { SiteKnowledge } from './site-knowledge.ts'
import { wantsAddress } from './suits.ts'
import { TRUST_FEATURES, trustFeatures } from './trust-features.ts'
import type { Choice } from './trust-features.ts'

export type { Field, FieldMatch } from './field.ts'

interface MatchOptions {
  site?: SiteKnowledge
  /** Candidates from elsewhere, such as structured data of the page. */
  extra?: readonly Candidate[]
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
  { site, extra = [], model = shippedModel(), least = LEAST_CONFIDENCE }: MatchOptions = {},
): ReadonlyMap<string, FieldMatch> {
  const alone = rankPlaces(model.place, viewOf(page, extra, fields.some(wantsAddress)), fields)
  const isKnown = site !== undefined && site.pages > 0
  const ranking = isKnown ? rankWithSite(alone, site) : alone
  const matches = matchesIn(ranking, isKnown ? model.siteTrust : model.trust, least)
  remember(matches, alone)
  return matches
}

function matchesIn(ranking: Ranking, trust: CompiledForest, least: number): Map<string, FieldMatch> {
  const matches = new Map<string, FieldMatch>()
  for (const choice of choose(ranking)) {
    const confidence = confidenceIn(ranking, choice, trust)
    if (confidence < least) continue
    const candidate = ranking.view.places[choice.row]!
    matches.set(ranking.fields[choice.field]!.name, { candidate, confidence })
  }
  return matches
}

/** How probably a choice is right. */
function confidenceIn(ranking: Ranking, choice: Choice, trust: CompiledForest): number {
  if (isForMachines(ranking.view, choice.row)) return sigmoid(choice.score)
  const values = Float32Array.from(trustFeatures(ranking, choice))
  const learnt = sigmoid(
    scoreRows(trust, { rows: 1, values, columns: TRUST_FEATURES.length, shared: NONE })[0]!,
  )
  return isPlainlyNamed(ranking, choice) ? Math.max(learnt, PLAINLY_NAMED) : learnt
}

/** Whether the value has a label of just the field's words, and nothing else on the page has it. */
function isPlainlyNamed(ranking: Ranking, { field, row }: Choice): boolean {
  return fitAt(ranking, field, row, 'strongSoft') > 0.99 && fitAt(ranking, field, row, 'labelCount') === 1
}

const PLAINLY_NAMED = 0.6

const NONE = new Float32Array(0)

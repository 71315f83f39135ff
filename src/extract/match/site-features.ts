import { scoreRows } from '../../forest.ts'
import type { CompiledForest } from '../../forest.ts'
import { hashOf } from '../candidates/survey.ts'
import { fitAt } from './ranking.ts'
import type { Ranking } from './ranking.ts'
import { keysOf, spotHash } from './site-knowledge.ts'
import type { SiteKnowledge } from './site-knowledge.ts'

/** What is asked about a place when other pages of its site are known. */
export const SITE_FEATURES = [
  'score',
  'scoreGap',
  'pathVote',
  'labelVote',
  'countVote',
  'pathGap',
  'labelGap',
  'countGap',
  'textShare',
  'spotShare',
  'labelShare',
  'pages',
  'evidence',
  'evidenceGap',
  'lookGap',
  'sureLack',
  'subjectScore',
] as const

/** A table of those, column after column, for one field. */
export function siteTable(ranking: Ranking, field: number, site: SiteKnowledge): Float32Array {
  const { view, fields, scores } = ranking
  const rows = view.places.length
  const own = scores[field]!
  const sums = site.votes.get(fields[field]!.name) ?? new Map<number, number>()
  const pages = Math.max(site.pages, 1)
  const votes = keysOf(view.places).map((keys) => keys.map((key) => (sums.get(key) ?? 0) / pages))
  const most = [0, 1, 2].map((at) => votes.reduce((max, vote) => Math.max(max, vote[at]!), 0))
  const top = own.reduce((max, score) => Math.max(max, score), -20)
  const values = new Float32Array(rows * SITE_FEATURES.length)
  view.places.forEach((place, row) => {
    const vote = votes[row]!
    const score = Math.max(own[row]!, -20)
    const label = place.cues.inText || place.cues.row || place.cues.before
    const features = [
      score,
      top - score,
      ...vote,
      ...vote.map((one, at) => most[at]! - one),
      (site.texts.get(hashOf(place.text)) ?? 0) / pages,
      (site.spots.get(spotHash(place)) ?? 0) / pages,
      label ? (site.texts.get(hashOf(label)) ?? 0) / pages : -1,
      Math.min(site.pages, 12),
      fitAt(ranking, field, row, 'evidence'),
      fitAt(ranking, field, row, 'evidenceGap'),
      fitAt(ranking, field, row, 'lookGap'),
      fitAt(ranking, field, row, 'sureLack'),
      fitAt(ranking, field, row, 'subjectScore'),
    ]
    for (let column = 0; column < features.length; column++) values[column * rows + row] = features[column]!
  })
  return values
}

/** The ranking with what other pages of the site tell. */
export function rankWithSite(forest: CompiledForest, ranking: Ranking, site: SiteKnowledge): Ranking {
  const rows = ranking.view.places.length
  const scores = ranking.scores.map((alone, field) => {
    const values = siteTable(ranking, field, site)
    const found = scoreRows(forest, { rows, values, columns: SITE_FEATURES.length, shared: NONE })
    return found.map((score, row) => (alone[row] === -Infinity ? -Infinity : score))
  })
  return { ...ranking, scores }
}

const NONE = new Float32Array(0)

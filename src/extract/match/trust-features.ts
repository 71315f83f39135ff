import { fitAt } from './ranking.ts'
import type { Ranking } from './ranking.ts'

const FITS = [
  'evidence',
  'evidenceGap',
  'evidenceRival',
  'lookFit',
  'lookLack',
  'lookGap',
  'sureLack',
  'strongSoft',
  'headOfLabel',
  'bestExact',
  'bestSoft',
  'exactGap',
  'naming',
  'subjectScore',
  'textSoft',
  'isMachine',
  'chars',
  'labelCount',
] as const

/** What tells whether the best place is right. */
export const TRUST_FEATURES: readonly string[] = ['score', 'lead', 'isTaken', ...FITS]

/** A choice made for a field. */
export interface Choice {
  field: number
  row: number
  /** Its score, less what it loses because another field has the same. */
  score: number
  /** How far the next other text is behind. */
  lead: number
  isTaken: boolean
}

export function trustFeatures(ranking: Ranking, choice: Choice): number[] {
  return [
    choice.score,
    choice.lead,
    Number(choice.isTaken),
    ...FITS.map((name) => fitAt(ranking, choice.field, choice.row, name)),
  ]
}

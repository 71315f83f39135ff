import { featureAt, bestOf } from './ranking.ts'
import type { Ranked, Ranking } from './ranking.ts'

/** A choice made for a field. */
export interface Choice {
  field: number
  /** Which of its candidates. */
  at: number
  /** Its score, less what it loses because another field has the same. */
  score: number
  /** How far the next other value is behind. */
  lead: number
  isTaken: boolean
}

const CONSIDERED = 12
/** What a finding loses, in log-odds, when another field that fits it better has it. */
const TAKEN = 3

/** Chooses a finding for each field that has any. Fields compete: the surest goes first, and what it takes others seldom get. */
export function choose(ranking: Ranking): Choice[] {
  const options = ranking.fields.map(({ scores }) => bestOf(scores, CONSIDERED))
  const open = new Set(options.keys())
  const taken = new Set<string>()
  const choices: Choice[] = []
  while (open.size > 0) {
    let next: Choice | undefined
    for (const field of open) {
      const choice = best(ranking, field, options[field]!, taken)
      if (!choice) open.delete(field)
      else if (!next || choice.score > next.score) next = choice
    }
    if (!next) break
    choices.push(next)
    open.delete(next.field)
    const ranked = ranking.fields[next.field]!
    if (ranked.wanted.type !== 'boolean' && !ranked.wanted.wantsCurrency)
      taken.add(placeOf(ranking, ranked, next.at))
  }
  return choices
}

/** The same text in the same line is the same thing, whichever reader found it. */
function placeOf({ view }: Ranking, { rows }: Ranked, at: number): string {
  const { text, spot } = view.findings[rows[at]!]!
  return `${text.toLowerCase()} ${spot?.line ?? ''}`
}

function best(
  ranking: Ranking,
  field: number,
  options: readonly number[],
  taken: ReadonlySet<string>,
): Choice | undefined {
  const ranked = ranking.fields[field]!
  const { scores, values, wanted } = ranked
  let first: Omit<Choice, 'lead' | 'field'> | undefined
  const rated = options.map((at) => {
    const isTaken =
      wanted.type !== 'boolean' && !wanted.wantsCurrency && taken.has(placeOf(ranking, ranked, at))
    return { at, isTaken, score: scores[at]! - (isTaken ? TAKEN : 0) }
  })
  for (const one of rated) if (!first || one.score > first.score) first = one
  if (!first) return undefined
  const value = values[first.at]
  let second = -Infinity
  for (const { at, score } of rated) if (values[at] !== value) second = Math.max(second, score)
  return { ...first, field, lead: second === -Infinity ? 10 : Math.min(10, first.score - second) }
}

/** How many candidates agree with the chosen one, of those that fit nearly as well. */
function agreeing({ scores, values }: Ranked, at: number): number {
  let count = 0
  scores.forEach((score, other) => {
    if (other !== at && values[other] === values[at] && score > scores[at]! - 3) count++
  })
  return Math.min(count, 5)
}

const FITS = (
  'bestExact bestSoft exactGap exactRival softRival named namedRival namedWeak textSoft lineHeld ' +
  'leadLast nearFit told toldNear toldText toldRival lookFit lookLack kindFit kindCount kindRank titled ' +
  'samePath unitFit naming type prior priorGap standing chars isAside reader'
).split(' ')

/** What tells whether the best candidate is right. */
export const TRUST_FEATURES: readonly string[] = ['score', 'lead', 'isTaken', 'agreeing', ...FITS]

export function trustFeatures({ fields }: Ranking, choice: Choice): number[] {
  const ranked = fields[choice.field]!
  return [
    choice.score,
    choice.lead,
    Number(choice.isTaken),
    agreeing(ranked, choice.at),
    ...FITS.map((name) => featureAt(ranked, choice.at, name)),
  ]
}

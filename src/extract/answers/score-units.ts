import { readFileSync } from 'node:fs'
import { TermMatcher } from './term-matcher.ts'
import type { TermReader, QueryTerm, Question } from './term-matcher.ts'
import { featuresOf, contextsOf, weightAt } from './unit-features.ts'
import type { Features, Judgement, UnitContext } from './unit-features.ts'
import type { Unit } from './page-text.ts'

export interface ScoredUnit extends Judgement {
  unit: Unit
  /** How surely it answers the question: above 0 it is more likely than not an answer. */
  score: number
  relevance: number
  matched: Float32Array
}

export function scoreUnits(
  units: readonly Unit[],
  question: Question,
  { reader, title: ownTitle }: { reader: TermReader; title: string },
): ScoredUnit[] {
  const terms = units.map(({ text }) => reader.termsOf(text))
  const titleTerms = reader.termsOf(ownTitle)
  const vocabulary = new Set(titleTerms)
  for (const own of terms) for (const term of own) vocabulary.add(term)
  for (const { frame } of units) if (frame) for (const term of reader.termsOf(frame)) vocabulary.add(term)
  const matcher = new TermMatcher(question.terms, vocabulary, reader.language)
  const own = terms.map((one) => matcher.match(one))
  const title = matcher.match(titleTerms)
  const frequencies = frequenciesOf(question, own, title)
  const weights = weightsOf(question, frequencies, own.length)
  const judged = contextsOf(units, own, { reader, matcher, title })
    .map((context, index) => ({
      context,
      unit: units[index]!,
      terms: terms[index]!,
      relevance: relevanceOf(context, weights),
    }))
    .filter(({ relevance }) => relevance > 0)
    .sort((a, b) => b.relevance - a.relevance || a.unit.block - b.unit.block)
    .slice(0, MOST_JUDGED)
  const most = judged[0]?.relevance ?? 0
  const source = { question, weights, frequencies, matcher, reader, most }
  return judged
    .map(({ context, unit, terms, relevance }) => {
      const judgement = featuresOf({ unit, context, terms, relevance }, source)
      return {
        unit,
        relevance,
        matched: context.own,
        ...judgement,
        score: judgement.isOut ? Number.NEGATIVE_INFINITY : scoreOf(judgement.features),
      }
    })
    .sort((a, b) => b.score - a.score || a.unit.block - b.unit.block || a.unit.at - b.unit.at)
}

const MOST_JUDGED = 80

/** How much each feature of a unit speaks for it as the answer: learnt by `npm run bench extract train-answers`. */
const WEIGHTS = JSON.parse(readFileSync(new URL('weights.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, number>
>

function scoreOf(features: Features): number {
  let sum = 0
  for (const [name, value] of Object.entries(features)) sum += value * (WEIGHTS[name] ?? 0)
  return sum
}

function frequenciesOf(
  { terms }: Question,
  own: readonly Float32Array[],
  title: Float32Array,
): readonly number[] {
  return terms.map((_, term) => {
    let frequency = 0
    for (const matched of own) if (matched[term]! > 0) frequency++
    return frequency === 0 && title[term]! > 0 ? 1 : frequency
  })
}

/** Rarer terms weigh more. One that is nowhere on the page weighs much: what is asked about is not there. */
function weightsOf(question: Question, frequencies: readonly number[], units: number): Float32Array {
  const total = Math.max(units, FEWEST_UNITS)
  return Float32Array.from(question.terms, (asked, term) => {
    const frequency = frequencies[term]!
    const rarity = Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))
    return Math.max(LEAST_WEIGHT, rarity) * importance(asked, frequency === 0)
  })
}

const FEWEST_UNITS = 20
const LEAST_WEIGHT = 0.4

function importance({ isMeta, isCounted, isName, isLight }: QueryTerm, isMissing: boolean): number {
  if (isMeta) return 0.1
  if (isCounted) return 1.5
  if (isLight) return isMissing ? 0.25 : 0.7
  return isMissing ? (isName ? 1.1 : 0.75) : 1
}

function relevanceOf(context: UnitContext, weights: Float32Array): number {
  let sum = 0
  for (let term = 0; term < weights.length; term++) {
    sum += weights[term]! * (context.title[term]! > 0 ? 0.6 : 1) * weightAt(context, term, 'rank')
  }
  return sum
}

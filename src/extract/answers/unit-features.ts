import { holds, isStrict } from './answer-kinds.ts'
import type { Want } from './answer-kinds.ts'
import { countsTerm } from './counts-term.ts'
import { fold } from '../../language/fold.ts'
import type { TermMatcher } from './match-terms.ts'
import type { TermReader } from './match-terms.ts'
import type { Question } from './question.ts'
import { placed } from './unit-context.ts'
import type { UnitContext } from './unit-context.ts'
import type { Unit } from './read-page.ts'

/** What speaks for and against a unit as the answer, by name. */
export type Features = Readonly<Record<string, number>>

interface Judged {
  unit: Unit
  context: UnitContext
  terms: readonly string[]
  relevance: number
}

interface Source {
  question: Question
  weights: Float32Array
  /** In how many units each term stands. */
  frequencies: readonly number[]
  matcher: TermMatcher
  reader: TermReader
  /** The relevance of the unit that has most. */
  most: number
}

interface Judgement {
  features: Features
  coverage: number
  own: number
  held: number
  /** Whether the heading above it says what is asked. */
  isUnder: boolean
  /** Whether it cannot be the answer: it holds no such value, or is about the opposite or something else. */
  isOut: boolean
}

/** Reads how a unit stands to a question. */
export function featuresOf(judged: Judged, source: Source): Judgement {
  const { unit, context, terms, relevance } = judged
  const { question, weights, frequencies } = source
  const { wants } = question
  const strict = isStrict(wants)
  const held = wants.length === 0 ? 1 : heldBy(unit, context, source)
  const above = strict && held < SURE && isHeldAbove(unit, wants)
  const { coverage, own } = coveredBy(context, source, above || held >= SURE)
  const asks = unit.kind === 'heading' && /[?？؟]$/.test(unit.text)
  // A number of something else is none.
  const counts = wants[0]?.kind === 'number'
  const label = labelOf(unit, source)
  const none = question.terms.reduce((sum, _, at) => sum + Number(frequencies[at] === 0) * weights[at]!, 0)
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1
  return {
    coverage,
    own,
    held,
    isUnder: above || isNewAbove(unit, terms, source),
    isOut:
      isContrary(judged, source) ||
      (strict && ((held === 0 && !above && !asks && counts) || !isNear(judged, source))) ||
      isUnnamed(source),
    features: {
      bias: 1,
      strict: Number(strict),
      coverage,
      own,
      'strict own': strict ? own : 0,
      'strict held': strict ? held : 0,
      'strict empty': strict && held < LIKELY && !above && !asks ? 1 : 0,
      'strict above': Number(above),
      'deed missing': isDeedNear(context, source) ? 0 : 1,
      'loose held': wants[0]?.kind === 'reason' ? held : 0,
      'place held': wants[0]?.kind === 'place' ? held : 0,
      'name own': shareOfNames(context, source),
      absent: none / all,
      'key absent': Number(isKeyAbsent(context, source)),
      'held and covered': strict ? held * coverage : 0,
      'held and own': strict ? held * own : 0,
      'well covered': coverage * coverage,
      'rank among units': source.most > 0 ? relevance / source.most : 0,
      'label asked': label.asked,
      'label strange': label.strange,
      asks: asks ? own : 0,
      pair: Number(unit.kind === 'pair'),
      item: Number(unit.kind === 'item'),
      length: Math.log(1 + terms.length / 8),
    },
  }
}

/** Below it a detector has found next to nothing. */
const LIKELY = 0.4

/** A detector that is as sure as this has found a value and not a word that may stand for one. */
export const SURE = 0.6

/** How surely a unit holds what a question wants to know. A number must be one of what is counted. */
function heldBy(unit: Unit, context: UnitContext, { question, matcher, reader }: Source): number {
  const { wants, terms } = question
  const counted = terms.findIndex(({ isCounted }) => isCounted)
  const counts = counted < 0 ? 1 : countsTerm(unit, context, { counted, matcher, reader })
  const value = withoutAsked(valueOf(unit), question)
  // A sentence begins with a capital, whoever it speaks of.
  const text =
    wants[0]?.kind === 'person'
      ? value.replace(FIRST_WORD, (word) => (reader.isTelling(fold(word)) ? word : '_'))
      : value
  return counts && Math.min(counts, holds(text, wants))
}

const FIRST_WORD = /^\p{Lu}\p{Ll}+/u

/** A line under a heading that is the value itself: the version, the day or the name of an entry. */
function isHeldAbove({ heading, kind }: Unit, wants: readonly Want[]): boolean {
  return heading?.parent !== undefined && kind !== 'heading' && holds(heading.text, wants) >= SURE
}

/** Whether a unit only repeats the question and the heading above it says more. */
function isNewAbove(
  { heading }: Unit,
  terms: readonly string[],
  { question, matcher, reader }: Source,
): boolean {
  const isNew = (some: readonly string[]) =>
    some.some((term) => !question.terms.some((_, at) => matcher.says(term, at)))
  return heading?.parent !== undefined && !isNew(terms) && isNew(reader.termsOf(heading.text))
}

/** How much of what was asked stands in a unit, in it or what is around it, and only around it, by weight. */
function coveredBy(
  context: UnitContext,
  { question: { terms }, weights }: Source,
  isHeld: boolean,
): { coverage: number; own: number } {
  let [all, covered, own] = [0, 0, 0]
  terms.forEach(({ isSpent }, term) => {
    // What the kind says by itself is no reason to doubt a page that uses another word.
    const isSaid = isSpent && isHeld && context.own[term] === 0
    const weight = weights[term]! * (isSaid ? 0.3 : 1)
    all += weight
    covered += weight * (isSaid ? 1 : placed(context, term, 'cover'))
    own += weight * context.own[term]!
  })
  const share = (part: number) => (all === 0 ? 0 : part / all)
  return { coverage: share(covered), own: share(own) }
}

/** Of the names and numbers of a question that the page's title does not say, the share that stands in a unit. */
function shareOfNames(context: UnitContext, { question: { terms } }: Source): number {
  const names = terms.flatMap(({ isName }, term) => (isName && context.title[term] === 0 ? [term] : []))
  return names.filter((term) => context.own[term]! > 0).length / (names.length || 1)
}

/** Whether what is asked about is nowhere on the page: a term that tells, and that the title does not say. */
function isKeyAbsent({ title }: UnitContext, { question: { terms }, frequencies }: Source): boolean {
  return terms.some(
    ({ isMeta, isSpent, isLight }, term) =>
      !isMeta && !isSpent && !isLight && title[term] === 0 && frequencies[term] === 0,
  )
}

/** How much of a label the question says; a label of which it says nothing names something else. */
function labelOf(
  { kind, label }: Unit,
  { reader, matcher, question }: Source,
): { asked: number; strange: number } {
  if (label === undefined || kind === 'row') return { asked: 0, strange: 0 }
  const words = reader.termsOf(label)
  if (words.length === 0) return { asked: 0, strange: 0 }
  const asked = words.filter((word) => question.terms.some((_, term) => matcher.says(word, term))).length
  return { asked: asked / words.length, strange: asked === 0 ? 1 : 0 }
}

/** Whether the label of a unit names the opposite of what is asked and not that. */
function isContrary({ unit, context }: Judged, { reader, question }: Source): boolean {
  if (unit.label === undefined) return false
  const said = new Set(reader.termsOf(unit.label))
  return question.terms.some(
    ({ contraries }, term) => context.own[term] === 0 && [...contraries].some((one) => said.has(one)),
  )
}

/**
 * Of the names in a question one at least stands by a value. A measure in a sentence is one of what that sentence, the one
 * before it or a heading of its own names.
 */
function isNear({ unit, context }: Judged, { question: { wants, terms } }: Source): boolean {
  const isNamed = (term: number) => terms[term]!.isName && placed(context, term, 'cover') >= 0.3
  if (terms.some(({ isName }) => isName) && !terms.some((_, term) => isNamed(term))) return false
  if (unit.kind !== 'text' || wants.every(({ dimension }) => dimension === undefined)) return true
  return terms.some(
    (_, term) =>
      context.own[term]! > 0 ||
      (context.before?.[term] ?? 0) > 0 ||
      (context.heading[term]! > 0 && context.title[term] === 0),
  )
}

/** Whether a question asks who did a thing or when, and the page nowhere names that thing. */
function isUnnamed({ question: { wants, terms }, frequencies }: Source): boolean {
  if (wants[0]?.kind !== 'person' && wants[0]?.kind !== 'date') return false
  const deeds = terms.flatMap(({ isMeta, isSpent, isName }, term) =>
    isMeta || isSpent || isName ? [] : [term],
  )
  return deeds.length > 0 && deeds.every((term) => frequencies[term] === 0)
}

/** Who did a thing and when is told where that thing is named, not only whom it was done to. */
function isDeedNear(context: UnitContext, { question: { wants, terms } }: Source): boolean {
  if (wants[0]?.kind !== 'person' && wants[0]?.kind !== 'date') return true
  const deeds = terms.flatMap(({ isMeta, isSpent, isName }, term) =>
    isMeta || isSpent || isName || context.title[term]! > 0 ? [] : [term],
  )
  const near = (term: number) =>
    context.own[term]! > 0 || context.heading[term]! > 0 || (context.before?.[term] ?? 0) > 0
  return deeds.length === 0 || deeds.some(near)
}

function valueOf({ text, label }: Unit): string {
  if (label === undefined || label.length >= text.length) return text
  return text.startsWith(label) ? text.slice(label.length) : text
}

/** What the question says itself is not what it wants to know: a name in it is not who, a year in it is not when. */
function withoutAsked(text: string, { terms }: Question): string {
  return text.replace(/[\p{L}\p{M}\p{Nd}]+/gu, (word) => {
    const folded = fold(word)
    const isAsked = terms.some(
      ({ parts, isSpent }) =>
        !isSpent && parts.length === 1 && parts[0]!.length > 3 && folded.startsWith(parts[0]!),
    )
    return isAsked ? '_' : word
  })
}

import { holdsKind, isStrict } from './answer-kinds.ts'
import { countsTerm } from './counts-term.ts'
import { fold } from './fold.ts'
import { tellsEvent } from './key-terms.ts'
import type { TermMatcher } from './match-terms.ts'
import { needsBefore } from './needs-before.ts'
import type { Question } from './question.ts'
import type { AnswerKind } from './question-words.ts'
import type { TermReader } from './terms.ts'
import { placed } from './unit-context.ts'
import type { UnitContext } from './unit-context.ts'
import type { Unit } from './units.ts'

/** How far a unit answers a question. */
export interface Judgement {
  /** How much better or worse than its words say it is. */
  factor: number
  /** How much of what was asked it and what it stands under speak of, by weight: 1 is everything. */
  coverage: number
  /** The same for its own words. */
  own: number
  /** How surely it holds what the question wants to know; 1 when that is nothing in particular. */
  kind: number
  /** Whether it speaks of what the question asks about most of all. */
  isNamed: boolean
  /** Whether a value has to do with what was asked, and not only with the page. */
  isNear: boolean
}

interface Source {
  question: Question
  weights: Float32Array
  /** The terms of which an answer has one. */
  keys: readonly number[]
  matcher: TermMatcher
  reader: TermReader
}

export function judgeUnit(unit: Unit, context: UnitContext, source: Source): Judgement {
  const { question, weights, keys } = source
  const { kind, terms } = question
  const held = kind === undefined ? 1 : heldBy(unit, context, source)
  let [all, covered, own] = [0, 0, 0]
  terms.forEach(({ isSpent }, term) => {
    // What the kind says by itself is no reason to doubt a page that uses another word.
    const isSaid = isSpent && held >= SURE && context.own[term] === 0
    const weight = weights[term]! * (isSaid ? 0.3 : 1)
    all += weight
    covered += weight * (isSaid ? 1 : placed(context, term, 'cover'))
    own += weight * context.own[term]!
  })
  const share = (part: number) => (all === 0 ? 0 : part / all)
  const asks = unit.kind === 'heading' && /[?？؟]$/.test(unit.text)
  // A heading that asks the same leads to the answer, whatever it holds itself.
  const factor = asks && share(own) >= 0.5 ? 1.5 : kindFactor(unit, kind, held) * labelFactor(unit, question)
  const isEvent = tellsEvent(kind)
  const isNamed = keys.length === 0 || keys.some((key) => isSaidBy(unit, context, key, isEvent))
  const isNear = !isStrict(kind) || (standsNear(context, terms) && isMeasured(unit, context, question))
  return { factor, coverage: share(covered), own: share(own), kind: asks ? 1 : held, isNamed, isNear }
}

/** How surely a unit holds what a question wants to know. A number must be one of what is counted. */
function heldBy(unit: Unit, context: UnitContext, { question, matcher, reader }: Source): number {
  const { kind, dimension, terms } = question
  const counted = terms.findIndex(({ isCounted }) => isCounted)
  const counts = counted < 0 ? 1 : countsTerm(unit, context, { counted, matcher, reader })
  const value = withoutAsked(valueOf(unit), question)
  // A sentence begins with a capital, whoever it speaks of.
  const text =
    kind === 'person'
      ? value.replace(FIRST_WORD, (word) => (reader.isTelling(fold(word)) ? word : '_'))
      : value
  return counts && Math.min(counts, holdsKind(text, kind!, dimension))
}

/** Something of the question stands in a unit or over it, and of its names at least one, be it the page's own. */
function standsNear(context: UnitContext, terms: Question['terms']): boolean {
  const isAny = (wanted: (term: number) => boolean) => terms.some((_, term) => wanted(term))
  const isBy = (term: number) =>
    context.own[term]! > 0 || context.heading[term]! > 0 || (context.before?.[term] ?? 0) > 0
  const hasNames = terms.some(({ isName }) => isName)
  if (hasNames && !isAny((term) => terms[term]!.isName && placed(context, term, 'cover') >= 0.3)) return false
  return terms.every(({ isSpent, isMeta }) => isSpent || isMeta) || isAny(isBy)
}

/** A measure in a sentence is one of what that sentence names, or the one before it, or the heading of just these. */
function isMeasured({ kind }: Unit, context: UnitContext, { dimension }: Question): boolean {
  const { own, before, heading, title } = context
  return (
    dimension === undefined ||
    kind !== 'text' ||
    own.some(
      (quality, term) =>
        quality > 0 || (before?.[term] ?? 0) > 0 || (heading[term]! > 0 && title[term] === 0),
    )
  )
}

const FIRST_WORD = /^\p{Lu}\p{Ll}+/u

/** Who did a thing stands where that is said; when it happened, at least under it. */
function isSaidBy(
  { kind: unitKind, text }: Unit,
  context: UnitContext,
  key: number,
  isEvent: boolean,
): boolean {
  if (context.own[key]! > 0) return true
  if (!isEvent) return placed(context, key, 'cover') >= LEAST_KEY
  if (needsBefore(text) && (context.before?.[key] ?? 0) > 0) return true
  return context.heading[key]! >= (unitKind === 'text' ? LEAST_KEY : 0.1)
}

const LEAST_KEY = 0.5

/** A detector that is as sure as this has found a value and not a word that may stand for one. */
export const SURE = 0.6

function kindFactor({ label }: Unit, kind: AnswerKind | undefined, held: number): number {
  if (kind === undefined || (kind === 'definition' && label !== undefined)) return 1
  return isStrict(kind) || kind === 'place' ? 0.35 + 0.75 * held : 0.8 + 0.3 * held
}

/** A value is asked for by its label. */
function labelFactor({ kind, label }: Unit, { terms }: Question): number {
  if (kind !== 'pair' || label === undefined) return 1
  const folded = fold(label)
  const isAsked = terms.some(({ roots }) => roots.some((root) => folded.includes(root)))
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  const named = words.filter((word) => terms.some(({ roots }) => roots.some((root) => word.startsWith(root))))
  return !isAsked ? 0.75 : named.length * 2 > words.length ? 1.8 : 1.1
}

function valueOf({ text, label }: Unit): string {
  return label === undefined || label.length >= text.length ? text : text.slice(label.length)
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

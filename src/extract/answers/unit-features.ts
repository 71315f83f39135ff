import { certaintyOf, isStrict, beginsWithUnit } from './answer-kinds.ts'
import type { AnswerKind } from './answer-kinds.ts'
import { fold } from '../../language/fold.ts'
import type { TermMatcher, TermReader, Question } from './term-matcher.ts'
import type { Unit } from './page-text.ts'
import { needsBefore } from './summarize.ts'
import { isUnspaced, TOKEN } from '../../language/words.ts'
import type { Heading } from './blocks.ts'
import { memoizePerObject, memoizePerText } from '../../language/memoize.ts'

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
  frequencies: readonly number[]
  matcher: TermMatcher
  reader: TermReader
  most: number
}

export type Judgement = ReturnType<typeof featuresOf>

export function featuresOf(judged: Judged, source: Source) {
  const { unit, context, terms, relevance } = judged
  const { question, weights, frequencies } = source
  const { kinds } = question
  const strict = isStrict(kinds)
  const held = kinds.length === 0 ? 1 : certaintyIn(unit, context, source)
  const above = strict && held < SURE && isHeldAbove(unit, kinds)
  const { coverage, own } = coveredBy(context, source, above || held >= SURE)
  const asks = unit.kind === 'heading' && /[?？؟]$/.test(unit.text)
  const counts = kinds[0]?.kind === 'number'
  const label = labelOf(unit, source)
  const none = question.terms.reduce((sum, _, at) => sum + Number(frequencies[at] === 0) * weights[at]!, 0)
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1
  return {
    coverage,
    own,
    held,
    isUnder: above || isNewAbove(unit, terms, source),
    isOut:
      isOpposite(judged, source) ||
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
      'deed missing': isActionNear(context, source) ? 0 : 1,
      'loose held': kinds[0]?.kind === 'reason' ? held : 0,
      'place held': kinds[0]?.kind === 'place' ? held : 0,
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

const LIKELY = 0.4

export const SURE = 0.6

/** How surely a unit holds what a question wants to know. A number must be one of what is counted. */
function certaintyIn(unit: Unit, context: UnitContext, { question, matcher, reader }: Source): number {
  const { kinds, terms } = question
  const counted = terms.findIndex(({ isCounted }) => isCounted)
  const counts = counted < 0 ? 1 : countsTerm(unit, context, { counted, matcher, reader })
  const value = withoutAsked(valueOf(unit), question)
  // A sentence begins with a capital, whoever it speaks of.
  const text =
    kinds[0]?.kind === 'person'
      ? value.replace(FIRST_WORD, (word) => (reader.isInformative(fold(word)) ? word : '_'))
      : value
  return counts && Math.min(counts, certaintyOf(text, kinds))
}

const FIRST_WORD = /^\p{Lu}\p{Ll}+/u

function isHeldAbove({ heading, kind }: Unit, wants: readonly AnswerKind[]): boolean {
  return heading?.parent !== undefined && kind !== 'heading' && certaintyOf(heading.text, wants) >= SURE
}

function isNewAbove(
  { heading }: Unit,
  terms: readonly string[],
  { question, matcher, reader }: Source,
): boolean {
  const isNew = (some: readonly string[]) =>
    some.some((term) => !question.terms.some((_, at) => matcher.matches(term, at)))
  return heading?.parent !== undefined && !isNew(terms) && isNew(reader.termsOf(heading.text))
}

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
    covered += weight * (isSaid ? 1 : weightAt(context, term, 'cover'))
    own += weight * context.own[term]!
  })
  const share = (part: number) => (all === 0 ? 0 : part / all)
  return { coverage: share(covered), own: share(own) }
}

function shareOfNames(context: UnitContext, { question: { terms } }: Source): number {
  const names = terms.flatMap(({ isName }, term) => (isName && context.title[term] === 0 ? [term] : []))
  return names.filter((term) => context.own[term]! > 0).length / (names.length || 1)
}

function isKeyAbsent({ title }: UnitContext, { question: { terms }, frequencies }: Source): boolean {
  return terms.some(
    ({ isMeta, isSpent, isLight }, term) =>
      !isMeta && !isSpent && !isLight && title[term] === 0 && frequencies[term] === 0,
  )
}

function labelOf(
  { kind, label }: Unit,
  { reader, matcher, question }: Source,
): { asked: number; strange: number } {
  if (label === undefined || kind === 'row') return { asked: 0, strange: 0 }
  const words = reader.termsOf(label)
  if (words.length === 0) return { asked: 0, strange: 0 }
  const asked = words.filter((word) => question.terms.some((_, term) => matcher.matches(word, term))).length
  return { asked: asked / words.length, strange: asked === 0 ? 1 : 0 }
}

function isOpposite({ unit, context }: Judged, { reader, question }: Source): boolean {
  if (unit.label === undefined) return false
  const said = new Set(reader.termsOf(unit.label))
  return question.terms.some(
    ({ opposites }, term) => context.own[term] === 0 && [...opposites].some((one) => said.has(one)),
  )
}

/**
 * Of the names in a question one at least stands by a value. A measure in a sentence is one of what that sentence, the one
 * before it or a heading of its own names.
 */
function isNear({ unit, context }: Judged, { question: { kinds, terms } }: Source): boolean {
  const isNamed = (term: number) => terms[term]!.isName && weightAt(context, term, 'cover') >= 0.3
  if (terms.some(({ isName }) => isName) && !terms.some((_, term) => isNamed(term))) return false
  if (unit.kind !== 'text' || kinds.every(({ dimension }) => dimension === undefined)) return true
  return terms.some(
    (_, term) =>
      context.own[term]! > 0 ||
      (context.before?.[term] ?? 0) > 0 ||
      (context.heading[term]! > 0 && context.title[term] === 0),
  )
}

/** The terms for the action in a question about a person or a date. */
function actionTermsIn({ kinds, terms }: Question): number[] {
  if (kinds[0]?.kind !== 'person' && kinds[0]?.kind !== 'date') return []
  return terms.flatMap(({ isMeta, isSpent, isName }, term) => (isMeta || isSpent || isName ? [] : [term]))
}

function isUnnamed({ question, frequencies }: Source): boolean {
  const deeds = actionTermsIn(question)
  return deeds.length > 0 && deeds.every((term) => frequencies[term] === 0)
}

/** Who did a thing and when is told where that thing is named, not only whom it was done to. */
function isActionNear(context: UnitContext, { question }: Source): boolean {
  const deeds = actionTermsIn(question).filter((term) => context.title[term] === 0)
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

interface Counting {
  counted: number
  matcher: TermMatcher
  reader: TermReader
}

/**
 * How surely a number in a unit is one of what is asked for the number of: the two stand close, or a label names it. The
 * sentence after one that speaks of it may call it by another name.
 */
function countsTerm(unit: Unit, context: UnitContext, source: Counting): number {
  const { counted } = source
  const isData = unit.kind === 'row' || unit.kind === 'pair' || BARE_NUMBER.test(unit.text)
  if (isData && context.heading[counted]! > 0) return 1
  if (context.own[counted]! > 0 && standsClose(fold(unit.text), source)) return 1
  if ((context.before?.[counted] ?? 0) === 0) return 0
  return needsBefore(unit.text) ? 1 : 0.5
}

const BARE_NUMBER = /^\P{L}{0,3}\p{Nd}[\p{Nd}.,]{0,15}\+?(?: \p{L}{1,20})?$/u

/** How many telling words may stand between a number and what it counts, in the order of most languages and the other. */
const MOST_AFTER = 5
const MOST_BEFORE = 3
/** `No` and `a couple` stand in many sentences that count nothing. */
const SURE_NUMBER = 0.6
const NUMBER = [{ kind: 'number' }] as const

function standsClose(text: string, { reader, matcher, counted }: Counting): boolean {
  const numbers: Place[] = []
  const nouns: Place[] = []
  let at = 0
  for (const { 0: word, index } of text.matchAll(TOKEN)) {
    // Where words are not set apart, nothing tells which of them stand close.
    if (isUnspaced(word)) return true
    // The number of a name counts nothing: `wool-3`.
    const isNumber = text[index - 1] !== '-' && certaintyOf(word, NUMBER) >= SURE_NUMBER
    if (!isNumber && !reader.isInformative(word)) continue
    at++
    const place = { at, start: index, end: index + word.length }
    if (isNumber) numbers.push(place)
    if (matcher.matches(reader.stemOf(word), counted)) nouns.push(place)
  }
  return nouns.some((noun) => numbers.some((number) => areAdjacent(text, number, noun, reader)))
}

interface Place {
  at: number
  start: number
  end: number
}

function areAdjacent(text: string, number: Place, noun: Place, reader: TermReader): boolean {
  const distance = noun.at - number.at
  if (distance === 0 || distance > MOST_AFTER || distance < -MOST_BEFORE) return false
  const between = distance > 0 ? text.slice(number.end, noun.start) : text.slice(noun.end, number.start)
  // What a number of years is of is not what stands before it.
  if (distance < 0 && beginsWithUnit(text.slice(number.end, number.end + 20))) return false
  if (/[;()–—]|:\s/.test(between)) return distance < 0 && !/[;)]/.test(between)
  // A comma before a word that says nothing begins another clause.
  return ![...between.matchAll(/,\s*(\p{L}+)/gu)].some(([, word]) => !reader.isInformative(word!))
}

export interface UnitContext {
  own: Float32Array
  heading: Float32Array
  before: Float32Array | undefined
  title: Float32Array
}

const PLACES: { place: keyof UnitContext; rank: number; cover: number }[] = [
  { place: 'own', rank: 1, cover: 1 },
  { place: 'heading', rank: 0.6, cover: 0.95 },
  { place: 'before', rank: 0.4, cover: 0.8 },
  { place: 'title', rank: 0.12, cover: 0.85 },
]

export function weightAt(context: UnitContext, term: number, use: 'rank' | 'cover'): number {
  let most = 0
  for (const row of PLACES) {
    const found = context[row.place]?.[term] ?? 0
    // A word that is like the one asked for is hardly a worse sign that the page speaks of it.
    const quality = use === 'cover' ? Math.min(1, found * 1.25) : found
    most = Math.max(most, quality * row[use])
  }
  return most
}

export function contextsOf(
  units: readonly Unit[],
  own: readonly Float32Array[],
  { reader, matcher, title }: { reader: TermReader; matcher: TermMatcher; title: Float32Array },
): UnitContext[] {
  const none = new Float32Array(matcher.count)
  const saidIn = memoizePerText((text) => matcher.match(reader.termsOf(text)))
  const under = memoizePerObject((heading: Heading): Float32Array => {
    const above = heading.parent ? under(heading.parent) : none
    return saidIn(heading.text).map((quality, term) => Math.max(quality, above[term]! * 0.85))
  })
  return units.map(({ heading, kind, frame, block }, index) => {
    const over = kind === 'heading' ? heading?.parent : heading
    const above = over ? under(over) : none
    const framed = frame === undefined ? none : saidIn(frame)
    return {
      own: own[index]!,
      heading: above.map((quality, term) => Math.max(quality, framed[term]!)),
      before: units[index - 1]?.block === block ? own[index - 1] : undefined,
      title,
    }
  })
}

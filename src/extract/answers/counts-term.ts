import { beginsWithUnit, holds } from './answer-kinds.ts'
import { fold } from '../../language/fold.ts'
import type { TermMatcher } from './match-terms.ts'
import type { TermReader } from './match-terms.ts'
import { needsBefore } from './self-contained.ts'
import { isUnspaced, TOKEN } from '../../language/words.ts'
import type { UnitContext } from './unit-context.ts'
import type { Unit } from './read-page.ts'

interface Source {
  /** Which term of the question is counted. */
  counted: number
  matcher: TermMatcher
  reader: TermReader
}

/**
 * How surely a number in a unit is one of what is asked for the number of: the two stand close, or a label names it. The
 * sentence after one that speaks of it may call it by another name.
 */
export function countsTerm(unit: Unit, context: UnitContext, source: Source): number {
  const { counted } = source
  const isData = unit.kind === 'row' || unit.kind === 'pair' || BARE_NUMBER.test(unit.text)
  if (isData && context.heading[counted]! > 0) return 1
  const { label } = unit
  const isLabelled = label !== undefined && unit.text.length - label.length <= LONGEST_VALUE
  if (isLabelled && isNamedBy(label, source)) return 1
  if (context.own[counted]! > 0 && standsClose(fold(unit.text), source)) return 1
  if ((context.before?.[counted] ?? 0) === 0) return 0
  return needsBefore(unit.text) ? 1 : 0.5
}

const LONGEST_VALUE = 40
const BARE_NUMBER = /^\P{L}{0,3}\p{Nd}[\p{Nd}.,]{0,15}\+?(?: \p{L}{1,20})?$/u

function isNamedBy(label: string, { reader, matcher, counted }: Source): boolean {
  return reader.termsOf(label).some((term) => matcher.says(term, counted))
}

/** How many telling words may stand between a number and what it counts, in the order of most languages and the other. */
const MOST_AFTER = 5
const MOST_BEFORE = 3
/** `No` and `a couple` stand in many sentences that count nothing. */
const SURE_NUMBER = 0.6
const NUMBER = [{ kind: 'number' }] as const

function standsClose(text: string, { reader, matcher, counted }: Source): boolean {
  const numbers: Place[] = []
  const nouns: Place[] = []
  let at = 0
  for (const { 0: word, index } of text.matchAll(TOKEN)) {
    // Where words are not set apart, nothing tells which of them stand close.
    if (isUnspaced(word)) return true
    // The number of a name counts nothing: `wool-3`.
    const isNumber = text[index - 1] !== '-' && holds(word, NUMBER) >= SURE_NUMBER
    if (!isNumber && !reader.isTelling(word)) continue
    at++
    const place = { at, start: index, end: index + word.length }
    if (isNumber) numbers.push(place)
    if (matcher.says(reader.stemOf(word), counted)) nouns.push(place)
  }
  return nouns.some((noun) => numbers.some((number) => areTied(text, number, noun, reader)))
}

interface Place {
  at: number
  start: number
  end: number
}

function areTied(text: string, number: Place, noun: Place, reader: TermReader): boolean {
  const distance = noun.at - number.at
  if (distance === 0 || distance > MOST_AFTER || distance < -MOST_BEFORE) return false
  const between = distance > 0 ? text.slice(number.end, noun.start) : text.slice(noun.end, number.start)
  // What a number of years is of is not what stands before it.
  if (distance < 0 && beginsWithUnit(text.slice(number.end, number.end + 20))) return false
  if (/[;()–—]|:\s/.test(between)) return distance < 0 && !/[;)]/.test(between)
  // A comma before a word that says nothing begins another clause.
  return ![...between.matchAll(/,\s*(\p{L}+)/gu)].some(([, word]) => !reader.isTelling(word!))
}

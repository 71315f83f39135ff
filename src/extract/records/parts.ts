import { sentencesOf } from '../answers/sentences.ts'
import { aspectsOf } from './aspects.ts'
import { rangeParts } from './ranges.ts'
import type { TextPart } from './text-part.ts'

const LONGEST = 300
const MOST_PARTS = 10
const PAIR = /^(\p{L}[\p{L}\p{M}\s./()-]{1,30}?)\s?[:：]\s?(?!\/\/)(\S.*)$/u
const BYLINE = /^(?:written by|posted by|by|von|par|por|di|door|av|af|от)\s(\p{Lu}.{1,80})$/iu
const BY_INSIDE = /\s(?:by|von|par|por)\s(\p{L}[^\s,]{1,30}(?:\s\p{Lu}[^\s,]{1,30}){0,3})$/u
const QUANTITY =
  /(?<![\p{L}\d.,])(\d[\d.,]{0,12})\+?\s?(\p{L}[\p{L}\p{M}]{2,20}(?:\s\p{L}[\p{L}\p{M}]{2,20})?)/gu
const IN_BRACKETS = /\((\d[\d.,]{0,10})\)\s*$/
/** Where the next label of a text begins: `Group: Soil. Deadline: 30 April`. */
const NEXT_LABEL = /[.;]\s+(?=\p{Lu}(?:[\p{L}\p{M}/ -]|\.(?=[:：\p{L}])){1,30}[:：]\s)/u
/** Rooms as those who let and sell them shorten them. */
const SHORTENED: readonly [RegExp, string][] = [
  [/(?<![\p{L}\d.,])(\d[\d.,]{0,4})\s?-?Zi(?:\.|mmer)?(?!\p{L})/u, 'rooms'],
  [/(?<![\p{L}\d.,])(\d{1,2})\s?(?:bds?|br|bdrms?)(?!\p{L})/iu, 'bedrooms'],
  [/(?<![\p{L}\d.,])(\d{1,2}(?:\.5)?)\s?(?:ba|bths?)(?!\p{L})/iu, 'bathrooms'],
  [/(?<![\p{L}\d.,])(\d{1,2})\s?hab(?:s|\.|\s|$)/iu, 'bedrooms'],
]
/** What a unit says that is measured. */
const MEASURED: readonly [RegExp, string][] = [
  [/(?<![\p{L}\d.,])\d[\d.,]*\s?(?:m²|m2|qm|sqm|sq\.?\s?(?:ft|m)|ft²)(?![\p{L}\d])/iu, 'area'],
  [/(?<![\p{L}\d.,])\d[\d.,]*\s?(?:kg|lbs?|oz)(?![\p{L}\d])/iu, 'weight'],
]
/** A price with a word of which kind it is. */
const KIND_OF_PRICE =
  /^(?:[$€£]\s?\d[\d.,']*|\d[\d.,'\u00a0 ]*(?:[€£$]|EUR|CHF|USD|GBP))\s(?!per\b|pro\b|par\b|por\b|each\b)(\p{L}{4,20})$/u
const TIME_OF_DAY =
  /\s(?:at|um|à|a las|alle|dès|from|ab)\s(\d{1,2}(?:[:.]\d\d(?:\s?[ap]\.?m\.?)?|\s?h(?:\s?\d\d)?|\s?uhr|\s?[ap]\.?m\.?))(?![\p{L}\d])/iu
/** The time that follows a day. */
const CLOCK = /\d.{0,20}\p{L}.{0,12},\s(\d{1,2}:\d\d(?:\s?[ap]\.?m\.?)?)(?![\p{L}\d])/iu
const DATED = /^(\p{L}{4,20})(?:\s(?:on|am|le|el|il|op|den|at|em))?:?\s(?=.{0,40}\d{4})(.{6,60})$/u

/** Values that stand together in one text: parts between dots, `Label: value`, `120 reviews`, `by Jane Doe`. */
export function partsOf(text: string): TextPart[] {
  if (text.length > LONGEST || text.length < 3) return []
  const pieces = text
    .split(/\s+[·•|‧∙⋅–—]\s+|\s*[·•|‧∙⋅]\s*/u)
    .flatMap((piece) => piece.split(NEXT_LABEL))
    .filter((piece) => piece.trim() !== '')
  const parts: TextPart[] = rangeParts(text)
  for (const [index, piece] of pieces.slice(0, MOST_PARTS).entries()) {
    const named = namedParts(piece.trim())
    parts.push(...named)
    if (pieces.length > 1 && !named.some(({ weight }) => weight === 1)) {
      parts.push({ text: piece.trim(), place: String(index), weight: 0.5 })
    }
  }
  return parts
}

function namedParts(piece: string): TextPart[] {
  const pair = PAIR.exec(piece)
  if (pair) {
    const text = firstSentence(pair[2]!)
    const label = pair[1]!.trim()
    return [{ text, label, place: '', weight: 1 }, ...quantitiesIn(text), ...aspectsOf(label, text)]
  }
  const parts: TextPart[] = quantitiesIn(piece)
  const byline = BYLINE.exec(piece)
  if (byline) parts.push({ text: byline[1]!.trim(), label: 'author', place: '', weight: 0.9 })
  const inside = byline ? null : BY_INSIDE.exec(piece)
  if (inside) parts.push({ text: inside[1]!.trim(), label: 'author', place: '', weight: 0.8 })
  const dated = DATED.exec(piece)
  if (dated) parts.push({ text: dated[2]!, label: dated[1]!, place: '', weight: 0.9 })
  const bracket = IN_BRACKETS.exec(piece)
  if (bracket) parts.push({ text: bracket[1]!, label: 'reviews', place: '', weight: 0.6 })
  return parts
}

/** What is said after the value of a label, and the full stop before it, is no part of the value. */
function firstSentence(text: string): string {
  if (!/[.!?]\s/.test(text)) return text
  const [first = text, ...others] = sentencesOf(text)
  return others.length === 0 ? text : first.trim().replace(/\.$/, '')
}

/** Numbers that a word or a unit beside them names. */
function quantitiesIn(piece: string): TextPart[] {
  const parts: TextPart[] = []
  for (const [, number, unit] of [...piece.matchAll(QUANTITY)].slice(0, 4)) {
    parts.push({ text: number!, label: unit!, place: '', weight: 0.85 })
  }
  for (const [pattern, label] of MEASURED) {
    const measured = pattern.exec(piece)
    if (measured) parts.push({ text: measured[0], label, place: '', weight: 0.85 })
  }
  for (const [pattern, label] of SHORTENED) {
    const number = pattern.exec(piece)?.[1]
    if (number !== undefined) parts.push({ text: number, label, place: '', weight: 0.85 })
  }
  const kind = KIND_OF_PRICE.exec(piece)
  if (kind) parts.push({ text: piece, label: kind[1]!, place: '', weight: 0.9 })
  const time = TIME_OF_DAY.exec(piece)
  if (time) parts.push({ text: time[1]!, label: 'time', place: '', weight: 0.95 })
  const clock = time ? null : CLOCK.exec(piece)
  if (clock) parts.push({ text: clock[1]!, label: 'time', place: '', weight: 0.85 })
  return parts
}

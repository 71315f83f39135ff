import { matchesOf } from '../../language/matches-of.ts'
import type { PiiSpan } from '../span.ts'
import { COMMON, countryNames, shippedLexicon } from '../../language/lexicon.ts'
import { textBefore } from './number-kind.ts'
import {
  BOXES,
  COMPOUND_BEFORE,
  COMPOUND_END,
  COMPOUND_NUMBER,
  COUNTRY_POSTCODE,
  ENGLISH,
  ENGLISH_BEFORE,
  LAST_TOWN,
  NUMBER,
  NUMBER_AFTER,
  NUMBER_BEFORE,
  OWN_FORM,
  PARTS,
  PREFIX,
  PREFIX_NAME,
  PREFIX_NEXT,
  SEPARATOR,
  TOWN_BEFORE,
  US_ZIP,
} from './street-forms.ts'

export function* findStreets(text: string): Iterable<PiiSpan> {
  for (const [start, end] of streetCores(text)) yield location(text, start, addressEnd(text, end), 'street')
  for (const found of matchesOf(text, US_ZIP)) {
    const town = TOWN_BEFORE.exec(text.slice(Math.max(0, found.index - 60), found.index))?.[0] ?? ''
    if (town) yield location(text, found.index - town.length, found.index + found[0].length, 'postcode')
  }
  for (const shape of [OWN_FORM, COUNTRY_POSTCODE]) {
    for (const found of matchesOf(text, shape))
      yield location(text, found.index, found.index + found[0].length, 'postcode')
  }
  for (const found of matchesOf(text, LABELLED)) {
    const value = found[1]!
    if (!/\d/u.test(value) || OTHER_ADDRESS.test(textBefore(text, found.index, 12))) continue
    const start = found.index + found[0].length - value.length
    yield location(text, start, addressEnd(text, start + value.trimEnd().length), 'street')
  }
}

/** The full stop of the sentence is not part of the address, but that of an abbreviation is. */
function location(text: string, start: number, end: number, kind: string): PiiSpan {
  const isSentenceEnd = /[\p{L}\p{M}]{4}\.$/u.test(text.slice(Math.max(start, end - 9), end))
  return { start, end: isSentenceEnd ? end - 1 : end, entity: 'LOCATION', kind }
}

const LABELLED =
  /\b(?:address|adresse|anschrift|dirección|direccion|domicilio|indirizzo|endereço|morada|adres|adress|osoite)[ \t]{0,2}[:：][ \t*_]{0,4}(\w[^\n|@<>]{4,100})/gi
const OTHER_ADDRESS = /(?:e-?mail|mail|ip|web|mac|internet|site|wallet|bitcoin|contract)[ -]?$/u

function* streetCores(text: string): Iterable<[number, number]> {
  for (const found of matchesOf(text, ENGLISH)) {
    const before = ENGLISH_BEFORE.exec(text.slice(Math.max(0, found.index - 90), found.index))
    if (before) yield [found.index - before[0].length, found.index + found[0].length]
  }
  for (const found of matchesOf(text, NUMBER)) {
    if (!COMPOUND_END.test(text.slice(Math.max(0, found.index - 16), found.index))) continue
    const words = COMPOUND_BEFORE.exec(text.slice(Math.max(0, found.index - 90), found.index))?.[0]
    const before = words?.replace(/^(?:\p{Ll}\S* )+/u, '')
    if (!before || !/\p{Lu}/u.test(before)) continue
    COMPOUND_NUMBER.lastIndex = found.index
    const number = COMPOUND_NUMBER.exec(text)?.[0]
    if (number && !isYear(before + number)) yield [found.index - before.length, found.index + number.length]
  }
  for (const found of matchesOf(text, BOXES)) yield [found.index, found.index + found[0].length]
  yield* prefixedStreets(text)
}

/** Weg 2019 is rather a year than a house. */
const isYear = (name: string) => /(?:^| )(?:Weg|Platz|Allee|Gate|Tee) (?:19|20)\d\d$/iu.test(name)

function* prefixedStreets(text: string): Iterable<[number, number]> {
  for (const found of matchesOf(text, PREFIX)) {
    PREFIX_NAME.lastIndex = PREFIX_NEXT.lastIndex = found.index + found[0].length
    if (/[\p{L}\d]/u.test(text[found.index - 1] ?? '') || !PREFIX_NEXT.test(text)) continue
    if (!PREFIX_NAME.exec(text)) continue
    const isYearBefore = /\d{4} $/u.test(text.slice(Math.max(0, found.index - 5), found.index))
    if (isYearBefore && /^r\./iu.test(found[0])) continue
    const nameEnd = PREFIX_NAME.lastIndex
    const before = NUMBER_BEFORE.exec(text.slice(Math.max(0, found.index - 20), found.index))
    NUMBER_AFTER.lastIndex = nameEnd
    const after = NUMBER_AFTER.exec(text)
    if (before) yield [found.index - before[0].length, nameEnd]
    else if (after) yield [found.index, nameEnd + after[0].length]
  }
}

const MAX_PARTS = 8

/** Where the address ends that begins with a street: flat, postcode, town and country are part of it. */
export function addressEnd(text: string, streetEnd: number): number {
  let end = streetEnd
  for (let count = 0; count < MAX_PARTS; count++) {
    SEPARATOR.lastIndex = end
    SEPARATOR.exec(text)
    const start = SEPARATOR.lastIndex
    const next = start > end ? partEnd(text, start) : 0
    if (next === 0) break
    end = next
  }
  LAST_TOWN.lastIndex = end
  const town = LAST_TOWN.exec(text)
  return town && isNoCommonWord(town[1]!) ? end + town[0].length : end
}

function partEnd(text: string, start: number): number {
  for (const part of PARTS) {
    part.lastIndex = start
    if (part.exec(text)) return part.lastIndex
  }
  return countryEnd(text, start)
}

const COUNTRY = /\p{Lu}[\p{L}\p{M}]{1,20}(?: (?:\p{Lu}[\p{L}\p{M}]{1,20}|of|and|the)){0,3}/uy

function countryEnd(text: string, start: number): number {
  COUNTRY.lastIndex = start
  const words = COUNTRY.exec(text)?.[0] ?? ''
  for (let end = words.length; end > 0; end = words.lastIndexOf(' ', end - 1)) {
    if (countries().has(words.slice(0, end))) return start + end
  }
  return 0
}

let known: Set<string> | undefined

function countries(): Set<string> {
  return (known ??= new Set([
    'USA',
    'UK',
    'U.S.A.',
    'England',
    'Scotland',
    'Wales',
    'Holland',
    ...countryNames(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']),
  ]))
}

function isNoCommonWord(words: string): boolean {
  const lexicon = shippedLexicon()
  return words.split(/[ -]/u).some((word) => !(lexicon(word.toLowerCase()) & COMMON))
}

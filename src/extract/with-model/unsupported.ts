import { readingsOf } from './page-numbers.ts'
import type { PageWords } from './page-words.ts'
import { alternatives, isObject, partFor, pointerTo, resolved } from './schema-part.ts'
import type { Schema } from './schema-part.ts'

/** What is not looked at counts as not there. */
const MOST_CHECKED = 10_000
/** From this length on a text is the model's own as a rule, and compared word by word. */
const LONG_TEXT = 200
const ENOUGH_OVERLAP = 0.6
const ENOUGH_OF_A_SUMMARY = 0.4

/** JSON pointers of the values that do not occur on the page. */
export function unsupportedIn(value: unknown, schema: Schema, words: PageWords): string[] {
  const found: string[] = []
  let checked = 0
  walk(value, '', '', resolved(schema, schema))
  return found

  function walk(one: unknown, pointer: string, name: string, part: Schema): void {
    if (Array.isArray(one)) {
      for (const [index, item] of one.entries()) {
        walk(item, pointerTo(pointer, index), name, partFor(part, index, schema))
      }
    } else if (isObject(one)) {
      for (const [key, inner] of Object.entries(one)) {
        walk(inner, pointerTo(pointer, key), key, partFor(part, key, schema))
      }
    } else {
      const isChecked = checked++ < MOST_CHECKED
      if (!isChecked || !isSupported(one, name, alternatives(part, schema), words)) found.push(pointer)
    }
  }
}

/** Whether a single value stands on the page, or is of a kind that cannot. */
function isSupported(value: unknown, name: string, parts: readonly Schema[], words: PageWords): boolean {
  if (typeof value === 'number') return words.hasNumber(value) || isChosen(parts)
  if (typeof value !== 'string' || value.trim() === '' || isChosen(parts)) return true
  if (occurs(value, words)) return true
  if (isOwnWords(name, parts)) return value.length < 60 || words.overlap(value) >= ENOUGH_OF_A_SUMMARY
  return value.length > LONG_TEXT && words.overlap(value) >= ENOUGH_OVERLAP
}

/** Picked from a list that the caller gave. */
function isChosen(parts: readonly Schema[]): boolean {
  return parts.some((part) => Array.isArray(part['enum']) || 'const' in part)
}

const ASKS_FOR_OWN_WORDS =
  /summar|overview|paraphras|in (your|own|other) words|explain|describe (the|what|how)|classif|categori[sz]e|translat|sentiment|infer|estimat|generat|zusammenfass|einschätz|übersetz|résum|tradui|resum|clasific|traduc|riassu|samenvat|概要|要約|总结|摘要|翻译|翻訳/i
const OWN_WORDS_BY_NAME =
  /^(\w*_?(summary|sentiment|overview|tldr|gist|translation)|zusammenfassung|resumen|resumo|résumé)$/i

function isOwnWords(name: string, parts: readonly Schema[]): boolean {
  return (
    OWN_WORDS_BY_NAME.test(name) ||
    parts.some(({ description }) => typeof description === 'string' && ASKS_FOR_OWN_WORDS.test(description))
  )
}

/** Signs between things that stand in several places of a page and that a model writes in one line. */
const JOINTS = /\s*(?:[,;|·•/\n]|\s[–—-]\s)\s*/
const MOST_JOINED = 20

function occurs(value: string, words: PageWords): boolean {
  if (words.find(value) !== undefined) return true
  if (/^(https?:\/\/|\/)\S+$/i.test(value.trim())) return words.hasUrl(value.trim())
  if (isDateOnPage(value, words) || isAmountOnPage(value, words)) return true
  const pieces = value
    .slice(0, LONG_TEXT * 5)
    .split(JOINTS)
    .filter((piece) => piece !== '')
  return (
    pieces.length > 1 &&
    pieces.length <= MOST_JOINED &&
    pieces.every((piece) => words.find(piece) !== undefined)
  )
}

function isDateOnPage(value: string, words: PageWords): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:$|T|\s)/.exec(value.trim()) ?? []
  if (year === undefined) return false
  return words.hasDate({
    year: Number(year),
    month: Number(month),
    day: day === undefined ? undefined : Number(day),
  })
}

/** A number with a unit or currency, such as `1299 EUR` for `€ 1.299,00`. */
function isAmountOnPage(value: string, words: PageWords): boolean {
  const [, before = '', digits, behind = ''] =
    /^([^\d]{0,4})(\d[\d.,'’\s]{0,20})([^\d]{0,4})$/.exec(value.trim()) ?? []
  if (digits === undefined) return false
  const unit = `${before}${behind}`.replaceAll(/[\s.\-+]/g, '')
  const isKnownUnit = unit === '' || /^(\p{Sc}|[A-Z]{3}|%)$/u.test(unit) || words.find(unit) !== undefined
  return isKnownUnit && readingsOf(digits.trim()).some((number) => words.hasNumber(number))
}

import type { PageWords } from './page-words.ts'
import type { Embedded, ValueEvidence } from './page-prompt.ts'
import { isObject, leavesOf, valueAtPointer, stepsOf, valueAtPath, pointerTo } from '../schema/json-schema.ts'
import { numberReadings } from './page-words.ts'
import { alternatives, partFor, resolveSchema } from './model-schema.ts'
import type { Schema } from './model-schema.ts'

/** The value that the embedded engine found at this place and has evidence for, or undefined. */
export function provenValue({ value, evidence }: Embedded, pointer: string): unknown {
  const proven = evidence.some(({ field }) => field === pointer)
  return proven ? (valueAtPointer(value, pointer) ?? undefined) : undefined
}

export function candidatesOf({ value, evidence, missing }: Embedded): string {
  if (evidence.length === 0) return ''
  return JSON.stringify({
    value,
    evidence: evidence.slice(0, 100).map(({ field, text }) => ({ field, text: text.slice(0, 200) })),
    missing,
  })
}

/** How sure it is that a value which a model read on a page is the one that was meant. */
export const MODEL_CONFIDENCE = 0.7

export function evidenceFor(
  value: unknown,
  embedded: Embedded,
  { words, url }: { words: PageWords; url: string | undefined },
): ValueEvidence[] {
  const known = new Map(embedded.evidence.map((one) => [one.field, one]))
  return leavesOf(value).flatMap(({ pointer, value: one }): ValueEvidence[] => {
    const found = known.get(pointer)
    if (found && valueAtPointer(embedded.value, pointer) === one) return [found]
    const place = typeof one === 'string' || typeof one === 'number' ? positionOf(one, words) : undefined
    if (place === undefined) return []
    const from = { ...(url !== undefined && { url }), ...words.quote(place) }
    return [{ field: pointer, ...from, source: 'model', confidence: MODEL_CONFIDENCE }]
  })
}

const STRUCTURED_SOURCES: ReadonlySet<string> = new Set([
  'json-ld',
  'microdata',
  'rdfa',
  'meta',
  'pair',
  'definition',
])
const SURE = 0.9

/**
 * A model's answer with the values that it left empty although the page states them or the embedded engine is sure of them.
 * A list is taken whole where the model has none: its records cannot be told apart by their number.
 */
export function fillFromEmbedded(given: unknown, { value, evidence }: Embedded): unknown {
  const stated = evidence.filter(
    ({ source = '', confidence = 0 }) => STRUCTURED_SOURCES.has(source) || confidence >= SURE,
  )
  return stated.reduce((filled, { field }) => {
    const steps = stepsOf(field)
    const list = steps.findIndex((_, at) => Array.isArray(valueAtPath(value, steps.slice(0, at))))
    return fillMissing(filled, value, list === -1 ? steps : steps.slice(0, list))
  }, given)
}

function fillMissing(given: unknown, found: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return isEmpty(given) ? found : given
  if ((!isEmpty(given) && !isObject(given)) || !isObject(found) || !Object.hasOwn(found, step)) return given
  const whole = isObject(given) ? given : {}
  const inner = fillMissing(Object.hasOwn(whole, step) ? whole[step] : undefined, found[step], rest)
  return inner === undefined ? given : { ...whole, [step]: inner }
}

function isEmpty(value: unknown): boolean {
  return (value ?? '') === '' || (Array.isArray(value) && value.length === 0)
}

/** What is not looked at counts as not there. */
const MOST_CHECKED = 10_000
/** From this length on a text is the model's own as a rule, and compared word by word. */
const LONG_TEXT = 200
const ENOUGH_OVERLAP = 0.6
const ENOUGH_OF_A_SUMMARY = 0.4

/** JSON pointers of the values that do not occur on the page and that neither the schema nor the prompt leaves to judgement. */
export function unsupportedIn(value: unknown, schema: Schema, words: PageWords, prompt = ''): string[] {
  const found: string[] = []
  let checked = 0
  walk(value, '', '', resolveSchema(schema, schema))
  return found

  function walk(one: unknown, pointer: string, name: string, part: Schema): void {
    if (typeof one === 'object' && one !== null) {
      for (const [key, inner] of Object.entries(one)) {
        const [step, called] = Array.isArray(one) ? [Number(key), name] : [key, key]
        walk(inner, pointerTo(pointer, key), called, partFor(part, step, schema))
      }
      return
    }
    const isChecked = checked++ < MOST_CHECKED
    if (!isChecked || !isSupported(one, { name, prompt, parts: alternatives(part, schema) }, words))
      found.push(pointer)
  }
}

interface Field {
  name: string
  prompt: string
  parts: readonly Schema[]
}

function isSupported(value: unknown, field: Field, words: PageWords): boolean {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return true
  const isChosen = field.parts.some((part) => Array.isArray(part['enum']) || 'const' in part)
  if (isChosen || positionOf(value, words) !== undefined) return true
  if (typeof value === 'number') return isAsked(field, ASKS_TO_COMPUTE)
  if (OWN_WORDS_BY_NAME.test(field.name) || isAsked(field, ASKS_FOR_OWN_WORDS)) {
    return value.length < 60 || words.overlap(value) >= ENOUGH_OF_A_SUMMARY
  }
  return value.length > LONG_TEXT && words.overlap(value) >= ENOUGH_OVERLAP
}

function isAsked({ prompt, parts }: Field, judgement: RegExp): boolean {
  return [prompt, ...parts.map(({ description }) => description)].some(
    (text) => typeof text === 'string' && judgement.test(text),
  )
}

const ASKS_FOR_OWN_WORDS =
  /summar|overview|paraphras|in (your|own|other) words|explain|describe (the|what|how)|classif|categori[sz]e|translat|sentiment|infer|estimat|generat|zusammenfass|einschätz|übersetz|résum|tradui|resum|clasific|traduc|riassu|samenvat|概要|要約|总结|摘要|翻译|翻訳/i
const OWN_WORDS_BY_NAME =
  /^(\w*_?(summary|sentiment|overview|tldr|gist|translation)|zusammenfassung|resumen|resumo|résumé)$/i

const ASKS_TO_COMPUTE =
  /how many|\bcount|calculat|comput|estimat|\baverage|\bscore\b|\brate (the|each|how|from|on)|wie viele|zähle|berechne|combien|calcule|cuánt|contar/i

/** Signs between things that stand in several places of a page and that a model writes in one line. */
const JOINTS = /\s*(?:[,;|·•/\n]|\s[–—-]\s)\s*/
const MOST_JOINED = 20

export function positionOf(value: string | number, words: PageWords): number | undefined {
  if (typeof value === 'number') return words.numberAt(value)
  const text = value.trim()
  const whole = words.at(value)
  if (whole !== undefined) return whole
  if (/^(https?:\/\/|\/)\S+$/i.test(text)) return words.urlAt(text)
  return dateAt(text, words) ?? amountAt(text, words) ?? piecesAt(text, words)
}

function piecesAt(text: string, words: PageWords): number | undefined {
  const pieces = text
    .slice(0, LONG_TEXT * 5)
    .split(JOINTS)
    .filter((piece) => piece !== '')
  if (pieces.length < 2 || pieces.length > MOST_JOINED) return undefined
  const places = pieces.map((piece) => words.at(piece))
  return places.includes(undefined) ? undefined : places[0]
}

function dateAt(text: string, words: PageWords): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:$|T|\s)/.exec(text) ?? []
  if (year === undefined) return undefined
  return words.dateAt({
    year: Number(year),
    month: Number(month),
    ...(day !== undefined && { day: Number(day) }),
  })
}

/** A number with a unit or currency, such as `1299 EUR` for `€ 1.299,00`. */
function amountAt(text: string, words: PageWords): number | undefined {
  const [, before = '', digits, behind = ''] =
    /^([^\d]{0,4})(\d[\d.,'’\s]{0,20})([^\d]{0,4})$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const unit = `${before}${behind}`.replaceAll(/[\s.\-+]/g, '')
  const isKnownUnit = unit === '' || /^(\p{Sc}|[A-Z]{3}|%)$/u.test(unit) || words.at(unit) !== undefined
  if (!isKnownUnit) return undefined
  return numberReadings(digits.trim())
    .map(words.numberAt)
    .find((place) => place !== undefined)
}

const ENOUGH_OF_ITS_WORDS = 0.4
const MOST_NAMED = 10

/**
 * What is to be said about a text that a model wrote about a page: numbers that do not stand there, and words that are mostly
 * not the page's. `known` is what the model may also speak of, such as the question.
 */
export function textWarning(text: string, words: PageWords, known = ''): string | undefined {
  const strange = unknownNumbers(text, words, known)
  if (strange.length > 0) {
    return `These numbers in the model's text do not occur on the page: ${[...new Set(strange)].slice(0, MOST_NAMED).join(', ')}.`
  }
  if (words.overlap(text) >= ENOUGH_OF_ITS_WORDS) return undefined
  return "Most words of the model's text do not occur on the page."
}

/** The numbers of a text that stand neither on the page nor in what is known. */
export function unknownNumbers(text: string, words: PageWords, known = ''): string[] {
  const isStrange = (run: string) =>
    numberReadings(run).every((number) => words.numberAt(number) === undefined)
  // Single digits count things more often than they quote them.
  const numbers = (text.match(/\d+(?:[.,'’]\d+)*/g) ?? []).filter((run) => run.length > 1)
  return numbers.filter((run) => !known.includes(run) && isStrange(run))
}

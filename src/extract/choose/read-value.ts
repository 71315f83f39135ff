import { singular } from '../../language/stems.ts'
import { wordsOfName } from '../../language/words.ts'
import { currencyCode } from '../../language/currencies.ts'
import { isoDate, readDate } from '../../language/dates.ts'
import { matchesOf } from '../../language/matches-of.ts'
import { wordedNumber } from '../../language/number-words.ts'
import { unitIn } from '../../language/units.ts'
import { moneyIn } from '../../language/money.ts'
import { phonesIn } from '../../language/phones.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { ReadContext, Scalar } from '../values/read-scalar.ts'
import type { Finding } from '../findings/cues.ts'
import type { Wanted } from './field.ts'
import { meaningsOf, withPhrases } from '../schema/name-words.ts'
import { readBoolean } from '../../language/read-boolean.ts'
import { memoizePerObject } from '../../language/memoize.ts'
import { isSaidBy } from './similarity.ts'

const LONGEST_CHOICE = 200
const LONGEST_NUMBER = 120

export function readValue(
  {
    text: shown,
    full,
    reader,
    kind,
    spot,
  }: Pick<Finding, 'text' | 'reader' | 'kind'> & Partial<Pick<Finding, 'full' | 'spot'>>,
  wanted: Wanted,
  readContext: ReadContext,
): Scalar | undefined {
  const text = full ?? shown
  if (!/[\p{L}\p{N}\p{Sc}✓✔✗✘×●–—☑☐-]/u.test(text)) return undefined
  const { type, field } = wanted
  if (type === 'boolean') return reader === 'link' ? undefined : statementIn(text, wanted)?.value
  if (wanted.wantsCurrency) return reader === 'link' ? undefined : currencyIn(text)
  if (!/[\p{L}\p{N}]|\p{Sc}{2}/u.test(text)) return undefined
  if (type === 'url')
    return urlIn(text, reader === 'link' || kind === 'url', spot?.link?.attribs['href'], wanted, readContext)
  if (reader === 'link') return undefined
  if (type === 'choice') return text.length > LONGEST_CHOICE ? undefined : choiceIn(text, wanted, readContext)
  if (type === 'number') return numberIn(text, wanted, readContext)
  if (type === 'email') return emailIn(text, wanted, readContext)
  if (type === 'date') return dateIn(text, wanted, readContext)
  if (field.format !== undefined && field.format !== 'time') return readScalar(text, field, readContext)
  const [only] = wanted.kinds.size === 1 ? wanted.kinds : []
  if (only === 'phone') return phonesIn(text)[0]?.text
  if (only === 'email') return emailIn(text, wanted, readContext)
  if (wanted.kinds.has('time') && ISO_TIME.test(text)) return text.slice(11, 16)
  if (kind === 'code') return textIn(text.replace(/^[$>#]\s+/, ''))
  return textIn(wanted.isAgent > 0.5 ? text.replace(AGENT, '') : text)
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const AGENT = /^(?:by|von|par|por|di|door|av|af|posted by|written by)\s+(?=\p{Lu})/iu

/** Mailboxes that every host has for those who run it are nobody's e-mail. */
const OF_HOSTS = /^(?:webmaster|postmaster|hostmaster|abuse|no-?reply)@/i

function emailIn(text: string, { telling }: Wanted, readContext: ReadContext): Scalar | undefined {
  const read = readScalar(text, { type: 'string', format: 'email' }, readContext)
  const host = OF_HOSTS.exec(String(read ?? ''))?.[0].toLowerCase()
  return host !== undefined && !telling.some((word) => host.startsWith(word)) ? undefined : read
}

function urlIn(
  text: string,
  isUrl: boolean,
  target: string | undefined,
  wanted: Wanted,
  readContext: ReadContext,
): string | undefined {
  if (!isUrl && !/^(?:https?:\/\/|www\.|\/)/i.test(text)) return undefined
  const read = (said: string) =>
    readScalar(said, { type: 'string', format: 'uri' }, readContext) as string | undefined
  if (/^www\./i.test(text)) {
    // What is shown without its scheme has the one of its link, or none.
    const linked = target === undefined ? undefined : read(target)
    if (linked !== undefined && URL.parse(linked)?.host === text.split('/', 1)[0]!.toLowerCase())
      return linked
    if (wanted.field.format === undefined) return text
  }
  return isUrl || wanted.field.format !== undefined ? read(text) : text
}

function choiceIn(text: string, { field }: Wanted, readContext: ReadContext): Scalar | undefined {
  const read = readScalar(text, field, readContext)
  if (read !== undefined) return read
  const words = withPhrases(wordsOfName(text))
  if (words.length === 0 || words.length > 5) return undefined
  const said = words.map(meaningsAndWord)
  const fitting = choicesOf(field.enum!).filter(
    ({ meant }) =>
      meant.length > 0 &&
      meant.every((meanings) => said.some((own) => own.some((one) => meanings.includes(one)))),
  )
  return fitting.length === 1 ? fitting[0]!.value : undefined
}

const choicesOf = memoizePerObject((values: readonly unknown[]) =>
  values.map((value) => ({
    value: value as Scalar,
    meant: withPhrases(wordsOfName(String(value))).map(meaningsAndWord),
  })),
)

function meaningsAndWord(word: string): readonly string[] {
  const stem = singular(word)
  return [word, stem, ...meaningsOf(word), ...(stem === word ? [] : meaningsOf(stem))]
}

function numberIn(text: string, wanted: Wanted, readContext: ReadContext): number | undefined {
  if (text.length > LONGEST_NUMBER) return undefined
  if (wanted.wantsYear) {
    const year = /(?<![\d.,])(?:1\d|20)\d\d(?![\d.,]*\d)/.exec(text)?.[0]
    return year === undefined ? undefined : Number(year)
  }
  const bare = wanted.mayBeYear ? text : text.replace(YEARS, ' ')
  const duration = wanted.unit?.dimension === 'time' ? durationIn(text, wanted.unit.factor) : undefined
  if (duration !== undefined) return asType(duration, wanted)
  const written = /\p{Nd}/u.test(bare) ? readScalar(scaled(bare), wanted.field, readContext) : undefined
  const read = (written as number | undefined) ?? wordedNumber(bare, readContext.language)
  if (read === undefined || !wanted.unit) return read
  const unit = unitIn(text)
  if (!unit || unit.dimension !== wanted.unit.dimension || unit.factor === wanted.unit.factor) return read
  return asType(Number(((read * unit.factor) / wanted.unit.factor).toPrecision(12)), wanted)
}

function asType(value: number, { field }: Wanted): number | undefined {
  return field.type === 'integer' && !Number.isInteger(value) ? undefined : value
}

const MILLIONS =
  /^(\D{0,6}\d[\d.,]*)\s?(million|mio\.?|millionen|millions|milioni|millones|miljoen|m(?![\p{L}²³2-9/])|billion|bn|mrd\.?|thousand|tsd\.?|k(?!\p{L}))/iu

/** `£1.35 million` as a number. */
function scaled(text: string): string {
  const found = MILLIONS.exec(text)
  if (!found) return text
  const word = found[2]!.toLowerCase()
  if (word === 'm' && !/\p{Sc}/u.test(text)) return text
  const factor = /^(?:b|mrd)/.test(word) ? 1e9 : /^(?:k|t)/.test(word) ? 1e3 : 1e6
  const number = Number(
    /\d[\d.,]*/
      .exec(found[1]!)![0]
      .replace(/,(?=\d{3})/g, '')
      .replace(',', '.'),
  )
  return Number.isFinite(number) ? String(Math.round(number * factor)) : text
}

const TIME_PART =
  /(\d{1,4}(?:[.,]\d{1,2})?)\s?(?:-\s?)?(h|hrs?|hours?|std\.?|stunden?|heures?|horas?|ore|ora|uur|m|mins?|min\.|minutes?|minuten?|minutos?|minuti|s|secs?|seconds?)(?!\p{L})/giu
const ISO_DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const CLOCK = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2}(?:\.\d+)?)$/

/** A length of time in units of so many minutes. */
function durationIn(text: string, minutes: number): number | undefined {
  const said = text.trim()
  const iso = ISO_DURATION.exec(said)
  if (iso && said.length > 2) {
    const [days = 0, hours = 0, mins = 0, seconds = 0] = iso.slice(1).map((part) => Number(part ?? 0))
    return (days * 1440 + hours * 60 + mins + seconds / 60) / minutes
  }
  const clock = minutes < 1 ? CLOCK.exec(said) : undefined
  if (clock)
    return rounded((Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) / 60 / minutes)
  const parts = matchesOf(said, TIME_PART)
  if (parts.length === 0 || parts.length > 3) return undefined
  if (parts.length > 1 && !/^[\s\d.,\p{L}]*$/u.test(said.slice(0, 40))) return undefined
  let total = 0
  for (const [, number, unit] of parts) {
    const small = unit!.toLowerCase()
    const factor = /^(?:h|st|heu|hor|or|uu)/.test(small) ? 60 : small.startsWith('s') ? 1 / 60 : 1
    total += Number(number!.replace(',', '.')) * factor
  }
  return rounded(total / minutes)
}

function rounded(value: number): number {
  return Number(value.toFixed(4))
}

function dateIn(text: string, { field }: Wanted, readContext: ReadContext): Scalar | undefined {
  if (text.length > LONGEST_NUMBER) return undefined
  const whole = readScalar(text, field, readContext)
  if (whole !== undefined || field.format !== 'date') return whole
  const date = readDate(text, readContext.language)
  return date && isoDate(date)
}

function currencyIn(text: string): string | undefined {
  if (text.length > 60) return undefined
  if (/^[A-Z]{3}$/.test(text)) return currencyCode(text)
  const [money] = moneyIn(text)
  return money?.currency ?? (/^\p{Sc}$/u.test(text) ? currencyCode(text) : undefined)
}

function textIn(text: string): string | undefined {
  const bare = text
    .replace(/^[\s:：=,;·•|–—-]+(?=\S)/u, (mark) => (/^[-–—]\d/.test(text) ? mark : ''))
    .replace(/[\s,;:：|·•–—-]+$|\s[»›→]+$/u, '')
    .replace(/^[“"„«](.*)[”"“»]$/u, '$1')
  const isPhrase = bare.length < 40 && bare.split(' ').length < 5 && !/[.!?]\s/.test(bare)
  const whole = /[.]$/.test(bare) && isPhrase && !ABBREVIATED.test(bare) ? bare.slice(0, -1) : bare
  return whole === '' ? undefined : whole
}

const ABBREVIATED = /(?:^|[\s.])\p{L}{1,4}\.$|\p{Lu}\.$/u

const NO =
  /(?<!\p{L})(?:not|no|never|without|cannot|none|unavailable|excluded|excluding|except|\p{L}+n['’]t|nicht|kein\p{L}*|ohne|ne|pas|sans|aucun\p{L}*|sin|ningún|non|senza|nessun\p{L}*|niet|geen|zonder|não|sem|inte|ej|utan|nie|bez|ikke|uden|forbidden|prohibited|verboten|interdit\p{L}*|prohibid\p{L}*|vietat\p{L}*|verboden)(?!\p{L})/iu
const CLAUSE = /[.;!?](?:\s|$)|,\s(?:but|and)\s|(?<!\p{L})(?:but|aber|mais|pero|ma|maar|however)(?!\p{L})/giu
const LONGEST = 400

export interface Statement {
  value: boolean
  /** The share of the field's words that it has; 0 where it answers with a bare yes or no. */
  coverage: number
}

/** Reads a text as yes or no: a bare answer behind a label, or a clause that has the words of the field. */
export function statementIn(text: string, { telling }: Wanted): Statement | undefined {
  if (text.length > LONGEST) return undefined
  if (telling.length > 0) {
    const clause = clauses(text).find((one) => coverageOf(one, telling) >= 0.6)
    if (clause !== undefined)
      return /\?\s*$/.test(clause)
        ? undefined
        : { value: !isDenied(clause, telling), coverage: coverageOf(clause, telling) }
  }
  const direct = readBoolean(text)
  return direct === undefined ? undefined : { value: direct, coverage: 0 }
}

/** What is out of stock is not in stock; a field that asks for that itself is not denied by it. */
function isDenied(clause: string, telling: readonly string[]): boolean {
  return NO.test(clause) || (/(?<!\p{L})out of(?!\p{L})/iu.test(clause) && !telling.includes('out'))
}

function clauses(text: string): string[] {
  const found: string[] = []
  let start = 0
  for (const { 0: mark, index } of matchesOf(text, CLAUSE)) {
    found.push(text.slice(start, index + (mark.startsWith('?') ? 1 : 0)))
    start = index + (/^[.;!?,]/.test(mark) ? 1 : 0)
  }
  return [...found, text.slice(start)].filter((clause) => clause.trim() !== '')
}

function coverageOf(clause: string, telling: readonly string[]): number {
  const said = wordsOfName(clause.slice(0, 200))
  const found = telling.filter((own) => said.some((word) => isSaidBy(own, word)))
  return found.length / telling.length
}

/** Whether a number is only the year of something: `in 2021`, `(2021)`, `2021: 14,302`. */
export function isYearOf(text: string, { lead, tail }: Pick<Finding['cues'], 'lead' | 'tail'>): boolean {
  if (!BARE.test(text)) return false
  return SINCE.test(lead) || /^\s?[:：]/.test(tail) || (lead.endsWith('(') && tail.startsWith(')'))
}

const PREPOSITIONS = 'in|since|im|seit|en|depuis|desde|nel|dal|anno|od'
const YEAR = String.raw`(?:1\d|20)\d\d`
const BARE = new RegExp(`^${YEAR}$`)
const SINCE = new RegExp(String.raw`(?:^|\s)(?:${PREPOSITIONS})$`, 'i')
const YEARS = new RegExp(
  String.raw`(?<=(?:^|\s)(?:${PREPOSITIONS})\s)${YEAR}(?![\d.,]*\d|\s?\p{L}{0,3}[²³])|^${YEAR}\s?[:：](?=\s*\d)|\(${YEAR}\)`,
  'giu',
)

import { isoDate, isoDateTime, readDate, readDuration, readTime } from '../../language/dates.ts'
import { readBoolean } from '../../language/read-boolean.ts'
import { readMoney } from '../../language/money.ts'
import { readNumber } from '../../language/numbers.ts'
import { memoizePerObject } from '../../language/memoize.ts'

export interface ScalarKind {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'any'
  format?: string | undefined
  enum?: readonly unknown[] | undefined
}

export interface ReadContext {
  language?: string | undefined
  base?: string | undefined
}

export type Scalar = string | number | boolean

const LONGEST = 100_000

export function readScalar(
  text: string,
  kind: ScalarKind,
  readContext: ReadContext = {},
): Scalar | undefined {
  const said = text.slice(0, LONGEST).trim()
  if (said === '') return undefined
  if (kind.enum !== undefined && kind.type !== 'boolean') return readEnum(said, kind.enum)
  return READERS[kind.type](said, kind.format, readContext)
}

type Reader = (text: string, format: string | undefined, readContext: ReadContext) => Scalar | undefined

const READERS: Record<ScalarKind['type'], Reader> = {
  string: (text, format, readContext) => (FORMATS[format ?? ''] ?? asIs)(text, format, readContext),
  any: (text, format, readContext) => (FORMATS[format ?? ''] ?? asIs)(text, format, readContext),
  number: (text, _format, { language }) => numberIn(text, language),
  integer: (text, _format, { language }) => integerIn(text, language),
  boolean: (text) => readBoolean(text),
}

const FORMATS: Record<string, Reader> = {
  date: (text, _format, { language }) => {
    const date = readDate(text, language)
    return date && isoDate(date)
  },
  'date-time': (text, _format, { language }) => {
    const date = readDate(text, language)
    return date && isoDateTime(date)
  },
  time: (text) => readTime(text),
  duration: (text) => readDuration(text),
  uri: (text, _format, { base }) => address(text, base),
  url: (text, _format, { base }) => address(text, base),
  'uri-reference': (text, _format, { base }) => address(text, base),
  iri: (text, _format, { base }) => address(text, base),
  email: (text) =>
    /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,190}\.\p{L}{2,24}/u.exec(
      text.slice(0, 2000).replaceAll(HIDDEN_AT, '@'),
    )?.[0],
}

/** How an address is written for people alone: `info (at) club.example`. */
const HIDDEN_AT = /\s?[([{]\s?(?:at|ät|arroba|chez)\s?[)\]}]\s?/giu

function asIs(text: string): string {
  return text
}

/** A price is read as money, because its separators mean something else than those of other numbers. */
function numberIn(text: string, language: string | undefined): number | undefined {
  const money = readMoney(text, { language })
  if (money !== undefined && money.currency !== undefined) return money.amount
  return readNumber(text, language)
}

/** A fraction is no integer; three digits behind a separator of a whole number are its thousands. */
function integerIn(text: string, language: string | undefined): number | undefined {
  const number = numberIn(text, language)
  if (number === undefined || Number.isSafeInteger(number)) return number
  const grouped = /(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d.,]*\d)/.exec(text.slice(0, 1000))
  return grouped ? Number(grouped[0].replaceAll(/[.,]/g, '')) : undefined
}

function address(text: string, base: string | undefined): string | undefined {
  if (/\s/.test(text) || text.length > 8000) return undefined
  if (!/[/.:#?]/.test(text)) return undefined
  const isHost = /^(?:www\.|[\p{L}\p{N}-]{1,63}\.(?:com|org|net|io|de|fr|co\.uk|eu)(?:\/|$))/u.test(text)
  try {
    const { href, protocol } = isHost ? new URL(`https://${text}`) : new URL(text, base)
    return /^(?:https?|ftp|mailto|tel):$/.test(protocol) ? href : undefined
  } catch {
    return undefined
  }
}

/** The one of the given values that a text names; undefined when it names none, or several. */
export function readEnum(text: string, values: readonly unknown[]): string | number | boolean | undefined {
  const known = knownOf(values)
  const written = text.trim()
  const exact = known.written.get(written) ?? known.lower.get(written.toLowerCase())
  if (exact !== undefined) return exact
  const said = plain(text)
  return known.named.get(said) ?? known.joined.get(said.replaceAll(' ', '')) ?? contained(said, known)
}

type Named = string | number | boolean

type Known = ReturnType<typeof knownOf>

/** Lists of values are long and read many times. */
const knownOf = memoizePerObject((values: readonly unknown[]) => {
  // By how they are written; signs tell some apart: `C`, `C++` and `C#`.
  const written = new Map<string, Named>()
  const lower = new Map<string, Named>()
  // By their words; undefined for those of several.
  const named = new Map<string, Named | undefined>()
  const joined = new Map<string, Named | undefined>()
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    const text = String(value).trim()
    const name = plain(text)
    if (text === '') continue
    if (!written.has(text)) written.set(text, value)
    if (lower.has(text.toLowerCase())) continue
    lower.set(text.toLowerCase(), value)
    if (name === '') continue
    const squeezed = name.replaceAll(' ', '')
    named.set(name, named.has(name) ? undefined : value)
    joined.set(squeezed, joined.has(squeezed) ? undefined : value)
  }
  const names = [...named.keys()]
  const lengths = new Set(names.map((name) => name.split(' ').length))
  return { written, lower, named, joined, unspaced: names.filter(isUnspaced), lengths }
})

/** The longest of those that stand in the text as words, unless two that do not contain each other do. */
function contained(said: string, known: Known): Named | undefined {
  if (said.length > 300) return undefined
  const found = namesIn(said, known)
  const [longest] = found.toSorted((one, other) => other.length - one.length)
  if (longest === undefined || isDenied(` ${said} `, longest)) return undefined
  return found.every((name) => longest.includes(name)) ? known.named.get(longest) : undefined
}

function namesIn(said: string, { named, unspaced, lengths }: Known): string[] {
  const found = new Set(unspaced.filter((name) => said.includes(name)))
  const words = said.split(' ')
  for (const length of lengths) {
    for (let end = length; end <= words.length; end++) {
      const name = words.slice(end - length, end).join(' ')
      if (named.has(name)) found.add(name)
    }
  }
  return [...found]
}

const DENIALS = /(?:^| )(?:not?|non|never|without|nicht|kein|keine|ohne|pas|sans|sin|ohne|niet|geen|не|без) $/

function isDenied(said: string, name: string): boolean {
  const at = isUnspaced(name) ? said.indexOf(name) : said.indexOf(` ${name} `) + 1
  return DENIALS.test(said.slice(Math.max(0, at - 12), at))
}

function isUnspaced(name: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(name)
}

/** Words in small letters, without signs but that of a fraction; `InStock`, `in_stock` and `In stock` are the same. */
function plain(text: string): string {
  const start = text.slice(0, 400).replace(/^https?:\/\/schema\.org\//i, '')
  return start
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/(?<!\d[.,]?)(\d+)[.,](\d{1,2})(?![.,]?\d)/g, '$1_$2')
    .replaceAll(/[^\p{L}\p{N}_]+|(?<!\d)_|_(?!\d)/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}

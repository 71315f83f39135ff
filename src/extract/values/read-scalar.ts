import { isoDate, isoDateTime, readDate, readDuration, readTime } from '../../language/dates.ts'
import { readBoolean } from '../../language/yes-or-no.ts'
import { readEnum } from './enum.ts'
import { readMoney } from '../../language/money.ts'
import { readNumber } from '../../language/numbers.ts'

/** What a value is to be. */
export interface ScalarKind {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'any'
  format?: string | undefined
  enum?: readonly unknown[] | undefined
}

/** What is known about the text's surroundings. */
export interface Reading {
  language?: string | undefined
  /** What relative references mean. */
  base?: string | undefined
}

export type Scalar = string | number | boolean

const LONGEST = 100_000

/** Reads a text as the value it is to be; undefined when it is none. */
export function readScalar(text: string, kind: ScalarKind, reading: Reading = {}): Scalar | undefined {
  const said = text.slice(0, LONGEST).trim()
  if (said === '') return undefined
  if (kind.enum !== undefined && kind.type !== 'boolean') return readEnum(said, kind.enum)
  return READERS[kind.type](said, kind.format, reading)
}

type Reader = (text: string, format: string | undefined, reading: Reading) => Scalar | undefined

const READERS: Record<ScalarKind['type'], Reader> = {
  string: (text, format, reading) => (FORMATS[format ?? ''] ?? asIs)(text, format, reading),
  any: (text, format, reading) => (FORMATS[format ?? ''] ?? asIs)(text, format, reading),
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

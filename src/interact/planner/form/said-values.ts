import { findDate, readTime } from '../widgets/date/read-date.ts'
import { todayOf } from '../widgets/date/today.ts'

/** What a part of a sentence holds that only some controls take; `text` is how it is written there. */
export interface SaidValues {
  quoted?: string
  mail?: string
  iban?: string
  card?: string
  phone?: string
  /** `12/27`, which may be a date as well. */
  expiry?: string
  date?: string
  time?: string
  /** An amount of money: the number as it is written. */
  money?: string
  /** `3 adults`: the number, and what is counted. */
  count?: { number: number; noun: string }
  text?: string
}

/** The date that a text says, as it says it. */
export function dateIn(text: string): string | undefined {
  return findDate(text, todayOf())?.text
}

const NUMBERS = [
  'zero|null|zéro|cero|nul',
  'one',
  'two|zwei|deux|dos|due|twee|dois|duas',
  'three|drei|trois|tres|tre|drie|três',
  'four|vier|quatre|cuatro|quattro|quatro',
  'five|fünf|cinq|cinco|cinque|vijf',
  'six|sechs|seis|sei|zes',
  'seven|sieben|sept|siete|sette|zeven|sete',
  'eight|acht|huit|ocho|otto|oito',
  'nine|neun|neuf|nueve|nove|negen',
  'ten|zehn|dix|diez|dieci|tien|dez',
  'eleven|elf',
  'twelve|zwölf|douze|doce|dodici|twaalf|doze',
].map((words) => new RegExp(`^(?:${words})$`, 'i'))

/** A number in digits or in a word. */
export function numberOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  const at = NUMBERS.findIndex((words) => words.test(text))
  return at === -1 ? undefined : at
}

const QUOTED = /["“„«‹]([^"“”»›„«‹]*)["“”»›]/
/** An address of mail; no longer than they may be, so that a text without one is read in one go. */
export const MAIL = /[^\s,;"()<>@]{1,64}@[^\s,;"()<>@]{1,255}\.[a-z]{2,}/i
const IBAN = /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?:\s?[A-Z0-9]{1,3})?\b/
const CARD = /\b\d(?:[ -]?\d){12,18}\b/
const EXPIRY = /\b(?:0?[1-9]|1[0-2])\s*\/\s*(?:\d{4}|\d{2})(?!\s*\/)\b/
const TIME = /\b\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?|\b\d{1,2}\s*[ap]\.?m\b\.?/i
const PHONE =
  /(?<![\w-])(?:\+|0)\d(?:[\d\s()/.-]{5,}\d)(?!\w)|(?<![\w-])\d{3}[\s-]\d{3,4}(?:[\s-]\d{3,4})?(?!\w)/
const CURRENCY = '€|\\$|£|EUR|USD|GBP|CHF|euros?|dollars?|bucks|pounds?|kr|zł'
const MONEY = new RegExp(
  `(?:${CURRENCY})\\s?(\\d[\\d.,]{0,30}\\d|\\d)|(\\d[\\d.,]{0,30}\\d|\\d)\\s?(?:${CURRENCY})(?!\\p{L})`,
  'iu',
)
const COUNT = /(?:^|\s)(\d{1,6}|\p{L}+)\s+(\p{L}[\p{L}\s-]*)$/iu

export function readValues(text: string): SaidValues {
  const quoted = QUOTED.exec(text)
  if (quoted) return { quoted: quoted[1]!, text: quoted[0] }
  for (const [kind, pattern] of [
    ['mail', MAIL],
    ['iban', IBAN],
    ['card', CARD],
  ] as const) {
    const found = pattern.exec(text)?.[0]
    if (found) return { [kind]: found, text: found }
  }
  const date = dateIn(text)
  const expiry = EXPIRY.exec(text)?.[0]
  if (date) return { date, text: date, ...(expiry === date && { expiry }) }
  if (expiry) return { expiry, text: expiry }
  const time = TIME.exec(text)?.[0]
  if (time && readTime(time)) return { time, text: time }
  const phone = PHONE.exec(text)?.[0]
  if (phone && phone.replaceAll(/\D/g, '').length >= 7) return { phone, text: phone }
  const money = MONEY.exec(text)
  if (money) return { money: money[1] ?? money[2]!, text: money[0] }
  const counted = COUNT.exec(text)
  const number = counted ? numberOf(counted[1]!) : undefined
  return counted && number !== undefined
    ? { count: { number, noun: counted[2]! }, text: counted[0].trim() }
    : {}
}

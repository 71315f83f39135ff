import { monthsByName } from '../values/month-names.ts'
import { moneyIn } from '../values/money.ts'
import { numbersIn } from '../values/number.ts'
import { hoursIn } from './hours.ts'
import { durationsIn } from './durations.ts'
import { namesIn } from './names-in.ts'
import type { Piece, ValueKind } from './piece.ts'
import { phonesIn } from '../values/phones.ts'

/** What of a text may be a value of a kind, in order. */
export function piecesIn(text: string, kind: ValueKind, language: string | undefined): Piece[] {
  return FINDERS[kind](text, language)
}

type Finder = (text: string, language: string | undefined) => Piece[]

const YEAR = /(?<![\d.,/-])(?:1[5-9]|20)\d\d(?![\d/]|-\d|[.,]\d|\s?(?:€|%|\p{L}{0,2}²))/gu
const PERCENT =
  /(?<![\d.,])\d{1,3}(?:[.,]\d{1,3})?\s?(?:%|percent|per cent|Prozent|pour cent|por ciento|per cento|procent)/gu
/** Also as it is written for people alone: `info (at) club.example`. */
const EMAIL =
  /[\p{L}\p{N}._%+-]{1,64}(?:@|\s?[([{]\s?(?:at|ät|@|arroba|chez)\s?[)\]}]\s?)[\p{L}\p{N}.-]{1,190}\.\p{L}{2,24}/gu
const DATE =
  /\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+|of\s+)?\p{L}{3,10}\.?,?\s+(?:de\s+)?\d{4}|\p{L}{3,10}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}/gu
const CLOCK =
  /(?<![\d.,:])(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d(?:\s?(?:[ap]\.?m\b\.?|Uhr|h|uur))?|\s?(?:[ap]\.?m\b\.?|Uhr|h|uur|o['’]clock))(?![\p{L}\d])/giu
const MEASURE =
  /(?<![\d.,])\d[\d.,]*\s?(?:m²|m2|km²|sqm|sq\.? ?(?:ft|m)|square (?:met(?:re|er)s|feet|kilomet(?:re|er)s)|Quadratmeter|mètres carrés|metros cuadrados|metri quadri|hectares?|hectáreas|ettari|hektar|Hektar|ha|acres?|km|kilomet(?:re|er)s?|Kilometer|kilomètres|kilómetros|chilometri|m|met(?:re|er)s?|Meter|mètres?|metros|metri|cm|mm|feet|ft|inches|kg|kilos?|g|tonnes?|tons?|Tonnen|t|lbs?|pounds|GB|MB|TB|GiB|MiB|TiB|KiB|KB|kB|litres?|liters?|Liter|l|ml|W|kW|MW|kWh|V|mAh|°C|°F|knots|Knoten|km\/h|mph)(?![\p{L}\d])/gu
/** As posts of several countries write them; digits alone only where a town follows. */
const POSTCODE =
  /(?<![\p{L}\d-])(?:[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|[A-Z]\d[\dW]\s?[A-Z\d]{4}|[A-Z]\d[A-Z]\s\d[A-Z]\d|\d{4}\s?[A-Z]{2}|\d{2}-\d{3}|\d{4,5}(?=\s\p{Lu}\p{Ll})|(?<=\b[A-Z]{2}\s)\d{5})(?![\p{L}\d-])/gu
/** Digits with what belongs to them, as registers and tax offices write them. */
const CODE =
  /(?<![\p{L}\d])(?:(?!(?:VAT|IVA|TVA|NIF|CIF|MwSt|ISBN|SIRET|SIREN|EIN|IBAN|KVK|BTW)[ .-])\p{Lu}{1,4}[ .-]?){0,2}\d[\dA-Z]*(?:[ ./-]\d[\dA-Z]*)*(?![\p{L}\d])/gu
const FEWEST_CODE_DIGITS = 4

const FINDERS: Record<ValueKind, Finder> = {
  phone: (text) => phonesIn(text),
  email: (text) => all(text, EMAIL),
  date: (text) => all(text, DATE),
  year: (text) => all(text, YEAR),
  money: (text, language) => amountsOfMoney(text, language),
  percent: (text) => all(text, PERCENT),
  duration: (text) => durationsIn(text),
  hours: (text) => hoursIn(text),
  clock: (text) => all(text, CLOCK),
  person: (text) => namesIn(text).map(({ name, at, end }) => ({ text: name, at, end })),
  amount: (text, language) => amountsIn(text, language),
  measure: (text) => all(text, MEASURE),
  postcode: (text) => all(text, POSTCODE),
  code: (text) =>
    all(text, CODE).filter((one) => one.text.replaceAll(/\D/g, '').length >= FEWEST_CODE_DIGITS),
  yes: () => [],
  text: () => [],
}

function all(text: string, pattern: RegExp): Piece[] {
  return [...text.matchAll(pattern)].map(({ 0: whole, index }) => ({
    text: whole.trim(),
    at: index,
    end: index + whole.length,
  }))
}

const MAGNITUDE =
  /^\s?(?:(million(?:s|en)?|mio\.?|mln|millones|mill[oó]n|milion[ei]|miljoen|m(?![\p{L}]))|(billion|milliarden?|mrd\.?|bn|milliards?|miliard[io]|miljard))(?!\p{L})(?:\s(?:euros?|dollars?|pounds|francs?|d['’]euros|de euros|di euro|Euro|€|\$|£))?/iu
const MAGNIFIED =
  /(?<![\d.,])(\d[\d.,]*)\s(million(?:s|en)?|mio\.?|millones|mill[oó]n|milion[ei]|miljoen|billion|milliarden?|mrd\.?|milliards?)\s(?:d['’]|de |di )?(?:euros?|dollars?|pounds|francs?|€|\$|£|USD|EUR)/giu

function amountsOfMoney(text: string, language: string | undefined): Piece[] {
  const plain = moneyIn(text, language === undefined ? {} : { language }).map(({ start, end, amount }) => {
    const [more = '', million, billion] = MAGNITUDE.exec(text.slice(end, end + 40)) ?? []
    const times = million === undefined ? (billion === undefined ? 1 : 1e9) : 1e6
    return {
      text: text.slice(start, end + more.length).trim(),
      at: start,
      end: end + more.length,
      size: amount * times,
    }
  })
  const magnified = [...text.matchAll(MAGNIFIED)].map(({ 0: whole, 1: number, 2: times, index }) => ({
    text: whole,
    at: index,
    end: index + whole.length,
    size: (numbersIn(number!, language)[0]?.value ?? 0) * (/^(?:b|milli?ar|mrd)/i.test(times!) ? 1e9 : 1e6),
  }))
  return [...magnified, ...plain.filter((one) => !magnified.some((other) => overlaps(one, other)))]
}

const NUMERALS: ReadonlyMap<string, number> = new Map(
  [
    'one two three four five six seven eight nine ten eleven twelve',
    'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'un deux trois quatre cinq six sept huit neuf dix onze douze',
    'un dos tres cuatro cinco seis siete ocho nueve diez once doce',
    'un due tre quattro cinque sei sette otto nove dieci undici dodici',
    'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
  ].flatMap((list) => list.split(' ').map((word, at): [string, number] => [word, at + 1])),
)
const NUMERAL = new RegExp(
  String.raw`(?<!\p{L})(?:${[...NUMERALS.keys()].filter((word) => word.length > 2).join('|')})(?!\p{L})`,
  'giu',
)

/** Numbers of things: no dates, times, sums of money, shares, phone numbers or codes. */
function amountsIn(text: string, language: string | undefined): Piece[] {
  const taken = [
    ...FINDERS.date(text, language),
    ...dayAndMonth(text),
    ...FINDERS.clock(text, language),
    ...FINDERS.percent(text, language),
    ...FINDERS.phone(text, language),
    ...amountsOfMoney(text, language),
  ]
  const numbers = numbersIn(text, language)
    .filter(({ start }) => !CODED.test(text.slice(Math.max(0, start - 8), start)))
    .map(({ start, end, value }) => ({ text: text.slice(start, end), at: start, end, size: value }))
  const numerals = [...text.matchAll(NUMERAL)].map(({ 0: word, index }) => ({
    text: word,
    at: index,
    end: index + word.length,
    size: NUMERALS.get(word.toLowerCase())!,
  }))
  return [...numbers, ...numerals]
    .filter((one) => !taken.some((other) => overlaps(one, other)))
    .toSorted((one, other) => one.at - other.at)
}

/** What stands before the digits of a code: `HRB 64417`, `No. 12`. */
const CODED = /(?:\p{Lu}{2,}|(?<!\p{L})(?:[Nn][or]|[Nn]°|[Nn]º|[Aa]rt)\.?)\s?$/u

/** Months of a year: `December 2027`. */
export function monthsIn(text: string): Piece[] {
  return all(text, /(?<!\p{L})(\p{L}{3,10})\s(?:de\s)?(?:1[5-9]|20)\d\d(?!\d)/gu).filter(({ text: one }) =>
    monthsByName().has(one.split(' ', 1)[0]!.toLowerCase()),
  )
}

function dayAndMonth(text: string): Piece[] {
  return all(
    text,
    /(?<!\d)\d{1,2}(?:\.|st|nd|rd|th|er)?\s(?:de\s)?(\p{L}{3,10})|(\p{L}{3,10})\s\d{1,2}(?!\d)/gu,
  ).filter((one) => (one.text.match(/\p{L}+/gu) ?? []).some((word) => monthsByName().has(word.toLowerCase())))
}

function overlaps(one: Piece, other: Piece): boolean {
  return one.at < other.end && other.at < one.end
}

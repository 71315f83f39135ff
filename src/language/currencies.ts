import { readLines } from './data-files.ts'
import { lazy } from './memoize.ts'

export interface MoneyHints {
  language?: string | undefined
  currency?: string | undefined
  host?: string | undefined
}

export interface CurrencyMark {
  written: string
  currencies: readonly string[]
  scale?: number
}

export function currencyMarkBefore(text: string, start: number, from: number) {
  const window = text.slice(Math.max(from, start - MAX_MARK_CHARS), start)
  const match = MARK_BEFORE.exec(window)
  const mark = match === null ? undefined : markOf(match[1]!, 'before')
  if (match === null || mark === undefined) return undefined
  // `R2` is a name rather than money.
  if (/^\p{L}$/u.test(match[1]!) && !/^\d[\d.,\s]/.test(text.slice(start, start + 2))) return undefined
  const begin = start - match[0].length
  return { mark, start: begin, end: start, isTight: match[0].length === match[1]!.length }
}

export function currencyMarkAfter(text: string, end: number) {
  const window = text.slice(end, end + MAX_MARK_CHARS)
  const match = MARK_AFTER.exec(window)
  const mark = match === null ? undefined : markOf(match[1]!, 'after')
  if (match === null || mark === undefined) return undefined
  return { mark, start: end, end: end + match[0].length, isTight: match[0].length === match[1]!.length }
}

export function isCurrencyCode({ written }: CurrencyMark): boolean {
  return CODE.test(written)
}

export function currencyOf(
  { currencies }: CurrencyMark,
  { currency, language, host }: MoneyHints,
): string | undefined {
  if (currencies.length === 1) return currencies[0]
  if (currency !== undefined && currencies.includes(currency)) return currency
  const land = countryOfHost(host)
  const [spoken = '', ...subtags] = (language ?? '').toLowerCase().replaceAll('_', '-').split('-')
  const region = subtags.find((subtag) => /^[a-z]{2}$/.test(subtag))
  const local = [land, region, tables().landOfLanguage.get(spoken)]
    .map((name) => (name === undefined ? undefined : tables().ofLand.get(name)))
    .find((name) => name !== undefined && currencies.includes(name))
  return local ?? (currencies[0] === 'USD' ? 'USD' : undefined)
}

export function currencyCode(written: string, hints: MoneyHints = {}): string | undefined {
  const trimmed = written.trim().slice(0, MAX_MARK_CHARS)
  const upper = trimmed.toUpperCase()
  if (CODE.test(upper) && codes().has(upper)) return upper
  const mark = markOf(trimmed, 'before') ?? markOf(trimmed, 'after')
  return mark === undefined ? undefined : currencyOf(mark, hints)
}

function countryOfHost(host: string | undefined): string | undefined {
  const last = host?.toLowerCase().split('.').at(-1)
  return last === undefined || GENERIC_ENDS.has(last) ? undefined : last
}

const CODE = /^[A-Z]{3}$/
const codes = lazy(
  () => new Set(Intl.supportedValuesOf('currency').filter((code) => !OBSOLETE_CODES.has(code))),
)

/** Codes nobody pays with any more, or that are no money, and are read as a word more often than not. */
const OBSOLETE_CODES: ReadonlySet<string> = new Set(
  'XXX XTS XAU XAG XPT XPD DEM FRF ITL ESP PTE ATS BEF NLG FIM'.split(' '),
)

/** Codes that are also words; they count only in capitals and behind the number. */
const WORDS: ReadonlySet<string> = new Set('ALL TOP TRY CUP PEN MOP GEL SOS BAM MAD DOP LAK ANG'.split(' '))

function markOf(written: string, side: 'before' | 'after'): CurrencyMark | undefined {
  const found = tables().marks.get(written.toLowerCase().replace(/\.$/, ''))
  if (found !== undefined && (found.side === undefined || found.side === side)) {
    const isCased = found.isCased && written.replace(/\.$/, '') !== found.written
    if (!isCased) return found
  }
  const upper = written.toUpperCase()
  if (!CODE.test(upper) || !codes().has(upper)) return undefined
  if (WORDS.has(upper) && (written !== upper || side === 'before')) return undefined
  return written === upper || COMMON.has(upper) ? { written: upper, currencies: [upper] } : undefined
}

const COMMON: ReadonlySet<string> = new Set(
  'USD EUR GBP CHF AUD CAD JPY CNY SEK NOK DKK PLN CZK HUF INR'.split(' '),
)

interface KnownMark extends CurrencyMark {
  side?: 'before' | 'after'
  isCased: boolean
}

/**
 * A line of the file has the currencies that marks may mean, likeliest first, and those marks without the point at their
 * end, with the one side they stand on, whether small letters are something else, and the share of a unit. The last two lines are of countries.
 */
const tables = lazy(() => {
  const lines = readLines(new URL('currencies.txt', import.meta.url)).map((line) => {
    const [key = '', list = ''] = line.split(': ')
    return [key, list.split('  ').map((entry) => entry.split('|'))] as const
  })
  const pairsOf = (wanted: string) =>
    new Map(lines.find(([key]) => key === wanted)![1].map(([from = '', to = '']) => [from, to]))
  const marks = lines
    .filter(([key]) => key === key.toUpperCase())
    .flatMap(([key, list]) => list.map((entry) => knownMark(key.split(' '), entry)))
  return {
    marks: new Map(marks.map((mark) => [mark.written.toLowerCase(), mark])),
    ofLand: pairsOf('lands'),
    /** Countries of languages that are written almost only there. */
    landOfLanguage: pairsOf('languages'),
  }
})

function knownMark(
  currencies: readonly string[],
  [written = '', side, cased, scale]: readonly string[],
): KnownMark {
  return {
    written,
    currencies,
    isCased: cased === 'cased',
    ...((side === 'before' || side === 'after') && { side }),
    ...(scale !== undefined && { scale: Number(scale) }),
  }
}

const MAX_MARK_CHARS = 12

const MARK_BEFORE =
  /(?:(?<![\p{L}\p{N}])([\p{L}.]{0,4}\p{Sc}|[\p{L}]{1,8}[.:]?|[\p{L}]{1,3}\.[\p{L}]{1,3}\.?|S\/\.?|\p{Sc}U))\s?$/u
const MARK_AFTER =
  /^\s?(\p{Sc}|:-|\p{Script=Han}|\p{Script=Hangul}|\p{L}{1,3}[."]\p{L}{1,3}\.?(?!\p{L})|(?!\p{Script=Han}|\p{Script=Hangul})\p{L}{1,8}\.?(?![\p{L}\p{N}]))/u

const GENERIC_ENDS: ReadonlySet<string> = new Set(['co', 'com', 'io', 'me', 'tv', 'cc', 'ai', 'is'])

/** What a page says about the money on it besides the sign. */
export interface MoneyHints {
  language?: string | undefined
  /** What the page states elsewhere, as ISO 4217. */
  currency?: string | undefined
  host?: string | undefined
}

/** A sign or word for a currency; several currencies share some. */
export interface CurrencyMark {
  written: string
  currencies: readonly string[]
  /** What the number is to be multiplied with, for cents. */
  scale?: number
}

/** A mark and where it stands. */
interface PlacedMark {
  mark: CurrencyMark
  start: number
  end: number
  /** Whether no space is between it and the number. */
  isTight: boolean
}

/** The mark that ends where a number begins. */
export function currencyMarkBefore(text: string, start: number, from: number): PlacedMark | undefined {
  const window = text.slice(Math.max(from, start - MAX_MARK_CHARS), start)
  const match = MARK_BEFORE.exec(window)
  const mark = match === null ? undefined : markOf(match[1]!, 'before')
  if (match === null || mark === undefined) return undefined
  // `R2` is a name rather than money.
  if (/^\p{L}$/u.test(match[1]!) && !/^\d[\d.,\s]/.test(text.slice(start, start + 2))) return undefined
  const begin = start - match[0].length
  return { mark, start: begin, end: start, isTight: match[0].length === match[1]!.length }
}

/** The mark that begins where a number ends. */
export function currencyMarkAfter(text: string, end: number): PlacedMark | undefined {
  const window = text.slice(end, end + MAX_MARK_CHARS)
  const match = MARK_AFTER.exec(window)
  const mark = match === null ? undefined : markOf(match[1]!, 'after')
  if (match === null || mark === undefined) return undefined
  return { mark, start: end, end: end + match[0].length, isTight: match[0].length === match[1]!.length }
}

export function isCurrencyCode({ written }: CurrencyMark): boolean {
  return CODE.test(written)
}

/** Which currency a mark means here; undefined when it could be several and nothing decides. */
export function currencyOf(
  { currencies }: CurrencyMark,
  { currency, language, host }: MoneyHints,
): string | undefined {
  if (currencies.length === 1) return currencies[0]
  if (currency !== undefined && currencies.includes(currency)) return currency
  const land = landOfHost(host)
  const [spoken = '', ...subtags] = (language ?? '').toLowerCase().replaceAll('_', '-').split('-')
  const region = subtags.find((subtag) => /^[a-z]{2}$/.test(subtag))
  const local = [land, region, LAND_OF_LANGUAGE[spoken]]
    .map((name) => (name === undefined ? undefined : CURRENCY_OF_LAND[name]))
    .find((name) => name !== undefined && currencies.includes(name))
  return local ?? (currencies[0] === 'USD' ? 'USD' : undefined)
}

/** The code that a statement such as `usd` or `€` of structured data means. */
export function currencyCode(written: string, hints: MoneyHints = {}): string | undefined {
  const trimmed = written.trim().slice(0, MAX_MARK_CHARS)
  const upper = trimmed.toUpperCase()
  if (CODE.test(upper) && codes().has(upper)) return upper
  const mark = markOf(trimmed, 'before') ?? markOf(trimmed, 'after')
  return mark === undefined ? undefined : currencyOf(mark, hints)
}

function landOfHost(host: string | undefined): string | undefined {
  const last = host?.toLowerCase().split('.').at(-1)
  return last === undefined || GENERIC_ENDS.has(last) ? undefined : last
}

const CODE = /^[A-Z]{3}$/
let known: ReadonlySet<string> | undefined

function codes(): ReadonlySet<string> {
  known ??= new Set(Intl.supportedValuesOf('currency').filter((code) => !GONE.has(code)))
  return known
}

/** Codes nobody pays with any more, or that are no money, and are read as a word more often than not. */
const GONE: ReadonlySet<string> = new Set(
  'XXX XTS XAU XAG XPT XPD DEM FRF ITL ESP PTE ATS BEF NLG FIM'.split(' '),
)

/** Codes that are also words; they count only in capitals and behind the number. */
const WORDS: ReadonlySet<string> = new Set('ALL TOP TRY CUP PEN MOP GEL SOS BAM MAD DOP LAK ANG'.split(' '))

function markOf(written: string, side: 'before' | 'after'): CurrencyMark | undefined {
  const found = marks().get(written.toLowerCase().replace(/\.$/, ''))
  if (found !== undefined && (found.side === undefined || found.side === side)) {
    const isCased = found.isCased && written.replace(/\.$/, '') !== found.written
    if (!isCased) return found
  }
  const upper = written.toUpperCase()
  if (!CODE.test(upper) || !codes().has(upper)) return undefined
  if (WORDS.has(upper) && (written !== upper || side === 'before')) return undefined
  return written === upper || COMMON.has(upper) ? { written: upper, currencies: [upper] } : undefined
}

/** What is also written in small letters. */
const COMMON: ReadonlySet<string> = new Set(
  'USD EUR GBP CHF AUD CAD JPY CNY SEK NOK DKK PLN CZK HUF INR'.split(' '),
)

interface KnownMark extends CurrencyMark {
  side?: 'before' | 'after'
  isCased: boolean
}

const DOLLARS = 'USD CAD AUD NZD SGD HKD TWD MXN CLP COP ARS BBD JMD TTD'
const CROWNS = 'SEK NOK DKK ISK'
const RUPEES = 'INR PKR LKR NPR MUR'

/** Signs and words as pages write them, without the point at their end: what they mean, and on which side alone. */
const MARKS = `
$|${DOLLARS}  US$|USD  U.S.$|USD  USD$|USD  C$|CAD  CA$|CAD  CAD$|CAD  A$|AUD  AU$|AUD  AUD$|AUD  NZ$|NZD  S$|SGD  SG$|SGD  HK$|HKD  NT$|TWD
R$|BRL  MX$|MXN  MEX$|MXN  CLP$|CLP  COL$|COP  AR$|ARS  J$|JMD  TT$|TTD  $U|UYU  ＄|${DOLLARS}  dollars|${DOLLARS}|after  dollar|${DOLLARS}|after
€|EUR  euro|EUR  euros|EUR|after  евро|EUR|after  ευρώ|EUR|after  £|GBP  ￡|GBP  pounds|GBP|after
¥|JPY CNY  ￥|JPY CNY  円|JPY|after  元|CNY TWD HKD|after  圓|TWD HKD|after  人民币|CNY  RMB|CNY  CN¥|CNY  JP¥|JPY
₹|INR  ₨|${RUPEES}  Rs|${RUPEES}|before  रु|INR NPR  ৳|BDT  Tk|BDT
₽|RUB  руб|RUB|after  рублей|RUB|after  рубля|RUB|after  р|RUB|after  ₴|UAH  грн|UAH|after  гривень|UAH|after  ₸|KZT  тг|KZT|after  тенге|KZT|after  br|BYN|after  сум|UZS|after  сом|KGS|after
zł|PLN  złotych|PLN|after  Kč|CZK  Ft|HUF|after|cased  лв|BGN|after  lei|RON MDL|after  leu|RON MDL|after  дин|RSD|after  din|RSD|after  RSD|RSD  ден|MKD|after  KM|BAM|after|cased  kn|HRK|after
kr|${CROWNS}  kr:|${CROWNS}|before  :-|${CROWNS}|after  kronor|SEK|after  kroner|NOK DKK|after  krónur|ISK|after
Fr|CHF|before  SFr|CHF  Fr.|CHF|before  ₺|TRY  TL|TRY|after  lira|TRY|after  ₼|AZN  ₾|GEL  ֏|AMD
₩|KRW  ￦|KRW  원|KRW|after  ฿|THB  บาท|THB|after  ₫|VND  đ|VND|after  đồng|VND|after  vnđ|VND  ₱|PHP  RM|MYR|before  Rp|IDR|before  ₭|LAK  ៛|KHR  ₮|MNT
₪|ILS  ש"ח|ILS|after  שח|ILS|after  د.إ|AED  درهم|AED MAD|after  ر.س|SAR  ريال|SAR QAR OMR YER|after  ج.م|EGP  جنيه|EGP|after  د.ك|KWD  دينار|KWD JOD BHD|after  تومان|IRT|after  ریال|IRR|after  ﷼|SAR IRR  Dhs|AED|before  DH|MAD|after
R|ZAR|before|cased  ₦|NGN  KSh|KES|before  GH₵|GHS  ₵|GHS  USh|UGX|before  TSh|TZS|before  ₡|CRC  ₲|PYG  S/|PEN|before  Bs|BOB|before|cased  Q|GTQ|before|cased  L|HNL|before|cased
`

/** Parts of currencies. */
const CENTS: readonly KnownMark[] = [
  { written: '¢', currencies: DOLLARS.split(' '), scale: 0.01, side: 'after', isCased: false },
  { written: 'cents', currencies: DOLLARS.split(' '), scale: 0.01, side: 'after', isCased: false },
  { written: '分', currencies: ['CNY'], scale: 0.01, side: 'after', isCased: false },
]

let byName: ReadonlyMap<string, KnownMark> | undefined

function marks(): ReadonlyMap<string, KnownMark> {
  byName ??= new Map(
    [
      ...MARKS.trim()
        .split(/\s{2,}|\n/)
        .map(knownMark),
      ...CENTS,
    ].map((mark) => [mark.written.toLowerCase(), mark]),
  )
  return byName
}

function knownMark(row: string): KnownMark {
  const [written = '', currencies = '', side, cased] = row.split('|')
  const known = { written, currencies: currencies.split(' '), isCased: cased !== undefined }
  return side === 'before' || side === 'after' ? { ...known, side } : known
}

/** The longest mark, with the space beside it. */
const MAX_MARK_CHARS = 12

/** Letters, signs, and the points and slashes within; a word must begin or end there. */
const MARK_BEFORE =
  /(?:(?<![\p{L}\p{N}])([\p{L}.]{0,4}\p{Sc}|[\p{L}]{1,8}[.:]?|[\p{L}]{1,3}\.[\p{L}]{1,3}\.?|S\/\.?|\p{Sc}U))\s?$/u
const MARK_AFTER =
  /^\s?(\p{Sc}|:-|\p{Script=Han}|\p{Script=Hangul}|\p{L}{1,3}[."]\p{L}{1,3}\.?(?!\p{L})|(?!\p{Script=Han}|\p{Script=Hangul})\p{L}{1,8}\.?(?![\p{L}\p{N}]))/u

/** What money is where, for signs that several countries use. */
const CURRENCY_OF_LAND: Record<string, string> = {
  us: 'USD',
  ca: 'CAD',
  au: 'AUD',
  nz: 'NZD',
  sg: 'SGD',
  hk: 'HKD',
  tw: 'TWD',
  mx: 'MXN',
  cl: 'CLP',
  co: 'COP',
  ar: 'ARS',
  jm: 'JMD',
  tt: 'TTD',
  bb: 'BBD',
  jp: 'JPY',
  cn: 'CNY',
  in: 'INR',
  pk: 'PKR',
  lk: 'LKR',
  np: 'NPR',
  mu: 'MUR',
  se: 'SEK',
  no: 'NOK',
  dk: 'DKK',
  is: 'ISK',
  ro: 'RON',
  md: 'MDL',
  ae: 'AED',
  ma: 'MAD',
  sa: 'SAR',
  qa: 'QAR',
  om: 'OMR',
  ye: 'YER',
  kw: 'KWD',
  jo: 'JOD',
  bh: 'BHD',
  ir: 'IRR',
}

/** Where a language is spoken by nearly all who write it, so that it tells the country. */
const LAND_OF_LANGUAGE: Record<string, string> = {
  ja: 'jp',
  zh: 'cn',
  sv: 'se',
  nb: 'no',
  nn: 'no',
  no: 'no',
  da: 'dk',
  is: 'is',
  ro: 'ro',
  hi: 'in',
  ta: 'in',
  te: 'in',
  ur: 'pk',
  si: 'lk',
  ne: 'np',
  fa: 'ir',
}

/** Ends of hosts that look like a country and are used by everybody. */
const GENERIC_ENDS: ReadonlySet<string> = new Set(['co', 'com', 'io', 'me', 'tv', 'cc', 'ai', 'is'])

export interface NumberCandidate {
  raw: string
  digits: string
  /** In lower case. */
  before: string
  after: () => string
  isAggressive: boolean
}

export interface NumberKind {
  kind: string
  lengths: readonly number[]
  /** The allowed spelling, regardless of its digits. Absent: digits without separators only. */
  shape?: RegExp
  first?: RegExp
  /** Words that must precede it, unless its spelling matches `unless`. */
  words?: RegExp
  unless?: RegExp
  isValid?: (digits: string, candidate: NumberCandidate) => boolean
}

export const textBefore = (text: string, at: number, length = 60): string =>
  text.slice(Math.max(0, at - length), at).toLowerCase()

export const textAfter = (text: string, at: number, length = 30): string =>
  text.slice(at, at + length).toLowerCase()

const BRANDS: [RegExp, readonly number[]][] = [
  [/^4/u, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/u, [16]],
  [/^3[47]/u, [15]],
  [/^3(?:0[0-5]|095|[689])/u, [14, 16, 19]],
  [/^(?:6011|64[4-9]|65|622)/u, [16, 19]],
  [/^35/u, [16, 19]],
  [/^(?:2131|1800)/u, [15]],
  [/^(?:50|5[6-9]|6)/u, [12, 13, 14, 15, 16, 17, 18, 19]],
  [/^220[0-4]/u, [16, 17, 18, 19]],
  [/^9792/u, [16]],
]

const CARD_SHAPE =
  /^(?:\d{12,19}|\d{4}([ -]|\u{a0})\d{4}\1\d{4}\1\d{1,7}(?:\1\d{3})?|\d{4}([ -]|\u{a0})\d{6}\2\d{4,5})$/u
const CARD_WORDS =
  /\b(?:cards?|cc|visa|master ?card|amex|maestro|debit|credit|karten?\w*|carte|tarjeta|carta|kreditkarte)\b|card/u

function isCard(digits: string, { before, after, isAggressive, raw }: NumberCandidate): boolean {
  if (!BRANDS.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length)))
    return false
  if (/^(\d)\1+$/u.test(digits)) return false
  const isLabelled = isAggressive || CARD_WORDS.test(before) || /^[^.\n]{0,20}\bcard/u.test(after())
  return isLuhn(digits) && (digits.length >= 15 || isLabelled || raw.length > digits.length)
}

const ABA = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/** Kinds of the entity FINANCIAL. */
export const KINDS: readonly NumberKind[] = [
  id('card', [12, 13, 14, 15, 16, 17, 18, 19], CARD_SHAPE, { isValid: isCard }),
  id('card', [13, 14, 15, 16, 19], CARD_SHAPE, {
    words:
      /(?:credit|debit|visa|master ?card|amex|kredit)[ -]?(?:cards?|karte)?[ -]?(?:number|no\.?|nummer|#)?[^\p{L}\p{N}]{0,4}(?:is|ist|:)?[^\p{L}\p{N}]{0,3}$/u,
  }),
  id('routing', [9], undefined, {
    words: /\b(?:routing|aba|rtn|transit)\b[^\d]{0,25}$/u,
    isValid: (digits) => weighted(digits, ABA) % 10 === 0,
  }),
  id('sort-code', [6], /^\d{2}[- ]?\d{2}[- ]?\d{2}$/u, {
    words: /\b(?:sort[ -]?code|bsb)\b[^\d]{0,15}$/u,
  }),
  id('bank-account', [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17], /^\d+(?:[ -]\d+)*$/u, {
    words:
      /\b(?:(?:bank )?account|acct|a\/c|konto|compte|cuenta|conto|rekening)[ -]?(?:no\.?|number|nr\.?|nummer|num(?:ber|éro|ero)?\.?|#)[^\d\n]{0,12}$|\b(?:kontonummer|rekeningnummer|kontonr\.?)[^\d\n]{0,12}$/u,
  }),
  id('ssn', [9], /^\d{3}-\d{2}-\d{4}$/u, { isValid: isSsn }),
  id('ssn', [9], /^\d{3}[ -]?\d{2}[ -]?\d{4}$/u, {
    words: /\b(?:ssn|social security|soc\.? sec|itin|taxpayer|tax id)[^\d]{0,25}$/u,
  }),
  id('ein', [9], /^\d{2}-\d{7}$/u, { words: /\b(?:ein|employer id)[^\d]{0,25}$/u }),
  id('cpf', [11], /^\d{3}\.\d{3}\.\d{3}-\d{2}$|^\d{11}$/u, {
    words: /\bcpf\b/u,
    unless: /\./u,
    isValid: isCpf,
  }),
  id('cnpj', [14], /^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$|^\d{14}$/u, {
    words: /\bcnpj\b/u,
    unless: /\./u,
    isValid: isCnpj,
  }),
  id('nir', [15], /^\d ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3} ?\d{2}$/u, { first: /^[12]/u, isValid: isNir }),
  id('nir', [13], /^\d ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3}$/u, {
    first: /^[12]/u,
    words: /s[ée]curit[ée] sociale|\bnir\b|num[ée]ro de s[ée]cu/u,
  }),
  id('steuer-id', [11], /^\d{11}$|^\d{2} \d{3} \d{3} \d{3}$/u, {
    words: /steuer|idnr|id-nr|identifikationsnummer|\btin\b|tax/u,
    isValid: isMod1110,
  }),
  id('pesel', [11], undefined, { words: /\bpesel\b/u, isValid: isPesel }),
  id('fodselsnummer', [11], /^\d{6} ?\d{5}$/u, { isValid: isFodselsnummer }),
  id('oib', [11], undefined, { words: /\boib\b/u, isValid: isMod1110 }),
  id('tc-kimlik', [11], undefined, { words: /kimlik|\btckn\b|\btc\b/u }),
  id('nrn', [11], /^\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}$|^\d{11}$/u, {
    words: /rijksregister|registre national|\binsz\b|\bniss\b|national register/u,
    unless: /\./u,
    isValid: isBelgian,
  }),
  id('bsn', [9], /^\d{9}$|^\d{4}[. ]\d{2}[. ]\d{3}$|^\d{3}[. ]\d{3}[. ]\d{3}$/u, {
    words: /\bbsn\b|burgerservice|sofi-?nummer/u,
    isValid: (digits) => weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  }),
  id('nif', [9], /^\d{9}$|^\d{3} \d{3} \d{3}$/u, { words: /\bnif\b|contribuinte/u }),
  id('cpr', [10], /^\d{6}[- ]?\d{4}$/u, {
    words: /\bcpr\b|personnummer/u,
    isValid: (digits) => isMonthDay(digits.slice(2, 4), digits.slice(0, 2)),
  }),
  id('personnummer', [10, 12], /^\d{6}[-+]\d{4}$|^\d{8}[-+]?\d{4}$/u, { isValid: isPersonnummer }),
  id('rodne-cislo', [9, 10], /^\d{6}\/\d{3,4}$/u, {
    isValid: (digits) => digits.length === 9 || Number(digits) % 11 === 0,
  }),
  id('aadhaar', [12], /^\d{4}[ -]?\d{4}[ -]?\d{4}$/u, {
    first: /^[2-9]/u,
    words: /aadhaar|aadhar|\buid(?:ai)?\b/u,
    unless: /^\d{4}[ -]\d{4}[ -]\d{4}$/u,
    isValid: isVerhoeff,
  }),
  id('ahv', [13], /^\d{3}[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}$/u, {
    first: /^756/u,
    isValid: (digits) => weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  }),
  id('cnp', [13], undefined, { words: /\bcnp\b|cod numeric/u }),
  id('za-id', [13], undefined, {
    words: /\bid\b|identity/u,
    isValid: (digits) => isLuhn(digits) && isMonthDay(digits.slice(2, 4), digits.slice(4, 6)),
  }),
  id('egn', [10], undefined, { words: /\begn\b|егн/u }),
  id('rrn', [13], /^\d{6}-\d{7}$/u, {
    first: /^\d{6}[1-8]/u,
    isValid: (digits) => isMonthDay(digits.slice(2, 4), digits.slice(4, 6)),
  }),
  id('cn-id', [18], undefined, { isValid: isChinese }),
  id('sin', [9], /^\d{3}[ -]?\d{3}[ -]?\d{3}$/u, { words: /\bsin\b|social insurance/u, isValid: isLuhn }),
  id('nhs', [10], /^\d{3}[ -]?\d{3}[ -]?\d{4}$/u, { words: /\bnhs\b/u, isValid: isNhs }),
  id('tfn', [8, 9], /^\d{3} ?\d{3} ?\d{2,3}$/u, { words: /\btfn\b|tax file/u }),
  id('medicare', [10, 11], /^\d{4} ?\d{5} ?\d{1,2}$/u, { words: /medicare/u }),
  id('passport', [6, 7, 8, 9, 10], undefined, {
    words: /passport|reisepass|passeport|pasaporte|passaporto/u,
  }),
]

function id(
  kind: string,
  lengths: readonly number[],
  shape: RegExp | undefined,
  rest: Pick<NumberKind, 'first' | 'words' | 'unless' | 'isValid'>,
): NumberKind {
  return { kind, lengths, ...(shape && { shape }), ...rest }
}

/** Area numbers 000 and 666 do not exist; 9xx is an ITIN with its own group ranges. */
function isSsn(digits: string): boolean {
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  if (area === '000' || area === '666' || group === '00' || serial === '0000') return false
  return area[0] !== '9' || /^(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])$/u.test(group)
}

function isCpf(digits: string): boolean {
  if (/^(\d)\1+$/u.test(digits)) return false
  const first = checkOf(weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]))
  const second = checkOf(weighted(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]))
  return digits.endsWith(`${first}${second}`)
}

function isCnpj(digits: string): boolean {
  const first = checkOf(weighted(digits, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]))
  const second = checkOf(weighted(digits, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]))
  return digits.endsWith(`${first}${second}`)
}

const checkOf = (sum: number) => (sum % 11 < 2 ? 0 : 11 - (sum % 11))

function isNir(digits: string): boolean {
  return 97 - remainder97(digits.slice(0, 13)) === Number(digits.slice(13))
}

function isPesel(digits: string): boolean {
  return weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0
}

function isFodselsnummer(digits: string): boolean {
  if (!isMonthDay(digits.slice(2, 4), digits.slice(0, 2))) return false
  return (
    weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  )
}

function isBelgian(digits: string): boolean {
  const [number, check] = [digits.slice(0, 9), Number(digits.slice(9))]
  return 97 - (Number(number) % 97) === check || 97 - (Number(`2${number}`) % 97) === check
}

function isPersonnummer(digits: string): boolean {
  const short = digits.slice(-10)
  const day = Number(short.slice(4, 6))
  return isMonthDay(short.slice(2, 4), String(day > 60 ? day - 60 : day)) && isLuhn(short)
}

function isChinese(digits: string): boolean {
  const sum = weighted(digits, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
  return isMonthDay(digits.slice(10, 12), digits.slice(12, 14)) && '10X98765432'[sum % 11] === digits[17]
}

function isNhs(digits: string): boolean {
  return (11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(digits[9])
}

function isLuhn(digits: string): boolean {
  let sum = 0
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}

/** The remainder by 97 as for an IBAN, with letters counting from ten. */
export function remainder97(signs: string): number {
  let rest = 0
  for (const sign of signs) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * (digits.charCodeAt(at) - 48), 0)
}

/** ISO 7064 mod 11,10: German tax ids, Croatian OIB. */
function isMod1110(digits: string): boolean {
  let rest = 10
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + rest) % 10 || 10
    rest = (sum * 2) % 11
  }
  return (11 - rest) % 10 === Number(digits.at(-1))
}

const TURN = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
]

/** Verhoeff's check over the dihedral group of five: Indian Aadhaar. */
function isVerhoeff(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    sum = product(sum, TURN[at % 8]![Number(digits[digits.length - 1 - at])]!)
  }
  return sum === 0
}

function product(one: number, other: number): number {
  if (one < 5) return other < 5 ? (one + other) % 5 : 5 + ((one + other - 5) % 5)
  return other < 5 ? 5 + ((one - 5 - other + 5) % 5) : (one - other + 5) % 5
}

export function isMonthDay(month: string, day: string): boolean {
  const monthNumber = Number(month)
  const dayNumber = Number(day)
  return monthNumber >= 1 && monthNumber <= 12 && dayNumber >= 1 && dayNumber <= 31
}

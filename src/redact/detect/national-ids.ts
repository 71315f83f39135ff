import { isLuhn, isMod1110, isMonthDay, isVerhoeff, remainder97, weighted } from './checksums.ts'
import type { NumberKind } from './number-kind.ts'

export const NATIONAL_IDS: readonly NumberKind[] = [
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
  return { kind, entity: 'FINANCIAL', lengths, ...(shape && { shape }), ...rest }
}

/** No area 000 or 666; 9xx is an ITIN with a group of its own range. */
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

import { matchesOf } from '../../language/matches-of.ts'
import { spanOf } from '../span.ts'
import type { PiiSpan } from '../span.ts'
import { isMonthDay, textBefore, weighted } from './number-kinds.ts'

interface LetterId {
  kind: string
  shape: RegExp
  words?: RegExp
  isValid?: (signs: string) => boolean
}

const IDS: readonly LetterId[] = [
  {
    kind: 'nino',
    shape:
      /(?<![A-Za-z\d])(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z\d])/gu,
  },
  { kind: 'dni', shape: /(?<![A-Za-z\d])\d{8}[ -]?[A-HJ-NP-TV-Z](?![A-Za-z\d])/gu, isValid: isDni },
  { kind: 'nie', shape: /(?<![A-Za-z\d])[XYZ][ -]?\d{7}[ -]?[A-HJ-NP-TV-Z](?![A-Za-z\d])/gu, isValid: isDni },
  {
    kind: 'codice-fiscale',
    shape: /(?<![A-Za-z\d])[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?![A-Za-z\d])/giu,
    isValid: isCodiceFiscale,
  },
  {
    kind: 'hetu',
    shape: /(?<![A-Za-z\d])\d{6}[-+A-FYXWVU]\d{3}[\dA-FHJ-NPR-Y](?![A-Za-z\d])/gu,
    isValid: isHetu,
  },
  { kind: 'nric', shape: /(?<![A-Za-z\d])[STFGM]\d{7}[A-Z](?![A-Za-z\d])/gu, isValid: isNric },
  {
    kind: 'curp',
    shape: /(?<![A-Za-z\d])[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z\d]\d(?![A-Za-z\d])/gu,
    isValid: (signs) => isMonthDay(signs.slice(6, 8), signs.slice(8, 10)),
  },
  { kind: 'pan', shape: /(?<![A-Za-z\d])[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z](?![A-Za-z\d])/gu },
  { kind: 'pps', shape: /(?<![A-Za-z\d])\d{7}[A-W][A-IW]?(?![A-Za-z\d])/gu, words: /\bpps|personal public/u },
  { kind: 'cn-id', shape: /(?<![A-Za-z\d])\d{17}X(?![A-Za-z\d])/gu },
  {
    kind: 'bic',
    shape: /(?<![A-Za-z\d])[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?(?![A-Za-z\d])/gu,
    words: /\b(?:bic|swift)\b[^\n]{0,20}$/u,
  },
]

export function* findLetterIds(text: string): Iterable<PiiSpan> {
  for (const { kind, shape, words, isValid } of IDS) {
    for (const found of matchesOf(text, shape)) {
      if (isValid && !isValid(found[0].replaceAll(/[ -]/gu, '').toUpperCase())) continue
      if (words && !words.test(textBefore(text, found.index))) continue
      yield spanOf(found, 'FINANCIAL', kind)
    }
  }
}

function isDni(signs: string): boolean {
  const number = Number(signs.slice(0, -1).replace(/^[XYZ]/u, (letter) => String('XYZ'.indexOf(letter))))
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === signs.at(-1)
}

/** The values of characters in odd positions, by digit and by letter. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

function isCodiceFiscale(signs: string): boolean {
  let sum = 0
  for (let at = 0; at < 15; at++) {
    const value = Number.parseInt(signs[at]!, 36)
    const index = value > 9 ? value - 10 : value
    sum += at % 2 === 0 ? ODD[index]! : index
  }
  return String.fromCharCode(65 + (sum % 26)) === signs[15]
}

function isHetu(signs: string): boolean {
  const digits = signs.replaceAll(/[-+]|(?<=^\d{6})[A-Z]/gu, '')
  if (!isMonthDay(digits.slice(2, 4), digits.slice(0, 2))) return false
  return '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits.slice(0, 9)) % 31] === digits[9]
}

const NRIC_LETTERS: Record<string, string> = {
  S: 'JZIHGFEDCBA',
  T: 'GFEDCBAJZIH',
  F: 'XWUTRQPNMLK',
  G: 'RQPNMLKXWUT',
}

function isNric(signs: string): boolean {
  const letters = NRIC_LETTERS[signs[0]!]
  if (!letters) return true
  return letters[weighted(signs.slice(1, 8), [2, 7, 6, 5, 4, 3, 2]) % 11] === signs[8]
}

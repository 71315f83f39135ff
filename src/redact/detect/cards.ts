import { isLuhn, weighted } from './checksums.ts'
import type { NumberKind } from './number-kind.ts'

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

function isCard(
  digits: string,
  { before, after, isAggressive, raw }: Parameters<NonNullable<NumberKind['isValid']>>[1],
) {
  if (!BRANDS.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length)))
    return false
  if (/^(\d)\1+$/u.test(digits)) return false
  const isLabelled = isAggressive || CARD_WORDS.test(before) || /^[^.\n]{0,20}\bcard/u.test(after())
  if (isLuhn(digits)) return digits.length >= 15 || isLabelled || raw.length > digits.length
  return false
}

const ABA = [3, 7, 1, 3, 7, 1, 3, 7, 1]

export const CARDS_AND_ACCOUNTS: readonly NumberKind[] = [
  {
    kind: 'card',
    entity: 'FINANCIAL',
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    shape: CARD_SHAPE,
    isValid: isCard,
  },
  {
    kind: 'card',
    entity: 'FINANCIAL',
    lengths: [13, 14, 15, 16, 19],
    shape: CARD_SHAPE,
    words:
      /(?:credit|debit|visa|master ?card|amex|kredit)[ -]?(?:cards?|karte)?[ -]?(?:number|no\.?|nummer|#)?[^\p{L}\p{N}]{0,4}(?:is|ist|:)?[^\p{L}\p{N}]{0,3}$/u,
  },
  {
    kind: 'routing',
    entity: 'FINANCIAL',
    lengths: [9],
    words: /\b(?:routing|aba|rtn|transit)\b[^\d]{0,25}$/u,
    isValid: (digits) => weighted(digits, ABA) % 10 === 0,
  },
  {
    kind: 'sort-code',
    entity: 'FINANCIAL',
    lengths: [6],
    shape: /^\d{2}[- ]?\d{2}[- ]?\d{2}$/u,
    words: /\b(?:sort[ -]?code|bsb)\b[^\d]{0,15}$/u,
  },
  {
    kind: 'bank-account',
    entity: 'FINANCIAL',
    lengths: [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    shape: /^\d+(?:[ -]\d+)*$/u,
    words:
      /\b(?:(?:bank )?account|acct|a\/c|konto|compte|cuenta|conto|rekening)[ -]?(?:no\.?|number|nr\.?|nummer|num(?:ber|éro|ero)?\.?|#)[^\d\n]{0,12}$|\b(?:kontonummer|rekeningnummer|kontonr\.?)[^\d\n]{0,12}$/u,
  },
]

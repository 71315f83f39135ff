import { wordsForNumber } from '../../language/number-words.ts'

/** The numbers of a page, in every way in which they may be read. */
export interface Numbers {
  /** Where a number begins in the text. */
  at(value: number): number | undefined
}

const NUMBER = /\d+(?:[.,'’\u00A0\u202F\u2009 ]\d+){0,12}/g
const MOST_NUMBERS = 200_000

/** What stands behind a number and makes it larger, or a share. */
const SCALES: readonly (readonly [word: RegExp, scale: number])[] = [
  [/^\s?%/, 0.01],
  [/^\s?(k|tsd|mil|thousand|tausend|mille|тыс|千)(?!\p{L})/iu, 1e3],
  [/^\s?万|^\s?萬|^\s?만/u, 1e4],
  [/^\s?lakhs?(?!\p{L})/iu, 1e5],
  [
    /^\s?(m|mn|mio|mln|million(s|en|i|es)?|millón|millones|milhões|milhão|млн|миллион\p{L}{0,3})(?!\p{L})/iu,
    1e6,
  ],
  [/^\s?crores?(?!\p{L})/iu, 1e7],
  [/^\s?(億|亿|억)/u, 1e8],
  [/^\s?(b|bn|billion|mrd|milliarden?|milliards?|miliardi|млрд)(?!\p{L})/iu, 1e9],
]

export function createNumbers(text: string): Numbers {
  const ascii = withAsciiDigits(text)
  const known = new Map<number, number>()
  const add = (value: number, index: number) => void (known.has(value) || known.set(value, index))
  for (const { 0: run, index } of ascii.matchAll(NUMBER)) {
    const behind = ascii.slice(index + run.length, index + run.length + 14)
    const scale = SCALES.find(([word]) => word.test(behind))?.[1]
    for (const value of readingsOf(run)) {
      add(rounded(value), index)
      if (scale !== undefined) add(rounded(value * scale), index)
    }
    if (known.size > MOST_NUMBERS) break
  }
  return {
    at(value) {
      const size = Math.abs(value)
      const inWords = () =>
        wordsForNumber(size)
          .map((word) => placeOfWord(text, word))
          .find((place) => place !== undefined)
      return known.get(rounded(size)) ?? inWords()
    },
  }
}

/** All numbers that a run of digits and separators may stand for. */
export function readingsOf(run: string): number[] {
  const pieces = run.split(/[\u00A0\u202F\u2009 ]/)
  const grouped = [...run.matchAll(/(?<!\d)\d{1,3}(?:[\u00A0\u202F\u2009 ]\d{3})+(?!\d)(?:[.,]\d+)?/g)]
  return [
    ...pieces.flatMap(readingsOfPiece),
    ...grouped.flatMap(({ 0: group }) => readingsOfPiece(group.replaceAll(/[\u00A0\u202F\u2009 ]/g, ''))),
  ]
}

/** Digits with dots, commas and apostrophes: which of them are decimal depends on the country. */
function readingsOfPiece(piece: string): number[] {
  const plain = piece.replaceAll(/['’]/g, '')
  const separators = plain.replaceAll(/\d/g, '')
  if (separators === '') return [Number(plain)]
  const last = separators.at(-1)!
  const isMixed = /^(.)\1*(?!\1).$/.test(separators)
  if (isMixed) {
    const [whole = '', part = ''] = splitAtLast(plain, last)
    return [Number(`${whole.replaceAll(/[.,]/g, '')}.${part}`)]
  }
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(plain)
  const asDecimal = separators.length === 1 ? [Number(plain.replace(',', '.'))] : []
  if (isGrouped) return [Number(plain.replaceAll(/[.,]/g, '')), ...asDecimal]
  // Neither groups nor a decimal: a list, a version or a date.
  return asDecimal.length > 0 ? asDecimal : plain.split(/[.,]/).map(Number)
}

function splitAtLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}

function rounded(value: number): number {
  return Number(value.toPrecision(12))
}

const MOST_LOOKED = 200

function placeOfWord(text: string, word: string): number | undefined {
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{M}]/u.test(sign)
  const lower = text.toLowerCase()
  let at = lower.indexOf(word)
  for (let looked = 0; at !== -1 && looked < MOST_LOOKED; looked++) {
    if (!isLetter(lower[at - 1]) && !isLetter(lower[at + word.length])) return at
    at = lower.indexOf(word, at + word.length)
  }
  return undefined
}

/** Digits of other scripts stand in rows of ten. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]

const SEPARATORS: Readonly<Record<string, string>> = { '，': ',', '．': '.', '٬': ',', '٫': '.' }

function withAsciiDigits(text: string): string {
  return text.replaceAll(/[٠-٩۰-۹०-९০-৯๐-๙０-９，．٬٫]/g, (digit) => {
    if (SEPARATORS[digit] !== undefined) return SEPARATORS[digit]
    const code = digit.charCodeAt(0)
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code))
  })
}

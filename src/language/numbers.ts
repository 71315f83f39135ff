import { matchesOf } from './matches-of.ts'

export function readNumber(text: string, language?: string): number | undefined {
  const trimmed = text.slice(0, MAX_TEXT_CHARS).trim()
  if (SCIENTIFIC.test(trimmed)) return Number(trimmed)
  const first = numbersIn(trimmed, language)[0]
  if (first === undefined) return undefined
  return first.value * magnitudeAfter(trimmed, first.end)
}

export interface FoundNumber {
  value: number
  start: number
  end: number
}

/**
 * All numbers in a text, without parts of dates, times, versions and names. With `isMoney`, three digits
 * after a single separator are thousands in every language.
 */
export function numbersIn(text: string, language?: string, { isMoney = false } = {}): FoundNumber[] {
  const found: FoundNumber[] = []
  for (const match of matchesOf(text, DIGITS)) {
    if (match[0].length > MAX_NUMBER_CHARS) continue
    const start = match.index
    for (const piece of piecesOf(match[0], start, { text, language })) {
      const value = valueOf(piece.written, language, isMoney)
      if (value === undefined || (!isMoney && isPartOfName(text, piece.start, piece.end))) continue
      const sign = signBefore(text, piece.start)
      found.push({ value: sign === '' ? value : -value, start: piece.start - sign.length, end: piece.end })
    }
  }
  return found
}

const MAX_TEXT_CHARS = 10_000
const MAX_NUMBER_CHARS = 40
const SCIENTIFIC = /^[+-]?\d{1,30}(?:\.\d{1,30})?e[+-]?\d{1,3}$/i

const ZEROS = [
  0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0xff10,
]
const DIGIT = `[${ZEROS.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`
/** Non-breaking spaces: people do not type them between two numbers. */
const FIXED_SPACE = '\\u00a0\\u2007\\u2009\\u202f'
const DIGITS = new RegExp(`${DIGIT}+(?:[.,'’´\`٫٬、，．·${FIXED_SPACE} ]${DIGIT}+)*`, 'g')
const ANY_SPACE = new RegExp(`[${FIXED_SPACE} ]`, 'g')
const NOT_ASCII_DIGIT = new RegExp(`(?![0-9])${DIGIT}`, 'g')

/**
 * An ordinary space groups digits in many languages, and separates two numbers in all of them. It groups when the digits
 * are unambiguous, when the language groups with spaces, or when there is no word or number before.
 */
function* piecesOf(
  written: string,
  start: number,
  { text, language }: { text: string; language: string | undefined },
) {
  const ascii = withAsciiDigits(written)
  const isGrouped =
    SPACE_GROUPED.test(ascii) &&
    (SURELY_GROUPED.test(ascii) ||
      GROUPS_BY_SPACE.has(languageOf(language)) ||
      !/[\p{L}\d]/u.test(text.slice(Math.max(0, start - NEAR_CHARS), start)))
  if (!ascii.includes(' ') || isGrouped) {
    yield { written: ascii, start, end: start + written.length }
    return
  }
  let at = start
  for (const part of ascii.split(' ')) {
    yield { written: part, start: at, end: at + part.length }
    at += part.length + 1
  }
}

const SPACE_GROUPED = /^\d{1,3}(?: \d{3})+(?:[.,٫]\d{1,2})?$/
const SURELY_GROUPED = /^\d{1,3}(?:(?: \d{3}){2,}|(?: \d{3})+[.,]\d{2})(?:[.,]\d{1,2})?$/
const NEAR_CHARS = 40
const GROUPS_BY_SPACE: ReadonlySet<string> = new Set(
  'fr ru uk be bg cs sk pl hu sv nb nn no fi et lv lt kk ky mk sl hr'.split(' '),
)

export function withAsciiDigits(text: string): string {
  return text.replace(NOT_ASCII_DIGIT, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - ZEROS.findLast((zero) => zero <= code)!)
  })
}

function languageOf(tag: string | undefined): string {
  return /^[^-_]*/.exec((tag ?? '').toLowerCase())![0]
}

function valueOf(written: string, language: string | undefined, isMoney: boolean): number | undefined {
  const plain = written
    .replace(/[٬'’´`]/g, "'")
    .replaceAll('٫', ';')
    .replaceAll('，', ',')
    .replaceAll('．', '.')
  const spaceless = plain.replace(ANY_SPACE, "'")
  const marks = spaceless.replace(/\d/g, '')
  if (marks === '') return Number(spaceless)
  if (/[、·]/.test(marks)) return undefined
  const last = marks.at(-1)!
  const isLone = marks.indexOf(last) === marks.length - 1
  const kinds = new Set(marks)
  const isDecimal =
    isLone && (kinds.size > 1 ? last !== "'" : isDecimalMark(last, spaceless, { language, isMoney }))
  const cut = isDecimal ? spaceless.lastIndexOf(last) : spaceless.length
  const whole = spaceless.slice(0, cut)
  if (!isWellGrouped(whole)) return undefined
  return Number(`${whole.replace(/[^\d]/g, '')}.${spaceless.slice(cut + 1)}`)
}

function isDecimalMark(
  mark: string,
  written: string,
  { language, isMoney }: { language: string | undefined; isMoney: boolean },
): boolean {
  if (mark === ';') return true
  if (mark === "'") return false
  const [before = '', after = ''] = written.split(mark)
  if (after.length !== 3 || before.length > 3 || before.startsWith('0')) return true
  if (isMoney) return false
  const spoken = languageOf(language)
  if (spoken === '') return mark === '.'
  return (mark === ',') === DECIMAL_COMMA.has(spoken)
}

const DECIMAL_COMMA: ReadonlySet<string> = new Set(
  (
    'de fr es it pt nl pl cs sk sl hr sr bs mk bg ro hu ru uk be da sv nb nn no fi et lv lt el tr id vi ca gl eu is ' +
    'sq az kk ky ka hy uz af'
  ).split(' '),
)

/** One kind of separator every three digits; or as in India, every two before the last three. */
function isWellGrouped(whole: string): boolean {
  const marks = new Set(whole.replace(/\d/g, ''))
  if (marks.size === 0) return true
  if (marks.size > 1) return false
  const groups = whole.split([...marks][0]!)
  const first = groups[0]!
  if (groups.at(-1)!.length !== 3 || first.length > 3 || first === '0') return false
  const inner = groups.slice(1, -1)
  return (
    inner.every((group) => group.length === 3) ||
    (first.length <= 2 && inner.every((group) => group.length === 2))
  )
}

/** Digits that continue after a hyphen or a colon, or that are part of a word, are not a number. */
function isPartOfName(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  return GROWN.test(before) || /^[-:.]\d/.test(text.slice(end, end + 2))
}

const GROWN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}_]$|\d[-–:/.]$/u

function signBefore(text: string, start: number): string {
  const sign = text[start - 1] ?? ''
  return /[-−]/.test(sign) && !/[\p{L}\p{N})]/u.test(text[start - 2] ?? '') ? sign : ''
}

/** `12k` is twelve thousand; a letter that begins a word or is separate is a unit. */
function magnitudeAfter(text: string, end: number): number {
  const [letter = '', next = ''] = text.slice(end, end + 2)
  return /[\p{L}\p{N}]/u.test(next) && /[A-Za-z]/.test(letter) ? 1 : (MAGNITUDES[letter] ?? 1)
}

const MAGNITUDES: Record<string, number> = {
  k: 1e3,
  K: 1e3,
  M: 1e6,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  亿: 1e8,
  億: 1e8,
  억: 1e8,
}

import { fold } from './fold.ts'
import { memoizePerText } from './memoize.ts'
import { singular } from './stems.ts'

/** Scripts that do not set words apart by blanks, and Hangul, whose words carry particles. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`

export const TOKEN = new RegExp(
  String.raw`[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+|\p{Nd}+(?:[.,]\p{Nd}+)+|[${UNSPACED}]+|[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]+`,
  'gv',
)
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')

export function isUnspaced(token: string): boolean {
  return token.charCodeAt(0) > 0xdff && STARTS_UNSPACED.test(token)
}

export function wordsOf(text: string): string[] {
  const words = fold(text.slice(0, LONGEST)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.slice(0, MOST_WORDS).map(singular)
}

const LONGEST = 600
const MOST_WORDS = 80

/** The words of a label or a name, in lower case, however they are put together: `fuelEconomy`, `fuel_economy`, `Fuel economy:`. */
export function wordsOfName(text: string): readonly string[] {
  return text.length > MAX_KEPT_CHARS ? splitWords(text) : cachedWords(text)
}

/** Labels come again with every field and on every page of a site. */
const cachedWords = memoizePerText(splitWords, 10_000)
const MAX_KEPT_CHARS = 60

function splitWords(text: string): readonly string[] {
  const start = text.slice(0, MAX_NAME_CHARS)
  const words =
    start
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+|\p{N}+/gu) ?? []
  // The `s` of `Author(s)`, the letters of `A.B.`
  const whole = words.filter((word) => word.length > 1 || word < 'a' || word > 'z')
  return (whole.length > 0 ? whole : words).slice(0, MAX_NAME_WORDS)
}

const MAX_NAME_CHARS = 200
const MAX_NAME_WORDS = 16

import { languageCode, languageOfText } from '../../../language/language-of-text.ts'
import { STOP_WORDS } from '../../../language/common-words.ts'
import { indexWords } from '../../../language/index-words.ts'

/**
 * For a declared language without a word list, the declaration is doubted only when the text is clearly in
 * another language.
 */
export function pageLanguage(text: string, tag: string | undefined): string | undefined {
  const declared = /^[a-z]{2,3}(?=[-_]|$)/i.exec(tag?.trim() ?? '')?.[0]
  const told = languageOfText(text, declared)
  if (declared === undefined) return told
  const code = languageCode(declared)
  const isTold =
    told !== undefined && (isKnown(code) || (isFullOf(text, STOP_WORDS[told]) && !isRelated(code, told)))
  return isTold ? told : code
}

function isKnown(code: string): boolean {
  return Object.hasOwn(STOP_WORDS, code)
}

/** Norwegian texts contain many Danish words. */
function isRelated(code: string, told: string): boolean {
  return code === 'no' && told === 'da'
}

/** Common words make up about this share of a text in their language. */
const FULL = 0.4

function isFullOf(text: string, stops: ReadonlySet<string>): boolean {
  const words = indexWords(text)
  return words.filter((word) => stops.has(word)).length >= words.length * FULL
}

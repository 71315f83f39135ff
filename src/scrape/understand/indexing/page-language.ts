import { languageCode, languageOfText } from '../../../language/language-of-text.ts'
import { STOP_WORDS } from '../../../language/common-words.ts'
import { indexWords } from '../../../language/index-words.ts'

/**
 * For a declared language without a word list, the declaration is doubted only when the text is clearly in
 * another language.
 */
export function pageLanguage(text: string, tag: string | undefined): string | undefined {
  const declared = /^[a-z]{2,3}(?=[-_]|$)/i.exec(tag?.trim() ?? '')?.[0]
  const detected = languageOfText(text, declared)
  if (declared === undefined) return detected
  const code = languageCode(declared)
  const isDetected =
    detected !== undefined &&
    (isKnown(code) || (isFullOf(text, STOP_WORDS[detected]) && !isRelated(code, detected)))
  return isDetected ? detected : code
}

function isKnown(code: string): boolean {
  return Object.hasOwn(STOP_WORDS, code)
}

/** Norwegian texts contain many Danish words. */
function isRelated(code: string, detected: string): boolean {
  return code === 'no' && detected === 'da'
}

/** Common words make up about this share of a text in their language. */
const FULL = 0.4

function isFullOf(text: string, stops: ReadonlySet<string>): boolean {
  const words = indexWords(text)
  return words.filter((word) => stops.has(word)).length >= words.length * FULL
}

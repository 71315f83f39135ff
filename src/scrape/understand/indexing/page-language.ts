import { languageCode, languageOfText } from '../../../language/language-of-text.ts'
import { STOP_WORDS } from '../../../language/common-words.ts'
import { indexWords } from '../../../language/index-words.ts'

/** A declared language whose words are not known here is doubted only when the text is full of words of another. */
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

/** Norwegian is full of words of Danish. */
function isRelated(code: string, told: string): boolean {
  return code === 'no' && told === 'da'
}

/** About this share of a text are the small words of its language. */
const FULL = 0.4

function isFullOf(text: string, stops: ReadonlySet<string>): boolean {
  const words = indexWords(text)
  return words.filter((word) => stops.has(word)).length >= words.length * FULL
}

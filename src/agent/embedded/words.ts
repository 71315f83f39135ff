import { fold } from '../../language/fold.ts'
import { STOP_WORDS } from '../../language/common-words.ts'

const LONGEST = 600
const MOST_WORDS = 80

/** The words of a text in a form in which those that mean the same mostly meet: small, without marks, in the singular. */
export function wordsOf(text: string): string[] {
  const words = fold(text.slice(0, LONGEST)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.slice(0, MOST_WORDS).map(singular)
}

export function singular(word: string): string {
  if (word.length < 4 || /\d/.test(word) || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** Whether a word says nothing by itself, in any of the languages that are known. */
export function isStop(word: string): boolean {
  return STOPS.some((stops) => stops.has(word))
}

const STOPS = [STOP_WORDS.en, STOP_WORDS.de, STOP_WORDS.fr, STOP_WORDS.es, STOP_WORDS.it]

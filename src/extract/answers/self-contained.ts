import { fold } from '../../language/fold.ts'
import { expressionsIn } from '../expressions.ts'

/** How sentences begin and what stands in them that are not understood by themselves, or say nothing of their page. */
const said = expressionsIn(new URL('sentence-words.txt', import.meta.url))

/** A sentence that is not understood without the one before it: it begins with a pronoun or a connecting word. */
export function needsBefore(sentence: string): boolean {
  const folded = fold(sentence.slice(0, 60))
  return FIRST_WORDS.test(folded) || FIRST_CHARACTERS.test(folded)
}

const FIRST_WORDS = new RegExp(String.raw`^["'“„«(]?(?:${said.get('first-words')!})(?![\p{L}\p{N}])`, 'u')
const FIRST_CHARACTERS = new RegExp(said.get('first-characters')!, 'u')

/** A text that is no whole sentence: cut off, a footnote or a bullet, all in brackets, with half of a pair of marks. */
export function isFragment(text: string): boolean {
  return (
    /(?:\.{3}|…)$/.test(text) ||
    /^(?:[*†‡•·▪►»\-–—]|\d{1,2}\))/.test(text) ||
    /^[([].*[)\]][.!]?$/su.test(text) ||
    /^\p{Ll}(?!\p{Lu}|\p{L}*[A-Z_.(])/u.test(text) ||
    PAIRS.some(([open, close]) => count(text, open) !== count(text, close)) ||
    count(text, '"') % 2 === 1 ||
    (count(text, '“') + count(text, '”') + count(text, '„')) % 2 === 1 ||
    count(text, '«') !== count(text, '»')
  )
}

/** German opens with the mark that English closes with the other way round, so quotes are counted together. */
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['「', '」'],
  ['『', '』'],
]

function count(text: string, mark: string): number {
  let found = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found++
  return found
}

/** A sentence that points at something said before, within its first words. */
export function pointsBack(text: string): boolean {
  return POINTING.test(fold(text.slice(0, 80)))
}

const POINTING = new RegExp(said.get('pointing')!, 'u')

/** A sentence that stands on every page of a site and says nothing about this one. */
export function isBoilerplate(text: string): boolean {
  if (text.length > LONGEST) return false
  return PHRASES.test(fold(text))
}

const LONGEST = 300
const PHRASES = new RegExp(said.get('boilerplate')!, 'u')

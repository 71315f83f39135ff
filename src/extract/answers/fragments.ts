import { fold } from '../../language/fold.ts'

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

const POINTING =
  /^(?:[^\s,;:]+ ){0,3}(?:such an?|these|those|the above|this (?:one|means|makes|method|way)|all diese[rsn]?|diese[rnms]?|derart\p{L}*|solche?[rnms]?|ces|cette|cet|estos|estas|esos|esas|tales|questi|queste|tali|estes|essas|esses|deze|zulke|sulke|dessa|sadana|tych|takich|этих|таких)(?!\p{L})/u

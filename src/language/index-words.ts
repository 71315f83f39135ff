import { fold } from './fold.ts'

/**
 * The words of a text for indexing: lower case, without accents, in order. Scripts without word spaces are cut into pairs
 * of characters. The last character of a run is added alone, so that one character matches the beginnings of pairs.
 */
export function indexWords(text: string): string[] {
  return wordsIn(text, piecesOf)
}

/** The same for a query: the last pair already contains the end of the run. */
export function queryWords(text: string): string[] {
  return wordsIn(text, (run) => piecesOf(run).filter((piece, at, all) => !isTail(piece, all[at - 1])))
}

/** The same for a phrase: all words between the first and the last count, including ends of runs. */
export function phraseWords(text: string): string[] {
  const words = indexWords(text)
  return isTail(words.at(-1) ?? '', words.at(-2)) ? words.slice(0, -1) : words
}

function wordsIn(text: string, cut: (run: string) => string[]): string[] {
  const runs = fold(removeInvisible(text)).match(RUN) ?? []
  // One test of the whole text saves one for every word.
  if (!UNSPACED.test(text)) return runs.map(word)
  return runs.flatMap((run) => (UNSPACED.test(run) ? cut(run) : word(run)))
}

/** Removes invisible characters, such as soft hyphens. */
export function removeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}

const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g

export function isLoneLetter(word: string): boolean {
  return UNSPACED.test(word) && [...word].length === 1
}

const RUN = /[\p{L}\p{N}\p{M}]+(?:\+\+|#(?![\p{L}\p{N}]))?/gu
const WITH_SIGN = new Set(['c++', 'c#', 'f#'])
const SCRIPTS = 'Han Hiragana Katakana Hangul Thai Lao Khmer Myanmar'
  .split(' ')
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')
const UNSPACED = new RegExp(`[${SCRIPTS}]`, 'u')
const PARTS = new RegExp(`[${SCRIPTS}]+|[^${SCRIPTS}]+`, 'gu')

const LONGEST_WORD = 40

function word(run: string): string {
  const last = run.at(-1)
  const plain = (last === '+' || last === '#') && !WITH_SIGN.has(run) ? run.replace(/[+#]+$/, '') : run
  if (plain.length <= LONGEST_WORD) return plain
  const cut = plain.slice(0, LONGEST_WORD)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

function piecesOf(run: string): string[] {
  return (run.match(PARTS) ?? []).flatMap((part) => {
    if (!UNSPACED.test(part)) return [word(part)].filter((rest) => rest !== '')
    const letters = [...part]
    return letters.map((letter, at) => letter + (letters[at + 1] ?? ''))
  })
}

function isTail(piece: string, before: string | undefined): boolean {
  return isLoneLetter(piece) && before !== undefined && UNSPACED.test(before) && before.endsWith(piece)
}

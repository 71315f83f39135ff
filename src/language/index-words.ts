import { fold } from './fold.ts'

/**
 * The words of a text as they are compared: small, without accents, in order. Scripts that put no space between words are
 * cut into pairs of neighbouring letters, and what is left at the end of a run stands for itself, so that a single letter
 * is found by how pairs begin.
 */
export function indexWords(text: string): string[] {
  return wordsIn(text, piecesOf)
}

/** The same of what is looked for: the end of a run is in its last pair already. */
export function queryWords(text: string): string[] {
  return wordsIn(text, (run) => piecesOf(run).filter((piece, at, all) => !isTail(piece, all[at - 1])))
}

/** The same of words in a row: all that stand between the first and the last of them count, ends of runs too. */
export function phraseWords(text: string): string[] {
  const words = indexWords(text)
  return isTail(words.at(-1) ?? '', words.at(-2)) ? words.slice(0, -1) : words
}

function wordsIn(text: string, cut: (run: string) => string[]): string[] {
  const runs = fold(removeInvisible(text)).match(RUN) ?? []
  // One look at the whole saves one at every word.
  if (!UNSPACED.test(text)) return runs.map(word)
  return runs.flatMap((run) => (UNSPACED.test(run) ? cut(run) : word(run)))
}

/** Without signs that nobody sees, such as where a word may be parted. */
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

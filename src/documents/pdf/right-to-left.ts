import type { Word } from './page.ts'

/** Whether most letters are of a script that is written from right to left. */
export function readsFromRight(words: readonly Word[]): boolean {
  let from = 0
  let other = 0
  for (const { text } of words) {
    if (RIGHT_TO_LEFT.test(text)) from += text.length
    else if (LETTER.test(text)) other += text.length
  }
  return from > other
}

/** Whether the first letter of a text is of such a script: it begins at the right. */
export function startsFromRight(text: string): boolean {
  return FIRST_RIGHT_TO_LEFT.test(text)
}

/** Puts the words of a line, sorted from right to left, in the order in which they are read. */
export function inReadingOrder(words: readonly Word[]): Word[] {
  const ordered: Word[] = []
  for (let start = 0; start < words.length;) {
    let end = start
    while (end < words.length && isLeftToRight(words[end]!)) end++
    // Words of another script and numbers between them keep their own direction.
    ordered.push(...words.slice(start, end).toReversed())
    if (end < words.length) ordered.push(withMarksBehind(words[end]!))
    start = end + 1
  }
  return ordered
}

function isLeftToRight({ text }: Word): boolean {
  return !RIGHT_TO_LEFT.test(text) && /[\p{L}\p{N}]/u.test(text)
}

/** Marks that end a sentence stand on the left of their word, which is where a line from left to right begins. */
function withMarksBehind(word: Word): Word {
  const marks = /^[.,:;!?،؛؟…»)\]]+(?=.)/u.exec(word.text)?.[0]
  return marks ? { ...word, text: word.text.slice(marks.length) + [...marks].toReversed().join('') } : word
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const FIRST_RIGHT_TO_LEFT = new RegExp(`^\\P{L}*${RIGHT_TO_LEFT.source}`, 'u')
const LETTER = /\p{L}/u

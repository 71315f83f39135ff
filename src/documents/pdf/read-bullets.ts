import type { Word } from './page.ts'

/** What round bullets look like to those who read letters from pictures. */
const BULLET_LIKE = /^[eo¢©®«°¤]$/

/** Makes bullets of letters that were misread: they begin several lines, before words that begin with a capital. */
export function withReadBullets(words: Word[]): Word[] {
  if (words[0]?.confidence === undefined) return words
  const lines = Map.groupBy(words, ({ run }) => run)
  const misread = new Set<Word>()
  for (const [first, second] of lines.values()) {
    if (first && second && BULLET_LIKE.test(first.text) && /^[\p{Lu}\p{N}"“]/u.test(second.text))
      misread.add(first)
  }
  if (misread.size < 2) return words
  return words.map((word) => (misread.has(word) ? { ...word, text: '•' } : word))
}

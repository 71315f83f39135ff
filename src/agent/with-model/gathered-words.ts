import { readPageWords } from '../../extract/extract.ts'
import type { PageWords } from '../../extract/extract.ts'
import type { Excerpt } from './excerpts.ts'

/** What a model was shown of the pages that a task has visited, to check against it what it makes of them. */
export interface GatheredWords {
  words: PageWords
  /** The page on which a value stands by itself, and its text there. */
  placeOf(value: string | number): { url: string; text: string } | undefined
}

export function gatherWords(excerpts: readonly Excerpt[]): GatheredWords {
  const apart = excerpts.map(({ url, text }) => ({ url, words: readPageWords(text, url) }))
  return {
    words: readPageWords(excerpts.map(({ text }) => text).join('\n\n'), undefined),
    placeOf(value) {
      for (const { url, words } of apart) {
        const text = words.find(String(value))
        if (text !== undefined) return { url, text }
        if (typeof value === 'number' && words.hasNumber(value)) return { url, text: String(value) }
      }
      return undefined
    },
  }
}

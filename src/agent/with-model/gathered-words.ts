import { placeOf, readPageWords } from '../../extract/extract.ts'
import type { PageWords } from '../../extract/extract.ts'
import type { Excerpt } from './excerpts.ts'

/** What a model was shown of the pages that a task has visited, to check against it what it makes of them. */
export interface GatheredWords {
  words: PageWords
  /** The page on which a value stands, and the line of it. */
  placeOf(value: string | number): { url: string; text: string; section?: string } | undefined
}

export function gatherWords(excerpts: readonly Excerpt[]): GatheredWords {
  const apart = excerpts.map(({ url, text }) => ({ url, words: readPageWords(text, url) }))
  return {
    words: readPageWords(excerpts.map(({ text }) => text).join('\n\n'), undefined),
    placeOf(value) {
      for (const { url, words } of apart) {
        const place = placeOf(value, words)
        if (place !== undefined) return { url, ...words.quote(place) }
      }
      return undefined
    },
  }
}

import type { RealPage } from './documents.ts'

/**
 * What somebody asks who remembers a page. The rules look at the page's own title and at what people said its content is,
 * never at the index.
 */
export const RULES: Record<string, (page: RealPage) => string | undefined> = {
  /** The longest part of the title between strokes, up to ten words. */
  title: ({ page }) => phrase(titleWords(page.title)),
  /** The same words backwards, without the middle one. */
  'title, reordered, one word dropped': ({ page }) => {
    const words = titleWords(page.title)
    return phrase(words.filter((_, at) => at !== words.length >> 1).toReversed())
  },
  /** Seven words in a row, from the third on, of the sentence of at least ten words nearest to the middle of the text. */
  'fragment of a sentence': ({ truth }) => {
    const sentences = truth.split(/(?<=[.!?])\s+|\n+/).map(wordsIn)
    const long = sentences.filter((words) => words.length >= 10)
    const middle = long[long.length >> 1]
    return middle && phrase(middle.slice(2, 9))
  },
  /** The five longest different words among the first sixty of the text. */
  'five words of the beginning': ({ truth }) => {
    const words = [
      ...new Set(
        wordsIn(truth)
          .slice(0, 60)
          .map((word) => word.toLowerCase()),
      ),
    ]
    return phrase(words.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 5))
  },
}

const FEWEST_WORDS = 3

function phrase(words: readonly string[]): string | undefined {
  return words.length < FEWEST_WORDS ? undefined : words.join(' ')
}

function titleWords(title: string): string[] {
  const parts = title.split(/\s+[|\-–—·•:»«/]+\s+|\s*[|»«]\s*/).map(wordsIn)
  return parts.reduce((a, b) => (b.length > a.length ? b : a)).slice(0, 10)
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}\p{M}]+)*/gu) ?? []
}

import { MAX_ADDRESS_CHARS, webAddress } from './sitemap-format.ts'
import type { SitemapEntry, SitemapFormat } from './sitemap-format.ts'

/** A text with one address per line; they are absolute, because any other line may be a sentence. */
export function sitemapLines(): SitemapFormat {
  let begun = ''

  return {
    read(text) {
      const lines = (begun + text).split(/\r\n|\r|\n/)
      // Of a line without an end the beginning is enough to know that it is too long.
      begun = lines.pop()!.slice(0, MAX_ADDRESS_CHARS + 1)
      return { found: lines.flatMap(entriesIn), isDone: false }
    },
    end: () => entriesIn(begun),
  }
}

function entriesIn(line: string): SitemapEntry[] {
  const url = /^\s*https?:\/\/\S+\s*$/i.test(line) ? webAddress(line) : undefined
  return url === undefined ? [] : [{ kind: 'page', url }]
}

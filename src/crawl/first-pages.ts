import { randomUUID } from 'node:crypto'
import type { CrawlKind } from './crawls.ts'
import { newPage, pageKey } from './frontier.ts'
import type { FoundPage } from './frontier.ts'

export interface FirstPage extends FoundPage {
  /** The key of the page with the same URL, whose result it takes over; undefined where there is none before it. */
  repeats: string | undefined
}

/** A URL that comes again, or that the batch knows already, repeats the first page with that URL. */
export function firstPages(
  kind: CrawlKind,
  urls: readonly string[],
  isKnown: (key: string) => boolean = () => false,
): FirstPage[] {
  if (kind === 'crawl') return [firstPage(START_KEY, urls[0]!)]
  const seen = new Set<string>()
  return urls.map((url) => {
    const key = pageKey(url)
    if (seen.has(key) || isKnown(key)) return firstPage(pageKey(randomUUID()), url, key)
    seen.add(key)
    return firstPage(key, url)
  })
}

function firstPage(key: string, url: string, repeats?: string): FirstPage {
  return { ...newPage({ key, url, rank: START_RANK }), repeats }
}

/** The start has a key that no address has: which page it is shows only once it was visited, and it is folded into that. */
export const START_KEY = pageKey('start')
const START_RANK = 0

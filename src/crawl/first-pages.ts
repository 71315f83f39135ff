import type { CrawlKind } from './crawls.ts'
import type { FoundPage } from './frontier.ts'
import { newPage } from './new-page.ts'
import { pageKey } from './page-key.ts'

/**
 * What a crawl or batch visits first. The start of a crawl is one of a kind; the pages of a batch are what was asked
 * for, each address as it was given, and once.
 */
export function firstPages(kind: CrawlKind, urls: readonly string[]): FoundPage[] {
  const addresses = kind === 'crawl' ? urls.slice(0, 1) : new Set(urls)
  return [...addresses].map((url) =>
    newPage({ key: kind === 'crawl' ? START_KEY : pageKey(url), url, rank: START_RANK }),
  )
}

/** The start has a key that no address has: which page it is shows only once it was visited, and it is folded into that. */
export const START_KEY = pageKey('start')
const START_RANK = 0

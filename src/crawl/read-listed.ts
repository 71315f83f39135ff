import { deadline } from '../work/abort.ts'
import { enoughFor, listedPages } from './found-pages.ts'
import type { ClaimedPage, FoundPage, Frontier, Settlement } from './frontier.ts'
import type { Journey } from './journey.ts'
import type { OpenUrl } from './open-url.ts'
import { readSitemap } from './sitemap/read-sitemap.ts'
import { sitemapPage } from './sitemap-pages.ts'

/** All the time a sitemap has to be read. */
const READING_MS = 5 * 60_000
/** How many addresses are handed on at once. */
const PORTION = 1_000
/** A sitemap may name others, which may name others; deeper is a circle. */
const DEEPEST = 3
const MOST_SITEMAPS = 1_000
/** A site that has enough for now is asked again after these. */
const PAUSES_MS = [2_000, 10_000]

/** Reads a sitemap and hands on what it names while it is being read. One that cannot be read names nothing. */
export async function readListed(
  page: ClaimedPage,
  journey: Journey,
  { frontier, openUrl }: { frontier: Pick<Frontier, 'grow'>; openUrl: OpenUrl },
  signal: AbortSignal,
): Promise<Settlement> {
  using time = deadline(signal, READING_MS)
  await using opened = await openUrl(page.url, time)
  const pauseMs = PAUSES_MS[page.attempts]
  if ((opened.status === 429 || opened.status >= 500) && pauseMs !== undefined) {
    return { outcome: 'later', laterMs: pauseMs, links: [] }
  }
  if (opened.status < 200 || opened.status > 299) return { outcome: 'read', links: [] }
  let urls: string[] = []
  const sitemaps: FoundPage[] = []
  let added = 0
  const handOn = async () => {
    const found = await listedPages(urls, page, journey)
    urls = []
    added += found.length
    if (found.length === 0) return true
    const isTaken = await frontier.grow(page, found)
    if (isTaken) journey.learn(found)
    return isTaken
  }

  for await (const { kind, url } of readableOf(readSitemap(opened, time))) {
    if (kind === 'sitemap') {
      if (page.depth < DEEPEST && sitemaps.length < MOST_SITEMAPS)
        sitemaps.push(sitemapPage(url, page.depth + 1))
      continue
    }
    urls.push(url)
    if (urls.length < PORTION) continue
    if (!(await handOn()) || added > enoughFor(journey)) break
  }
  await handOn()
  return { outcome: 'read', links: sitemaps }
}

/** What could be read of a sitemap that breaks off counts. */
async function* readableOf<Entry>(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  let hasSome = false
  try {
    for await (const entry of entries) {
      hasSome = true
      yield entry
    }
  } catch (failure) {
    if (!hasSome) throw failure
  }
}

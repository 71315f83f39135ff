import { deadline } from '../../concurrency/abort.ts'
import { newPage, pageKey } from '../frontier.ts'
import type { ClaimedPage, FoundPage, Frontier, Settlement } from '../frontier.ts'
import type { Journey } from '../journey.ts'
import type { OpenUrl } from '../open-url.ts'
import type { RobotsRules } from '../robots/robots.ts'
import { readSitemap } from '../sitemap/read-sitemap.ts'
import { enoughFor, listedPages } from './found-pages.ts'

const READING_MS = 5 * 60_000
const PORTION = 1_000
/** A sitemap may name others, which may name others; deeper is a circle. */
const DEEPEST = 3
const MOST_SITEMAPS = 1_000
const PAUSES_MS = [2_000, 10_000]

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

/** Sitemaps are read before anything but the start is visited. */
const RANK_OF_SITEMAP = 1

export function sitemapPages(
  start: string,
  rules: RobotsRules | undefined,
  { options }: Journey,
): FoundPage[] {
  if (!options || options.sitemap === 'skip') return []
  return sitemapAddresses(start, rules).map((url) => sitemapPage(url, 0))
}

function sitemapPage(url: string, depth: number): FoundPage {
  return newPage({ kind: 'sitemap', key: pageKey(`sitemap ${url}`), url, rank: RANK_OF_SITEMAP, depth })
}

/** Where a site may have its sitemaps: where its robots.txt says, else the usual places of the start's origin. */
export function sitemapAddresses(start: string, rules: Pick<RobotsRules, 'sitemaps'> | undefined): string[] {
  const named = onlyWeb(rules?.sitemaps ?? [], start)
  return named.length > 0 ? named : onlyWeb(USUAL_PLACES, start)
}

const USUAL_PLACES = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
]

function onlyWeb(addresses: readonly string[], base: string): string[] {
  const urls = addresses.flatMap((address) => URL.parse(address, base) ?? [])
  return [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ href }) => href))]
}

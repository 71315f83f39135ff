import { deadline } from '../../concurrency/abort.ts'
import { newPage, pageKey } from '../frontier.ts'
import type { ClaimedPage, FoundPage, Frontier, Settlement } from '../frontier.ts'
import type { CrawlContext } from '../crawl-context.ts'
import type { OpenUrl } from '../open-url.ts'
import type { RobotsRules } from '../robots/robots.ts'
import { readSitemap } from '../sitemap/read-sitemap.ts'
import { maxKnownPages, pagesFromSitemap } from './found-pages.ts'

const READ_TIMEOUT_MS = 5 * 60_000
const BATCH_SIZE = 1_000
/** A sitemap may name others; deeper nesting is a cycle. */
const MAX_DEPTH = 3
const MAX_SITEMAPS = 1_000
const RETRY_PAUSES_MS = [2_000, 10_000]

export async function visitSitemap(
  page: ClaimedPage,
  context: CrawlContext,
  { frontier, openUrl }: { frontier: Pick<Frontier, 'addPages'>; openUrl: OpenUrl },
  signal: AbortSignal,
): Promise<Settlement> {
  using time = deadline(signal, READ_TIMEOUT_MS)
  await using opened = await openUrl(page.url, time)
  const pauseMs = RETRY_PAUSES_MS[page.attempts]
  if ((opened.status === 429 || opened.status >= 500) && pauseMs !== undefined) {
    return { outcome: 'later', delayMs: pauseMs, links: [] }
  }
  if (opened.status < 200 || opened.status > 299) return { outcome: 'read', links: [] }
  let urls: string[] = []
  const sitemaps: FoundPage[] = []
  let added = 0
  const addFound = async () => {
    const found = await pagesFromSitemap(urls, page, context)
    urls = []
    added += found.length
    if (found.length === 0) return true
    const isAdded = await frontier.addPages(page, found)
    if (isAdded) context.addKnown(found)
    return isAdded
  }

  for await (const { kind, url } of ignoreLateErrors(readSitemap(opened, time))) {
    if (kind === 'sitemap') {
      if (page.depth < MAX_DEPTH && sitemaps.length < MAX_SITEMAPS)
        sitemaps.push(sitemapPage(url, page.depth + 1))
      continue
    }
    urls.push(url)
    if (urls.length < BATCH_SIZE) continue
    if (!(await addFound()) || added > maxKnownPages(context)) break
  }
  await addFound()
  return { outcome: 'read', links: sitemaps }
}

/** Keeps the entries that were read before a sitemap broke off. */
async function* ignoreLateErrors<Entry>(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
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

/** Sitemaps are read right after the start. */
const RANK_OF_SITEMAP = 1

export function sitemapPages(
  start: string,
  rules: RobotsRules | undefined,
  { options }: CrawlContext,
): FoundPage[] {
  if (!options || options.sitemap === 'skip') return []
  return sitemapUrls(start, rules).map((url) => sitemapPage(url, 0))
}

function sitemapPage(url: string, depth: number): FoundPage {
  return newPage({ kind: 'sitemap', key: pageKey(`sitemap ${url}`), url, rank: RANK_OF_SITEMAP, depth })
}

/** The sitemaps that robots.txt names, or else the usual paths of the start's origin. */
export function sitemapUrls(start: string, rules: Pick<RobotsRules, 'sitemaps'> | undefined): string[] {
  const named = onlyHttp(rules?.sitemaps ?? [], start)
  return named.length > 0 ? named : onlyHttp(COMMON_PATHS, start)
}

const COMMON_PATHS = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
]

function onlyHttp(texts: readonly string[], base: string): string[] {
  const urls = texts.flatMap((text) => URL.parse(text, base) ?? [])
  return [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ href }) => href))]
}

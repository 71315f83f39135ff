import { Fault } from '../../fault.ts'
import type { OpenUrl } from '../open-url.ts'
import { readSitemap } from '../sitemap/read-sitemap.ts'
import { isOurs } from './site-rules.ts'
import type { Survey } from './survey.ts'

export interface SitemapReading {
  named: number
  isPartial: boolean
  trouble: Fault | undefined
}

const DEEPEST = 3
const MOST_SITEMAPS = 1_000
const AT_ONCE = 4
const PORTION = 1_000

export async function listSitemaps(
  addresses: readonly string[],
  { survey, openUrl, enough }: { survey: Survey; openUrl: OpenUrl; enough: number },
  time: AbortSignal,
): Promise<SitemapReading> {
  const before = survey.size
  const waiting = addresses.map((url) => ({ url, depth: 0 }))
  const known = new Set(addresses)
  const opened = new Set<string>()
  let isPartial = false
  let trouble: Fault | undefined

  async function read({ url, depth }: { url: string; depth: number }): Promise<void> {
    await using sitemap = await openUrl(url, time)
    // The usual places often lead to each other.
    if (sitemap.status < 200 || sitemap.status > 299 || opened.has(sitemap.url)) return
    opened.add(sitemap.url)
    let urls: string[] = []
    for await (const entry of readSitemap(sitemap, time)) {
      if (entry.kind === 'sitemap') {
        if (depth >= DEEPEST || known.size >= MOST_SITEMAPS || known.has(entry.url)) continue
        known.add(entry.url)
        waiting.push({ url: entry.url, depth: depth + 1 })
      } else if (urls.push(entry.url) === PORTION) {
        await survey.discover(urls, time)
        urls = []
        if (survey.size >= enough || survey.isFull) return
      }
    }
    await survey.discover(urls, time)
  }

  async function tryToRead(sitemap: { url: string; depth: number }): Promise<void> {
    try {
      await read(sitemap)
    } catch (failure) {
      if (isOurs(failure)) throw failure
      isPartial = true
      if (failure instanceof Fault) trouble ??= failure
    }
  }

  while (waiting.length > 0 && survey.size < enough && !survey.isFull) {
    if (time.aborted) return { named: survey.size - before, isPartial: true, trouble }
    await Promise.all(waiting.splice(0, AT_ONCE).map(tryToRead))
  }
  return { named: survey.size - before, isPartial, trouble }
}

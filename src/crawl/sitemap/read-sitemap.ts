import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OpenedUrl } from '../open-url.ts'
import { sitemapBytes, sitemapText } from './sitemap-text.ts'
import { sitemapLines, sitemapXml } from './sitemap-format.ts'
import type { SitemapEntry, SitemapFormat } from './sitemap-format.ts'

export type { SitemapEntry } from './sitemap-format.ts'

/** What is malformed or cut off gives what could be read of it; it fails only when nothing was found before. */
export async function* readSitemap(opened: OpenedUrl, signal: AbortSignal): AsyncGenerator<SitemapEntry> {
  let given = 0
  try {
    for await (const entries of portionsOf(opened)) {
      for (const entry of entries) {
        signal.throwIfAborted()
        yield entry
        if (++given === MAX_ENTRIES) return
      }
      // Text may come faster than it is read; whoever else has work gets a turn in between.
      await nextTurn()
      signal.throwIfAborted()
    }
  } catch (failure) {
    if (signal.aborted || given === 0) throw failure
  }
}

/** The protocol allows 50,000; there are sitemaps that have more. */
const MAX_ENTRIES = 500_000

async function* portionsOf({ url, headers, body }: OpenedUrl): AsyncGenerator<SitemapEntry[]> {
  let format: SitemapFormat | undefined
  for await (const text of sitemapText(sitemapBytes(body), headers['content-type'] ?? '')) {
    format ??= formatOf(text, url)
    const { found, isDone } = format?.read(text) ?? NOTHING_YET
    yield found
    if (isDone) return
  }
  yield format?.end() ?? []
}

const NOTHING_YET = { found: [], isDone: false }

function formatOf(text: string, base: string): SitemapFormat | undefined {
  const first = text.trimStart()[0]
  if (first === undefined) return undefined
  return first === '<' ? sitemapXml(base) : sitemapLines()
}

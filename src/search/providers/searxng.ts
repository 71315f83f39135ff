import { z } from 'zod'
import { createApiProvider, hitFrom, withParameters, Items } from '../api-provider.ts'
import type { HttpClient } from '../api-provider.ts'
import { cleanText } from '../clean.ts'
import { failed } from '../provider.ts'
import type { Hit, Provider, ProviderRequest, Source } from '../provider.ts'
import { isSpan, spanSince } from '../time-filter.ts'

const MAX_PAGES = 10
const CATEGORY: Record<Source, string> = { web: 'general', news: 'news', images: 'images' }
const ResponseSchema = z.looseObject({ results: Items, unresponsive_engines: z.array(z.unknown()).catch([]) })

export function createSearxng(client: HttpClient, root: string): Provider {
  return createApiProvider(client, {
    name: 'searxng',
    has: ['web', 'news', 'images'],
    ignores: ['location', 'byDate'],
    shape: ResponseSchema,
    mostPages: () => MAX_PAGES,
    notes: timeNotes,
    httpRequest: ({ source, safe, language, time }, text, page) => ({
      url: withParameters(`${root}/search`, {
        q: text,
        format: 'json',
        categories: CATEGORY[source],
        pageno: String(page + 1),
        safesearch: safe ? '2' : '0',
        language,
        time_range: time.from && spanSince(time.from),
      }),
      explainStatus,
    }),
    read({ results, unresponsive_engines: silent }, _wish, page) {
      if (results.length === 0 && silent.length > 0 && page === 0) return failed(silentOf(silent))
      return { state: 'page', hits: results.map(toHit) }
    },
  })
}

function explainStatus(status: number): string | undefined {
  if (status === 403) {
    return 'It refuses to answer in JSON: add json to search.formats in its settings.yml.'
  }
  return status === 429
    ? 'Its limiter refuses this service: switch it off, or let this address pass.'
    : undefined
}

/** Engines that did not answer come as pairs of a name and what was wrong. */
function silentOf(silent: readonly unknown[]): string {
  const names = silent
    .slice(0, 5)
    .map((one) => (Array.isArray(one) ? one.slice(0, 2) : [one]).map(cleanText).filter(Boolean).join(': '))
    .filter((name) => name !== '')
  return `None of its engines answered (${names.map((name) => name.slice(0, 100)).join('; ')}).`
}

function timeNotes({ time: { from, to } }: ProviderRequest): string[] {
  const isCoarse = to !== undefined || (from !== undefined && !isSpan(from))
  return isCoarse ? ['searxng knows no other times than the last day, week, month or year.'] : []
}

function toHit(result: Record<string, unknown>): Hit | undefined {
  const { url, title, content, publishedDate, img_src, thumbnail, thumbnail_src, resolution } = result
  const [width, height] = (cleanText(resolution) ?? '').split(/\D+/)
  return hitFrom({
    url,
    title,
    description: content,
    date: publishedDate,
    image: { url: withScheme(img_src || thumbnail || thumbnail_src), width, height },
  })
}

/** Some engines give addresses of pictures without a scheme. */
function withScheme(url: unknown): unknown {
  return typeof url === 'string' && url.startsWith('//') ? `https:${url}` : url
}

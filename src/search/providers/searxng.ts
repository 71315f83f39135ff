import { z } from 'zod'
import { askJson, Items } from '../ask.ts'
import type { Reach } from '../ask.ts'
import { cleanDate, cleanSize, cleanText, cleanTitle, webUrl } from '../clean.ts'
import { collect } from '../find.ts'
import { failed } from '../provider.ts'
import type { Hit, Provider, ProviderWish, Source } from '../provider.ts'
import { spell } from '../spell.ts'
import { isSpan, spanSince } from '../time.ts'

const MOST_PAGES = 10
const CATEGORY: Record<Source, string> = { web: 'general', news: 'news', images: 'images' }
const Answer = z.looseObject({ results: Items, unresponsive_engines: z.array(z.unknown()).catch([]) })

export function createSearxng(reach: Reach, root: string): Provider {
  return {
    name: 'searxng',
    has: ['web', 'news', 'images'],
    ignores: ['location', 'byDate'],
    async ask(wish, signal) {
      const { text, notes } = spell(wish)
      return await collect(
        wish,
        MOST_PAGES,
        async (page) => {
          const question = { url: addressOf(root, wish, text, page + 1), meaningOf }
          const said = await askJson(reach, question, Answer, signal)
          if (said.state === 'failed') return said
          const { results, unresponsive_engines: silent } = said.value
          if (results.length === 0 && silent.length > 0 && page === 0) return failed(silentOf(silent))
          return { state: 'page', hits: results.map(toHit) }
        },
        [...notes, ...timeNotes(wish)],
      )
    },
  }
}

function addressOf(root: string, wish: ProviderWish, text: string, page: number): URL {
  const url = new URL(`${root}/search`)
  const span = wish.time.from && spanSince(wish.time.from)
  const parameters = {
    q: text,
    format: 'json',
    categories: CATEGORY[wish.source],
    pageno: String(page),
    safesearch: wish.safe ? '2' : '0',
    ...(wish.language !== undefined && { language: wish.language }),
    ...(span !== undefined && { time_range: span }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

function meaningOf(status: number): string | undefined {
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

function timeNotes({ time: { from, to } }: ProviderWish): string[] {
  const isCoarse = to !== undefined || (from !== undefined && !isSpan(from))
  return isCoarse ? ['searxng knows no other times than the last day, week, month or year.'] : []
}

function toHit(result: Record<string, unknown>): Hit | undefined {
  const url = webUrl(result['url'])
  if (url === undefined) return undefined
  return {
    url,
    title: cleanTitle(result['title']),
    description: cleanText(result['content']),
    date: cleanDate(result['publishedDate']),
    image: imageOf(result),
  }
}

function imageOf(result: Record<string, unknown>): Hit['image'] {
  const url = webUrl(completed(result['img_src'] || result['thumbnail'] || result['thumbnail_src']))
  if (url === undefined) return undefined
  const [width, height] = (cleanText(result['resolution']) ?? '').split(/\D+/).map(cleanSize)
  return { url, width, height }
}

/** Some engines give addresses of pictures without a scheme. */
function completed(address: unknown): unknown {
  return typeof address === 'string' && address.startsWith('//') ? `https:${address}` : address
}

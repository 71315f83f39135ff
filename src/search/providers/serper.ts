import { answerWith, askJson, Items } from '../ask.ts'
import type { Reach } from '../ask.ts'
import { cleanDate, cleanSize, cleanText, cleanTitle, webUrl } from '../clean.ts'
import { collect } from '../find.ts'
import type { Hit, Provider, ProviderWish, Source } from '../provider.ts'
import { spell } from '../spell.ts'

const ROOT = 'https://google.serper.dev'
const KINDS: Record<Source, { path: string; list: 'organic' | 'news' | 'images' }> = {
  web: { path: '/search', list: 'organic' },
  news: { path: '/news', list: 'news' },
  images: { path: '/images', list: 'images' },
}
const PER_PAGE = 10
const MOST_PAGES = 10

const Results = Items.optional()
const Answer = answerWith(['searchParameters', 'organic', 'news', 'images'], {
  organic: Results,
  news: Results,
  images: Results,
})

export function createSerper(
  reach: Reach,
  { key, root = ROOT }: { key: string; root?: string | undefined },
): Provider {
  return {
    name: 'serper',
    has: ['web', 'news', 'images'],
    ignores: [],
    async ask(wish, signal) {
      const { path, list } = KINDS[wish.source]
      const { text, notes } = spell(wish)
      return await collect(
        wish,
        MOST_PAGES,
        async (page) => {
          const question = {
            url: new URL(root + path),
            headers: { 'x-api-key': key, 'content-type': 'application/json' },
            body: JSON.stringify(bodyOf(wish, text, page + 1)),
            key,
            meaningOf,
          }
          const said = await askJson(reach, question, Answer, signal)
          if (said.state === 'failed') return said
          return { state: 'page', hits: (said.value[list] ?? []).map(toHit) }
        },
        notes,
      )
    },
  }
}

function bodyOf(
  { limit, country, language, location, tbs, safe }: ProviderWish,
  text: string,
  page: number,
): object {
  return {
    q: text,
    num: Math.min(PER_PAGE, limit),
    page,
    hl: language ?? 'en',
    ...(country !== undefined && { gl: country }),
    ...(location !== undefined && { location }),
    ...(tbs !== undefined && { tbs }),
    ...(safe && { safe: 'active' }),
  }
}

function meaningOf(status: number, said: string): string | undefined {
  return status === 400 && /credit/i.test(said) ? 'Its credits are used up.' : undefined
}

function toHit(result: Record<string, unknown>): Hit | undefined {
  const url = webUrl(result['link'])
  if (url === undefined) return undefined
  return {
    url,
    title: cleanTitle(result['title']),
    description: cleanText(result['snippet']),
    date: cleanDate(result['date']),
    image: imageOf(result),
  }
}

function imageOf(result: Record<string, unknown>): Hit['image'] {
  const url = webUrl(result['imageUrl'])
  if (url === undefined) return undefined
  return { url, width: cleanSize(result['imageWidth']), height: cleanSize(result['imageHeight']) }
}

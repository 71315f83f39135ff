import { createApi, hitFrom, answerWith, Items } from '../ask.ts'
import type { ApiAccess, Reach } from '../ask.ts'
import type { Hit, Provider, ProviderWish, Source } from '../provider.ts'

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

export function createSerper(reach: Reach, { key, root = ROOT }: ApiAccess): Provider {
  return createApi(reach, {
    name: 'serper',
    has: ['web', 'news', 'images'],
    ignores: [],
    shape: Answer,
    mostPages: () => MOST_PAGES,
    question: (wish, text, page) => ({
      url: new URL(root + KINDS[wish.source].path),
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(wish, text, page + 1)),
      key,
      meaningOf,
    }),
    read: (answer, { source }) => ({
      state: 'page',
      hits: (answer[KINDS[source].list] ?? []).map(toHit),
    }),
  })
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
  const { link, title, snippet, date, imageUrl, imageWidth, imageHeight } = result
  return hitFrom({
    url: link,
    title,
    description: snippet,
    date,
    image: { url: imageUrl, width: imageWidth, height: imageHeight },
  })
}

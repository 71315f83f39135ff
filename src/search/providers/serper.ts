import { createApiProvider, hitFrom, responseWith, Items } from '../api-provider.ts'
import type { ApiAccess, HttpClient } from '../api-provider.ts'
import type { Hit, Provider, ProviderRequest, Source } from '../provider.ts'

const ROOT = 'https://google.serper.dev'
const KINDS: Record<Source, { path: string; list: 'organic' | 'news' | 'images' }> = {
  web: { path: '/search', list: 'organic' },
  news: { path: '/news', list: 'news' },
  images: { path: '/images', list: 'images' },
}
const PER_PAGE = 10
const MAX_PAGES = 10

const Results = Items.optional()
const ResponseSchema = responseWith(['searchParameters', 'organic', 'news', 'images'], {
  organic: Results,
  news: Results,
  images: Results,
})

export function createSerper(client: HttpClient, { key, root = ROOT }: ApiAccess): Provider {
  return createApiProvider(client, {
    name: 'serper',
    has: ['web', 'news', 'images'],
    ignores: [],
    shape: ResponseSchema,
    mostPages: () => MAX_PAGES,
    httpRequest: (request, text, page) => ({
      url: new URL(root + KINDS[request.source].path),
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(request, text, page + 1)),
      key,
      explainStatus,
    }),
    read: (response, { source }) => ({
      state: 'page',
      hits: (response[KINDS[source].list] ?? []).map(toHit),
    }),
  })
}

function bodyOf(
  { limit, country, language, location, tbs, safe }: ProviderRequest,
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

function explainStatus(status: number, message: string): string | undefined {
  return status === 400 && /credit/i.test(message) ? 'Its credits are used up.' : undefined
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

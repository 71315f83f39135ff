import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createLog } from '../../src/log.ts'
import type { Log } from '../../src/log.ts'
import type { LocalHit, LocalIndex, LocalSearchRequest } from '../../src/search/providers/local.ts'
import type { ProviderName } from '../../src/search/provider.ts'
import { ANYWHERE, createSearch, readSettings } from '../../src/search/search.ts'
import type { SearchOptions } from '../../src/search/search.ts'

// Its connections end with the servers of the tests, so that nothing is left to close.
const egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1') })
export const { signal } = new AbortController()

/** An index with these pages, which writes down what it is asked. */
export function fakeIndex(hits: Partial<LocalHit>[], isEmpty = hits.length === 0) {
  const asked: LocalSearchRequest[] = []
  const index: LocalIndex = {
    async find(wish) {
      asked.push(wish)
      return hits.map((hit) => ({
        url: 'https://example.com/',
        title: 'Local',
        description: 'A passage.',
        publishedAt: undefined,
        image: undefined,
        ...hit,
      }))
    },
    isEmpty: async () => isEmpty,
  }
  return { index, asked }
}

export function searchWith(
  providers: ProviderName[],
  {
    url,
    key,
    index = fakeIndex([]).index,
    log = createLog('silent', false),
  }: { url?: string; key?: string; index?: LocalIndex; log?: Log } = {},
) {
  return createSearch({
    settings: readSettings({ providers, url, key }),
    localIndex: index,
    request: egress.request,
    userAgent: 'Winnow/test',
    log,
  })
}

export const SEARCH_REQUEST: SearchOptions = {
  teamId: 'team',
  query: 'grain',
  limit: 5,
  sources: [ANYWHERE],
  categories: [],
  includeDomains: [],
  excludeDomains: [],
  safe: false,
  timeout: 10_000,
}

export const searxResponse = (...urls: string[]) => ({
  results: urls.map((url) => ({ url, title: url })),
  unresponsive_engines: [],
})

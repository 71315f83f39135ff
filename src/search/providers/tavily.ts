import { z } from 'zod'
import { createApiProvider, hitFrom, Items } from '../api-provider.ts'
import type { ApiAccess, HttpClient } from '../api-provider.ts'
import type { Hit, Provider, ProviderRequest } from '../provider.ts'
import { shorten } from '../query-text.ts'
import { isoDay, lastDay } from '../time-filter.ts'

const ROOT = 'https://api.tavily.com'
const MAX_RESULTS = 20
const MAX_TEXT = { characters: 400, terms: 400 }

const ResponseSchema = z.looseObject({ results: Items })

/** The API of Tavily, which gives at most twenty results and no pictures with their pages. */
export function createTavily(client: HttpClient, { key, root = ROOT }: ApiAccess): Provider {
  return createApiProvider(client, {
    name: 'tavily',
    has: ['web', 'news'],
    ignores: ['location', 'language', 'safe', 'byDate', 'hours'],
    shape: ResponseSchema,
    mostPages: () => 1,
    queryText: textFor,
    httpRequest: (request, text) => ({
      url: new URL(`${root}/search`),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(request, text)),
      key,
      explainStatus,
    }),
    read: ({ results }) => ({ state: 'page', hits: results.map(toHit) }),
  })
}

/** Sites are named beside the text, which must not be empty. */
function textFor({ words, scope }: ProviderRequest): { text: string; notes: string[] } {
  const kind = scope.fileType === undefined ? [] : [`filetype:${scope.fileType}`]
  return shorten([words || scope.sites.join(' '), ...kind].join(' '), MAX_TEXT)
}

function bodyOf({ scope, source, limit, time, country }: ProviderRequest, query: string): object {
  const name = source === 'web' ? nameOf(country) : undefined
  return {
    query,
    topic: source === 'news' ? 'news' : 'general',
    max_results: Math.min(MAX_RESULTS, limit),
    ...(scope.sites.length > 0 && { include_domains: scope.sites }),
    ...(scope.excludedSites.length > 0 && { exclude_domains: scope.excludedSites }),
    ...(time.from && { start_date: isoDay(time.from) }),
    ...(time.to && { end_date: lastDay(time) }),
    ...(name !== undefined && { country: name }),
  }
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function nameOf(country: string | undefined): string | undefined {
  return country === undefined ? undefined : names.of(country.toUpperCase())?.toLowerCase()
}

function explainStatus(status: number): string | undefined {
  return status === 432 || status === 433 ? 'Its plan is used up.' : undefined
}

function toHit({ url, title, content, published_date: date }: Record<string, unknown>): Hit | undefined {
  return hitFrom({ url, title, description: content, date })
}

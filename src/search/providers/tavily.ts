import { z } from 'zod'
import { createApi, hitFrom, Items } from '../ask.ts'
import type { ApiAccess, Reach } from '../ask.ts'
import type { Hit, Provider, ProviderWish } from '../provider.ts'
import { shorten } from '../spell.ts'
import { isoDay, lastDay } from '../time.ts'

const ROOT = 'https://api.tavily.com'
const MOST_RESULTS = 20
const MOST_TEXT = { characters: 400, terms: 400 }

const Answer = z.looseObject({ results: Items })

/** The API of Tavily, which gives at most twenty results and no pictures with their pages. */
export function createTavily(reach: Reach, { key, root = ROOT }: ApiAccess): Provider {
  return createApi(reach, {
    name: 'tavily',
    has: ['web', 'news'],
    ignores: ['location', 'language', 'safe', 'byDate', 'hours'],
    shape: Answer,
    mostPages: () => 1,
    spelled: textFor,
    question: (wish, text) => ({
      url: new URL(`${root}/search`),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(wish, text)),
      key,
      meaningOf,
    }),
    read: ({ results }) => ({ state: 'page', hits: results.map(toHit) }),
  })
}

/** Sites are named beside the text, which must not be empty. */
function textFor({ words, scope }: ProviderWish): { text: string; notes: string[] } {
  const kind = scope.fileType === undefined ? [] : [`filetype:${scope.fileType}`]
  return shorten([words || scope.sites.join(' '), ...kind].join(' '), MOST_TEXT)
}

function bodyOf({ scope, source, limit, time, country }: ProviderWish, query: string): object {
  const name = source === 'web' ? nameOf(country) : undefined
  return {
    query,
    topic: source === 'news' ? 'news' : 'general',
    max_results: Math.min(MOST_RESULTS, limit),
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

function meaningOf(status: number): string | undefined {
  return status === 432 || status === 433 ? 'Its plan is used up.' : undefined
}

function toHit({ url, title, content, published_date: date }: Record<string, unknown>): Hit | undefined {
  return hitFrom({ url, title, description: content, date })
}

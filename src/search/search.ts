import { deadline, orAborted } from '../concurrency/abort.ts'
import type { SearchRequest } from '../contract/search.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import type { HttpClient } from './api-provider.ts'
import { categoryOf, scopeOf } from './scope.ts'
import type { CategoryName } from './scope.ts'
import { queryProviders, interleave } from './query-providers.ts'
import type { Outcome } from './query-providers.ts'
import { parseQuery, withoutScope } from './parse-query.ts'
import type { Hit, Provider, ProviderRequest, Source } from './provider.ts'
import { createBrave } from './providers/brave.ts'
import { createDuckduckgo } from './providers/duckduckgo.ts'
import { createGoogleCse } from './providers/google-cse.ts'
import { createLocal } from './providers/local.ts'
import type { LocalIndex } from './providers/local.ts'
import { createSearxng } from './providers/searxng.ts'
import { createSerper } from './providers/serper.ts'
import { createTavily } from './providers/tavily.ts'
import { splitEngine } from './settings.ts'
import type { ProviderSettings } from './settings.ts'
import { parseTbs } from './time-filter.ts'

export { passagesFor } from './passages.ts'
export type { FeedbackStore, SearchStore } from './feedback.ts'
export type { LocalHit, LocalIndex, LocalSearchRequest } from './providers/local.ts'
export type { ProviderName } from './provider.ts'
export { parseQuery } from './parse-query.ts'
export { readSettings } from './settings.ts'

export type SearchOptions = Pick<
  SearchRequest,
  'query' | 'limit' | 'sources' | 'categories' | 'includeDomains' | 'excludeDomains' | 'safe' | 'timeout'
> & { teamId: string }

export type SearchHit = Hit & { category?: CategoryName }

export interface SearchResults {
  results: { source: Source; hits: SearchHit[] }[]
  warnings: string[]
}

/** Fails when no provider could be asked, and when nothing is there in time. */
export type Search = (options: SearchOptions, signal: AbortSignal) => Promise<SearchResults>

interface SearchNeeds {
  settings: readonly ProviderSettings[]
  localIndex: LocalIndex
  request: EgressRequest
  userAgent: string
  log: Log
}

const TIMEOUT_MS = 15_000

export function createSearch({ settings, localIndex, request, userAgent, log }: SearchNeeds): Search {
  const client = { request, userAgent, timeoutMs: TIMEOUT_MS }
  const isAlone = settings.length === 1
  const providers = settings.map((one) => providerOf(one, client, { index: localIndex, isAlone }))
  const report = (provider: string, reason: string, cause?: unknown) =>
    log.warn({ provider, reason, ...(cause !== undefined && { err: cause }) }, 'a search provider failed')

  return async (options, signal) => {
    using time = deadline(signal, options.timeout)
    // Each ends before the request does, so that what one source finds is not lost because another one takes too long.
    const timeoutMs = (options.timeout * SEARCH_SHARE) / providers.length
    const find = (one: ProviderRequest) => queryProviders(providers, one, { signal: time, timeoutMs, report })
    const outcomes = await orAborted(
      Promise.all(options.sources.map((source) => searchSource(options, source, find))),
      time,
    )
    return resultsOf(options, outcomes)
  }
}

const SEARCH_SHARE = 0.9

function resultsOf({ sources }: SearchOptions, outcomes: readonly SourceOutcome[]): SearchResults {
  const failures = outcomes.filter((outcome) => outcome.state === 'failed')
  if (outcomes.length > 0 && failures.length === outcomes.length) throw allFailed(failures)
  const results = outcomes.map((outcome, index) => ({
    source: sources[index]!.type,
    hits: outcome.state === 'failed' ? [] : outcome.hits,
  }))
  const notes = outcomes.flatMap((outcome, index) =>
    outcome.state === 'failed'
      ? outcome.reasons.map((reason) => `${sources[index]!.type}: ${reason}`)
      : outcome.notes,
  )
  return { results, warnings: [...new Set([...nothingFound(results), ...notes])] }
}

export type SearchPages = (
  options: { teamId: string; query: string; limit: number },
  signal: AbortSignal,
) => Promise<{ hits: { url: string; title?: string; description?: string }[]; warning?: string }>

const PAGES_MS = 30_000
export const ANYWHERE = {
  type: 'web' as const,
  tbs: undefined,
  filter: undefined,
  lang: undefined,
  country: undefined,
  location: undefined,
}

export function createSearchPages(search: Search): SearchPages {
  return async (options, signal) => {
    const { results, warnings } = await search(
      {
        ...options,
        sources: [ANYWHERE],
        categories: [],
        includeDomains: [],
        excludeDomains: [],
        safe: false,
        timeout: PAGES_MS,
      },
      signal,
    )
    const hits = results
      .flatMap((result) => result.hits)
      .map(({ url, title, description }) => ({
        url,
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
      }))
    return { hits, ...(warnings.length > 0 && { warning: warnings.join(' ') }) }
  }
}

function providerOf(
  { name, url, key = '' }: ProviderSettings,
  client: HttpClient,
  local: { index: LocalIndex; isAlone: boolean },
): Provider {
  switch (name) {
    case 'local':
      return createLocal(local.index, local.isAlone)
    case 'searxng':
      return createSearxng(client, url!)
    case 'brave':
      return createBrave(client, { key, root: url })
    case 'serper':
      return createSerper(client, { key, root: url })
    case 'tavily':
      return createTavily(client, { key, root: url })
    case 'google-cse':
      return createGoogleCse(client, { ...splitEngine(key), root: url })
    case 'duckduckgo':
      return createDuckduckgo(client, url)
  }
}

type SourceOutcome =
  | Exclude<Outcome, { state: 'found' }>
  | { state: 'found'; hits: SearchHit[]; notes: string[] }

/** One source. Each category is a search of its own, because most engines cannot say "this or that kind". */
async function searchSource(
  options: SearchOptions,
  source: SearchOptions['sources'][number],
  find: (options: ProviderRequest) => Promise<Outcome>,
): Promise<SourceOutcome> {
  const { time, unknownParts } = parseTbs(source.tbs)
  const query = parseQuery(options.query)
  const ofPages = source.type === 'images' ? [] : options.categories
  const outcomes = await Promise.all(
    (ofPages.length > 0 ? ofPages : [undefined]).map(async (category): Promise<SourceOutcome> => {
      const { sites, fileType } = categoryOf(category)
      const scope = scopeOf(query, {
        sites: [options.includeDomains, sites],
        excludedSites: options.excludeDomains,
        fileType,
      })
      if (scope === 'contradiction') return { state: 'found', hits: [], notes: [CONTRADICTION] }
      const outcome = await find({
        teamId: options.teamId,
        query,
        words: withoutScope(options.query),
        scope,
        source: source.type,
        limit: options.limit,
        time,
        tbs: source.tbs,
        country: source.country,
        language: source.lang,
        location: source.location,
        safe: options.safe,
      })
      if (outcome.state === 'failed' || category === undefined) return outcome
      return { ...outcome, hits: outcome.hits.map((hit) => ({ ...hit, category })) }
    }),
  )
  return merged(
    outcomes,
    options.limit,
    unknownParts.map((part) => `tbs: "${part}" is not understood and had no effect.`),
  )
}

const CONTRADICTION = 'Nothing can be found: what the search is limited to contradicts itself.'

function merged(outcomes: readonly SourceOutcome[], limit: number, notes: string[]): SourceOutcome {
  if (outcomes.length === 1) {
    const only = outcomes[0]!
    return only.state === 'failed' ? only : { ...only, notes: [...notes, ...only.notes] }
  }
  const reasons = outcomes.flatMap((outcome) => (outcome.state === 'failed' ? outcome.reasons : []))
  if (outcomes.every((outcome) => outcome.state === 'failed')) {
    return {
      state: 'failed',
      reasons: [...new Set(reasons)],
      isLate: outcomes.every(({ isLate }) => isLate),
    }
  }
  const found = outcomes.filter((outcome) => outcome.state === 'found')
  return {
    state: 'found',
    hits: interleave(
      found.map(({ hits }) => hits),
      limit,
    ),
    notes: [...notes, ...reasons, ...found.flatMap((outcome) => outcome.notes)],
  }
}

function allFailed(failures: readonly Extract<SourceOutcome, { state: 'failed' }>[]): Fault {
  if (failures.every(({ isLate }) => isLate)) {
    return new Fault(
      'SCRAPE_TIMEOUT',
      "Nothing was found in the time of the request. Raise 'timeout' to give it more.",
    )
  }
  const reasons = new Set(failures.flatMap((failure) => failure.reasons))
  return new Fault('SEARCH_FAILED', `Nobody could be asked. ${[...reasons].join(' ')}`)
}

function nothingFound(results: SearchResults['results']): string[] {
  if (results.length === 0) return ['Nothing was searched: none of the sources is one that this service has.']
  return results.every(({ hits }) => hits.length === 0) ? ['Nothing was found.'] : []
}

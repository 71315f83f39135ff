import type { Query } from './parse-query.ts'
import type { Scope } from './scope.ts'
import type { TimeFilter } from './time-filter.ts'

export const PROVIDERS = [
  'local',
  'searxng',
  'brave',
  'serper',
  'tavily',
  'google-cse',
  'duckduckgo',
] as const
export type ProviderName = (typeof PROVIDERS)[number]

export type Source = 'web' | 'news' | 'images'

export interface ProviderRequest {
  teamId: string
  query: Query
  /** The query without the operators that `scope` represents. */
  words: string
  scope: Scope
  source: Source
  limit: number
  time: TimeFilter
  tbs: string | undefined
  country: string | undefined
  language: string | undefined
  location: string | undefined
  safe: boolean
}

export interface Hit {
  url: string
  title?: string | undefined
  description?: string | undefined
  date?: string | undefined
  image?: { url: string; width?: number | undefined; height?: number | undefined } | undefined
}

/** A failure is returned, not thrown: the next provider is asked and the reason is reported. */
export type ProviderResponse = { state: 'found'; hits: Hit[]; notes: string[] } | Failed

export interface Failed {
  state: 'failed'
  reason: string
  /** The provider's own message, which may repeat the query: for the caller, not for the log. */
  providerMessage?: string
  isLate?: true
  cause?: unknown
}

export type IgnorableOption = 'location' | 'safe' | 'language' | 'byDate' | 'hours'

export interface Provider {
  name: ProviderName
  has: readonly Source[]
  ignores: readonly IgnorableOption[]
  search(request: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse>
}

export const UNREADABLE = 'Its response could not be parsed.'

export function failed(reason: string, providerMessage = ''): Failed {
  return { state: 'failed', reason, ...(providerMessage !== '' && { providerMessage }) }
}

export function describeFailure({ reason, providerMessage }: Failed): string {
  return providerMessage === undefined ? reason : `${reason} Its message: ${providerMessage}`
}

export function late(): Failed {
  return { ...failed('It did not respond within the remaining time.'), isLate: true }
}

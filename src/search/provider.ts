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
  /** What was written, without the parts that `scope` says. */
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

/** A failure is an answer too: the next one is asked then, and the reason is told. */
export type ProviderResponse = { state: 'found'; hits: Hit[]; notes: string[] } | Failed

export interface Failed {
  state: 'failed'
  reason: string
  /** What the other side says about it, which may repeat what was searched for: for the caller, and not for the log. */
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

export const UNREADABLE = 'Its answer could not be read.'

export function failed(reason: string, providerMessage = ''): Failed {
  return { state: 'failed', reason, ...(providerMessage !== '' && { providerMessage }) }
}

export function describeFailure({ reason, providerMessage }: Failed): string {
  return providerMessage === undefined ? reason : `${reason} It says: ${providerMessage}`
}

export function late(): Failed {
  return { ...failed('It took longer than the time there was.'), isLate: true }
}

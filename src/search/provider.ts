import type { Query } from './parse-query.ts'
import type { Scope } from './scope.ts'
import type { TimeWish } from './time.ts'

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

/** One search in one source, with everything that narrows it. */
export interface ProviderWish {
  teamId: string
  query: Query
  /** What was written, without the parts that `scope` says. */
  words: string
  scope: Scope
  source: Source
  limit: number
  time: TimeWish
  /** The time as it was written, for who understands it by itself. */
  tbs: string | undefined
  /** Two letters, in lower case. */
  country: string | undefined
  /** A language code; undefined when the caller did not say. */
  language: string | undefined
  location: string | undefined
  safe: boolean
}

/** A page or picture that was found, as plain texts and addresses that can be asked for. */
export interface Hit {
  url: string
  title?: string | undefined
  description?: string | undefined
  date?: string | undefined
  image?: { url: string; width?: number | undefined; height?: number | undefined } | undefined
}

/** A failure is an answer too: the next one is asked then, and the reason is told. */
export type ProviderAnswer = { state: 'found'; hits: Hit[]; notes: string[] } | Failed

export interface Failed {
  state: 'failed'
  reason: string
  /** What the other side says about it, which may repeat what was searched for: for the caller, and not for the log. */
  complaint?: string
  /** The time there was is over. */
  isLate?: true
  /** What broke, for the log only. */
  cause?: unknown
}

/** What a search may say that not every provider acts on. */
export type Particular = 'location' | 'safe' | 'language' | 'byDate' | 'hours'

/** Somebody who answers searches. */
export interface Provider {
  name: ProviderName
  has: readonly Source[]
  /** What has no effect with this one. */
  ignores: readonly Particular[]
  ask(wish: ProviderWish, signal: AbortSignal): Promise<ProviderAnswer>
}

/** What is said of an answer that has no sense here. */
export const UNREADABLE = 'Its answer could not be read.'

export function failed(reason: string, complaint = ''): Failed {
  return { state: 'failed', reason, ...(complaint !== '' && { complaint }) }
}

/** A failure as its caller reads it. */
export function toldOf({ reason, complaint }: Failed): string {
  return complaint === undefined ? reason : `${reason} It says: ${complaint}`
}

/** Who has no time left. */
export function late(): Failed {
  return { ...failed('It took longer than the time there was.'), isLate: true }
}

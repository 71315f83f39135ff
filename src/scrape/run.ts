import type { ScrapeRequest } from '../contract/scrape.ts'
import type { Confinement, Screen } from '../egress/egress.ts'
import type { Derived } from './cache/page-cache.ts'
import type { Fetched } from './fetch/fetched.ts'
import type { RunStage } from './timing.ts'

/** The values that go along the line of a scrape. */

/** What the caller of the API asked for, and what the service itself wants besides. */
export interface PageRequest extends ScrapeRequest {
  /** Where the page leads is wanted too. */
  discovers?: boolean
  /** The links of the page with their context, its headings, and the pages of its records are wanted too. */
  leads?: boolean
  /** The terms of the search index are wanted too. */
  indexes?: boolean
  /** Whether `url` is the export of a document, so that a browser has nothing to show. */
  isExport?: boolean
  /** URLs outside are refused before they are requested. */
  confinement?: Confinement | undefined
  /** Whether the larger of two models answers. */
  usesPro?: boolean | undefined
}

/** Whose request it is. */
export interface PageCaller {
  teamId: string
  /** Who alone may come back for a page that takes longer than the request has time; absent: anybody of the team. */
  resumedBy?: string | undefined
  /** Waits until the team may have one more page fetched; gives the time of the work from then on. */
  takeTurn(): Promise<AbortSignal>
  /** The time until then; absent: that of the request. */
  signal?: AbortSignal | undefined
  /** The URL under which a blob can be read for a while. */
  linkTo(blobId: string): string
  /** Which URLs may be visited; absent: any. */
  screen?: Screen | undefined
}

/** One request on its way. */
export interface Run {
  request: PageRequest
  /** The URL that was asked for; a document of Google is fetched from that of its export. */
  sourceUrl: string
  caller: PageCaller
  /** What the request may do with the cache, and where its page lies there. */
  cache: CacheRules
  /** When it began, by the clock of this process. */
  since: number
  /** Measures a part of the work. */
  stage: RunStage
}

/** What a request may do with the cache. */
export interface CacheUse {
  /** Answer from a copy. */
  read: boolean
  /** Keep what was fetched, and remember what was derived. */
  write: boolean
  /** Wait for the same fetch of somebody else, and let others wait for its own. */
  share: boolean
  /** The option because of which nothing may be fetched: without a copy the request fails. */
  only: 'lockdown' | 'minAge' | undefined
}

/** The same, and where the page and what is derived from it lie in the cache. */
export interface CacheRules extends CacheUse {
  /** The team, or one word for all when the operator shares the cache. */
  scope: string
  key: string
  deriveKey: string
}

/** A page from the cache or from its site. */
export interface Page {
  /** Everything that was fetched but the bytes. */
  head: Omit<Fetched, 'bytes'>
  /** What this request wants from the page, as far as it is known. */
  derived: Derived | undefined
  /** When the cache entry was made; absent for a page that was fetched while the request was under way. */
  cachedAt: Date | undefined
  /** Absent when the page is not in the cache. */
  entryId: string | undefined
  /** What was fetched; undefined when the entry was removed meanwhile. */
  fetched: () => Promise<Fetched | undefined>
}

/** Whether a page may be kept for later requests. */
export function isWorthKeeping({
  status,
  isProvisional,
}: Pick<Fetched, 'status' | 'isProvisional'>): boolean {
  return status >= 200 && status < 300 && !isProvisional
}

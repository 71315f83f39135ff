import type { Screen } from '../../egress/egress.ts'
import type { AskModel } from '../answer/ask-model.ts'
import type { Blobs } from '../keep/blobs.ts'
import type { CacheUse } from './cache-use.ts'
import type { Flights } from '../fetch/flights.ts'
import type { Derived, PageCache } from './page-cache.ts'
import type { Fetched } from '../fetch/fetched.ts'
import type { Obtain } from '../fetch/obtain.ts'
import type { PageIndex } from '../keep/page-index.ts'
import type { PageWish } from '../admit/page-wish.ts'
import type { SharedWork } from '../../work/shared-work.ts'
import type { SiteMemory } from '../keep/site-memory.ts'
import type { Understand } from '../understand/read-page.ts'

/** One request on its way, with what the cache's rules say about it. */
export interface PageRun {
  request: PageWish
  teamId: string
  resumedBy: string
  use: CacheUse
  scope: string
  key: string
  deriveKey: string
  /** When it began, by the clock of this process. */
  since: number
  screen: Screen | undefined
}

/** A page as those who waited for it together get it: derived for one of them, with the means to derive for others. */
export interface Found {
  head: Omit<Fetched, 'bytes'>
  deriveKey: string
  derived: Derived | undefined
  /** When the copy was made; absent for what was fetched while the request was under way. */
  cachedAt: Date | undefined
  /** Absent when no copy is kept. */
  copyId: string | undefined
  /** Gives undefined when the copy was removed meanwhile. */
  fetched: () => Promise<Fetched | undefined>
  /** What was derived from the copy by now. */
  recall: (deriveKey: string) => Promise<Derived | undefined>
  remember: (deriveKey: string, derived: Derived) => Promise<void>
}

/** Who has the last word about what a page says. */
export interface Answering {
  askModel: AskModel
  /** Which engine that is; what another one derived is derived anew. */
  engine: string
}

export interface FindOrFetchNeeds extends Answering {
  /** Who answers those that want the larger model, where there are two. */
  pro?: Answering | undefined
  obtain: Obtain
  understand: Understand
  /** Whether a model has a part in answering a request. */
  asksModel: (request: Pick<PageWish, 'formats'>) => boolean
  siteMemory: SiteMemory
  pageIndex: PageIndex
  cache: PageCache
  flights: Flights
  shared: SharedWork<Found>
  /** Documents that are being read, and pages that a model is asked about. */
  readings: SharedWork<Derived>
  blobs: Blobs
  /** Whether all teams see one cache. */
  isShared: boolean
  /** How long a copy is kept. */
  keepMs: number
}

export function isWorthKeeping({
  status,
  isProvisional,
}: Pick<Fetched, 'status' | 'isProvisional'>): boolean {
  return status >= 200 && status < 300 && !isProvisional
}

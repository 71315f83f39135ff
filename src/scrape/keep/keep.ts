import type { Document } from '../../contract/document.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import type { PageTrace } from '../../extract/extract.ts'
import type { Cache } from '../cache/cache.ts'
import type { Derived } from '../cache/page-cache.ts'
import { isWorthKeeping } from '../run.ts'
import type { Page, Run } from '../run.ts'
import type { PageForIndex } from '../understand/indexing/indexing.ts'

export type KeepPage = (run: Run, page: Page, derived: Derived) => Promise<void>

interface KeepNeeds {
  cache: Pick<Cache, 'remember'>
  siteMemory: SiteMemory
  pageIndex: PageIndex
  seenPages: SeenPages
}

export function createKeepPage({ cache, siteMemory, pageIndex, seenPages }: KeepNeeds): KeepPage {
  /** Requests that waited for the same page together have the same object. */
  const processed = new WeakSet<Derived>()
  return async (run, page, derived) => {
    const { request, caller } = run
    const { write, scope } = run.cache
    const { teamId } = caller
    const { url, status, headers } = page.head
    const { trace, forIndex } = processed.has(derived) ? {} : derived
    processed.add(derived)
    if (write && trace) siteMemory.remember({ scope, url: request.url }, trace)
    if (write && isWorthKeeping(page.head)) {
      if (page.cachedAt) pageIndex.note({ teamId, url })
      if (forIndex) pageIndex.enter({ ...forIndex, teamId, url, contentType: headers['content-type'] ?? '' })
    }
    if (page.entryId !== undefined && !derived.isProvisional) await cache.remember(run, page.entryId, derived)
    const isDocument = !derived.refusal || derived.discovery !== undefined
    if (write && isDocument && status >= 200 && status < 300) {
      const { title, description } = derived.metadata
      seenPages.remember({ teamId, url, title, description })
    }
  }
}

/** What pages leave behind for others of their site, so that what they share is not taken for their own content. */
export interface SiteMemory {
  recall(site: SiteKey): Promise<readonly PageTrace[]>
  /** Is not waited for and never fails. */
  remember(site: SiteKey, trace: PageTrace): void
}

interface SiteKey {
  scope: string
  url: string
}

/** The pages that a team can search. Costs the scrape nothing, and never fails it. */
export interface PageIndex {
  enter(page: PageToEnter): void
  /** The team was given a page again from which nothing new was derived. */
  note(page: { teamId: string; url: string }): void
}

export interface PageToEnter extends PageForIndex {
  teamId: string
  url: string
  contentType: string
}

export interface SeenPage {
  teamId: string
  url: string
  title: string | undefined
  description: string | undefined
}

export interface SeenPages {
  remember(page: SeenPage): void
}

/** Finished scrapes by their id: to look a result up until it expires, and to go on with its page. */
export interface Scrapes {
  keep(scrape: { id: string; teamId: string; request: ScrapeRequest; document: Document }): Promise<void>
  markUnstored(id: string, teamId: string): Promise<void>
  isUnstored(id: string, teamId: string): Promise<boolean>
  find(id: string, teamId: string): Promise<KeptScrape | undefined>
}

interface KeptScrape {
  /** Fails with 409 when its credentials cannot be decrypted any more; the document can be read all the same. */
  request(): ScrapeRequest
  document: Document
  createdAt: Date
}

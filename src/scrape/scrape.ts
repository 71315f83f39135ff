import { randomUUID } from 'node:crypto'
import type { Document } from '../contract/document.ts'
import type { ScrapeRequest } from '../contract/scrape.ts'
import type { FindOrFetch, PageResult } from './find-or-fetch.ts'
import type { Captures } from './fetch/fetched.ts'
import { priceOfScrape } from './price.ts'
import { refuseUnbuilt } from './refuse-unbuilt.ts'

export type { Blobs } from './blobs.ts'
export type { Boarding, Flights, Landing } from './cache/flights.ts'
export type { CachedPage, Derived, PageCache } from './cache/page-cache.ts'
export { createFindOrFetch } from './find-or-fetch.ts'
export type { Found } from './find-or-fetch.ts'
export { createHostTurns } from './fetch/host-turns.ts'
export { createObtain } from './obtain.ts'
export { priceOfParse, priceOfScrape } from './price.ts'
export type { OpenProfile, Profiles } from './profiles.ts'
export type { Scrapes } from './scrapes.ts'
export { createSharedWork } from './shared-work.ts'
export { openUnderstanding } from './understanding.ts'
export { createParseUpload } from './upload.ts'
export type { ParseUpload, Upload } from './upload.ts'

/** Whose scrape it is, and how its caller reaches what is kept for it. */
interface ScrapeContext {
  teamId: string
  /** Waits until the team may have one more page fetched; gives the time of the work from then on. */
  takeTurn(): Promise<AbortSignal>
  /** The address under which a blob can be read for a while. */
  linkTo(blobId: string): string
}

/** Gets one page and derives what is asked for. Every scrape of the service is this one call. */
export type ScrapePage = (request: ScrapeRequest, context: ScrapeContext) => Promise<Document>

export function createScrapePage(findOrFetch: FindOrFetch): ScrapePage {
  return async (request, context) => {
    refuseUnbuilt(request)
    const page = await findOrFetch(request, context)
    return toDocument(request, page, context)
  }
}

function toDocument(request: ScrapeRequest, page: PageResult, { linkTo }: ScrapeContext): Document {
  const { head, derived, cachedAt } = page
  const warning = [...head.warnings, ...(derived.fields.warning ? [derived.fields.warning] : [])].join(' ')
  return {
    ...derived.fields,
    ...capturesIn(head.captures, linkTo),
    ...(warning !== '' && { warning }),
    metadata: {
      ...derived.metadata,
      url: head.url,
      sourceURL: request.url,
      statusCode: head.status,
      contentType: head.headers['content-type'] ?? '',
      scrapeId: randomUUID(),
      creditsUsed: priceOfScrape(request).credits,
      proxyUsed: head.proxyUsed,
      fetchedBy: head.by,
      cacheState: cachedAt ? 'hit' : 'miss',
      ...(cachedAt && { cachedAt: cachedAt.toISOString() }),
      // A target's own error page is a result; this says what its status means.
      ...(head.status >= 400 && { error: `The target answered with status ${head.status}.` }),
    },
  }
}

/** Pictures and documents are told by an address; those that may not be kept came along whole. */
function capturesIn(
  { screenshot, actions }: Captures,
  linkTo: (blobId: string) => string,
): Partial<Document> {
  const addressOf = (reference: string) => (reference.startsWith('data:') ? reference : linkTo(reference))
  return {
    ...(screenshot !== undefined && { screenshot: addressOf(screenshot) }),
    ...(actions && {
      actions: {
        ...actions,
        screenshots: actions.screenshots.map(addressOf),
        pdfs: actions.pdfs.map(addressOf),
      },
    }),
  }
}

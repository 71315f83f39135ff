import { randomUUID } from 'node:crypto'
import type { Document } from '../contract/document.ts'
import type { ScrapeRequest } from '../contract/scrape.ts'
import { cacheUse } from './cache/cache-use.ts'
import type { Discovery } from './discovery/discovery.ts'
import type { FindOrFetch, PageResult } from './find-or-fetch.ts'
import type { Captures } from './fetch/fetched.ts'
import { priceOfScrape } from './price.ts'
import { refuseUnbuilt } from './refuse-unbuilt.ts'
import type { SeenPages } from './seen-pages.ts'

export type { Blobs } from './blobs.ts'
export type { Boarding, Flights, Landing } from './cache/flights.ts'
export type { CachedPage, Derived, PageCache } from './cache/page-cache.ts'
export { createFindOrFetch } from './find-or-fetch.ts'
export type { Found } from './find-or-fetch.ts'
export { createHostTurns } from './fetch/host-turns.ts'
export { openOverHttp } from './fetch/http.ts'
export { createObtain } from './obtain.ts'
export { refuseUnbuilt } from './refuse-unbuilt.ts'
export { creditsOfFailure, priceOfParse, priceOfScrape } from './price.ts'
export type { OpenProfile, Profiles } from './profiles.ts'
export type { Scrapes } from './scrapes.ts'
export type { SeenPage, SeenPages } from './seen-pages.ts'
export { createLingering, createSharedWork } from './shared-work.ts'
export { createUnderstandDocument, glanceWith, isConverted, withDocuments } from './read-documents.ts'
export { openUnderstanding } from './understanding.ts'
export { createParseUpload } from './upload.ts'
export { isTakenFile, unsupported } from './upload.ts'
export type { ParseUpload, Upload } from './upload.ts'
export { createUploadRefs } from './uploads.ts'
export type { UploadPlace, UploadPlaces, UploadRefs } from './uploads.ts'

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

export function createScrapePage(findOrFetch: FindOrFetch, seenPages?: SeenPages): ScrapePage {
  return async (request, context) => {
    refuseUnbuilt(request)
    const page = await findOrFetch(request, context)
    if (isWorthRemembering(request, page)) seenPages?.remember(seenIn(page, context))
    return toDocument(request, page, context)
  }
}

/** The same, and where the page leads. */
export type VisitPage = (
  request: ScrapeRequest,
  context: ScrapeContext,
) => Promise<{ document: Document; discovery: Discovery }>

export function createVisitPage(findOrFetch: FindOrFetch, seenPages?: SeenPages): VisitPage {
  return async (request, context) => {
    refuseUnbuilt(request)
    const page = await findOrFetch({ ...request, discovers: true }, context)
    if (isWorthRemembering(request, page)) seenPages?.remember(seenIn(page, context))
    return { document: toDocument(request, page, context), discovery: page.derived.discovery! }
  }
}

/** A page that exists, and of which a copy may be kept. */
function isWorthRemembering(request: ScrapeRequest, { head }: PageResult): boolean {
  return head.status >= 200 && head.status < 300 && cacheUse(request).write
}

function seenIn({ head, derived }: PageResult, { teamId }: ScrapeContext) {
  const { title, description } = derived.metadata
  return { teamId, url: head.url, title, description }
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
      creditsUsed: priceOfScrape(request, derived.pricedPages).credits,
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

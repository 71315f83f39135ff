import { randomUUID } from 'node:crypto'
import type { Document } from '../contract/document.ts'
import type { ScrapeRequest } from '../contract/scrape.ts'
import type { Confinement, Screen } from '../egress/egress.ts'
import type { Lead, RecordLink } from '../extract/extract.ts'
import { cacheUse } from './cache/cache-use.ts'
import type { TrackChanges } from './change-tracking/change-tracking.ts'
import type { Discovery } from './discovery/discovery.ts'
import type { FindOrFetch, PageResult } from './find-or-fetch.ts'
import type { Captures } from './fetch/fetched.ts'
import { priceOfScrape } from './price.ts'
import { refuseUnbuilt } from './refuse-unbuilt.ts'
import type { SeenPages } from './seen-pages.ts'

export { createAnswerFrom } from './answer-from.ts'
export { createAskModel, isForModel } from './ask-model.ts'
export type { Blobs } from './blobs.ts'
export { createTrackChanges } from './change-tracking/change-tracking.ts'
export type { PreviousSnapshot, SnapshotKey, Snapshots } from './change-tracking/snapshots.ts'
export type { Boarding, Flights, Landing } from './cache/flights.ts'
export type { CachedPage, Derived, PageCache } from './cache/page-cache.ts'
export { createFindOrFetch } from './find-or-fetch.ts'
export type { Found } from './page-run.ts'
export { visitAgain } from './fetch/browser.ts'
export { createHostTurns } from './fetch/host-turns.ts'
export { openOverHttp } from './fetch/http.ts'
export { createObtain } from './obtain.ts'
export { refuseUnbuilt } from './refuse-unbuilt.ts'
export { creditsOfFailure, priceOfParse, priceOfScrape } from './price.ts'
export type { PageForIndex } from './indexing/indexing.ts'
export { languageCode } from './indexing/page-language.ts'
export type { PageIndex, PageToEnter } from './page-index.ts'
export type { OpenProfile, Profiles } from './profiles.ts'
export type { Scrapes } from './scrapes.ts'
export type { SeenPage, SeenPages } from './seen-pages.ts'
export type { SiteMemory } from './site-memory.ts'
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
  /** Who alone may come back for what takes longer than there is time; absent: anybody of the team. */
  resumedBy?: string | undefined
  /** Waits until the team may have one more page fetched; gives the time of the work from then on. */
  takeTurn(): Promise<AbortSignal>
  /** The time there is until then; absent: that of the request. */
  signal?: AbortSignal | undefined
  /** The address under which a blob can be read for a while. */
  linkTo(blobId: string): string
  /** Which addresses may be visited for it; absent: any. */
  screen?: Screen | undefined
}

/** Gets one page and derives what is asked for. Every scrape of the service is this one call. */
export type ScrapePage = (request: ScrapeRequest, context: ScrapeContext) => Promise<Document>

interface PageNeeds {
  findOrFetch: FindOrFetch
  trackChanges: TrackChanges
  seenPages: SeenPages
}

export function createScrapePage(needs: PageNeeds): ScrapePage {
  return async (request, context) => {
    refuseUnbuilt(request)
    const page = await needs.findOrFetch(request, context)
    return await toDocument(request, page, context, needs)
  }
}

/** The same, and where the page leads. */
export type VisitPage = (
  request: Omit<ReadRequest, 'usesPro'>,
  context: ScrapeContext,
) => Promise<{ document: Document; discovery: Discovery }>

export function createVisitPage(needs: PageNeeds): VisitPage {
  return async (request, context) => {
    refuseUnbuilt(request)
    const page = await needs.findOrFetch({ ...request, discovers: true }, context)
    const document = await toDocument(request, page, context, needs)
    return { document, discovery: page.derived.discovery! }
  }
}

/** What the service itself may ask for besides. */
interface ReadRequest extends ScrapeRequest {
  /** Whatever leads elsewhere is refused before it is asked for. */
  confinement?: Confinement | undefined
  /** Whether the larger of two models answers. */
  usesPro?: boolean | undefined
}

/** The same, and what tells whether to go on from the page and where: its links, headings, and the pages of its records. */
export type ReadPage = (
  request: ReadRequest,
  context: ScrapeContext,
) => Promise<{ document: Document; leads: Lead[]; headings: string[]; records: RecordLink[] }>

export function createReadPage(needs: PageNeeds): ReadPage {
  return async (request, context) => {
    refuseUnbuilt(request)
    const page = await needs.findOrFetch({ ...request, leads: true }, context)
    const document = await toDocument(request, page, context, needs)
    const { leads = [], headings = [], records = [] } = page.derived
    return { document, leads, headings, records }
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

async function toDocument(
  request: ScrapeRequest,
  page: PageResult,
  context: ScrapeContext,
  { trackChanges, seenPages }: PageNeeds,
): Promise<Document> {
  const { head, derived, cachedAt } = page
  if (isWorthRemembering(request, page)) seenPages.remember(seenIn(page, context))
  const captures = capturesIn(head.captures, derived.fields.actions, context.linkTo)
  const changes = await changesOf(request, page, context.teamId, trackChanges)
  const warning = [
    ...head.warnings,
    ...(derived.fields.warning ? [derived.fields.warning] : []),
    ...(changes?.warning ? [changes.warning] : []),
    ...unredactable(request, captures),
  ].join(' ')
  return {
    ...derived.fields,
    ...captures,
    ...(changes && { changeTracking: changes.changeTracking }),
    ...(warning !== '' && { warning }),
    metadata: {
      ...derived.metadata,
      url: head.url,
      sourceURL: request.url,
      statusCode: head.status,
      contentType: head.headers['content-type'] ?? '',
      scrapeId: randomUUID(),
      creditsUsed: priceOfScrape(request, derived.pricedPages).credits + (context.screen?.credits() ?? 0),
      proxyUsed: head.proxyUsed,
      fetchedBy: head.by,
      cacheState: cachedAt ? 'hit' : 'miss',
      ...(cachedAt && { cachedAt: cachedAt.toISOString() }),
      // A target's own error page is a result; this says what its status means.
      ...(head.status >= 400 && { error: `The target answered with status ${head.status}.` }),
    },
  }
}

/** What has changed since the page was last looked at, when that is asked for. */
async function changesOf(
  request: ScrapeRequest,
  { head, derived }: PageResult,
  teamId: string,
  trackChanges: TrackChanges,
) {
  const format = request.formats.find(({ type }) => type === 'changeTracking')
  if (format?.type !== 'changeTracking') return undefined
  return await trackChanges({
    teamId,
    url: request.url,
    format,
    markdown: derived.fields.markdown ?? '',
    variant: request.redactPII ? `redacted ${JSON.stringify(request.redactPII)}` : '',
    json: derived.tracked?.value,
    statusCode: head.status,
    // A crawl has no document of a page that is gone, so that it is told by who looks at it next.
    keep: !request.zeroDataRetention && !request.lockdown && !(derived.discovery && head.status >= 400),
    discovered: 'visible',
  })
}

/** What shows a page as a picture shows everybody's data in it. */
function unredactable({ redactPII }: ScrapeRequest, { screenshot, actions }: Partial<Document>): string[] {
  const hasPictures =
    screenshot !== undefined || [...(actions?.screenshots ?? []), ...(actions?.pdfs ?? [])].length > 0
  return redactPII && hasPictures ? ['Personal data was not taken out of pictures of the page.'] : []
}

/**
 * Pictures and documents are told by an address; those that may not be kept came along whole. Texts that had to be changed
 * come from where they were.
 */
function capturesIn(
  { screenshot, actions, branding }: Captures,
  texts: Document['actions'],
  linkTo: (blobId: string) => string,
): Partial<Document> {
  const addressOf = (reference: string) => (reference.startsWith('data:') ? reference : linkTo(reference))
  return {
    ...(screenshot !== undefined && { screenshot: addressOf(screenshot) }),
    ...(branding && { branding }),
    ...(actions && {
      actions: {
        ...actions,
        ...texts,
        screenshots: actions.screenshots.map(addressOf),
        pdfs: actions.pdfs.map(addressOf),
      },
    }),
  }
}

import type { Document } from '../contract/document.ts'
import type { ScrapeRequest } from '../contract/scrape.ts'
import type { Confinement } from '../egress/egress.ts'
import type { LinkCandidate, RecordLink } from '../extract/extract.ts'
import { Fault } from '../fault.ts'
import { deadline } from '../concurrency/abort.ts'
import type { EnterStage, SharedWork } from '../concurrency/shared-work.ts'
import { admit } from './admit/admit.ts'
import type { AdmitNeeds } from './admit/admit.ts'
import type { AnswerPage } from './answer/answer.ts'
import type { Cache } from './cache/cache.ts'
import { cacheMiss } from './cache/cache-rules.ts'
import type { Derived } from './cache/page-cache.ts'
import type { ToDocument } from './document/document.ts'
import type { FetchPage } from './fetch/fetch.ts'
import { resumeKey } from './fetch/share-keys.ts'
import type { KeepPage } from './keep/keep.ts'
import type { Page, PageCaller, PageRequest, Run } from './run.ts'
import { timed } from './timing.ts'
import type { ReportTiming, RunStage } from './timing.ts'
import type { UnderstandPage } from './understand/understand.ts'

export type { CachedPage, Derived, PageCache } from './cache/page-cache.ts'
export type { PreviousSnapshot, SnapshotKey, Snapshots } from './document/change-tracking/snapshots.ts'
export type { SharedPage } from './fetch/fetch.ts'
export type { FetchRole, SharedFetches, FetchOutcome } from './fetch/shared-fetches.ts'
export type { OpenProfile, Profiles } from './fetch/profiles.ts'
export type { Blobs } from './keep/blobs.ts'
export type { PageIndex, PageToEnter, Scrapes, SeenPage, SeenPages, SiteMemory } from './keep/keep.ts'
export type { PageForIndex } from './understand/indexing/indexing.ts'
export type { ParseUpload, Upload } from './upload/upload.ts'
export type { UploadRecord, UploadStore, UploadRefs } from './upload/uploads.ts'

/** The stations of the line. Only this file calls them; a value goes forward and does not come back. */
export interface ScrapeStages {
  rules: AdmitNeeds
  cache: Cache
  fetchPage: FetchPage
  understandPage: UnderstandPage
  answerPage: AnswerPage
  keepPage: KeepPage
  toDocument: ToDocument
  /** Work of requests that share nothing, which a caller whose time is over may come back for. */
  resumable: SharedWork<PageResult | undefined>
  /** Gets the time of every scrape, by stage. */
  reportTiming: ReportTiming<ScrapeResult>
}

export interface PageResult {
  page: Page
  derived: Derived
}

export type ScrapeResult = PageResult & { document: Document }

/** Gets one page and derives what is asked for. Every scrape of the service is this one line. */
export function createScrape(stages: ScrapeStages) {
  const {
    rules,
    cache,
    fetchPage,
    understandPage,
    answerPage,
    keepPage,
    toDocument,
    resumable,
    reportTiming,
  } = stages

  async function scrape(request: PageRequest, caller: PageCaller, stage: RunStage): Promise<ScrapeResult> {
    // 1. Admit: refuse what cannot be done or visited, and read the rules for the cache.
    using requestSignal = deadline(caller.signal ?? NEVER_ABORTED, request.timeout)
    const admitted = await stage('admit', () => admit(request, caller, requestSignal, rules))
    const run = { ...admitted, stage }

    // 2. Cache: the newest entry that the rules allow, with the derived fields if they are known.
    const entry = run.cache.read ? await stage('cache', () => cache.find(run, requestSignal)) : undefined
    if (!entry && run.cache.only) throw cacheMiss(run.cache.only)

    // 3. Slot: from here on there is work, which waits for the team's turn.
    const workSignal = entry?.derived ? requestSignal : await stage('slot', () => caller.takeTurn())

    // 4 to 7. An entry may be removed while it is read; then the page is fetched.
    const done =
      (entry && (await processPage(run, entry, workSignal))) ?? (await processUncached(run, workSignal))

    // 8. Document: the wire's form of what was found.
    const document = await stage('document', () => toDocument(run, done.page, done.derived))
    return { ...done, document }
  }

  async function processUncached(run: Run, workSignal: AbortSignal): Promise<PageResult> {
    if (run.cache.only) throw cacheMiss(run.cache.only)
    const done = run.cache.share
      ? await processPage(run, undefined, workSignal)
      : await resumable.resume(resumeKey(run), workSignal, (signal, enter) =>
          processPage(run, undefined, signal, enter),
        )
    if (done) return done
    throw new Fault('UNAVAILABLE', 'The page was removed from the cache while it was read.')
  }

  async function processPage(run: Run, entry: Page | undefined, signal: AbortSignal, enter?: EnterStage) {
    const { stage } = run

    // 4. Fetch: over HTTP or with the browser, once for all who ask for the page at the same time.
    const page = entry ?? (await stage('fetch', () => fetchPage(run, signal, enter)))

    // 5. Understand: the fields of the document, in a thread of its own.
    const understood = await stage('understand', () => understandPage(run, page, signal, enter))
    if (!understood) return undefined

    // 6. Answer: a model answers what the embedded engine has answered, where there is one.
    const derived = await stage('answer', () => answerPage(run, page, understood, signal))

    // 7. Keep: the derived fields in the cache, and what the page teaches about its site.
    await stage('keep', () => keepPage(run, page, derived))
    return { page, derived }
  }

  const timedScrape = (request: PageRequest, caller: PageCaller) =>
    timed((stage) => scrape(request, caller, stage), reportTiming)

  return {
    scrapePage: async (request, caller) => (await timedScrape(request, caller)).document,
    async visitPage(request, caller) {
      const { document, derived } = await timedScrape({ ...request, discovers: true }, caller)
      return { document, discovery: derived.discovery! }
    },
    async readPage(request, caller) {
      const { document, derived } = await timedScrape({ ...request, leads: true }, caller)
      const { leads = [], headings = [], records = [] } = derived
      return { document, leads, headings, records }
    },
  } satisfies { scrapePage: ScrapePage; visitPage: VisitPage; readPage: ReadPage }
}

const NEVER_ABORTED = new AbortController().signal

export type ScrapePage = (request: ScrapeRequest, caller: PageCaller) => Promise<Document>

/** The same, and where the page leads. */
export type VisitPage = (
  request: ScrapeRequest & { confinement?: Confinement | undefined },
  caller: PageCaller,
) => Promise<{ document: Document; discovery: NonNullable<Derived['discovery']> }>

/** The same, and what tells where to go on: links with their context, headings, and the pages of records. */
export type ReadPage = (
  request: ScrapeRequest & Pick<PageRequest, 'confinement' | 'usesPro'>,
  caller: PageCaller,
) => Promise<{ document: Document; leads: LinkCandidate[]; headings: string[]; records: RecordLink[] }>

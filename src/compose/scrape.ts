import { createSeal } from '../access/access.ts'
import type { Browser } from '../browser/browser.ts'
import { ScrapeRequest } from '../contract/scrape.ts'
import { createRobots, seenPlace } from '../crawl/crawl.ts'
import { openDocuments } from '../documents/documents.ts'
import type { ConvertDocument } from '../documents/documents.ts'
import type { Confinement, Egress, Screen } from '../egress/egress.ts'
import type { Model } from '../llm/llm.ts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import { PRODUCT, VERSION } from '../product.ts'
import {
  createAnswerFromHtml,
  createAnswerPage,
  createAskModel,
  isForModel,
} from '../scrape/answer/answer.ts'
import type { ModelLimits } from '../scrape/answer/answer.ts'
import { createCache } from '../scrape/cache/cache.ts'
import { createToDocument, createTrackChanges } from '../scrape/document/document.ts'
import {
  createFetchPage,
  createHostSlots,
  createFetchWithFallback,
  openOverHttp,
} from '../scrape/fetch/fetch.ts'
import { createKeepPage } from '../scrape/keep/keep.ts'
import { createScrape } from '../scrape/scrape.ts'
import type {
  Blobs,
  Derived,
  PageResult,
  SharedFetches,
  PageCache,
  PageIndex,
  Profiles,
  SeenPages,
  SharedPage,
  SiteMemory,
  Snapshots,
  ScrapeStages,
} from '../scrape/scrape.ts'
import {
  createInspectPage,
  createUnderstandDocument,
  createUnderstandPage,
  openUnderstandThreads,
  withDocuments,
} from '../scrape/understand/understand.ts'
import type { ThreadSettings } from '../scrape/understand/understand.ts'
import { createParseUpload } from '../scrape/upload/upload.ts'
import {
  createPageCache,
  createProfiles,
  createSearchIndex,
  createSeenPages,
  createSiteMemory,
  createSnapshots,
  openFlights,
} from '../store/store.ts'
import { createLingering, createSharedWork } from '../concurrency/shared-work.ts'
import type { Ground } from './ground.ts'

const WAY = { kind: 'basic' as const, country: 'US' }
const MEGABYTE = 1024 * 1024
const DAY_MS = 24 * 60 * 60_000

/** Everything that scrapes need, with the stores that outlive them. */
export async function openScraping(
  {
    config,
    log,
    open,
    store,
    egress,
    model,
    processId,
    blobs,
  }: Omit<Ground, 'lease' | 'jobs' | 'ledger' | 'takeSlot' | 'openScreen' | 'seals'>,
  browser: Browser,
) {
  const { database } = store
  const isShared = config.WINNOW_CACHE_SHARED === 'on'
  const proModel =
    config.WINNOW_LLM_MODEL_PRO === undefined ? undefined : model?.withName(config.WINNOW_LLM_MODEL_PRO)
  const userAgent = config.WINNOW_USER_AGENT ?? `Mozilla/5.0 (compatible; ${PRODUCT}/${VERSION})`
  const profiles = createProfiles(database, createSeal(store.rootSecret, 'profile'), processId)
  const searchMaxBytes = config.WINNOW_SEARCH_MB * MEGABYTE
  const searchIndex = open.use(
    createSearchIndex(database, { placeOf: seenPlace, isShared, maxBytes: searchMaxBytes, log }),
  )
  const seenPages = open.use(createSeenPages(database, { placeOf: seenPlace, log }))
  const line = openLine(
    {
      egress,
      browser,
      model,
      proModel,
      modelLimits: { mostTokens: config.WINNOW_LLM_MAX_TOKENS, prices: config.WINNOW_LLM_PRICES },
      convert: open.use(openDocuments(log)).convert,
      profiles,
      blobs,
      cache: createPageCache(database, { maxBytes: config.WINNOW_CACHE_MB * MEGABYTE }),
      flights: open.use(await openFlights(database, processId, log)),
      siteMemory: open.use(createSiteMemory(database, log)),
      pageIndex: searchIndex,
      seenPages,
      snapshots: createSnapshots(database, { maxBytes: config.WINNOW_SCRAPES_MB * MEGABYTE }),
      isShared,
      keepMs: config.WINNOW_CACHE_DAYS * DAY_MS,
      hostConcurrency: config.WINNOW_HOST_CONCURRENCY,
      userAgent,
      log,
    },
    open,
  )
  const openUrl = (url: string, signal: AbortSignal, confinement?: Confinement, screen?: Screen) => {
    const plain = { url, headers: {}, userAgent, languages: [], skipTlsVerification: true, way: WAY }
    return openOverHttp({ ...plain, confinement, screen }, egress.request, signal)
  }
  return { ...line, seenPages, searchIndex, profiles, openUrl, robots: createRobots({ openUrl }), proModel }
}

export type Scraping = Awaited<ReturnType<typeof openScraping>>

export interface LineParts {
  egress: Pick<Egress, 'request' | 'hasProxy'>
  browser: Pick<Browser, 'visit' | 'unavailable'>
  model?: Model | undefined
  /** The larger of two models, where there are two. */
  proModel?: Model | undefined
  modelLimits?: ModelLimits
  convert: ConvertDocument
  profiles: Profiles
  blobs: Blobs
  cache: PageCache
  flights: SharedFetches
  siteMemory: SiteMemory
  pageIndex: PageIndex
  seenPages: SeenPages
  snapshots: Snapshots
  /** Whether all teams see one cache. */
  isShared: boolean
  keepMs: number
  hostConcurrency: number
  userAgent: string
  threads?: Partial<ThreadSettings>
  log: Log
}

export function openLine(parts: LineParts, open: AsyncDisposableStack) {
  const { model, proModel, modelLimits, convert, siteMemory, blobs, keepMs } = parts
  const threads = open.use(openUnderstandThreads({ forModel: model !== undefined, ...parts.threads }))
  const understandDocument = createUnderstandDocument({ ...threads, convert })
  const askModel = createAskModel(model, modelLimits)
  const cache = createCache(parts)
  const lingering = createLingering()
  const obtain = createFetchWithFallback({
    ...parts,
    inspect: createInspectPage(threads.understand, siteMemory),
    acquireHostSlot: createHostSlots(parts.hostConcurrency),
  })
  const scrape = createScrape({
    rules: {
      isShared: parts.isShared,
      engineFor: ({ usesPro }) => (usesPro ? proModel?.name : undefined) ?? model?.name ?? 'embedded',
    },
    cache,
    fetchPage: createFetchPage({
      fetchWithFallback: obtain,
      cache,
      sharedFetches: parts.flights,
      pendingFetches: open.use(createSharedWork<SharedPage>(lingering)),
      blobs,
      keepMs,
    }),
    understandPage: createUnderstandPage({
      understand: withDocuments(threads.understand, understandDocument),
      usesModel: (request) => model !== undefined && isForModel(request),
      siteMemory,
      pendingReads: open.use(createSharedWork<Derived>(lingering)),
    }),
    answerPage: createAnswerPage({
      askModel,
      askProModel: proModel && createAskModel(proModel, modelLimits),
      cache,
    }),
    keepPage: createKeepPage({ ...parts, cache }),
    toDocument: createToDocument(createTrackChanges(parts.snapshots)),
    resumable: open.use(createSharedWork<PageResult | undefined>(lingering)),
    reportTiming: logTiming(parts.log),
  })
  return {
    ...scrape,
    parseUpload: createParseUpload({ ...threads, understandDocument, askModel }),
    answerFrom: createAnswerFromHtml({ ...threads, askModel }),
    warmUp: () =>
      void threads.understand(ANY_PAGE, ANY_REQUEST, AbortSignal.timeout(WARM_UP_MS)).catch(() => {}),
  }
}

/** One event per scrape: where its time went. */
function logTiming(log: Log): ScrapeStages['reportTiming'] {
  return (timing, end) => {
    if ('failure' in end) {
      const code = end.failure instanceof Fault ? end.failure.code : 'UNKNOWN_ERROR'
      return log.info({ ...timing, code }, 'scrape')
    }
    const { document, page } = end.result
    const source = page.cachedAt ? 'cache' : page.head.by
    log.info({ scrapeId: document.metadata?.scrapeId, source, ...timing }, 'scrape')
  }
}

/** Reading any page makes a thread load what reading needs, so that the first caller does not wait for it. */
const ANY_PAGE = {
  url: 'http://localhost/',
  contentType: 'text/html; charset=utf-8',
  bytes: Buffer.from('<!doctype html><title>A page</title><h1>A page</h1><p>With a few words in it.</p>'),
}
const ANY_REQUEST = ScrapeRequest.parse({ url: ANY_PAGE.url })
const WARM_UP_MS = 20_000

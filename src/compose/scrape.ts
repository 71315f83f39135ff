import { createSeal } from '../access/access.ts'
import {
  createAdFilter,
  createBrowser,
  createEngine,
  createOpenLiveBrowser,
  defaultAdLists,
  readAdLists,
} from '../browser/browser.ts'
import type { Browser, OpenLiveBrowser } from '../browser/browser.ts'
import { ScrapeRequest } from '../contract/scrape.ts'
import type { Config } from '../config/config.ts'
import { createRobots, seenPlace } from '../crawl/crawl.ts'
import { openDocuments } from '../documents/documents.ts'
import { openBrowserGate } from '../egress/egress.ts'
import type { Confinement, Egress, Screen } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import type { Model } from '../llm/llm.ts'
import type { Log } from '../log.ts'
import { PRODUCT, VERSION } from '../product.ts'
import {
  createAnswerFrom,
  createAskModel,
  createFindOrFetch,
  createHostTurns,
  createLingering,
  createObtain,
  createParseUpload,
  createReadPage,
  createScrapePage,
  createSharedWork,
  createTrackChanges,
  createUnderstandDocument,
  createVisitPage,
  glanceWith,
  isForModel,
  openOverHttp,
  openUnderstanding,
  withDocuments,
} from '../scrape/scrape.ts'
import type { Blobs, Derived, Found } from '../scrape/scrape.ts'
import {
  createPageCache,
  createProfiles,
  createSearchIndex,
  createSeenPages,
  createSiteMemory,
  createSnapshots,
  openFlights,
} from '../store/store.ts'
import type { Store } from '../store/store.ts'

/** How a site's own files are fetched. */
const WAY = { kind: 'basic' as const, country: 'US' }
const MEGABYTE = 1024 * 1024
const DAY_MS = 24 * 60 * 60_000

/** Chromium with its way out and its filter. Nothing is started before the first page needs it. */
export async function openBrowser(
  config: Config,
  log: Log,
  open: AsyncDisposableStack,
): Promise<{ browser: Browser; openLiveBrowser: OpenLiveBrowser }> {
  const gate = open.use(
    await openBrowserGate({ allowedTargets: config.WINNOW_ALLOWED_TARGETS, proxies: proxiesOf(config) }),
  )
  const engine = createEngine({
    configured: config.WINNOW_CHROMIUM,
    dataDir: config.WINNOW_DATA_DIR,
    gateServer: gate.server,
    maxTabs: config.WINNOW_BROWSER_TABS,
    log,
  })
  const ads = createAdFilter({ lists: adLists(config.WINNOW_BLOCKLISTS) })
  const needs = { engine, gate, ads, userAgent: config.WINNOW_USER_AGENT }
  return { browser: open.use(createBrowser(needs)), openLiveBrowser: createOpenLiveBrowser(needs) }
}

function adLists(paths: readonly string[]): string[] {
  if (paths.length === 0) return defaultAdLists()
  try {
    return readAdLists(paths)
  } catch (cause) {
    throw new Fault('UNAVAILABLE', `WINNOW_BLOCKLISTS: ${(cause as Error).message}`, { cause })
  }
}

/** The line of a scrape, from the cache to the threads that understand pages. */
export async function openScraping(
  config: Config,
  log: Log,
  needs: {
    store: Store
    egress: Egress
    browser: Browser
    blobs: Blobs
    model: Model | undefined
    processId: () => string
  },
  open: AsyncDisposableStack,
) {
  const { store, egress, browser, blobs, model, processId } = needs
  const { database } = store
  const pages = open.use(openUnderstanding({ forModel: model !== undefined }))
  const limits = { mostTokens: config.WINNOW_LLM_MAX_TOKENS, prices: config.WINNOW_LLM_PRICES }
  const askModel = createAskModel(model, limits)
  const { WINNOW_LLM_MODEL_PRO: proName } = config
  const pro = proName === undefined ? undefined : model?.called(proName)
  const documents = open.use(openDocuments(log))
  const understandDocument = createUnderstandDocument({ ...pages, ...documents })
  const understand = withDocuments(pages.understand, understandDocument)
  const flights = open.use(await openFlights(database, processId, log))
  const userAgent = config.WINNOW_USER_AGENT ?? `Mozilla/5.0 (compatible; ${PRODUCT}/${VERSION})`
  const profiles = createProfiles(database, createSeal(store.rootSecret, 'profile'), processId)
  const obtain = createObtain({
    egress,
    browser,
    profiles,
    glance: glanceWith(pages.understand),
    takeHostTurn: createHostTurns(config.WINNOW_HOST_CONCURRENCY),
    userAgent,
  })
  const searchIndex = open.use(
    createSearchIndex(database, {
      placeOf: seenPlace,
      isShared: config.WINNOW_CACHE_SHARED === 'on',
      maxBytes: config.WINNOW_SEARCH_MB * MEGABYTE,
      log,
    }),
  )
  const lingering = createLingering()
  const findOrFetch = createFindOrFetch({
    obtain,
    understand,
    askModel,
    asksModel: (request) => model !== undefined && isForModel(request),
    engine: model?.name ?? 'embedded',
    pro: pro && { askModel: createAskModel(pro, limits), engine: pro.name },
    siteMemory: open.use(createSiteMemory(database, log)),
    pageIndex: searchIndex,
    cache: createPageCache(database, { maxBytes: config.WINNOW_CACHE_MB * MEGABYTE }),
    flights,
    shared: open.use(createSharedWork<Found>(lingering)),
    readings: open.use(createSharedWork<Derived>(lingering)),
    blobs,
    isShared: config.WINNOW_CACHE_SHARED === 'on',
    keepMs: config.WINNOW_CACHE_DAYS * DAY_MS,
  })
  const openUrl = (url: string, signal: AbortSignal, confinement?: Confinement, screen?: Screen) => {
    const plain = { url, headers: {}, userAgent, languages: [], skipTlsVerification: true, way: WAY }
    const wish = { ...plain, confinement, screen }
    return openOverHttp(wish, egress.request, signal)
  }
  const seenPages = open.use(createSeenPages(database, { placeOf: seenPlace, log }))
  const snapshots = createSnapshots(database, { maxBytes: config.WINNOW_SCRAPES_MB * MEGABYTE })
  const line = { findOrFetch, seenPages, trackChanges: createTrackChanges(snapshots) }
  return {
    warmUp: () => void pages.understand(ANY_PAGE, ANY_WISH, AbortSignal.timeout(WARM_UP_MS)).catch(() => {}),
    scrapePage: createScrapePage(line),
    visitPage: createVisitPage(line),
    readPage: createReadPage(line),
    seenPages,
    searchIndex,
    parseUpload: createParseUpload({ ...pages, understandDocument, askModel }),
    profiles,
    answerFrom: createAnswerFrom({ ...pages, askModel }),
    openUrl,
    robots: createRobots({ openUrl }),
    /** The larger of two models, where there is one. */
    proModel: pro,
  }
}

/** Reading any page makes a thread load what reading needs, so that the first caller does not wait for it. */
const ANY_PAGE = {
  url: 'http://localhost/',
  contentType: 'text/html; charset=utf-8',
  bytes: Buffer.from('<!doctype html><title>A page</title><h1>A page</h1><p>With a few words in it.</p>'),
}
const ANY_WISH = ScrapeRequest.parse({ url: ANY_PAGE.url })
const WARM_UP_MS = 20_000

export function proxiesOf({ WINNOW_PROXY_URL, WINNOW_STEALTH_PROXY_URL }: Config) {
  return {
    ...(WINNOW_PROXY_URL !== undefined && { basic: WINNOW_PROXY_URL }),
    ...(WINNOW_STEALTH_PROXY_URL !== undefined && { enhanced: WINNOW_STEALTH_PROXY_URL }),
  }
}

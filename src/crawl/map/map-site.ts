import { abortFault, deadline } from '../../concurrency/abort.ts'
import type { MapRequest } from '../../contract/map.ts'
import { ScrapeOptions } from '../../contract/scrape-options.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import { rankLinks } from './rank-links.ts'
import type { SeenIndex } from './seen-index.ts'
import { createHostPacer, createSiteRules, endsMap } from './site-rules.ts'
import type { HostPacer, SiteRules } from './site-rules.ts'
import { LinkCollection } from './link-collection.ts'
import type { Link } from './link-collection.ts'
import { emptyMap, warningsOf } from './map-warnings.ts'
import type { SitemapResult, StartResult } from './map-warnings.ts'
import { titleAndDescription, walk } from './walk.ts'
import type { LoadPage, LoadedPage, WalkResult, WalkNeeds } from './walk.ts'
import { openScreenedFile } from '../open-url.ts'
import type { OpenedUrl, OpenUrl } from '../open-url.ts'
import { sitemapUrls } from '../page/visit-sitemap.ts'
import { createRobots } from '../robots/robots.ts'
import type { Robots } from '../robots/robots.ts'
import { readSitemap } from '../sitemap/read-sitemap.ts'
import type { Confinement, Screen } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

interface MapNeeds {
  /** Without confinement, redirects may lead anywhere. */
  openUrl: (url: string, signal: AbortSignal, confinement?: Confinement) => Promise<OpenedUrl>
  robots: Robots
  userAgent: string
  seenIndex: SeenIndex
}

interface MapCaller {
  teamId: string
  loadPage: LoadPage
  maxConcurrent: number
  /**
   * Decides which URLs may be visited. Links that are only listed are checked against its lists alone.
   * Absent: all.
   */
  screen?: Screen | undefined
  signal: AbortSignal
}

export type MapSite = (
  request: MapRequest,
  caller: MapCaller,
) => Promise<{ links: Link[]; warning: string | undefined }>

const START_TIMEOUT_MS = 60_000
const TIME_BUDGET_MS = 20_000
const MAX_PAGES = 1_000
const MAX_PAGES_WITH_TIMEOUT = 20_000
const MAX_TIMEOUT_MS = 60 * 60_000
/** A sitemap is usually complete, so the search for other pages is limited to this time. */
const BESIDE_SITEMAP_MS = 5_000
const PAGE_TIMEOUT_MS = 15_000
const MAX_VARIANTS = 10

/** The largest possible limit. A search ranks all results before the limit applies. */
const MAX_RANKED = 100_000
/** Remembered pages also supply titles for links found elsewhere. */
const MIN_REMEMBERED = 10_000

export function createMapSite(needs: MapNeeds): MapSite {
  const { userAgent, seenIndex } = needs
  const pacer = createHostPacer()

  return async (request, { teamId, loadPage, maxConcurrent, screen, signal }) => {
    const timeoutMs = request.timeout === undefined ? undefined : Math.min(request.timeout, MAX_TIMEOUT_MS)
    const maxLinks = request.search === undefined ? request.limit : MAX_RANKED
    using totalTime = deadline(signal, timeoutMs ?? START_TIMEOUT_MS + 2 * TIME_BUDGET_MS)
    await screen?.admit(request.url, totalTime)
    const { openUrl, robots } = openersFor(request.url, screen, needs)
    const rules = createSiteRules({ robots, userAgent: request.robotsUserAgent ?? userAgent }, request)
    await using collection = new LinkCollection(request, rules, {
      isBlocked: (url) => screen?.refusal(url) !== undefined,
    })
    const options = pageOptions(request)
    const ownPacer = pacerFor(request, pacer)
    const requestFor = (url: string, timeout = PAGE_TIMEOUT_MS): ScrapeRequest => ({
      ...options,
      url,
      timeout,
    })
    const loadStart = async () => {
      await ownPacer.wait(new URL(request.url).host, await rules.delayOf(request.url, totalTime), totalTime)
      const startMs = request.sitemap === 'only' ? PAGE_TIMEOUT_MS : START_TIMEOUT_MS
      return await loadPage(requestFor(request.url, timeoutMs ?? startMs), totalTime)
    }

    const start = await visitStart(request, { collection, rules, loadStart }, totalTime)
    using budget = deadline(totalTime, timeoutMs ?? TIME_BUDGET_MS)
    const sitemaps = await readSitemaps(start, request, { collection, rules, openUrl, maxLinks }, budget)
    const walked = await walkLinks(
      start,
      {
        collection,
        rules,
        pacer: ownPacer,
        loadPage,
        requestFor,
        followsAll: request.ignoreRobotsTxt,
        maxVariants: sitemaps.linkCount > 0 ? 0 : MAX_VARIANTS,
        maxDepth: request.maxDiscoveryDepth ?? Infinity,
        maxConcurrent,
        maxLinks,
        maxPages: timeoutMs === undefined ? MAX_PAGES : MAX_PAGES_WITH_TIMEOUT,
      },
      { budget, besideSitemap: sitemaps.linkCount > 0 && timeoutMs === undefined },
    )
    if (signal.aborted) throw abortFault(signal)
    const isDone = walked?.end === 'all' || collection.size >= maxLinks
    await addRememberedPages(request, { collection, seenIndex, teamId, maxLinks })
    const isLate = budget.aborted && !isDone
    const run = { start, sitemaps, walked, blocked: collection.blocked, timeoutMs, isLate }

    if (collection.size === 0) return emptyMap(request, run)
    const found = collection.links()
    const links = request.search === undefined ? found : await rankLinks(found, request.search)
    const warning = warningsOf(run).join(' ')
    return { links: links.slice(0, request.limit), warning: warning === '' ? undefined : warning }
  }
}

function pacerFor({ delay = 0 }: MapRequest, shared: HostPacer): HostPacer {
  const own = createHostPacer()
  return {
    async wait(host, delayMs, signal) {
      await shared.wait(host, delayMs, signal)
      await own.wait(host, delay * 1000, signal)
    },
  }
}

/**
 * With screening, site files are fetched again rather than shared, because another policy may allow other
 * redirects.
 */
function openersFor(
  url: string,
  screen: Screen | undefined,
  { openUrl, robots }: MapNeeds,
): { openUrl: OpenUrl; robots: Robots } {
  if (!screen) return { openUrl, robots }
  const openFile = openScreenedFile(url, screen, openUrl)
  return { openUrl: openFile, robots: createRobots({ openUrl: openFile }) }
}

async function readSitemaps(
  start: StartResult,
  request: MapRequest,
  needs: { collection: LinkCollection; rules: SiteRules; openUrl: OpenUrl; maxLinks: number },
  time: AbortSignal,
): Promise<SitemapResult> {
  const none = { linkCount: 0, isPartial: false, error: undefined }
  if (request.sitemap === 'skip' || isUnreachable(start) || time.aborted) return none
  const base = 'url' in start ? start.url : request.url
  try {
    const rules = await needs.rules.rulesOf(base, time)
    return await readSitemapTree(sitemapUrls(base, rules), needs, time)
  } catch (failure) {
    if (!time.aborted || endsMap(failure)) throw failure
    return { ...none, isPartial: true }
  }
}

function isUnreachable(start: StartResult): boolean {
  return start.state === 'failed' && UNREACHABLE.has(start.failure.code)
}

const UNREACHABLE = new Set<FaultCode>(['SCRAPE_DNS_RESOLUTION_ERROR', 'FORBIDDEN'])

async function walkLinks(
  start: StartResult,
  needs: WalkNeeds,
  { budget, besideSitemap }: { budget: AbortSignal; besideSitemap: boolean },
): Promise<WalkResult | undefined> {
  if (start.state !== 'read') return undefined
  using time = deadline(budget, besideSitemap ? BESIDE_SITEMAP_MS : MAX_TIMEOUT_MS)
  return await walk({ url: start.url, discovery: start.page.discovery }, needs, time)
}

async function addRememberedPages(
  request: MapRequest,
  needs: { collection: LinkCollection; seenIndex: SeenIndex; teamId: string; maxLinks: number },
): Promise<void> {
  const { collection, seenIndex, teamId, maxLinks } = needs
  if (!request.useIndex || request.ignoreCache || request.sitemap === 'only') return
  const pages = await seenIndex.pagesOf(teamId, request.url, Math.max(maxLinks, MIN_REMEMBERED))
  const urls = pages.map(({ url }) => url).filter((url) => collection.scopeOf(url) === 'inside')
  await collection.discover(urls, undefined)
  for (const page of pages) collection.describe(page.url, page)
}

function pageOptions({ headers, location, ignoreCache }: MapRequest): Omit<ScrapeRequest, 'url'> {
  const options = ScrapeOptions.parse({
    headers,
    location,
    onlyMainContent: false,
    ...(ignoreCache && { maxAge: 0 }),
  })
  return { ...options, formats: [], zeroDataRetention: false }
}

async function visitStart(
  request: MapRequest,
  needs: { collection: LinkCollection; rules: SiteRules; loadStart: () => Promise<LoadedPage> },
  time: AbortSignal,
): Promise<StartResult> {
  const { collection, rules, loadStart } = needs
  try {
    const own = await rules.rulesOf(request.url, time)
    if (rules.verdictOn(request.url) === 'forbidden') {
      if (request.sitemap === 'only') return { state: 'passed', url: request.url }
      return {
        state: 'forbidden',
        reason: own?.unavailable ?? 'robots.txt does not allow visiting this page.',
      }
    }
    return await startResultOf(request, await loadStart(), collection, time)
  } catch (failure) {
    if (time.aborted) return { state: 'failed', failure: abortFault(time) }
    if (!(failure instanceof Fault) || endsMap(failure)) throw failure
    return { state: 'failed', failure }
  }
}

/** A start that redirects elsewhere moves the map; a redirect to a deeper path does not narrow it. */
async function startResultOf(
  request: MapRequest,
  page: LoadedPage,
  collection: LinkCollection,
  time: AbortSignal,
): Promise<StartResult> {
  const { metadata } = page.document
  const status = metadata?.statusCode ?? 200
  const url = metadata?.url ?? request.url
  if (collection.scopeOf(url) !== 'inside') collection.moveTo(url)
  if (status >= 400) return { state: 'refused', url, status }
  if (request.sitemap === 'only') return { state: 'passed', url }
  await collection.discover([url], time)
  collection.describe(url, titleAndDescription(page.document))
  return { state: 'read', url, page }
}

const MAX_DEPTH = 3
const MAX_SITEMAPS = 1_000
const MAX_CONCURRENT = 4
const BATCH_SIZE = 1_000

async function readSitemapTree(
  addresses: readonly string[],
  { collection, openUrl, maxLinks }: { collection: LinkCollection; openUrl: OpenUrl; maxLinks: number },
  time: AbortSignal,
): Promise<SitemapResult> {
  const before = collection.size
  const waiting = addresses.map((url) => ({ url, depth: 0 }))
  const known = new Set(addresses)
  const opened = new Set<string>()
  let isPartial = false
  let error: Fault | undefined

  async function read({ url, depth }: { url: string; depth: number }): Promise<void> {
    await using sitemap = await openUrl(url, time)
    // The usual sitemap paths often redirect to each other.
    if (sitemap.status < 200 || sitemap.status > 299 || opened.has(sitemap.url)) return
    opened.add(sitemap.url)
    let urls: string[] = []
    for await (const entry of readSitemap(sitemap, time)) {
      if (entry.kind === 'sitemap') {
        if (depth >= MAX_DEPTH || known.size >= MAX_SITEMAPS || known.has(entry.url)) continue
        known.add(entry.url)
        waiting.push({ url: entry.url, depth: depth + 1 })
      } else if (urls.push(entry.url) === BATCH_SIZE) {
        await collection.discover(urls, time)
        urls = []
        if (collection.size >= maxLinks || collection.isFull) return
      }
    }
    await collection.discover(urls, time)
  }

  async function tryToRead(sitemap: { url: string; depth: number }): Promise<void> {
    try {
      await read(sitemap)
    } catch (failure) {
      if (endsMap(failure)) throw failure
      isPartial = true
      if (failure instanceof Fault) error ??= failure
    }
  }

  while (waiting.length > 0 && collection.size < maxLinks && !collection.isFull) {
    if (time.aborted) return { linkCount: collection.size - before, isPartial: true, error }
    await Promise.all(waiting.splice(0, MAX_CONCURRENT).map(tryToRead))
  }
  return { linkCount: collection.size - before, isPartial, error }
}

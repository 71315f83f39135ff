import { abortFault, deadline } from '../../concurrency/abort.ts'
import type { MapRequest } from '../../contract/map.ts'
import { ScrapeOptions } from '../../contract/scrape-options.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import { rank } from './rank.ts'
import type { SeenIndex } from './seen-index.ts'
import { createPaces, createSiteRules, isOurs } from './site-rules.ts'
import type { Paces, SiteRules } from './site-rules.ts'
import { Survey } from './survey.ts'
import type { Link } from './survey.ts'
import { emptyMap, warningsOf } from './tell.ts'
import type { SitemapReading, Start } from './tell.ts'
import { told, walk } from './walk.ts'
import type { Look, Looked, WalkEnd, WalkNeeds } from './walk.ts'
import { openFileOf } from '../open-url.ts'
import type { OpenedUrl, OpenUrl } from '../open-url.ts'
import { sitemapAddresses } from '../page/read-listed.ts'
import { createRobots } from '../robots/robots.ts'
import type { Robots } from '../robots/robots.ts'
import { readSitemap } from '../sitemap/read-sitemap.ts'
import type { Confinement, Screen } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

interface MapNeeds {
  /** Absent confinement: redirects may lead anywhere. */
  openUrl: (url: string, signal: AbortSignal, confinement?: Confinement) => Promise<OpenedUrl>
  robots: Robots
  userAgent: string
  seenIndex: SeenIndex
}

interface MapCaller {
  teamId: string
  look: Look
  atOnce: number
  /** Which addresses may be visited; what is only listed is held against its lists alone. Absent: any. */
  screen?: Screen | undefined
  signal: AbortSignal
}

export type MapSite = (
  request: MapRequest,
  caller: MapCaller,
) => Promise<{ links: Link[]; warning: string | undefined }>

const START_MS = 60_000
const BUDGET_MS = 20_000
const MOST_LOOKS = 1_000
const MOST_LOOKS_IN_TIME = 20_000
const LONGEST_MS = 60 * 60_000
/** A sitemap is usually complete: what it does not name is looked for no longer than this. */
const BESIDE_SITEMAP_MS = 5_000
const LOOK_MS = 15_000
const MOST_VARIANTS = 10

/** The largest limit there is; for a search all that is found is ranked before the limit applies. */
const MOST_RANKED = 100_000
/** What is remembered also gives titles to what was found otherwise. */
const LEAST_REMEMBERED = 10_000

export function createMapSite(needs: MapNeeds): MapSite {
  const { userAgent, seenIndex } = needs
  const paces = createPaces()

  return async (request, { teamId, look, atOnce, screen, signal }) => {
    const timeoutMs = request.timeout === undefined ? undefined : Math.min(request.timeout, LONGEST_MS)
    const enough = request.search === undefined ? request.limit : MOST_RANKED
    using whole = deadline(signal, timeoutMs ?? START_MS + 2 * BUDGET_MS)
    await screen?.admit(request.url, whole)
    const { openUrl, robots } = filesFor(request.url, screen, needs)
    const rules = createSiteRules({ robots, userAgent: request.robotsUserAgent ?? userAgent }, request)
    await using survey = new Survey(request, rules, {
      isBlocked: (url) => screen?.refusal(url) !== undefined,
    })
    const options = pageOptions(request)
    const ownPaces = pacesFor(request, paces)
    const requestFor = (url: string, timeout = LOOK_MS): ScrapeRequest => ({ ...options, url, timeout })
    const lookAtStart = async () => {
      await ownPaces.turn(new URL(request.url).host, await rules.delayOf(request.url, whole), whole)
      const startMs = request.sitemap === 'only' ? LOOK_MS : START_MS
      return await look(requestFor(request.url, timeoutMs ?? startMs), whole)
    }

    const start = await visitStart(request, { survey, rules, lookAtStart }, whole)
    using budget = deadline(whole, timeoutMs ?? BUDGET_MS)
    const sitemaps = await readSitemaps(start, request, { survey, rules, openUrl, enough }, budget)
    const walked = await walkOn(
      start,
      {
        survey,
        rules,
        paces: ownPaces,
        look,
        requestFor,
        followsAll: request.ignoreRobotsTxt,
        mostVariants: sitemaps.named > 0 ? 0 : MOST_VARIANTS,
        mostDepth: request.maxDiscoveryDepth ?? Infinity,
        atOnce,
        enough,
        mostLooks: timeoutMs === undefined ? MOST_LOOKS : MOST_LOOKS_IN_TIME,
      },
      { budget, besideSitemap: sitemaps.named > 0 && timeoutMs === undefined },
    )
    if (signal.aborted) throw abortFault(signal)
    const isDone = walked?.end === 'all' || survey.size >= enough
    await recall(request, { survey, seenIndex, teamId, enough })
    const isLate = budget.aborted && !isDone
    const trip = { start, sitemaps, walked, blocked: survey.blocked, timeoutMs, isLate }

    if (survey.size === 0) return emptyMap(request, trip)
    const found = survey.links()
    const links = request.search === undefined ? found : await rank(found, request.search)
    const warning = warningsOf(trip).join(' ')
    return { links: links.slice(0, request.limit), warning: warning === '' ? undefined : warning }
  }
}

function pacesFor({ delay = 0 }: MapRequest, shared: Paces): Paces {
  const own = createPaces()
  return {
    async turn(host, delayMs, signal) {
      await shared.turn(host, delayMs, signal)
      await own.turn(host, delay * 1000, signal)
    },
  }
}

/** How a site's own files are read: where addresses are screened, anew, for others may have gone elsewhere for them. */
function filesFor(
  url: string,
  screen: Screen | undefined,
  { openUrl, robots }: MapNeeds,
): { openUrl: OpenUrl; robots: Robots } {
  if (!screen) return { openUrl, robots }
  const openFile = openFileOf(url, screen, openUrl)
  return { openUrl: openFile, robots: createRobots({ openUrl: openFile }) }
}

async function readSitemaps(
  start: Start,
  request: MapRequest,
  needs: { survey: Survey; rules: SiteRules; openUrl: OpenUrl; enough: number },
  time: AbortSignal,
): Promise<SitemapReading> {
  const none = { named: 0, isPartial: false, trouble: undefined }
  if (request.sitemap === 'skip' || isUnreachable(start) || time.aborted) return none
  const base = 'url' in start ? start.url : request.url
  try {
    const rules = await needs.rules.rulesOf(base, time)
    return await listSitemaps(sitemapAddresses(base, rules), needs, time)
  } catch (failure) {
    if (!time.aborted || isOurs(failure)) throw failure
    return { ...none, isPartial: true }
  }
}

function isUnreachable(start: Start): boolean {
  return start.state === 'failed' && UNREACHABLE.has(start.failure.code)
}

const UNREACHABLE = new Set<FaultCode>(['SCRAPE_DNS_RESOLUTION_ERROR', 'FORBIDDEN'])

async function walkOn(
  start: Start,
  needs: WalkNeeds,
  { budget, besideSitemap }: { budget: AbortSignal; besideSitemap: boolean },
): Promise<WalkEnd | undefined> {
  if (start.state !== 'read') return undefined
  using time = deadline(budget, besideSitemap ? BESIDE_SITEMAP_MS : LONGEST_MS)
  return await walk({ url: start.url, discovery: start.looked.discovery }, needs, time)
}

async function recall(
  request: MapRequest,
  needs: { survey: Survey; seenIndex: SeenIndex; teamId: string; enough: number },
): Promise<void> {
  const { survey, seenIndex, teamId, enough } = needs
  if (!request.useIndex || request.ignoreCache || request.sitemap === 'only') return
  const pages = await seenIndex.pagesOf(teamId, request.url, Math.max(enough, LEAST_REMEMBERED))
  const urls = pages.map(({ url }) => url).filter((url) => survey.placeOf(url) === 'inside')
  await survey.discover(urls, undefined)
  for (const page of pages) survey.describe(page.url, page)
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
  needs: { survey: Survey; rules: SiteRules; lookAtStart: () => Promise<Looked> },
  time: AbortSignal,
): Promise<Start> {
  const { survey, rules, lookAtStart } = needs
  try {
    const own = await rules.rulesOf(request.url, time)
    if (rules.verdictOn(request.url) === 'forbidden') {
      if (request.sitemap === 'only') return { state: 'passed', url: request.url }
      return {
        state: 'forbidden',
        reason: own?.unavailable ?? 'robots.txt asks not to visit the given page.',
      }
    }
    return await arrival(request, await lookAtStart(), survey, time)
  } catch (failure) {
    if (time.aborted) return { state: 'failed', failure: abortFault(time) }
    if (!(failure instanceof Fault) || isOurs(failure)) throw failure
    return { state: 'failed', failure }
  }
}

/** A start that leads elsewhere takes the map along; one that leads further in, does not narrow it. */
async function arrival(
  request: MapRequest,
  looked: Looked,
  survey: Survey,
  time: AbortSignal,
): Promise<Start> {
  const { metadata } = looked.document
  const status = metadata?.statusCode ?? 200
  const url = metadata?.url ?? request.url
  if (survey.placeOf(url) !== 'inside') survey.moveTo(url)
  if (status >= 400) return { state: 'refused', url, status }
  if (request.sitemap === 'only') return { state: 'passed', url }
  await survey.discover([url], time)
  survey.describe(url, told(looked.document))
  return { state: 'read', url, looked }
}

const DEEPEST = 3
const MOST_SITEMAPS = 1_000
const AT_ONCE = 4
const PORTION = 1_000

async function listSitemaps(
  addresses: readonly string[],
  { survey, openUrl, enough }: { survey: Survey; openUrl: OpenUrl; enough: number },
  time: AbortSignal,
): Promise<SitemapReading> {
  const before = survey.size
  const waiting = addresses.map((url) => ({ url, depth: 0 }))
  const known = new Set(addresses)
  const opened = new Set<string>()
  let isPartial = false
  let trouble: Fault | undefined

  async function read({ url, depth }: { url: string; depth: number }): Promise<void> {
    await using sitemap = await openUrl(url, time)
    // The usual places often lead to each other.
    if (sitemap.status < 200 || sitemap.status > 299 || opened.has(sitemap.url)) return
    opened.add(sitemap.url)
    let urls: string[] = []
    for await (const entry of readSitemap(sitemap, time)) {
      if (entry.kind === 'sitemap') {
        if (depth >= DEEPEST || known.size >= MOST_SITEMAPS || known.has(entry.url)) continue
        known.add(entry.url)
        waiting.push({ url: entry.url, depth: depth + 1 })
      } else if (urls.push(entry.url) === PORTION) {
        await survey.discover(urls, time)
        urls = []
        if (survey.size >= enough || survey.isFull) return
      }
    }
    await survey.discover(urls, time)
  }

  async function tryToRead(sitemap: { url: string; depth: number }): Promise<void> {
    try {
      await read(sitemap)
    } catch (failure) {
      if (isOurs(failure)) throw failure
      isPartial = true
      if (failure instanceof Fault) trouble ??= failure
    }
  }

  while (waiting.length > 0 && survey.size < enough && !survey.isFull) {
    if (time.aborted) return { named: survey.size - before, isPartial: true, trouble }
    await Promise.all(waiting.splice(0, AT_ONCE).map(tryToRead))
  }
  return { named: survey.size - before, isPartial, trouble }
}

import { abortFault, deadline } from '../../concurrency/abort.ts'
import type { MapRequest } from '../../contract/map.ts'
import { ScrapeOptions } from '../../contract/scrape-options.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import type { Confinement, Screen } from '../../egress/egress.ts'
import type { FaultCode } from '../../fault.ts'
import { openFileOf } from '../open-url.ts'
import type { OpenUrl, OpenedUrl } from '../open-url.ts'
import { createRobots } from '../robots/robots.ts'
import type { Robots } from '../robots/robots.ts'
import { sitemapAddresses } from '../page/read-listed.ts'
import { createSiteRules, isOurs } from './site-rules.ts'
import type { SiteRules } from './site-rules.ts'
import { listSitemaps } from './list-sitemaps.ts'
import type { SitemapReading } from './list-sitemaps.ts'
import { createPaces } from './paces.ts'
import type { Paces } from './paces.ts'
import { rank } from './rank.ts'
import type { SeenIndex } from './seen-index.ts'
import { visitStart } from './start.ts'
import type { Start } from './start.ts'
import { Survey } from './survey.ts'
import type { Link } from './survey.ts'
import { emptyMap, warningsOf } from './tell.ts'
import { walk } from './walk.ts'
import type { Look, WalkEnd, WalkNeeds } from './walk.ts'

export interface MapNeeds {
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
    return await listSitemaps(sitemapAddresses(base, rules ?? { sitemaps: [] }), needs, time)
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

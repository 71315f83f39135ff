import { createStrategyFactory, startAgentRunner } from '../agent/agent.ts'
import type { MoveContext, AgentTools, PageObservation, VisitMove } from '../agent/agent.ts'
import { creditsOfFailure, priceOfScrape } from '../scrape/admit/admit.ts'
import type { SearchPages } from '../search/search.ts'
import { createAgentQueue, createAgentTasks } from '../store/store.ts'
import type { CoreServices } from './core.ts'
import type { Scraping } from './scrape.ts'
import { deadline, anySignal } from '../concurrency/abort.ts'
import type { TakeSlot } from '../access/access.ts'
import type { Format } from '../contract/formats.ts'
import { MapRequest } from '../contract/map.ts'
import { ScrapeOptions } from '../contract/scrape-options.ts'
import type { ScrapeRequest } from '../contract/scrape.ts'
import { createMapSite, createHostPacer, createRobots, createScreenedRobots } from '../crawl/crawl.ts'
import type { HostPacer } from '../crawl/crawl.ts'
import type { Screen } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { PRODUCT } from '../product.ts'

/** Agent tasks that one process runs at once. They mostly wait for pages. */
const AGENT_TASKS = 32

export async function openAgents(
  core: CoreServices,
  scraping: Scraping,
  { searchPages }: { searchPages: SearchPages },
) {
  const { config, log, open, store, processId, ciphers } = core
  const { credentials } = ciphers
  if (config.WINNOW_ROLE !== 'api') {
    open.use(
      await startAgentRunner({
        queue: createAgentQueue(store.database, { processId, credentials }),
        createStrategy: createStrategyFactory(
          { mini: core.model, pro: scraping.proModel },
          { log, mostTokens: config.WINNOW_LLM_MAX_TOKENS, prices: config.WINNOW_LLM_PRICES },
        ),
        tools: createAgentTools({ ...scraping, searchPages, takeSlot: core.takeSlot }),
        creditsOfFailure,
        openScreen: core.openScreen,
        lease: core.lease,
        maxTasks: AGENT_TASKS,
        isPaused: store.disk.isFull,
        log,
      }),
    )
  }
  return {
    agentTasks: createAgentTasks(store.database, { targetCipher: ciphers.webhookTargets, credentials }),
  }
}

interface AgentToolsNeeds extends Pick<
  Scraping,
  'readPage' | 'visitPage' | 'openUrl' | 'robots' | 'seenPages'
> {
  searchPages: SearchPages
  takeSlot: TakeSlot
}

/** A search costs as much for ten hits as for one. */
const MAX_HITS = 10
const MAX_QUERY_CHARS = 500
/** The number of URLs that a strategy can rank. */
const MAX_MAPPED_URLS = 1_000
const MAP_TIMEOUT_MS = 60_000
const MAP_CONCURRENCY = 4
/** A move waits for a slot without a practical limit, like a page of a crawl. */
const MAX_SLOT_WAIT_MS = 24 * 60 * 60_000
/** The length of text stored for a strategy that reads the page itself. */
const MAX_TEXT_CHARS = 60_000
const FIRST_ERROR_STATUS = 400

/**
 * The tools of an agent task: the same search, map and scrape as for all callers, within the allowed sites.
 */
function createAgentTools(needs: AgentToolsNeeds): AgentTools {
  const pacer = createHostPacer()
  // A task limited to a site must not follow its robots.txt to other sites either.
  const ownRobots = createRobots({ openUrl: (url, time) => needs.openUrl(url, time, { sites: [url] }) })
  const screenedRobots = createScreenedRobots(needs.openUrl)
  const robotsFor = ({ confinement, screen }: MoveContext) =>
    screen ? screenedRobots(screen) : confinement ? ownRobots : needs.robots
  return {
    async search({ query }, { teamId, signal }) {
      const request = { teamId, query: query.slice(0, MAX_QUERY_CHARS), limit: MAX_HITS }
      return { kind: 'search', ...(await needs.searchPages(request, signal)) }
    },

    async map({ url, query }, context) {
      const { teamId, confinement, screen, signal } = context
      const mapSite = createMapSite({
        robots: robotsFor(context),
        openUrl: (pageUrl, time, defaultConfinement, listScreen?: Screen) =>
          needs.openUrl(pageUrl, time, confinement ?? defaultConfinement, listScreen),
        userAgent: PRODUCT,
        seenIndex: needs.seenPages,
      })
      const search = query.trim().slice(0, MAX_QUERY_CHARS)
      const request = {
        url,
        limit: MAX_MAPPED_URLS,
        timeout: MAP_TIMEOUT_MS,
        filterByPath: false,
        // The strategy itself chooses which pages to visit.
        sitemap: 'only',
        ...(search && { search }),
      }
      const { links } = await mapSite(MapRequest.parse(request), {
        teamId,
        loadPage: (page, time) =>
          withSlot(
            needs.takeSlot,
            { teamId, signal: time, waiting: time, timeoutMs: page.timeout },
            (takeTurn) =>
              needs.visitPage({ ...page, confinement }, { teamId, takeTurn, linkTo: String, screen }),
          ),
        maxConcurrent: MAP_CONCURRENCY,
        screen,
        signal,
      })
      return {
        kind: 'map',
        links: links.map(({ url: pageUrl, title, description }) => ({
          url: pageUrl,
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
        })),
      }
    },

    async visit(move, context) {
      const { teamId, confinement, screen, signal, waiting, usesPro, isGiven } = context
      // A blocked host gets no request, not even for its robots.txt.
      await screen?.admit(move.url, waiting)
      if (!isGiven) await waitForRobots(move.url, waiting, { robots: robotsFor(context), pacer })
      const request = requestFor(move, context)
      const time = { teamId, signal, waiting, timeoutMs: request.timeout }
      const page = await withSlot(needs.takeSlot, time, (takeTurn) =>
        needs.readPage({ ...request, confinement, usesPro }, { teamId, takeTurn, linkTo: String, screen }),
      )
      const pageCredits = page.document.metadata!.creditsUsed! - (screen?.credits() ?? 0)
      const surplusCredits = pageCredits - priceOfScrape(request).credits
      return { seen: toSeenPage(page), surplusCredits }
    },
  }
}

/** Discovered pages are visited like in a crawl: only if robots.txt allows it, and with its delays. */
async function waitForRobots(
  url: string,
  signal: AbortSignal,
  { robots, pacer }: Pick<AgentToolsNeeds, 'robots'> & { pacer: HostPacer },
): Promise<void> {
  const { origin, host } = new URL(url)
  const rules = await robots.rulesFor(origin, PRODUCT, signal)
  if (!rules.allows(url)) {
    throw new Fault('FORBIDDEN', rules.unavailable ?? 'robots.txt does not allow visiting this page.')
  }
  await pacer.wait(host, rules.delayMs, signal)
}

function requestFor(
  { url, wish, actions, wantsText }: VisitMove,
  { scrapeOptions }: MoveContext,
): ScrapeRequest {
  const options = scrapeOptions ?? ScrapeOptions.parse({})
  const prompted = {
    ...(wish.prompt && { prompt: wish.prompt }),
    ...(wish.schema && { schema: wish.schema }),
  }
  const formats: Format[] = [
    ...(wish.prompt || wish.schema
      ? [{ type: 'json' as const, checkPromptInjection: false, ...prompted }]
      : []),
    ...(wantsText ? [{ type: 'markdown' as const }] : []),
  ]
  return {
    ...options,
    url,
    formats,
    ...(actions && { actions: [...options.actions, ...actions] }),
    zeroDataRetention: false,
  }
}

/** The text of an error page contains no answers. */
function toSeenPage({
  document,
  leads,
  headings,
  records,
}: Awaited<ReturnType<AgentToolsNeeds['readPage']>>): PageObservation {
  const { json, extraction, markdown, metadata } = document
  const { url, statusCode = 200, title, description, language } = metadata!
  const isError = statusCode >= FIRST_ERROR_STATUS
  const isByModel = extraction !== undefined && extraction.engine !== 'embedded'
  return {
    kind: 'visit',
    url: url!,
    status: statusCode,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof language === 'string' && { language }),
    headings,
    leads,
    ...(!isError && json !== undefined && { value: json }),
    evidence: isError ? [] : (extraction?.evidence ?? []),
    missing: isError ? [] : (extraction?.missing ?? []),
    records: isError ? [] : records,
    ...(!isError && isByModel && { unsupported: extraction?.unsupported ?? [] }),
    engine: extraction?.engine ?? metadata!.engine ?? 'embedded',
    ...(metadata!.tokensUsed && { tokens: metadata!.tokensUsed }),
    ...(metadata!.modelCost && { cost: metadata!.modelCost }),
    ...(markdown !== undefined && { text: markdown.slice(0, MAX_TEXT_CHARS).toWellFormed() }),
  }
}

interface SlotRequest {
  teamId: string
  signal: AbortSignal
  /** Ends when the slot is granted. */
  waiting: AbortSignal
  timeoutMs: number
}

/** Runs work in a slot. Its time limit starts with the slot, which is released at the end. */
async function withSlot<Result>(
  takeSlot: TakeSlot,
  { teamId, signal, waiting, timeoutMs }: SlotRequest,
  work: (acquireSlot: () => Promise<AbortSignal>) => Promise<Result>,
): Promise<Result> {
  await using held = new AsyncDisposableStack()
  let time: AbortSignal | undefined
  return await work(async () => {
    if (time) return time
    const cancelled = new AbortController()
    const cancel = () => cancelled.abort(waiting.reason)
    waiting.addEventListener('abort', cancel)
    if (waiting.aborted) cancel()
    try {
      const slotSignal = held.use(anySignal(signal, cancelled.signal))
      const slot = held.use(await takeSlot(teamId, slotSignal, MAX_SLOT_WAIT_MS))
      return (time = held.use(deadline(slot.signal, timeoutMs)))
    } finally {
      waiting.removeEventListener('abort', cancel)
    }
  })
}

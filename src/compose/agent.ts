import { createStrategyFactory, startAgentRunner } from '../agent/agent.ts'
import type { MoveContext, AgentTools, PageObservation, VisitMove } from '../agent/agent.ts'
import { creditsOfFailure, priceOfScrape } from '../scrape/admit/admit.ts'
import type { SearchPages } from '../search/search.ts'
import { createAgentQueue, createAgentTasks } from '../store/store.ts'
import type { Ground } from './ground.ts'
import type { Scraping } from './scrape.ts'
import { deadline, anySignal } from '../concurrency/abort.ts'
import type { TakeSlot } from '../access/access.ts'
import type { Format } from '../contract/formats.ts'
import { MapRequest } from '../contract/map.ts'
import { ScrapeOptions } from '../contract/scrape-options.ts'
import type { ScrapeRequest } from '../contract/scrape.ts'
import { createMapSite, createPaces, createRobots, createScreenedRobots } from '../crawl/crawl.ts'
import type { Paces } from '../crawl/crawl.ts'
import type { Screen } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { PRODUCT } from '../product.ts'

/** How many tasks of agents one process works on; most of their time is waiting for pages. */
const AGENT_TASKS = 32

export async function openAgents(
  ground: Ground,
  scraping: Scraping,
  { searchPages }: { searchPages: SearchPages },
) {
  const { config, log, open, store, processId, seals } = ground
  const { credentials } = seals
  if (config.WINNOW_ROLE !== 'api') {
    open.use(
      await startAgentRunner({
        queue: createAgentQueue(store.database, { processId, credentials }),
        createStrategy: createStrategyFactory(
          { mini: ground.model, pro: scraping.proModel },
          { log, mostTokens: config.WINNOW_LLM_MAX_TOKENS, prices: config.WINNOW_LLM_PRICES },
        ),
        tools: createHands({ ...scraping, searchPages, takeSlot: ground.takeSlot }),
        creditsOfFailure,
        openScreen: ground.openScreen,
        lease: ground.lease,
        maxTasks: AGENT_TASKS,
        isPaused: store.disk.isFull,
        log,
      }),
    )
  }
  return { agentTasks: createAgentTasks(store.database, { targetSeal: seals.webhookTargets, credentials }) }
}

interface HandsNeeds extends Pick<Scraping, 'readPage' | 'visitPage' | 'openUrl' | 'robots' | 'seenPages'> {
  searchPages: SearchPages
  takeSlot: TakeSlot
}

/** A search costs as much for ten hits as for one. */
const MOST_HITS = 10
const LONGEST_QUERY = 500
/** As many addresses as a mind can weigh. */
const MOST_MAPPED = 1_000
const MAP_MS = 60_000
const MAP_AT_ONCE = 4
/** A move waits for the team's turn as long as it takes, as a page of a crawl does. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000
/** So much of a page is kept for a mind that reads it itself. */
const LONGEST_TEXT = 60_000
const FIRST_ERROR_STATUS = 400

/** What a task of an agent can do: the same search, map and scrape as everybody's, within what it may visit. */
function createHands(needs: HandsNeeds): AgentTools {
  const paces = createPaces()
  // Who may not leave a site does not follow its robots.txt elsewhere either.
  const ownRobots = createRobots({ openUrl: (url, time) => needs.openUrl(url, time, { sites: [url] }) })
  const screenedRobots = createScreenedRobots(needs.openUrl)
  const robotsFor = ({ confinement, screen }: MoveContext) =>
    screen ? screenedRobots(screen) : confinement ? ownRobots : needs.robots
  return {
    async search({ query }, { teamId, signal }) {
      const wish = { teamId, query: query.slice(0, LONGEST_QUERY), limit: MOST_HITS }
      return { kind: 'search', ...(await needs.searchPages(wish, signal)) }
    },

    async map({ url, query }, errand) {
      const { teamId, confinement, screen, signal } = errand
      const mapSite = createMapSite({
        robots: robotsFor(errand),
        openUrl: (address, time, within, lists?: Screen) =>
          needs.openUrl(address, time, confinement ?? within, lists),
        userAgent: PRODUCT,
        seenIndex: needs.seenPages,
      })
      const search = query.trim().slice(0, LONGEST_QUERY)
      const wish = {
        url,
        limit: MOST_MAPPED,
        timeout: MAP_MS,
        filterByPath: false,
        // The pages themselves are the mind's to visit, each for a reason.
        sitemap: 'only',
        ...(search && { search }),
      }
      const { links } = await mapSite(MapRequest.parse(wish), {
        teamId,
        look: (page, time) =>
          inTurn(
            needs.takeSlot,
            { teamId, signal: time, waiting: time, timeoutMs: page.timeout },
            (takeTurn) =>
              needs.visitPage({ ...page, confinement }, { teamId, takeTurn, linkTo: String, screen }),
          ),
        atOnce: MAP_AT_ONCE,
        screen,
        signal,
      })
      return {
        kind: 'map',
        links: links.map(({ url: address, title, description }) => ({
          url: address,
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
        })),
      }
    },

    async visit(move, errand) {
      const { teamId, confinement, screen, signal, waiting, usesPro, isGiven } = errand
      // Of a host that must not be visited not even the rules are asked for.
      await screen?.admit(move.url, waiting)
      if (!isGiven) await askRobots(move.url, waiting, { robots: robotsFor(errand), paces })
      const request = requestFor(move, errand)
      const time = { teamId, signal, waiting, timeoutMs: request.timeout }
      const page = await inTurn(needs.takeSlot, time, (takeTurn) =>
        needs.readPage({ ...request, confinement, usesPro }, { teamId, takeTurn, linkTo: String, screen }),
      )
      const pageCredits = page.document.metadata!.creditsUsed! - (screen?.credits() ?? 0)
      const surplusCredits = pageCredits - priceOfScrape(request).credits
      return { seen: seenOf(page), surplusCredits }
    },
  }
}

/** Pages that nobody named are visited as a crawl would: where robots.txt allows it, and with the pauses it asks for. */
async function askRobots(
  url: string,
  signal: AbortSignal,
  { robots, paces }: Pick<HandsNeeds, 'robots'> & { paces: Paces },
): Promise<void> {
  const { origin, host } = new URL(url)
  const rules = await robots.rulesFor(origin, PRODUCT, signal)
  if (!rules.allows(url)) {
    throw new Fault('FORBIDDEN', rules.unavailable ?? 'robots.txt asks not to visit this page.')
  }
  await paces.turn(host, rules.delayMs, signal)
}

function requestFor(
  { url, wish, actions, wantsText }: VisitMove,
  { scrapeOptions }: MoveContext,
): ScrapeRequest {
  const options = scrapeOptions ?? ScrapeOptions.parse({})
  const asked = { ...(wish.prompt && { prompt: wish.prompt }), ...(wish.schema && { schema: wish.schema }) }
  const formats: Format[] = [
    ...(wish.prompt || wish.schema ? [{ type: 'json' as const, checkPromptInjection: false, ...asked }] : []),
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

/** What an error page says is nothing that was asked for. */
function seenOf({
  document,
  leads,
  headings,
  records,
}: Awaited<ReturnType<HandsNeeds['readPage']>>): PageObservation {
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
    ...(markdown !== undefined && { text: markdown.slice(0, LONGEST_TEXT).toWellFormed() }),
  }
}

interface Turn {
  teamId: string
  signal: AbortSignal
  /** Until the turn has come. */
  waiting: AbortSignal
  timeoutMs: number
}

/** Lets work wait for the team's turn, from which on it has its time; the turn is given back when it is done. */
async function inTurn<Result>(
  takeSlot: TakeSlot,
  { teamId, signal, waiting, timeoutMs }: Turn,
  work: (takeTurn: () => Promise<AbortSignal>) => Promise<Result>,
): Promise<Result> {
  await using held = new AsyncDisposableStack()
  let time: AbortSignal | undefined
  return await work(async () => {
    if (time) return time
    const left = new AbortController()
    const leave = () => left.abort(waiting.reason)
    waiting.addEventListener('abort', leave)
    if (waiting.aborted) leave()
    try {
      const over = held.use(anySignal(signal, left.signal))
      const slot = held.use(await takeSlot(teamId, over, LONGEST_WAIT_MS))
      return (time = held.use(deadline(slot.signal, timeoutMs)))
    } finally {
      waiting.removeEventListener('abort', leave)
    }
  })
}

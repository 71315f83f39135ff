import { createCharge, createLimitMessages, createMeter, createRateLimit } from './access/access.ts'
import type { ShownOnce } from './access/access.ts'
import { openAgents } from './compose/agent.ts'
import { openAuditing, openWebhooks } from './compose/audit.ts'
import { openBrowser } from './compose/browser.ts'
import { capabilitiesOf, readiness, readingsOf } from './compose/readiness.ts'
import { openCrawling } from './compose/crawl.ts'
import { openGate, openKeyless } from './compose/gate.ts'
import { openGround } from './compose/ground.ts'
import { openInteracting } from './compose/interact.ts'
import { checkListening, listenAs } from './compose/listen.ts'
import { openManagement } from './compose/management.ts'
import { openConnecting } from './compose/oauth.ts'
import { openLinks, openPages, openScrapes } from './compose/pages.ts'
import { openScraping } from './compose/scrape.ts'
import { openSearching } from './compose/search.ts'
import type { Config } from './config/config.ts'
import type { Log } from './log.ts'
import { VERSION } from './product.ts'
import { createCountIn, createJobList, createRateWindows, serverWarnings } from './store/store.ts'

export interface App {
  role: Config['WINNOW_ROLE']
  /** Where it can be reached; undefined for a worker whose port was taken. */
  url: string | undefined
  shown: ShownOnce
  /** Settles with the reason when the service cannot go on. */
  failed: Promise<unknown>
  /** Begins in the background what the first page would otherwise wait for. */
  warmUp(): void
  stop(): Promise<void>
}

/**
 * The composition root: opens each capability in order and hands it the parts it uses. Stopping goes the other way
 * round: no new requests, drain, jobs, slots, lease, database.
 */
export async function startApp(config: Config, log: Log): Promise<App> {
  const open = new AsyncDisposableStack()
  try {
    return await compose(config, log, open)
  } catch (failure) {
    await open.disposeAsync()
    throw failure
  }
}

async function compose(config: Config, log: Log, open: AsyncDisposableStack): Promise<App> {
  const role = config.WINNOW_ROLE
  for (const name of config.setButUnused) log.warn(`${name} is set, but nothing in this version acts on it.`)
  await checkListening(config)
  const { ground, shown } = await openGround(config, log, open)
  const { database, disk, lost } = ground.store
  const { browser, openLiveBrowser } = await openBrowser(config, log, open)
  const scraping = await openScraping(ground, browser)
  const searching = openSearching(ground, scraping.searchIndex)
  const audit = await openAuditing(ground)
  const links = openLinks(ground)
  const crawling = await openCrawling(ground, scraping, links.blobLinks)
  const agents = await openAgents(ground, scraping, searching)
  await openWebhooks(ground)
  const meter = createMeter()
  const charge = createCharge(meter.over(ground.ledger))
  const { admitKeyless, ...keyless } = await openKeyless(ground, { charge, scrapes: openScrapes(ground) })
  const { gate, adminKeyHash } = openGate(ground)
  const oauth = openConnecting(ground, adminKeyHash)
  const pages = { ...(await openPages(ground, scraping)), ...keyless, ...links }
  const sessions = openInteracting(ground, scraping, openLiveBrowser)
  const jobs = createJobList(database)
  const management = openManagement(ground, { ...audit, jobs })
  const capabilities = capabilitiesOf(config, browser, () => serverWarnings(database))
  const api = {
    pages: { ...pages, ...searching, ...crawling },
    crawls: { ...pages, ...crawling },
    agents: { ...pages, ...agents },
    sessions: { ...pages, ...sessions },
    team: { ...pages, ...crawling, ...agents, ...management, capabilities },
    operator: management,
    limitMessages: createLimitMessages(createCountIn(database)),
    oauth,
  }
  const http = await listenAs(role, log, {
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL,
    version: VERSION,
    trustedProxies: config.WINNOW_TRUSTED_PROXIES,
    log,
    gate,
    admitKeyless,
    limitRate: createRateLimit(createRateWindows(database)),
    readiness: () => readiness({ database, disk }, jobs, browser),
    readings: [...readingsOf(jobs, browser), ...audit.readings],
    recordEvent: audit.recordEvent,
    meter,
    api: role === 'worker' ? undefined : api,
  })
  if (http) open.use(http)
  let stopping: Promise<void> | undefined
  return {
    role,
    url: http?.url,
    shown,
    failed: lost,
    warmUp() {
      scraping.warmUp()
      browser.prepare()
    },
    stop: () => (stopping ??= open.disposeAsync()),
  }
}

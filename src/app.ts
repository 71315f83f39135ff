import { createCharge, createLimitMessages, createMeter, createRateLimit } from './access/access.ts'
import type { GeneratedKeys } from './access/access.ts'
import { openAgents } from './compose/agent.ts'
import { openAudit, startWebhooks } from './compose/audit.ts'
import { openBrowser } from './compose/browser.ts'
import { createCapabilities, checkReadiness, gaugesOf } from './compose/readiness.ts'
import { openCrawling } from './compose/crawl.ts'
import { openAuthentication, openKeyless } from './compose/authentication.ts'
import { openCore } from './compose/core.ts'
import { openInteract } from './compose/interact.ts'
import { checkAddress, startListening } from './compose/listen.ts'
import { openManagement } from './compose/management.ts'
import { openOAuth } from './compose/oauth.ts'
import { openLinks, openPages, openScrapes } from './compose/pages.ts'
import { openScraping } from './compose/scrape.ts'
import { openSearching } from './compose/search.ts'
import type { Config } from './config/config.ts'
import { allowLocalNames } from './contract/url.ts'
import type { Log } from './log.ts'
import { VERSION } from './product.ts'
import { createCountInWindow, createJobList, createRateWindows, serverWarnings } from './store/store.ts'

export interface App {
  role: Config['WINNOW_ROLE']
  /** Where it can be reached; undefined for a worker whose port was taken. */
  url: string | undefined
  generatedKeys: GeneratedKeys
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
  await checkAddress(config)
  allowLocalNames(config.WINNOW_ALLOWED_TARGETS.names)
  const { core, generatedKeys } = await openCore(config, log, open)
  const { database, disk, lost } = core.store
  const { browser, openLiveBrowser } = await openBrowser(config, log, open)
  const scraping = await openScraping(core, browser)
  const searching = openSearching(core, scraping.searchIndex)
  const audit = await openAudit(core)
  const links = openLinks(core)
  const crawling = await openCrawling(core, scraping, links.blobLinks)
  const agents = await openAgents(core, scraping, searching)
  await startWebhooks(core)
  const meter = createMeter()
  const charge = createCharge(meter.wrap(core.ledger))
  const { admitKeyless, ...keyless } = await openKeyless(core, { charge, scrapes: openScrapes(core) })
  const { authenticators, adminKeyHash } = openAuthentication(core)
  const oauth = openOAuth(core, adminKeyHash)
  const pages = { ...(await openPages(core, scraping)), ...keyless, ...links }
  const sessions = openInteract(core, scraping, openLiveBrowser)
  const jobs = createJobList(database)
  const management = openManagement(core, { ...audit, jobs })
  const capabilities = createCapabilities(config, browser, () => serverWarnings(database))
  const api = {
    pages: { ...pages, ...searching, ...crawling },
    crawls: { ...pages, ...crawling },
    agents: { ...pages, ...agents },
    sessions: { ...pages, ...sessions },
    team: { ...pages, ...crawling, ...agents, ...management, capabilities },
    operator: management,
    limitMessages: createLimitMessages(createCountInWindow(database)),
    oauth,
  }
  const http = await startListening(role, log, {
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL,
    version: VERSION,
    trustedProxies: config.WINNOW_TRUSTED_PROXIES,
    log,
    authenticators,
    admitKeyless,
    limitRate: createRateLimit(createRateWindows(database)),
    readiness: () => checkReadiness({ database, disk }, jobs, browser),
    gauges: [...gaugesOf(jobs, browser), ...audit.gauges],
    recordEvent: audit.recordEvent,
    meter,
    api: role === 'worker' ? undefined : api,
  })
  if (http) open.use(http)
  let stopped: Promise<void> | undefined
  return {
    role,
    url: http?.url,
    generatedKeys,
    failed: lost,
    warmUp() {
      scraping.warmUp()
      browser.prepare()
    },
    stop: () => (stopped ??= open.disposeAsync()),
  }
}

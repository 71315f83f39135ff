import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createAuthenticate,
  createAuthenticateAdmin,
  createAuthenticatePartner,
  createCharge,
  createRateLimit,
  createSeal,
  createSignedLinks,
  createSlots,
  holdLease,
} from './access/access.ts'
import type { ShownOnce } from './access/access.ts'
import {
  createAdFilter,
  createBrowser,
  createEngine,
  defaultAdLists,
  readAdLists,
} from './browser/browser.ts'
import type { Browser } from './browser/browser.ts'
import type { Config } from './config.ts'
import { Siem } from './contract/siem.ts'
import { ThreatProtection } from './contract/threat-protection.ts'
import { createEgress, openBrowserGate } from './egress/egress.ts'
import { Fault } from './fault.ts'
import { createBlobLinks, startHttp } from './http/http.ts'
import type { HttpNeeds } from './http/http.ts'
import { startJobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import {
  createFindOrFetch,
  createHostTurns,
  createObtain,
  createParseUpload,
  createScrapePage,
  createSharedWork,
  openUnderstanding,
} from './scrape/scrape.ts'
import type { Blobs, Found } from './scrape/scrape.ts'
import {
  HOUSEKEEPING,
  createApiKeys,
  createAuditTrail,
  createBlobs,
  createFirstStart,
  createJobList,
  createLedger,
  createOrganizations,
  createPageCache,
  createPartners,
  createProcesses,
  createProfiles,
  createRateWindows,
  createScrapes,
  createTeams,
  createUsage,
  forgetProcesses,
  openFlights,
  openSlots,
  openStore,
  readSetting,
  tidy,
} from './store/store.ts'
import type { Store } from './store/store.ts'

/** A running service. */
export interface App {
  role: Config['WINNOW_ROLE']
  /** Where it can be reached; undefined for a worker whose port was taken. */
  url: string | undefined
  /** Keys that this start generated. */
  shown: ShownOnce
  /** Settles with the reason when the service cannot go on. */
  failed: Promise<unknown>
  /** Begins in the background what the first page would otherwise wait for. */
  warmUp(): void
  stop(): Promise<void>
}

/**
 * The composition root: opens what the role needs, in order, and hands each part what it uses. Stopping goes the
 * other way round: no new requests, drain, jobs, slots, lease, database.
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
  for (const name of config.setButUnused) log.warn(`${name} is set, but nothing in this version acts on it.`)
  const role = config.WINNOW_ROLE
  const store = open.use(
    await openStore(
      { dataDir: config.WINNOW_DATA_DIR, databaseUrl: config.DATABASE_URL, secret: config.WINNOW_SECRET },
      log,
    ),
  )
  const { database } = store
  if (store.exclusive) await forgetProcesses(database)
  const shown = role === 'worker' ? {} : await firstStart(config, store)

  const lease = open.use(await holdLease(createProcesses(database), role, log))
  const processId = () => lease.current().processId
  const jobs = open.use(await startJobs({ connection: database.connection, log, runsWork: role !== 'api' }))
  await jobs.define(HOUSEKEEPING)
  jobs.work(HOUSEKEEPING, () => tidy(database))
  await jobs.schedule(HOUSEKEEPING, '17 * * * *', { data: {} })
  const slots = open.use(await openSlots(database, processId, log))
  const blobs = createBlobs(database, { maxBytes: config.WINNOW_BLOBS_MB * MEGABYTE })
  const browser = open.use(await openBrowser(config, log, open))
  const { scrapePage, parseUpload } = await openScraping(
    config,
    log,
    { store, browser, blobs, processId },
    open,
  )
  const signedLinks = createSignedLinks(store.rootSecret, 'blob')
  const jobList = createJobList(database)

  const apiKeys = createApiKeys(database)
  const partners = createPartners(database)
  const api: HttpNeeds['api'] = {
    charge: createCharge(createLedger(database, processId)),
    takeSlot: createSlots(slots, lease.current),
    scrapePage,
    parseUpload,
    scrapes: createScrapes(database, { maxBytes: config.WINNOW_SCRAPES_MB * MEGABYTE }),
    blobs,
    signedLinks,
    blobLinks: createBlobLinks(signedLinks),
    apiKeys,
    usage: createUsage(database),
    organizations: createOrganizations(database),
    teams: createTeams(database),
    partners,
    jobs: jobList,
    audit: createAuditTrail(database),
    webhookSeal: createSeal(store.rootSecret, 'webhook secret'),
    defaultOrganizationId: async () => (await readSetting<string>(database, 'defaultOrganizationId'))!,
  }
  const http = await listenAs(role, log, {
    host: config.HOST,
    port: config.PORT,
    publicUrl: config.PUBLIC_URL,
    version: VERSION,
    trustedProxies: config.WINNOW_TRUSTED_PROXIES,
    log,
    gate: {
      team: createAuthenticate(apiKeys),
      partner: createAuthenticatePartner(partners),
      admin: createAuthenticateAdmin(async () =>
        Buffer.from((await readSetting<string>(database, 'adminKeyHash')) ?? '', 'hex'),
      ),
      signed: async () => undefined,
      open: async () => undefined,
    },
    limitRate: createRateLimit(createRateWindows(database)),
    readiness: () => readiness(store, jobList, browser),
    readings: [
      {
        name: 'winnow_jobs',
        help: 'Jobs by kind and state.',
        labels: ['kind', 'state'],
        async read() {
          const counts = await jobList.counts()
          return counts.flatMap(({ kind, queued, active, failed }) =>
            Object.entries({ queued, active, failed }).map(([state, value]) => ({
              labels: { kind, state },
              value,
            })),
          )
        },
      },
      {
        name: 'winnow_browser_tabs',
        help: 'Pages open in the browser, and visits that wait for one.',
        labels: ['state'],
        async read() {
          const { openTabs, waiting } = browser.counts()
          return Object.entries({ open: openTabs, waiting }).map(([state, value]) => ({
            labels: { state },
            value,
          }))
        },
      },
      {
        name: 'winnow_browser_restarts',
        help: 'How often the browser had to be started again.',
        labels: [],
        read: async () => [{ labels: {}, value: browser.counts().restarts }],
      },
    ],
    api: role === 'worker' ? undefined : api,
  })
  if (http) open.use(http)
  let stopping: Promise<void> | undefined
  return {
    role,
    url: http?.url,
    shown,
    failed: store.lost,
    warmUp: () => browser.prepare(),
    stop: () => (stopping ??= open.disposeAsync()),
  }
}

const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

const MEGABYTE = 1024 * 1024
const DAY_MS = 24 * 60 * 60_000

/** Chromium with its way out and its filter. Nothing is started before the first page needs it. */
async function openBrowser(config: Config, log: Log, open: AsyncDisposableStack): Promise<Browser> {
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
  return createBrowser({ engine, gate, ads, userAgent: config.WINNOW_USER_AGENT })
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
async function openScraping(
  config: Config,
  log: Log,
  needs: { store: Store; browser: Browser; blobs: Blobs; processId: () => string },
  open: AsyncDisposableStack,
) {
  const { store, browser, blobs, processId } = needs
  const { database } = store
  const egress = open.use(
    createEgress({ allowedTargets: config.WINNOW_ALLOWED_TARGETS, proxies: proxiesOf(config) }),
  )
  const { understand } = open.use(openUnderstanding())
  const flights = open.use(await openFlights(database, processId, log))
  const obtain = createObtain({
    egress,
    browser,
    profiles: createProfiles(database, createSeal(store.rootSecret, 'profile'), processId),
    understand,
    takeHostTurn: createHostTurns(config.WINNOW_HOST_CONCURRENCY),
    userAgent: config.WINNOW_USER_AGENT ?? `Mozilla/5.0 (compatible; Winnow/${VERSION})`,
  })
  const findOrFetch = createFindOrFetch({
    obtain,
    understand,
    cache: createPageCache(database, { maxBytes: config.WINNOW_CACHE_MB * MEGABYTE }),
    flights,
    shared: open.use(createSharedWork<Found>()),
    blobs,
    isShared: config.WINNOW_CACHE_SHARED === 'on',
    keepMs: config.WINNOW_CACHE_DAYS * DAY_MS,
  })
  return { scrapePage: createScrapePage(findOrFetch), parseUpload: createParseUpload({ understand }) }
}

function proxiesOf({ WINNOW_PROXY_URL, WINNOW_STEALTH_PROXY_URL }: Config) {
  return {
    ...(WINNOW_PROXY_URL !== undefined && { basic: WINNOW_PROXY_URL }),
    ...(WINNOW_STEALTH_PROXY_URL !== undefined && { enhanced: WINNOW_STEALTH_PROXY_URL }),
  }
}

/** One page load keeps the machine's cores busy in turns with waiting for the network, hence several per core. */
const SLOTS_PER_CORE = 4

function firstStart(config: Config, store: Store): Promise<ShownOnce> {
  return createFirstStart(store.database)({
    apiKey: config.WINNOW_API_KEY,
    adminKey: config.WINNOW_ADMIN_KEY,
    partnerKey: config.WINNOW_PARTNER_KEY,
    concurrency: availableParallelism() * SLOTS_PER_CORE,
    threatProtection: ThreatProtection.parse({}),
    siem: Siem.parse({}),
  })
}

/** A worker's port serves only probes, so a taken one is no reason not to work. */
async function listenAs(role: App['role'], log: Log, needs: HttpNeeds) {
  try {
    return await startHttp(needs)
  } catch (failure) {
    const problem = listenProblem((failure as NodeJS.ErrnoException).code, needs)
    if (problem === undefined) throw failure
    if (role !== 'worker') throw new Fault('UNAVAILABLE', problem, { cause: failure })
    log.warn(`${problem} Until then this worker answers no probes.`)
    return undefined
  }
}

function listenProblem(code: string | undefined, { host, port }: HttpNeeds): string | undefined {
  const problems: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} is in use on ${host}. Stop what uses it, or set PORT to another.`,
    EACCES: `PORT: ${port} may not be used by this user. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST: ${host} cannot be resolved.`,
    EAI_AGAIN: `HOST: ${host} cannot be resolved.`,
  }
  return problems[code ?? '']
}

async function readiness(
  { database }: Store,
  jobList: { counts(): Promise<unknown> },
  browser: Pick<Browser, 'unavailable' | 'isPreparing'>,
) {
  const [db, queue] = await Promise.all([attempt(database.rows('select 1')), attempt(jobList.counts())])
  return {
    ready: db === 'ok' && queue === 'ok',
    parts: { database: db, queue, browser: stateOf(browser) },
  }
}

/** The service works without one, so this never makes it unready. */
function stateOf(browser: Pick<Browser, 'unavailable' | 'isPreparing'>): string {
  const missing = browser.unavailable()
  if (missing !== undefined) return `unavailable (${missing})`
  return browser.isPreparing() ? 'being unpacked' : 'ok'
}

const READINESS_MS = 2_000

/** A database that does not answer is not ready either, so the question has a limit. */
async function attempt(work: Promise<unknown>): Promise<string> {
  try {
    await Promise.race([
      work,
      delay(READINESS_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer'))),
    ])
    return 'ok'
  } catch (failure) {
    return `unavailable (${reasonOf(failure)})`
  }
}

function reasonOf(failure: unknown): string {
  if (failure instanceof Fault && failure.cause instanceof Error) return failure.cause.message
  return failure instanceof Error ? failure.message : String(failure)
}

import { availableParallelism } from 'node:os'
import {
  createAuthenticate,
  createAuthenticateAdmin,
  createAuthenticatePartner,
  createCharge,
  createLimitMessages,
  createMeter,
  createRateLimit,
  createSeal,
  createSignedLinks,
  createSlots,
  holdLease,
} from './access/access.ts'
import type { ShownOnce } from './access/access.ts'
import { createMakeMind, startAgentRunner } from './agent/agent.ts'
import { openAuditing } from './compose/audit.ts'
import { capabilitiesOf } from './compose/capabilities.ts'
import type { Config } from './config/config.ts'
import { openConnecting } from './compose/oauth.ts'
import { Siem } from './contract/siem.ts'
import { ThreatProtection } from './contract/threat-protection.ts'
import { createMapSite, createReadPrompt, createWatch, firstPages, startCrawlRunner } from './crawl/crawl.ts'
import { createEgress, parseAllowedTargets } from './egress/egress.ts'
import { openSpool } from './documents/documents.ts'
import { createHands } from './compose/agent.ts'
import { createBlobLinks, createSessionLinks } from './http/http.ts'
import type { HttpNeeds } from './http/http.ts'
import { openInteracting } from './compose/interact.ts'
import { startJobs } from './jobs/jobs.ts'
import { openKeyless } from './compose/keyless.ts'
import { checkListening, listenAs } from './compose/listen.ts'
import { createDayBudget, createModel } from './llm/llm.ts'
import type { Model } from './llm/llm.ts'
import type { Log } from './log.ts'
import { PRODUCT, VERSION } from './product.ts'
import { readiness } from './compose/readiness.ts'
import { readingsOf } from './compose/readings.ts'
import { createUploadRefs } from './scrape/upload/upload.ts'
import { creditsOfFailure } from './scrape/admit/admit.ts'
import { openBrowser, proxiesOf } from './compose/browser.ts'
import { openScraping } from './compose/scrape.ts'
import { openScreening } from './compose/screening.ts'
import { openSearching } from './compose/search.ts'
import {
  HOUSEKEEPING,
  closeStoredCredentials,
  createAgentQueue,
  createAgentTasks,
  createApiKeys,
  createAuditTrail,
  createBlobs,
  createConnections,
  createCountIn,
  createUploadPlaces,
  createCrawls,
  createDeliveryLog,
  createFeedbackBook,
  createFirstStart,
  createFrontier,
  createJobKeys,
  createJobList,
  createLedger,
  createModelTokens,
  createOrganizations,
  createOutbox,
  createPartnerAccounts,
  createPartners,
  createProcesses,
  createRateWindows,
  createScrapes,
  createSearches,
  createTargetCredentials,
  createTeamData,
  createTeamMembers,
  createTeams,
  createUsage,
  forgetProcesses,
  openSlots,
  openStore,
  readSetting,
  serverWarnings,
  tidy,
  writeSetting,
} from './store/store.ts'
import type { Store } from './store/store.ts'
import { startWebhookSender } from './webhooks/webhooks.ts'

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
  await checkListening(config)
  const store = open.use(
    await openStore(
      { dataDir: config.WINNOW_DATA_DIR, databaseUrl: config.DATABASE_URL, secret: config.WINNOW_SECRET },
      log,
    ),
  )
  const { database } = store
  if (store.exclusive) await forgetProcesses(database)
  const credentials = createTargetCredentials(store.rootSecret)
  await closeStoredCredentials(database, credentials)
  await writeSetting(database, 'resultHours', config.WINNOW_RESULT_HOURS)
  const shown = role === 'worker' ? {} : await firstStart(config, store)

  const lease = open.use(await holdLease(createProcesses(database), role, log))
  const processId = () => lease.current().processId
  for (const warning of await serverWarnings(database)) log.warn(warning)
  const jobs = open.use(await startJobs({ database, log, runsWork: role !== 'api' }))
  await jobs.define(HOUSEKEEPING)
  jobs.work(HOUSEKEEPING, async ({ signal }) => {
    await closeStoredCredentials(database, credentials, { isLast: true, signal })
    await tidy(database, { searchDays: config.WINNOW_SEARCH_DAYS, signal })
  })
  await jobs.schedule(HOUSEKEEPING, '17 * * * *', { data: {} })
  const slots = open.use(await openSlots(database, processId, log))
  const blobs = createBlobs(database, { maxBytes: config.WINNOW_BLOBS_MB * MEGABYTE })
  const { browser, openLiveBrowser } = await openBrowser(config, log, open)
  const egress = open.use(
    createEgress({ allowedTargets: config.WINNOW_ALLOWED_TARGETS, proxies: proxiesOf(config) }),
  )
  const model = openModel(config, store, open)
  const openScreen = await openScreening(config, log, open)
  const scraping = await openScraping(config, log, { store, egress, browser, blobs, model, processId }, open)
  const { scrapePage, parseUpload } = scraping
  const { search, searchPages } = openSearching(config, log, scraping.searchIndex, open)
  const signedLinks = createSignedLinks(store.rootSecret, 'blob')
  const blobLinks = createBlobLinks(signedLinks)
  const takeSlot = createSlots(slots, lease.current)
  const ledger = createLedger(database, processId)
  const meter = createMeter()
  const auditing = await openAuditing(config, log, { store, jobs, egress }, open)
  const webhookSecrets = createSeal(store.rootSecret, 'webhook secret')
  const webhookTargets = createSeal(store.rootSecret, 'webhook target')
  const jobKeys = createJobKeys(database, store.rootSecret)
  const crawls = createCrawls(database, {
    firstPages,
    processId,
    targetSeal: webhookTargets,
    jobKeys,
    credentials,
  })
  if (role !== 'api') {
    const frontier = createFrontier(database, {
      processId,
      hostConcurrency: config.WINNOW_HOST_CONCURRENCY,
      jobKeys,
      credentials,
    })
    const pages = {
      frontier,
      ledger,
      lease: lease.current,
      pathTo: blobLinks.pathTo,
      openScreen,
      most: config.WINNOW_CRAWL_PAGES,
      isPaused: store.disk.isFull,
      log,
    }
    open.use(await startCrawlRunner({ ...scraping, ...pages, userAgent: PRODUCT, creditsOfFailure }))
    open.use(
      await startAgentRunner({
        queue: createAgentQueue(database, { processId, credentials }),
        makeMind: createMakeMind(
          { mini: model, pro: scraping.proModel },
          {
            log,
            mostTokens: config.WINNOW_LLM_MAX_TOKENS,
            prices: config.WINNOW_LLM_PRICES,
          },
        ),
        hands: createHands({ ...scraping, searchPages, takeSlot }),
        creditsOfFailure,
        openScreen,
        lease: lease.current,
        most: AGENT_TASKS,
        isPaused: store.disk.isFull,
        log,
      }),
    )
    open.use(
      await startWebhookSender({
        outbox: createOutbox(database, {
          target: webhookTargets,
          secret: webhookSecrets,
          jobKeys,
        }),
        request: egress.request,
        lease: lease.current,
        userAgent: `${PRODUCT}/${VERSION}`,
        log,
      }),
    )
  }
  const jobList = createJobList(database)

  const apiKeys = createApiKeys(database)
  const partners = createPartners(database)
  const { admitKeyless, keylessDay, charge, scrapes } = await openKeyless(config, {
    store,
    processId,
    charge: createCharge(meter.over(ledger)),
    scrapes: createScrapes(database, { maxBytes: config.WINNOW_SCRAPES_MB * MEGABYTE, credentials }),
  })
  const adminKeyHash = async () =>
    Buffer.from((await readSetting<string>(database, 'adminKeyHash')) ?? '', 'hex')
  const api: HttpNeeds['api'] = {
    oauth: openConnecting(config, log, { store, adminKeyHash }, open),
    members: createTeamMembers(database),
    connections: createConnections(database),
    limitMessages: createLimitMessages(createCountIn(database)),
    charge,
    keylessDay,
    takeSlot,
    mostTimeoutMs: config.WINNOW_MAX_TIMEOUT * 1000,
    openScreen,
    scrapePage,
    parseUpload,
    spool: open.use(await openSpool(config.WINNOW_DATA_DIR)),
    uploadRefs: createUploadRefs(createUploadPlaces(database)),
    scrapes,
    blobs,
    signedLinks,
    blobLinks,
    visitPage: scraping.visitPage,
    mapSite: createMapSite({ ...scraping, userAgent: PRODUCT, seenIndex: scraping.seenPages }),
    log,
    search,
    searches: createSearches(database),
    feedbackBook: createFeedbackBook(database),
    ...openInteracting(
      config,
      log,
      { ...scraping, store, processId, ledger, takeSlot, openLiveBrowser, model, blobs },
      open,
    ),
    sessionLinks: createSessionLinks(createSignedLinks(store.rootSecret, 'browser session')),
    profiles: scraping.profiles,
    agentTasks: createAgentTasks(database, { targetSeal: webhookTargets, credentials }),
    crawls,
    readPrompt: createReadPrompt({ askModel: model?.completeJson }),
    watch: open.use(createWatch(crawls)),
    capabilities: capabilitiesOf(config, browser, () => serverWarnings(database)),
    apiKeys,
    usage: createUsage(database),
    deliveryLog: createDeliveryLog(database),
    organizations: createOrganizations(database),
    teams: createTeams(database),
    teamData: createTeamData(database),
    partners,
    partnerAccounts: createPartnerAccounts(database, {
      seal: createSeal(store.rootSecret, 'partner api key'),
      policies: noPolicies(),
    }),
    jobs: jobList,
    audit: createAuditTrail(database),
    hasCollector: auditing.hasCollector,
    testCollector: auditing.testCollector,
    webhookSeal: webhookSecrets,
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
      team: createAuthenticate(apiKeys, adminKeyHash),
      partner: createAuthenticatePartner(partners),
      admin: createAuthenticateAdmin(adminKeyHash, apiKeys),
      signed: async () => undefined,
      open: async () => undefined,
    },
    admitKeyless,
    limitRate: createRateLimit(createRateWindows(database)),
    readiness: () => readiness(store, jobList, browser),
    readings: [...readingsOf(jobList, browser), ...auditing.readings],
    recordEvent: auditing.recordEvent,
    meter,
    api: role === 'worker' ? undefined : api,
  })
  if (http) open.use(http)
  let stopping: Promise<void> | undefined
  return {
    role,
    url: http?.url,
    shown,
    failed: store.lost,
    warmUp() {
      scraping.warmUp()
      browser.prepare()
    },
    stop: () => (stopping ??= open.disposeAsync()),
  }
}

const MEGABYTE = 1024 * 1024

/** The operator's own model, which may be reached wherever it is: nobody else has a say in its address. */
function openModel(config: Config, store: Store, open: AsyncDisposableStack): Model | undefined {
  const { WINNOW_LLM_URL: url, WINNOW_LLM_KEY: key, WINNOW_LLM_MODEL: model } = config
  const { WINNOW_LLM_CONTEXT: contextTokens, WINNOW_LLM_VISION: vision } = config
  if (url === undefined) return undefined
  const allowedTargets = parseAllowedTargets(new URL(url).hostname)
  const { request } = open.use(createEgress({ allowedTargets }))
  const attemptMs = config.WINNOW_LLM_TIMEOUT_SECONDS * 1000
  const timeoutMs = Math.min(SMALL_QUESTION_MS, attemptMs)
  const mostTokens = config.WINNOW_LLM_MAX_TOKENS_PER_DAY
  const add = createModelTokens(store.database)
  const budget = mostTokens === undefined ? {} : { budget: createDayBudget({ mostTokens, add }) }
  const times = { timeoutMs, attemptMs, totalMs: attemptMs * 2.5 }
  return createModel({ url, key, model, request, contextTokens, vision, ...times, ...budget })
}

/** Somebody waits for the answer to a small question, such as the prompt of a crawl. */
const SMALL_QUESTION_MS = 30_000

/** How many tasks of agents one process works on; most of their time is waiting for pages. */
const AGENT_TASKS = 32

/** One page load keeps the machine's cores busy in turns with waiting for the network, hence several per core. */
const SLOTS_PER_CORE = 4

function firstStart(config: Config, store: Store): Promise<ShownOnce> {
  return createFirstStart(store.database)({
    apiKey: config.WINNOW_API_KEY,
    adminKey: config.WINNOW_ADMIN_KEY,
    partnerKey: config.WINNOW_PARTNER_KEY,
    concurrency: availableParallelism() * SLOTS_PER_CORE,
    ...noPolicies(),
  })
}

/** What an organization begins with that nobody made rules for. */
function noPolicies() {
  return { threatProtection: ThreatProtection.parse({}), siem: Siem.parse({}) }
}

import { availableParallelism } from 'node:os'
import { createCipher, createSlots, holdLease } from '../access/access.ts'
import type { Ledger, Lease, Cipher, GeneratedKeys, TakeSlot } from '../access/access.ts'
import type { Config } from '../config/config.ts'
import { Siem } from '../contract/siem.ts'
import { ThreatProtection } from '../contract/threat-protection.ts'
import { createEgress, parseAllowedTargets } from '../egress/egress.ts'
import type { Egress } from '../egress/egress.ts'
import { startJobs } from '../jobs/jobs.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { createDayBudget, createModel } from '../llm/llm.ts'
import type { Model } from '../llm/llm.ts'
import type { Log } from '../log.ts'
import type { Blobs } from '../scrape/scrape.ts'
import { createRateRisk, createScreening, readCheckerSettings } from '../screening/screening.ts'
import type { OpenScreen } from '../screening/screening.ts'
import {
  HOUSEKEEPING,
  createBlobs,
  createFirstStart,
  createJobKeys,
  createLedger,
  createProcesses,
  createTargetCredentials,
  removeAllProcesses,
  openSlots,
  openStore,
  serverWarnings,
  deleteExpired,
  writeSetting,
  createTokenCounter,
} from '../store/store.ts'
import type { Store } from '../store/store.ts'
import { proxiesOf } from './browser.ts'
import { PRODUCT, VERSION } from '../product.ts'

const MEGABYTE = 1024 * 1024
/** A page load alternates between computing and waiting for the network, so a core serves several. */
const SLOTS_PER_CORE = 4

export interface CoreServices {
  config: Config
  log: Log
  /** Resources of the service, closed in reverse order. */
  open: AsyncDisposableStack
  store: Store
  lease: () => Lease
  processId: () => string
  jobs: Jobs
  ledger: Ledger
  takeSlot: TakeSlot
  egress: Egress
  model: Model | undefined
  openScreen: OpenScreen
  blobs: Blobs
  ciphers: {
    webhookSecrets: Cipher
    webhookTargets: Cipher
    credentials: ReturnType<typeof createTargetCredentials>
    jobKeys: ReturnType<typeof createJobKeys>
  }
}

/** Opens the store, registers the process, and opens the egress. */
export async function openCore(
  config: Config,
  log: Log,
  open: AsyncDisposableStack,
): Promise<{ core: CoreServices; generatedKeys: GeneratedKeys }> {
  const role = config.WINNOW_ROLE
  const store = open.use(
    await openStore(
      { dataDir: config.WINNOW_DATA_DIR, databaseUrl: config.DATABASE_URL, secret: config.WINNOW_SECRET },
      log,
    ),
  )
  const { database, rootSecret } = store
  if (store.exclusive) await removeAllProcesses(database)
  const credentials = createTargetCredentials(rootSecret)
  await writeSetting(database, 'resultHours', config.WINNOW_RESULT_HOURS)
  const generatedKeys = role === 'worker' ? {} : await firstStart(config, store)
  const lease = open.use(await holdLease(createProcesses(database), role, log))
  const processId = () => lease.current().processId
  for (const warning of await serverWarnings(database)) log.warn(warning)
  const jobs = open.use(await startJobs({ database, log, runsWork: role !== 'api' }))
  await scheduleHousekeeping(jobs, store, config)
  const slots = open.use(await openSlots(database, processId, log))
  const core: CoreServices = {
    config,
    log,
    open,
    store,
    lease: lease.current,
    processId,
    jobs,
    ledger: createLedger(database, processId),
    takeSlot: createSlots(slots, lease.current),
    egress: open.use(
      createEgress({ allowedTargets: config.WINNOW_ALLOWED_TARGETS, proxies: proxiesOf(config) }),
    ),
    model: openModel(config, store, open),
    openScreen: await openScreening(config, log, open),
    blobs: createBlobs(database, { maxBytes: config.WINNOW_BLOBS_MB * MEGABYTE }),
    ciphers: {
      webhookSecrets: createCipher(rootSecret, 'webhook secret'),
      webhookTargets: createCipher(rootSecret, 'webhook target'),
      credentials,
      jobKeys: createJobKeys(database, rootSecret),
    },
  }
  return { core, generatedKeys }
}

/** Once an hour, in one of the processes. */
async function scheduleHousekeeping(jobs: Jobs, { database }: Store, config: Config): Promise<void> {
  await jobs.define(HOUSEKEEPING)
  jobs.work(HOUSEKEEPING, ({ signal }) =>
    deleteExpired(database, { searchDays: config.WINNOW_SEARCH_DAYS, signal }),
  )
  await jobs.schedule(HOUSEKEEPING, '17 * * * *', { data: {} })
}

function firstStart(config: Config, store: Store): Promise<GeneratedKeys> {
  return createFirstStart(store.database)({
    apiKey: config.WINNOW_API_KEY,
    adminKey: config.WINNOW_ADMIN_KEY,
    partnerKey: config.WINNOW_PARTNER_KEY,
    concurrency: availableParallelism() * SLOTS_PER_CORE,
    ...defaultPolicies(),
  })
}

/** The default policies of an organization. */
export function defaultPolicies() {
  return { threatProtection: ThreatProtection.parse({}), siem: Siem.parse({}) }
}

/** For small requests with a waiting caller, such as the prompt of a crawl. */
const SMALL_REQUEST_MS = 30_000

/** The operator's own model may have any URL, because only the operator sets it. */
function openModel(config: Config, store: Store, open: AsyncDisposableStack): Model | undefined {
  const { WINNOW_LLM_URL: url, WINNOW_LLM_KEY: key, WINNOW_LLM_MODEL: model } = config
  const { WINNOW_LLM_CONTEXT: contextTokens, WINNOW_LLM_VISION: vision } = config
  if (url === undefined) return undefined
  const allowedTargets = parseAllowedTargets(new URL(url).hostname)
  const { request } = open.use(createEgress({ allowedTargets }))
  const attemptMs = config.WINNOW_LLM_TIMEOUT_SECONDS * 1000
  const timeoutMs = Math.min(SMALL_REQUEST_MS, attemptMs)
  const maxTokens = config.WINNOW_LLM_MAX_TOKENS_PER_DAY
  const add = createTokenCounter(store.database)
  const budget = maxTokens === undefined ? {} : { budget: createDayBudget({ mostTokens: maxTokens, add }) }
  const times = { timeoutMs, attemptMs, totalMs: attemptMs * 2.5 }
  return createModel({ url, key, model, request, contextTokens, vision, ...times, ...budget })
}

/** Screening with the configured checker. The operator's own checker may have any URL. */
export async function openScreening(
  config: Config,
  log: Log,
  open: AsyncDisposableStack,
): Promise<OpenScreen> {
  const settings = readCheckerSettings({
    provider: config.WINNOW_URL_RISK_PROVIDER,
    url: config.WINNOW_URL_RISK_URL,
    key: config.WINNOW_URL_RISK_KEY,
  })
  if (settings === undefined) return createScreening(undefined)
  const checkerHost = 'url' in settings && settings.url !== undefined ? new URL(settings.url).hostname : ''
  const { request } = open.use(createEgress({ allowedTargets: parseAllowedTargets(checkerHost) }))
  const userAgent = `${PRODUCT}/${VERSION}`
  return createScreening(await createRateRisk({ settings, request, userAgent, log }))
}

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
  createSlots,
  holdLease,
} from './access/access.ts'
import type { ShownOnce } from './access/access.ts'
import type { Config } from './config.ts'
import { Siem } from './contract/siem.ts'
import { ThreatProtection } from './contract/threat-protection.ts'
import { createEgress } from './egress/egress.ts'
import { Fault } from './fault.ts'
import { startHttp } from './http/http.ts'
import type { HttpNeeds } from './http/http.ts'
import { startJobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import { createScrapePage, parseUpload } from './scrape/scrape.ts'
import {
  HOUSEKEEPING,
  createApiKeys,
  createAuditTrail,
  createFirstStart,
  createJobList,
  createLedger,
  createOrganizations,
  createPartners,
  createProcesses,
  createRateWindows,
  createTeams,
  createUsage,
  forgetProcesses,
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
  const egress = open.use(createEgress({ allowedTargets: config.WINNOW_ALLOWED_TARGETS }))
  const jobList = createJobList(database)

  const apiKeys = createApiKeys(database)
  const partners = createPartners(database)
  const api: HttpNeeds['api'] = {
    charge: createCharge(createLedger(database, processId)),
    takeSlot: createSlots(slots, lease.current),
    scrapePage: createScrapePage({ request: egress.request }),
    parseUpload,
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
    readiness: () => readiness(store, jobList),
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
    ],
    api: role === 'worker' ? undefined : api,
  })
  if (http) open.use(http)
  let stopping: Promise<void> | undefined
  return { role, url: http?.url, shown, failed: store.lost, stop: () => (stopping ??= open.disposeAsync()) }
}

const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

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

async function readiness({ database }: Store, jobList: { counts(): Promise<unknown> }) {
  const [db, queue] = await Promise.all([attempt(database.rows('select 1')), attempt(jobList.counts())])
  return {
    ready: db === 'ok' && queue === 'ok',
    parts: { database: db, queue, browser: 'unavailable (this version has no browser)' },
  }
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

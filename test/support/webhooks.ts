import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import { createCipher } from '../../src/access/access.ts'
import type { Webhook } from '../../src/contract/webhook.ts'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createLog } from '../../src/log.ts'
import { createJobKeys } from '../../src/store/jobs/job-keys.ts'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import { createTeams } from '../../src/store/teams/teams.ts'
import { createDeliveryLog, createOutbox, registerWebhook } from '../../src/store/reports/webhooks.ts'
import { startWebhookSender } from '../../src/webhooks/webhooks.ts'
import { testDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { makeTeam } from './team.ts'
import { waitUntil } from './wait-until.ts'

const targetCipher = createCipher('a-root-secret-for-tests', 'webhook target')
const secretCipher = createCipher('a-root-secret-for-tests', 'webhook secret')

/** Polls often and retries at once, so that no test waits for the clock. */
export const QUICK_TIMES = { pollMs: 10, retryDelaysMs: [0, 1, 2] }

interface Job {
  jobId: string
  teamId: string
}

interface Event {
  type: string
  success?: boolean
  data?: string
  document?: number
  error?: string
}

/** Jobs that report, senders that deliver, and the database between them: one for all tests of a file. */
export function useWebhooks() {
  let database: TestDatabase
  before(async () => void (database = await testDatabase()))
  after(() => database[Symbol.asyncDispose]())

  const deliveriesOf = async ({ teamId }: Pick<Job, 'teamId'>) => {
    const { items } = await createDeliveryLog(database.db).list(teamId, { limit: 100 })
    return items.toReversed()
  }

  return {
    db: () => database.db,
    openSender: (options?: SenderOptions) => openSender(database, options),
    startJob: (url: string, options?: JobOptions) => startJob(database, url, options),
    /** Reports events one after the other. */
    async report({ jobId }: Pick<Job, 'jobId'>, ...events: (string | Event)[]): Promise<void> {
      for (const event of events) {
        const { type, success, data, document, error }: Event =
          typeof event === 'string' ? { type: event } : event
        await database.db.rows(`select tell_webhook($1, $2, $3, $4, $5, $6)`, [
          jobId,
          type,
          success ?? true,
          data ?? null,
          document ?? null,
          error ?? null,
        ])
      }
    },
    /** The deliveries that the job's team sees, oldest first. */
    deliveriesOf,
    /** The same, once each of them has ended. */
    async ended(job: Pick<Job, 'teamId'>) {
      await waitUntil(async () => (await deliveriesOf(job)).every(({ state }) => state !== 'waiting'))
      return await deliveriesOf(job)
    },
    /** Deletes reports that no receiver will get. */
    async forget(...jobs: Job[]): Promise<void> {
      const ids = jobs.map(({ jobId }) => jobId)
      await database.db.rows(`delete from webhook_deliveries where job_id = any ($1)`, [ids])
    },
  }
}

interface SenderOptions {
  allowed?: string
  times?: NonNullable<Parameters<typeof startWebhookSender>[0]['times']>
  processId?: string
  log?: Parameters<typeof startWebhookSender>[0]['log']
}

/** A process of the service that sends webhooks. */
async function openSender(
  { db }: TestDatabase,
  {
    allowed = '127.0.0.1/32',
    times = QUICK_TIMES,
    processId = randomUUID(),
    log = createLog('silent', false),
  }: SenderOptions = {},
) {
  await createProcesses(db).register(processId, 'worker', 60_000)
  await using opening = new AsyncDisposableStack()
  opening.defer(() => createProcesses(db).remove(processId))
  const egress = opening.use(createEgress({ allowedTargets: parseAllowedTargets(allowed) }))
  const lost = new AbortController()
  opening.use(
    await startWebhookSender({
      outbox: createOutbox(db, {
        target: targetCipher,
        secret: secretCipher,
        jobKeys: createJobKeys(db, 'a-root-secret-for-tests'),
      }),
      request: egress.request,
      lease: () => ({ processId, signal: lost.signal }),
      userAgent: 'Winnow/test',
      log,
      times,
    }),
  )
  const open = opening.move()
  return {
    processId,
    /** Other processes consider it dead; it continues without knowing. */
    async giveUp() {
      await db.rows(`delete from processes where id = $1`, [processId])
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

type JobOptions = Partial<Webhook> & { secret?: string }

/** A job of its own team that reports to a URL. */
async function startJob(
  { db }: TestDatabase,
  url: string,
  { secret, ...options }: JobOptions = {},
): Promise<Job> {
  const { id: teamId } = await makeTeam(db)
  if (secret !== undefined) await createTeams(db).setWebhookSecret(teamId, secretCipher.encrypt(secret))
  const jobId = randomUUID()
  const hook: Webhook = {
    url,
    headers: {},
    metadata: {},
    events: ['crawl.started', 'crawl.page', 'crawl.completed', 'crawl.failed', 'crawl.cancelled'],
    ...options,
  }
  await db.transaction((tx) => registerWebhook(tx, targetCipher, { jobId, teamId, hook }))
  return { jobId, teamId }
}

import { createHash } from 'node:crypto'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import type { DatabaseOptions, Queue } from 'pg-boss'
import type { JobKind } from './job-kind.ts'
import type { Log } from '../log.ts'

const SCHEMA = 'pgboss'
export const JOB_CONNECTIONS = 2

/**
 * Jobs are fetched by our own code (`kind-runner.ts`): pg-boss's workers settle a batch only when its slowest
 * job is done.
 */
export async function openBoss(connection: DatabaseOptions, runsWork: boolean, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    schema: SCHEMA,
    application_name: 'winnow-jobs',
    max: JOB_CONNECTIONS,
    // A process that runs no work does not sweep either: it could not run the jobs that it finds.
    supervise: runsWork,
    schedule: runsWork,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 600,
    cronMonitorIntervalSeconds: 10,
    // Dependent jobs are not used. Neither are the warnings about vacuum and backlog, which repeat on every
    // sweep.
    flowIntervalSeconds: 24 * 60 * 60,
    monitorVacuum: false,
    warningQueueSize: 1_000_000_000,
  })
  boss.on('error', (err) => log.error({ err }, 'the job queue reports an error'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  try {
    await boss.start()
    await declareDeadLetters(boss)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return boss
}

/**
 * Listens to a channel of the database. Calls `missed` after a lost connection, because notifications may
 * have been missed.
 */
export type Listen = (
  channel: string,
  onNotice: (payload: string) => void,
  onReconnect: () => void,
) => Promise<AsyncDisposable>

/**
 * Calls back with a queue's name, or with undefined after a lost connection. If it cannot listen, polling
 * continues.
 */
export async function listenForJobs(
  listen: Listen,
  onJobs: (queue: string | undefined) => void,
  log: Log,
): Promise<AsyncDisposable> {
  try {
    return await listen(notifyChannel(), onJobs, () => onJobs(undefined))
  } catch (err) {
    log.warn({ err }, 'cannot listen for new jobs; polling instead')
    return { [Symbol.asyncDispose]: async () => {} }
  }
}

/** The channel on which pg-boss announces the jobs of queues with `notify`, named after the schema. */
function notifyChannel(): string {
  return `pgboss_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`
}

export const DEAD_LETTERS = 'dead-letters'

/**
 * The smallest value that the queue allows. With the sweeps of `boss.ts`, a killed process is detected in 9
 * to 13 s.
 */
const HEARTBEAT_SECONDS = 10
/** A run that respects its signal ends well before the sweep gives its job to another process. */
const EXPIRY_MARGIN_SECONDS = 15
const DEAD_LETTERS_KEPT_SECONDS = 30 * 24 * 60 * 60

/** Creates the queue of a kind, or updates an existing one. Several processes may do it at once. */
export async function declareQueue(boss: PgBoss, kind: JobKind): Promise<void> {
  const settings = queueSettings(kind)
  const policy = kind.unique ? 'exclusive' : 'standard'
  await boss.createQueue(kind.name, { ...settings, policy })
  const queue = await boss.getQueue(kind.name)
  if (queue?.policy !== policy) {
    throw new Error(
      `The queue ${kind.name} exists with the policy ${queue?.policy}, which cannot be changed to ${policy}.`,
    )
  }
  const stale = Object.entries(settings).some(([setting, value]) => queue[setting as keyof Queue] !== value)
  if (stale) await boss.updateQueue(kind.name, settings)
}

async function declareDeadLetters(boss: PgBoss): Promise<void> {
  await boss.createQueue(DEAD_LETTERS, { retryLimit: 0, retentionSeconds: DEAD_LETTERS_KEPT_SECONDS })
}

function queueSettings(kind: JobKind) {
  return {
    retryLimit: kind.retry.limit,
    // The delay between attempts is set when a run fails (`settlement.ts`). A job whose process was killed,
    // which the sweep marks as failed, starts again at once.
    retryDelay: 0,
    retryBackoff: false,
    expireInSeconds: kind.timeoutSeconds + EXPIRY_MARGIN_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: kind.keepSeconds,
    deadLetter: DEAD_LETTERS,
    notify: true,
  }
}

/** The statements that create the queue's tables, for a restore, which fills them before the queue starts. */
export function queueTables(): string {
  return getConstructionPlans(SCHEMA)
}

import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { DatabaseOptions } from 'pg-boss'
import type { Log } from '../log.ts'
import { declareDeadLetters } from './queue.ts'

export const SCHEMA = 'pgboss'
export const JOB_CONNECTIONS = 2

/** Fetching is our own (`kind-runner.ts`): pg-boss's workers settle a batch only when its slowest job is done. */
export async function openBoss(connection: DatabaseOptions, runsWork: boolean, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    schema: SCHEMA,
    application_name: 'winnow-jobs',
    max: JOB_CONNECTIONS,
    // A process that runs no work sweeps nothing either: there would be nobody to take what it finds.
    supervise: runsWork,
    schedule: runsWork,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 600,
    cronMonitorIntervalSeconds: 10,
    // Dependent jobs are not used; neither are its warnings about vacuum and backlog, which repeat on every sweep.
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

/** Listens to a channel of the database; calls `missed` after a lost connection, when something may have been missed. */
export type Listen = (
  channel: string,
  hear: (payload: string) => void,
  missed: () => void,
) => Promise<AsyncDisposable>

/**
 * Calls back with a queue's name, or with nothing after a lost connection. Where it cannot listen, polling goes on.
 */
export async function listenForJobs(
  listen: Listen,
  hear: (queue: string | undefined) => void,
  log: Log,
): Promise<AsyncDisposable> {
  try {
    return await listen(notifyChannel(), hear, () => hear(undefined))
  } catch (err) {
    log.warn({ err }, 'new jobs are not announced; they are found by polling')
    return { [Symbol.asyncDispose]: async () => {} }
  }
}

/** The channel on which pg-boss announces the jobs of queues with `notify`, named after the schema. */
function notifyChannel(): string {
  return `pgboss_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`
}

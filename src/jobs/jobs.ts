import type { DatabaseOptions, PgBoss } from 'pg-boss'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import { listenForJobs, openBoss, DEAD_LETTERS, declareQueue } from './boss.ts'
import type { Listen } from './boss.ts'
import type { JobKind, RunJob } from './job-kind.ts'
import { KindRunner } from './kind-runner.ts'
import { inTransaction, settledIds } from './settlement.ts'

export { JOB_CONNECTIONS, queueTables, DEAD_LETTERS } from './boss.ts'
export { JobAborted, jobKind } from './job-kind.ts'
export type { JobKind, Job, RunJob } from './job-kind.ts'
export type { DeadLetter, JobCounts, JobList, JobPage, JobRecord, JobState } from './job-list.ts'

interface JobTransaction {
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

interface EnqueueOptions {
  /** The job is created when this transaction commits. */
  tx?: JobTransaction
  startAfter?: Date
  singletonKey?: string
  priority?: number
}

interface ScheduleOptions<Data> {
  data: Data
  timezone?: string
  /** Distinguishes the schedules of one kind. Also the `singletonKey` of their jobs. */
  key?: string
}

export interface Jobs extends AsyncDisposable {
  define(...kinds: JobKind[]): Promise<void>
  /** Returns the id of the new job, or undefined when its kind is `unique` and an equal job is unfinished. */
  enqueue<Data extends object>(
    kind: JobKind<Data>,
    data: Data,
    options?: EnqueueOptions,
  ): Promise<string | undefined>
  /** Starts to run the jobs of a kind in this process. No effect in a process that runs no work. */
  work<Data extends object>(kind: JobKind<Data>, run: RunJob<Data>): void
  /** Ends an unfinished job; its run is aborted within about a second. Returns whether there was one. */
  cancel(kind: { name: string }, id: string, options?: { tx?: JobTransaction }): Promise<boolean>
  retryDeadLetter(deadLetterId: string): Promise<void>
  /**
   * Times missed while no process ran are caught up once. The same kind and key replace an earlier schedule.
   */
  schedule<Data extends object>(
    kind: JobKind<Data>,
    cron: string,
    options: ScheduleOptions<Data>,
  ): Promise<void>
  unschedule(kind: { name: string }, key?: string): Promise<void>
  /**
   * Running jobs get this time to finish, then their signal aborts. Another process runs the unfinished ones.
   */
  stop(options?: { graceMs?: number }): Promise<void>
}

export interface JobsOptions {
  database: { connection: DatabaseOptions; listen: Listen }
  log: Log
  /** False in a process that only enqueues: it does not listen or sweep. */
  runsWork: boolean
}

type Runner = Pick<KindRunner<object>, 'wake' | 'stop'>

const DEFAULT_GRACE_MS = 2000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Connects to the queue, and creates its tables on the first start. Several processes may start at once. */
export async function startJobs({ database, log, runsWork }: JobsOptions): Promise<Jobs> {
  const boss = await openBoss(database.connection, runsWork, log)
  const runners = new Map<string, Runner>()
  const listener = runsWork
    ? await listenForJobs(database.listen, (queue) => wake(runners, queue), log)
    : undefined
  let stopped: Promise<void> | undefined

  const stop = async (graceMs: number) => {
    await listener?.[Symbol.asyncDispose]()
    await Promise.all([...runners.values()].map((runner) => runner.stop(graceMs)))
    await boss.stop({ graceful: false })
  }

  return {
    async define(...kinds) {
      await Promise.all(kinds.map((kind) => declareQueue(boss, kind)))
    },
    enqueue: (kind, data, options) => enqueue(boss, kind, data, options),
    work(kind, run) {
      if (!runsWork) return
      if (runners.has(kind.name)) throw new Error(`This process already runs jobs of the kind ${kind.name}.`)
      runners.set(kind.name, new KindRunner(kind, run, { boss, log }))
    },
    async cancel(kind, id, { tx } = {}) {
      if (!UUID.test(id)) return false
      return settledIds(await boss.cancel(kind.name, id, tx && { db: transactionDb(tx) })).has(id)
    },
    retryDeadLetter: (id) => retryDeadLetter(boss, id),
    schedule: (kind, cron, options) => schedule(boss, kind, cron, options),
    unschedule: (kind, key) => boss.unschedule(kind.name, key),
    stop: ({ graceMs = DEFAULT_GRACE_MS } = {}) => (stopped ??= stop(graceMs)),
    [Symbol.asyncDispose]: () => (stopped ??= stop(DEFAULT_GRACE_MS)),
  }
}

function wake(runners: Map<string, Runner>, queue: string | undefined): void {
  if (queue !== undefined) return runners.get(queue)?.wake()
  for (const runner of runners.values()) runner.wake()
}

async function enqueue<Data extends object>(
  boss: PgBoss,
  kind: JobKind<Data>,
  data: Data,
  { tx, startAfter, singletonKey, priority = 0 }: EnqueueOptions = {},
): Promise<string | undefined> {
  const id = await boss.send(kind.name, data, {
    priority,
    ...(startAfter && { startAfter }),
    ...(singletonKey && { singletonKey }),
    ...(tx && { db: transactionDb(tx) }),
  })
  return id ?? undefined
}

function transactionDb(tx: JobTransaction) {
  return {
    executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.rows<object>(text, values) }),
  }
}

async function retryDeadLetter(boss: PgBoss, id: string): Promise<void> {
  await inTransaction(boss, async (db) => {
    const [deadLetter] = UUID.test(id) ? await boss.findJobs(DEAD_LETTERS, { id, db }) : []
    if (deadLetter === undefined) throw new Fault('NOT_FOUND', 'No dead letter has this id.')
    const moved = await boss.redrive(DEAD_LETTERS, { ids: [id], db })
    // Thrown inside the transaction, so that the letter stays unchanged.
    if (moved === 0) throw new Fault('CONFLICT', 'An equal job is unfinished. Try again when it has ended.')
  })
}

async function schedule<Data extends object>(
  boss: PgBoss,
  kind: JobKind<Data>,
  cron: string,
  { data, timezone = 'UTC', key = '' }: ScheduleOptions<Data>,
): Promise<void> {
  try {
    boss.previewSchedule(cron, { tz: timezone, count: 1 })
  } catch (cause) {
    throw new Fault('BAD_REQUEST', `The schedule '${cron}' in ${timezone} is invalid.`, { cause })
  }
  const options = { tz: timezone, key, missed: 'once', ...(key && { singletonKey: key }) } as const
  await boss.schedule(kind.name, cron, data, options)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import { Execution } from './execution.ts'
import type { ExecutionNeeds } from './execution.ts'
import type { JobKind, RunJob } from './job-kind.ts'
import { createSettlement, settledIds } from './settlement.ts'

/** Finds due jobs and jobs of killed processes, which are not announced. */
const POLL_MS = 1500
const HEARTBEAT_MS = 1000
const MAX_BATCH = 100
/**
 * The pause after a fetch that emptied the queue, so that the next one takes several jobs that arrive in
 * quick succession.
 */
const FETCH_PAUSE_MS = 10
const ABORT_GRACE_MS = 1000

/**
 * Claims as many jobs as there is room for, with one heartbeat for all. A claim holds until its heartbeat
 * expires.
 */
export class KindRunner<Data extends object> {
  readonly #needs: ExecutionNeeds<Data>
  /**
   * A set, not a map by id: a job whose claim expired may be claimed again here while its old run still ends.
   */
  readonly #executions = new Set<Execution<Data>>()
  readonly #timers: NodeJS.Timeout[]
  readonly #loop: Promise<void>
  #wakeLoop = () => {}
  #mayHaveJobs = true
  #stopping = false
  #isSendingHeartbeat = false
  #isFetchFailing = false

  constructor(kind: JobKind<Data>, run: RunJob<Data>, { boss, log }: { boss: PgBoss; log: Log }) {
    this.#needs = { boss, kind, run, log, settlement: createSettlement(boss, kind.name) }
    this.#timers = [
      setInterval(() => this.wake(), POLL_MS),
      setInterval(() => void this.#sendHeartbeat(), HEARTBEAT_MS),
    ]
    this.#loop = this.#fetchUntilStopped()
  }

  wake(): void {
    this.#mayHaveJobs = true
    this.#wakeLoop()
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopping = true
    this.#wakeLoop()
    await this.#loop
    await this.#waitForEnd(graceMs)
    for (const execution of this.#executions) execution.abort('shutdown')
    await this.#waitForEnd(ABORT_GRACE_MS)
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([...this.#executions].map((execution) => execution.abandon()))
  }

  async #fetchUntilStopped(): Promise<void> {
    while (!this.#stopping) {
      const freeSlots = this.#needs.kind.concurrency - this.#executions.size
      if (freeSlots > 0 && this.#mayHaveJobs) await this.#startJobs(Math.min(freeSlots, MAX_BATCH))
      else await this.#waitForWake()
    }
  }

  async #startJobs(batchSize: number): Promise<void> {
    // Set before the fetch: jobs announced during the fetch may be too late for it.
    this.#mayHaveJobs = false
    const jobs = await this.#fetch(batchSize)
    for (const job of jobs) this.#start(job)
    if (jobs.length === batchSize) this.#mayHaveJobs = true
    else await sleep(FETCH_PAUSE_MS)
  }

  async #fetch(batchSize: number): Promise<JobWithMetadata<unknown>[]> {
    try {
      // Jobs have no group, but asking for groups produces a statement that finds the rows by id regardless
      // of the planner's statistics. The plain statement takes half a second when a new kind has a backlog.
      const plan = { groupConcurrency: 1 }
      const jobs = await this.#needs.boss.fetch<unknown>(this.#needs.kind.name, {
        batchSize,
        includeMetadata: true,
        ...plan,
      })
      this.#isFetchFailing = false
      return jobs
    } catch (err) {
      // The next poll retries. Log one line per outage.
      if (!this.#isFetchFailing)
        this.#needs.log.error({ err, kind: this.#needs.kind.name }, 'cannot fetch jobs')
      this.#isFetchFailing = true
      return []
    }
  }

  #start(job: JobWithMetadata<unknown>): void {
    const execution = new Execution(job, this.#needs)
    this.#executions.add(execution)
    void execution.ended.finally(() => {
      this.#executions.delete(execution)
      this.#wakeLoop()
    })
  }

  #waitForWake(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wakeLoop = resolve
    return promise
  }

  async #sendHeartbeat(): Promise<void> {
    const held = [...this.#executions].filter((execution) => execution.held)
    if (held.length === 0 || this.#isSendingHeartbeat) return
    this.#isSendingHeartbeat = true
    try {
      const alive = settledIds(
        await this.#needs.boss.touch(
          this.#needs.kind.name,
          held.map((execution) => execution.claim),
        ),
      )
      const lost = held.filter(
        (execution) => !alive.has(execution.claim.id) && this.#executions.has(execution),
      )
      await Promise.all(lost.map((execution) => execution.abortLostClaim()))
    } catch (err) {
      this.#needs.log.warn({ err, kind: this.#needs.kind.name }, 'cannot send a heartbeat')
    } finally {
      this.#isSendingHeartbeat = false
    }
  }

  async #waitForEnd(ms: number): Promise<void> {
    if (this.#executions.size === 0) return
    const timer = new AbortController()
    const all = Promise.all([...this.#executions].map((execution) => execution.ended))
    // This deadline limits the wait, not the work: the runs have their own signal.
    await Promise.race([all, sleep(ms, undefined, { signal: timer.signal })]).finally(() => timer.abort())
  }
}

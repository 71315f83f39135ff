import { inspect } from 'node:util'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import { JobAborted, retryDelay } from './job-kind.ts'
import type { AbortCause, JobKind, RunJob } from './job-kind.ts'
import type { Failure, Settlement } from './settlement.ts'

type RunResult = { state: 'done' } | { state: 'threw'; error: unknown }
type Outcome = 'completed' | 'retried' | 'dead' | 'returned' | 'cancelled' | 'lost'

const LEVELS = {
  completed: 'info',
  returned: 'info',
  cancelled: 'info',
  retried: 'warn',
  lost: 'warn',
  dead: 'error',
} as const satisfies Record<Outcome, string>

export interface ExecutionNeeds<Data extends object> {
  boss: PgBoss
  kind: JobKind<Data>
  run: RunJob<Data>
  settlement: Settlement
  log: Log
}

export class Execution<Data extends object> {
  /** Resolves when this process has finished the job; never rejects. */
  readonly ended: Promise<void>
  readonly #job: JobWithMetadata<unknown>
  readonly #needs: ExecutionNeeds<Data>
  readonly #controller = new AbortController()
  readonly #startedMs = performance.now()
  readonly #timer: NodeJS.Timeout
  #lostBy: 'cancelled' | 'lost' | undefined
  #abandoned = false

  constructor(job: JobWithMetadata<unknown>, needs: ExecutionNeeds<Data>) {
    this.#job = job
    this.#needs = needs
    this.#timer = setTimeout(() => this.abort('timeout'), needs.kind.timeoutSeconds * 1000)
    this.ended = this.#execute()
  }

  get claim(): JobWithMetadata<unknown> {
    return this.#job
  }

  get held(): boolean {
    return this.#lostBy === undefined
  }

  abort(cause: AbortCause): void {
    this.#controller.abort(new JobAborted(cause))
  }

  async abortLostClaim(): Promise<void> {
    const state = await this.#currentState()
    if (state === 'completed') return
    this.#lostBy = state
    this.abort(state)
  }

  /** Gives the job to another process although its run has not ended. Results of the run no longer count. */
  async abandon(): Promise<void> {
    this.#abandoned = true
    clearTimeout(this.#timer)
    await this.#report('returned', this.#controller.signal.reason, () =>
      this.#needs.settlement.requeue(this.#job),
    )
  }

  async #execute(): Promise<void> {
    const ended = await this.#run()
    if (this.#abandoned) return
    if (ended.state === 'threw') return this.#settleFailure(ended.error)
    return this.#report('completed', undefined, () => this.#needs.settlement.complete(this.#job))
  }

  async #run(): Promise<RunResult> {
    const { kind, run } = this.#needs
    try {
      const { id, retryCount } = this.#job
      await run({
        id,
        data: readData(kind, this.#job.data),
        attempt: retryCount + 1,
        signal: this.#controller.signal,
      })
      return { state: 'done' }
    } catch (error) {
      return { state: 'threw', error }
    } finally {
      clearTimeout(this.#timer)
    }
  }

  #settleFailure(error: unknown): Promise<void> {
    const { settlement, kind } = this.#needs
    const job = this.#job
    const reason: unknown = this.#controller.signal.reason
    if (this.#lostBy !== undefined) return this.#report(this.#lostBy, error)
    if (reason instanceof JobAborted && reason.abortCause === 'shutdown') {
      return this.#report('returned', error, () => settlement.requeue(job))
    }
    const failure = toFailure(error)
    if (error instanceof Fault && !error.retryable) {
      return this.#report('dead', error, () => settlement.failForGood(job, failure))
    }
    const delaySeconds = Math.max(
      retryDelay(kind.retry, job.retryCount + 1),
      error instanceof Fault ? (error.retryAfterSeconds ?? 0) : 0,
    )
    const outcome = job.retryCount < job.retryLimit ? 'retried' : 'dead'
    return this.#report(outcome, error, () => settlement.retry(job, failure, delaySeconds))
  }

  /** Settles the job, then logs one line. The intended outcome counts only if the claim was still held. */
  async #report(intended: Outcome, error: unknown, settle?: () => Promise<boolean>): Promise<void> {
    const { kind, log } = this.#needs
    const { id, retryCount, startAfter, startedOn } = this.#job
    const event = {
      kind: kind.name,
      id,
      attempt: retryCount + 1,
      waitedMs: startedOn.getTime() - startAfter.getTime(),
      ms: Math.round(performance.now() - this.#startedMs),
    }
    try {
      const held = settle === undefined || (await settle())
      const outcome = held ? intended : await this.#currentState()
      log[LEVELS[outcome]]({ ...event, outcome, ...(error !== undefined && { err: error }) }, 'job')
    } catch (settleError) {
      // The row stays unchanged, its heartbeat expires and the job runs again.
      const err = new AggregateError([error, settleError], 'The outcome of the job could not be stored.')
      log.error({ ...event, outcome: 'lost', err }, 'job')
    }
  }

  async #currentState(): Promise<'completed' | 'cancelled' | 'lost'> {
    const { boss, kind } = this.#needs
    const [row] = await boss.findJobs(kind.name, { id: this.#job.id })
    if (row?.state === 'cancelled') return 'cancelled'
    // A statement repeated after a lost response finds its own work.
    return row?.state === 'completed' && row.retryCount === this.#job.retryCount ? 'completed' : 'lost'
  }
}

function readData<Data extends object>(kind: JobKind<Data>, stored: unknown): Data {
  try {
    return kind.parse(stored)
  } catch (cause) {
    throw new Fault('BAD_REQUEST', `The stored data of a ${kind.name} job is invalid.`, { cause })
  }
}

const MAX_MESSAGE_LENGTH = 2000

function toFailure(error: unknown): Failure {
  const message = error instanceof Error ? String(error.message) : inspect(error)
  return {
    name: error instanceof Error ? error.name : typeof error,
    // PostgreSQL stores neither lone surrogates nor NUL, and a failure that cannot be stored would never end.
    message: message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed().replaceAll('\0', ''),
    ...(error instanceof Fault && { code: error.code }),
  }
}

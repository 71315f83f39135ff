export interface JobKind<Data extends object = object> {
  readonly name: string
  /** Reads what was stored, perhaps by an earlier release; what it throws sends the job to the dead letters. */
  readonly parse: (stored: unknown) => Data
  readonly retry: Retry
  /** How long one attempt may take, at most a day less a minute. Longer work enqueues its own continuation. */
  readonly timeoutSeconds: number
  readonly concurrency: number
  /** At most one unfinished job per `singletonKey`; without a key, at most one of this kind. */
  readonly unique: boolean
  /** How long a finished job stays in the list; 0 would keep it for ever. */
  readonly keepSeconds: number
}

/** Attempts after the first; each wait doubles the one before, starting at `delaySeconds`, and varies a little. */
interface Retry {
  readonly limit: number
  readonly delaySeconds: number
  readonly maxDelaySeconds: number
}

export function jobKind<Data extends object>(
  kind: Pick<JobKind<Data>, 'name' | 'parse'> & Partial<JobKind<Data>>,
): JobKind<Data> {
  return {
    retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 300 },
    timeoutSeconds: 300,
    concurrency: 10,
    unique: false,
    keepSeconds: 24 * 60 * 60,
    ...kind,
  }
}

/** Seconds to wait after a failed attempt (the first is 1). The spread keeps jobs that failed together apart. */
export function retryDelay(retry: Retry, attempt: number, random = Math.random()): number {
  const longest = Math.min(retry.maxDelaySeconds, retry.delaySeconds * 2 ** (attempt - 1))
  return longest * (0.5 + random / 2)
}

export interface Job<Data extends object = object> {
  readonly id: string
  readonly data: Data
  /** 1 for the first. */
  readonly attempt: number
  /** Fires when the job is cancelled, has run too long, or must leave this process; the reason is a `JobAborted`. */
  readonly signal: AbortSignal
}

/** To resolve means it is done, to throw that it is not; a `Fault` that is not retryable ends it. It may run twice. */
export type RunJob<Data extends object> = (job: Job<Data>) => Promise<void>

const ABORT_MESSAGES = {
  cancelled: 'The job was cancelled.',
  timeout: 'The job took longer than its kind allows.',
  shutdown: 'The process is stopping; the job will be run again.',
  lost: 'The job is no longer held by this process.',
} as const

export type AbortCause = keyof typeof ABORT_MESSAGES

/** The `reason` of a job's signal. After `cancelled` and `lost` nothing the job does counts any more. */
export class JobAborted extends Error {
  override readonly name = 'JobAborted'
  readonly abortCause: AbortCause

  constructor(abortCause: AbortCause) {
    super(ABORT_MESSAGES[abortCause])
    this.abortCause = abortCause
  }
}

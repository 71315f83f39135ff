export interface JobKind<Data extends object = object> {
  readonly name: string
  /** Parses the stored data, perhaps from an earlier release. If it throws, the job becomes a dead letter. */
  readonly parse: (stored: unknown) => Data
  readonly retry: Retry
  /**
   * The time limit of one attempt, less than a day by at least a minute. Longer work enqueues its own
   * continuation.
   */
  readonly timeoutSeconds: number
  readonly concurrency: number
  /** At most one unfinished job per `singletonKey`; without a key, at most one of this kind. */
  readonly unique: boolean
  /** How long a finished job stays in the list; 0 would keep it forever. */
  readonly keepSeconds: number
}

/**
 * Attempts after the first. Each delay doubles the previous one, starting at `delaySeconds`, with a random
 * spread.
 */
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

/**
 * The delay in seconds after a failed attempt (the first is 1). The spread separates jobs that failed
 * together.
 */
export function retryDelay(retry: Retry, attempt: number, random = Math.random()): number {
  const longest = Math.min(retry.maxDelaySeconds, retry.delaySeconds * 2 ** (attempt - 1))
  return longest * (0.5 + random / 2)
}

export interface Job<Data extends object = object> {
  readonly id: string
  readonly data: Data
  /** 1 for the first. */
  readonly attempt: number
  /**
   * Aborts when the job is cancelled, has run too long, or must leave this process. The reason is a
   * `JobAborted`.
   */
  readonly signal: AbortSignal
}

/**
 * Resolving completes the job; throwing fails the attempt, and a `Fault` that is not retryable fails the job.
 * A job may run twice.
 */
export type RunJob<Data extends object> = (job: Job<Data>) => Promise<void>

const ABORT_MESSAGES = {
  cancelled: 'The job was cancelled.',
  timeout: 'The job exceeded the time limit of its kind.',
  shutdown: 'The process is stopping; another process will run the job again.',
  lost: 'The job is no longer held by this process.',
} as const

export type AbortCause = keyof typeof ABORT_MESSAGES

/** The `reason` of a job's signal. After `cancelled` and `lost`, results of the job no longer count. */
export class JobAborted extends Error {
  override readonly name = 'JobAborted'
  readonly abortCause: AbortCause

  constructor(abortCause: AbortCause) {
    super(ABORT_MESSAGES[abortCause])
    this.abortCause = abortCause
  }
}

/** One attempt at a job, as its owner sees it. */
export interface Job<Data extends object = object> {
  readonly id: string
  readonly data: Data
  /** 1 for the first. */
  readonly attempt: number
  /**
   * Fires when the job is cancelled, has run too long, or must leave this process; the reason is a `JobAborted`.
   */
  readonly signal: AbortSignal
}

/**
 * Does the work of a job. To resolve means it is done, whatever the signal says; to throw means it is not. A `Fault`
 * that is not retryable ends it for good. It may run more than once, so what it does must bear repeating.
 */
export type RunJob<Data extends object> = (job: Job<Data>) => Promise<void>

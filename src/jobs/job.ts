export interface Job<Data extends object = object> {
  readonly id: string
  readonly data: Data
  /** 1 for the first. */
  readonly attempt: number
  /** Fires when the job is cancelled, has run too long, or must leave this process; the reason is a `JobAborted`. */
  readonly signal: AbortSignal
}

/**
 * To resolve means it is done, to throw that it is not; a `Fault` that is not retryable ends it. It may run twice.
 */
export type RunJob<Data extends object> = (job: Job<Data>) => Promise<void>

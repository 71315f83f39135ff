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
export interface Retry {
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

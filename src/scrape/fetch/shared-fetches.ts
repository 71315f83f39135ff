import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/** The pilot looks into the cache once more before fetching: another flight may have landed before it boarded. */
export interface SharedFetches {
  /**
   * Becomes the pilot, or waits for it. When the pilot gives up or its process dies, one of those who wait takes
   * its place.
   */
  join(key: string, signal: AbortSignal): Promise<FetchRole>
}

export type FetchRole =
  /** Fetch, then land. Disposing of it without having landed hands the place on. */
  | ({ role: 'leader'; finish(outcome: FetchOutcome): Promise<void> } & AsyncDisposable)
  /** Somebody else was fetching and is done: look into the cache, and board again when there is nothing. */
  | { role: 'follower'; outcome: FetchOutcome }

/** How a fetch ended. A failure is told to everyone who waited; whoever comes later fetches anew. */
export type FetchOutcome =
  | { state: 'kept' }
  | { state: 'failed'; code: FaultCode; message: string; details?: unknown }

export function toOutcome({ code, message, details }: Fault): FetchOutcome {
  return { state: 'failed', code, message, details }
}

export function toFault({ code, message, details }: Extract<FetchOutcome, { state: 'failed' }>): Fault {
  return new Fault(code, message, { details })
}

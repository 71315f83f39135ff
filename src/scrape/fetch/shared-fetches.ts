import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/**
 * The leader looks into the cache again before it fetches: another shared fetch may have finished before it
 * joined.
 */
export interface SharedFetches {
  /**
   * Becomes the leader or waits for it. When the leader gives up or its process dies, a follower takes its
   * place.
   */
  join(key: string, signal: AbortSignal): Promise<FetchRole>
}

export type FetchRole =
  /** Fetch, then call `finish`. Disposing without `finish` passes the lead to a follower. */
  | ({ role: 'leader'; finish(outcome: FetchOutcome): Promise<void> } & AsyncDisposable)
  /** Another leader has finished: look into the cache, and join again if there is no entry. */
  | { role: 'follower'; outcome: FetchOutcome }

/** How a fetch ended. All followers share a failure; later requests fetch again. */
export type FetchOutcome =
  | { state: 'kept' }
  | { state: 'failed'; code: FaultCode; message: string; details?: unknown }

export function toOutcome({ code, message, details }: Fault): FetchOutcome {
  return { state: 'failed', code, message, details }
}

export function toFault({ code, message, details }: Extract<FetchOutcome, { state: 'failed' }>): Fault {
  return new Fault(code, message, { details })
}

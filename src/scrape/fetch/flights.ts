import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/**
 * Fetches under way. The same key is fetched once at a time over all processes; everyone else waits for that one.
 * Whoever becomes the pilot looks into the cache once more before fetching, and lands at once when there is a copy:
 * between its first look and boarding, another flight may have landed.
 */
export interface Flights {
  /**
   * Becomes the one who fetches, or waits until whoever does is done. When that one gives up, or its process dies, one
   * of those who wait takes its place. When the signal aborts, this caller leaves with its reason, and nobody else
   * notices.
   */
  board(key: string, signal: AbortSignal): Promise<Boarding>
}

export type Boarding =
  /** Fetch, then land. Disposing of it without having landed hands the place on. */
  | ({ role: 'pilot'; land(landing: Landing): Promise<void> } & AsyncDisposable)
  /** Somebody else was fetching and is done: look into the cache, and board again when there is nothing. */
  | { role: 'passenger'; landing: Landing }

/** How a fetch ended. A failure is told to everyone who waited; whoever comes later fetches anew. */
export type Landing =
  | { state: 'kept' }
  | { state: 'failed'; code: FaultCode; message: string; details?: unknown }

/** A failure as those are told of it who waited. */
export function failed({ code, message, details }: Fault): Landing {
  return { state: 'failed', code, message, details }
}

export function told({ code, message, details }: Extract<Landing, { state: 'failed' }>): Fault {
  return new Fault(code, message, { details })
}

import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/** The pilot looks into the cache once more before fetching: another flight may have landed before it boarded. */
export interface Flights {
  /**
   * Becomes the pilot, or waits for it. When the pilot gives up or its process dies, one of those who wait takes
   * its place.
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

export function failed({ code, message, details }: Fault): Landing {
  return { state: 'failed', code, message, details }
}

export function told({ code, message, details }: Extract<Landing, { state: 'failed' }>): Fault {
  return new Fault(code, message, { details })
}

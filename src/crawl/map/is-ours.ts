import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/** The request's own patterns take too long, or the service cannot go on. */
const OURS = new Set<FaultCode>(['BAD_REQUEST', 'UNAVAILABLE', 'INSUFFICIENT_STORAGE', 'UNKNOWN_ERROR'])

/** Whether a failure ends the whole map; any other is the matter of the page or file that failed. */
export function isOurs(failure: unknown): boolean {
  return failure instanceof Fault && OURS.has(failure.code)
}

import type { Fault } from '../fault.ts'

const failures = new WeakSet<Fault>()

/**
 * Whether the fault arose before any answer began: no connection was made, or it broke while the answer was awaited. Such a
 * request is safe to send again. It is known by the fault itself and shows in nothing that a caller sees.
 */
export function isConnectionFailure(fault: unknown): boolean {
  return failures.has(fault as Fault)
}

export function markConnectionFailure(fault: Fault): Fault {
  failures.add(fault)
  return fault
}

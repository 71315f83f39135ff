import type { Fault } from '../fault.ts'

const faults = new WeakSet<Fault>()

/** Whether the model was asked to read more than it can at once. It is known by the fault itself. */
export function isTooLong(fault: unknown): boolean {
  return faults.has(fault as Fault)
}

export function markTooLong(fault: Fault): Fault {
  faults.add(fault)
  return fault
}

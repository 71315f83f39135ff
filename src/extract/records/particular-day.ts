import type { Naming } from '../schema/naming.ts'

/** Whether a day is one of several that something has, so that only what is called so is it: a deadline, a day of birth. */
export function isParticularDay(naming: Naming): boolean {
  return naming.means('deadline', 'end', 'updated', 'born', 'died', 'founded', 'joined', 'last')
}

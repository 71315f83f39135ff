import { Fault } from './fault.ts'

/** The error codes of PostgreSQL and the file system for a full disk or quota. */
const CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether something failed because a disk is full. */
export function isFullDisk(failure: unknown): boolean {
  if (failure instanceof Fault) return failure.code === 'INSUFFICIENT_STORAGE'
  return CODES.has((failure as { code?: string } | undefined)?.code ?? '')
}

/** The message is for the caller. The cause may contain paths, so it only goes to the log. */
export function fullDisk(cause: unknown): Fault {
  return new Fault(
    'INSUFFICIENT_STORAGE',
    'The disk that holds the data of the service is full, so this could not be stored. Free some space, then try again.',
    { cause, retryAfterSeconds: 10 },
  )
}

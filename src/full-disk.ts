import { Fault } from './fault.ts'

/** What PostgreSQL and the file system say when there is no room, or none within a quota. */
const CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether something failed because a disk is full. */
export function isFullDisk(failure: unknown): boolean {
  if (failure instanceof Fault) return failure.code === 'INSUFFICIENT_STORAGE'
  return CODES.has((failure as { code?: string } | undefined)?.code ?? '')
}

/** The caller hears the reason; the log has the cause, which may name paths. */
export function fullDisk(cause: unknown): Fault {
  return new Fault(
    'INSUFFICIENT_STORAGE',
    'The disk that holds the data of the service is full, so this could not be stored. Free some space, then try again.',
    { cause, retryAfterSeconds: 10 },
  )
}

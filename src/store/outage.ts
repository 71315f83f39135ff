import { Fault, fullDisk, isFullDisk } from '../fault.ts'
import { CLOSED_TEAM, closedTeam } from './closed-team.ts'

/** SQLSTATE classes of a server that is starting, stopping or overloaded: connection, resources, operator, rollback by conflict. */
const OUTAGE = /^(08|53|57P|40)/
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
])
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)|Query read timeout)/

/** A database that cannot be reached or has no room, or a team that is closed, is not a defect: the caller is told to try again. */
export async function orUnavailable<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (failure) {
    if ((failure as { code?: string }).code === CLOSED_TEAM) throw closedTeam()
    if (isFullDisk(failure)) throw fullDisk(failure)
    if (!isOutage(failure)) throw failure
    throw new Fault('UNAVAILABLE', 'The database cannot be reached at the moment. Try again.', {
      cause: failure,
      retryAfterSeconds: 2,
    })
  }
}

function isOutage(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false
  if (failure instanceof AggregateError) return failure.errors.every(isOutage)
  const { code = '' } = failure as { code?: string }
  return OUTAGE.test(code) || SOCKET.has(code) || DRIVER.test(failure.message)
}

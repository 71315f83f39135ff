import { Fault } from '../fault.ts'

/** What the database raises when a team begins something while its data is being erased. */
export const CLOSED_TEAM = 'WN002'

export function closedTeam(): Fault {
  return new Fault('UNAVAILABLE', 'The data of the team is being erased. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

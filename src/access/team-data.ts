import type { Actor } from './audit-trail.ts'

/** How many things of each kind were removed, by their names. */
export type Erased = Record<string, number>

/** All that is kept for a team, whatever part of the service made it. */
export interface TeamData {
  /**
   * Everything as it is at one moment, one line of JSON for each thing; the last says how many there were. Undefined when
   * there is no such team.
   */
  export(teamId: string, signal: AbortSignal, by?: Actor): Promise<AsyncIterable<string> | undefined>
  /**
   * Ends what runs for the team and removes all content. The team itself, its keys, its credits and what is on record
   * about it stay. Whatever was under way cannot write any more when this answers.
   */
  erase(teamId: string, by?: Actor): Promise<Erased | undefined>
  /** Erases, and removes the team with its keys. */
  remove(teamId: string, by?: Actor): Promise<Erased | undefined>
}

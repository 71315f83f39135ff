import type { UsageRow } from '../contract/admin.ts'
import type { Actor, WithDates, Paged, PageRequest, SpanFilter } from './organizations.ts'

export interface UsagePeriod {
  startDate: Date
  /** Null while the month is still running. */
  endDate: Date | null
  keyId: string | null
  creditsUsed: number
}

interface TeamQueue {
  active: number
  waiting: number
  concurrency: number | null
  mostRecentSuccess: Date | null
}

export type TeamUsage = WithDates<UsageRow>

/** One charge: what a team did, and when. */
export interface Activity {
  id: string
  endpoint: string
  at: Date
}

interface ActivityFilter extends PageRequest {
  endpoint?: string | undefined
}

export interface Usage {
  /** Months of all teams, newest first. */
  months(filter: SpanFilter): Promise<Paged<TeamUsage>>
  /** Months with any use, oldest first; by key when asked. */
  history(teamId: string, byKey: boolean): Promise<UsagePeriod[]>
  /** What the team did in the last 24 hours, newest first. */
  activity(teamId: string, filter: ActivityFilter): Promise<Paged<Activity>>
  queue(teamId: string): Promise<TeamQueue>
  credits(teamId: string): Promise<number | null>
  balance(teamId: string): Promise<{ credits: number | null; granted: number }>
}

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
  remove(teamId: string, by?: Actor): Promise<Erased | undefined>
}

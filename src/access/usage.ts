import type { UsageRow } from '../contract/admin.ts'
import type { Actor, WithDates, Paged, PageRequest, SpanFilter } from './organizations.ts'

export interface UsagePeriod {
  startDate: Date
  /** Null for the current month. */
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

/** One charge of a team. */
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
  /** Months with any use, oldest first; optionally by key. */
  history(teamId: string, byKey: boolean): Promise<UsagePeriod[]>
  /** The charges of the last 24 hours, newest first. */
  activity(teamId: string, filter: ActivityFilter): Promise<Paged<Activity>>
  queue(teamId: string): Promise<TeamQueue>
  credits(teamId: string): Promise<number | null>
  balance(teamId: string): Promise<{ credits: number | null; granted: number }>
}

export type Erased = Record<string, number>

/** All data stored for a team, from all parts of the service. */
export interface TeamData {
  /**
   * All data at one moment, one line of JSON for each row; the last line has the counts. Returns undefined
   * when the team does not exist.
   */
  export(teamId: string, signal: AbortSignal, by?: Actor): Promise<AsyncIterable<string> | undefined>
  /**
   * Ends the team's running work and removes all content. The team itself, its keys, credits and audit trail
   * stay. When this returns, no earlier work can write any longer.
   */
  erase(teamId: string, by?: Actor): Promise<Erased | undefined>
  remove(teamId: string, by?: Actor): Promise<Erased | undefined>
}

import type { Paged, PageRequest } from './page.ts'

/** What a team used in one calendar month. */
export interface UsagePeriod {
  startDate: Date
  /** Null while the month is still running. */
  endDate: Date | null
  keyId: string | null
  creditsUsed: number
}

/** How busy a team is, over all processes. */
interface TeamQueue {
  active: number
  waiting: number
  concurrency: number | null
  mostRecentSuccess: Date | null
}

/** What one team used in one calendar month, for the operator. */
export interface TeamUsage {
  teamId: string
  teamName: string
  startDate: Date
  endDate: Date | null
  creditsUsed: number
  requests: number
}

export interface TeamUsageFilter extends PageRequest {
  teamId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

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
  months(filter: TeamUsageFilter): Promise<Paged<TeamUsage>>
  /** Months with any use, oldest first; by key when asked. */
  history(teamId: string, byKey: boolean): Promise<UsagePeriod[]>
  /** What the team did in the last 24 hours, newest first. */
  activity(teamId: string, filter: ActivityFilter): Promise<Paged<Activity>>
  queue(teamId: string): Promise<TeamQueue>
  /** What a team has left; null when it is not limited. */
  credits(teamId: string): Promise<number | null>
  balance(teamId: string): Promise<{ credits: number | null; granted: number }>
}

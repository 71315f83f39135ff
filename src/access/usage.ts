import type { Paged, PageRequest } from './organizations.ts'

/** What a team used in one calendar month. */
interface UsagePeriod {
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

interface TeamUsageFilter extends PageRequest {
  teamId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export interface Usage {
  /** Months of all teams, newest first. */
  months(filter: TeamUsageFilter): Promise<Paged<TeamUsage>>
  /** Months with any use, oldest first; by key when asked. */
  history(teamId: string, byKey: boolean): Promise<UsagePeriod[]>
  queue(teamId: string): Promise<TeamQueue>
  balance(teamId: string): Promise<{ credits: number | null; granted: number }>
}

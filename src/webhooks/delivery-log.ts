/** One delivery as its team sees it: how it went, and neither where it goes nor what it says. */
export interface DeliveryRecord {
  id: string
  jobId: string
  type: string
  state: DeliveryState
  /** Attempts that ended. */
  attempts: number
  lastStatus: number | null
  lastError: string | null
  createdAt: Date
  /** Null when there will be none. */
  nextAttemptAt: Date | null
  endedAt: Date | null
}

/** A delivery that failed is one that was given up; after a failure that is followed by another attempt it is waiting. */
type DeliveryState = 'waiting' | 'delivered' | 'failed'

interface DeliveryFilter {
  jobId?: string | undefined
  state?: DeliveryState | undefined
  limit: number
  cursor?: string | undefined
}

/** What webhooks were told and will be, for a week. */
export interface DeliveryLog {
  /** A page of a team's deliveries, newest first. */
  list(
    teamId: string,
    filter: DeliveryFilter,
  ): Promise<{ items: DeliveryRecord[]; nextCursor: string | null }>
}

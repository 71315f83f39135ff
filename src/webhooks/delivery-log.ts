export interface DeliveryRecord {
  id: string
  jobId: string
  type: string
  state: DeliveryState
  attempts: number
  lastStatus: number | null
  lastError: string | null
  createdAt: Date
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

export interface DeliveryLog {
  list(
    teamId: string,
    filter: DeliveryFilter,
  ): Promise<{ items: DeliveryRecord[]; nextCursor: string | null }>
}

export interface Outbox {
  /** Takes what is due, in the name of a process that must be alive for as long as it works on it. */
  claim(request: ClaimRequest): Promise<Delivery[]>
  /** Writes down how an attempt went. It counts only while the claim holds. */
  settle(
    delivery: Pick<Delivery, 'id' | 'claimId' | 'jobId' | 'isEncrypted'>,
    outcome: Outcome,
  ): Promise<void>
  /** Calls back when something may have become due, until it is disposed of. Notices can be lost. */
  listen(onDue: () => void): Promise<AsyncDisposable>
}

interface ClaimRequest {
  processId: string
  /** The claims that the process is working on; whatever else was claimed in its name is free again. */
  heldClaimIds: readonly string[]
  limit: number
}

export interface Delivery {
  /** The same over all attempts; receivers know it as `webhookId`. */
  id: string
  claimId: string
  jobId: string
  /** Nothing about it may be kept, so that the log does not name its receiver. */
  isEncrypted: boolean
  type: string
  success: boolean
  error: string | null
  /** A JSON array as text; documents are large, so they are not read on their way through. */
  data: string
  attempts: number
  receiver: Receiver
}

/** Unreadable: sealed under another root secret than the present one. */
export type Receiver =
  | { state: 'ready'; target: Target; secret: string | undefined }
  | { state: 'unreadable' }

export interface Target {
  url: string
  headers: Record<string, string>
  metadata: Record<string, unknown>
}

export type Outcome =
  | { result: 'delivered'; status: number }
  | { result: 'failed'; status: number | null; error: string; retryInMs: number | null }

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

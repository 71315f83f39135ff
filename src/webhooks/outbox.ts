export interface Outbox {
  /** Claims due deliveries for a process. The process must stay alive while it works on them. */
  claim(request: ClaimRequest): Promise<Delivery[]>
  /** Stores the outcome of an attempt. Ignored when the claim is no longer valid. */
  settle(
    delivery: Pick<Delivery, 'id' | 'claimId' | 'jobId' | 'isEncrypted'>,
    outcome: Outcome,
  ): Promise<void>
  /** Calls back when a delivery may have become due, until disposed of. Notifications can be lost. */
  listen(onDue: () => void): Promise<AsyncDisposable>
}

interface ClaimRequest {
  processId: string
  /** The claims that the process still works on. Its other claims are released. */
  heldClaimIds: readonly string[]
  limit: number
}

export interface Delivery {
  /** The same for all attempts; receivers see it as `webhookId`. */
  id: string
  claimId: string
  jobId: string
  /** No details may be kept, so the log does not name the receiver. */
  isEncrypted: boolean
  type: string
  success: boolean
  error: string | null
  /** A JSON array as text. Documents are large, so they are not parsed in between. */
  data: string
  attempts: number
  receiver: Receiver
}

/** Unreadable: encrypted under another root secret than the current one. */
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

/** `failed` means given up. A delivery that will be retried is `waiting`. */
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

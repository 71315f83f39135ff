/** Where deliveries wait until they are sent, and where it is written down how that went. */
export interface Outbox {
  /** Takes what is due, in the name of a process that must be alive for as long as it works on it. */
  claim(wish: ClaimWish): Promise<Delivery[]>
  /** Writes down how an attempt went. It counts only while the claim holds. */
  settle(delivery: Pick<Delivery, 'id' | 'claimId' | 'jobId' | 'isSealed'>, outcome: Outcome): Promise<void>
  /** Calls back when something may have become due, until it is disposed of. Notices can be lost. */
  listen(hear: () => void): Promise<AsyncDisposable>
}

interface ClaimWish {
  processId: string
  /** The claims that the process is working on; whatever else was claimed in its name is free again. */
  holding: readonly string[]
  most: number
}

/** One event on its way to one receiver, with everything that is needed to send it. */
export interface Delivery {
  /** The same over all attempts; receivers know it as `webhookId`. */
  id: string
  /** Of this attempt alone. */
  claimId: string
  jobId: string
  /** Nothing about it may be kept, so that the log does not name its receiver. */
  isSealed: boolean
  type: string
  success: boolean
  error: string | null
  /** A JSON array as text; documents are large, so they are not read on their way through. */
  data: string
  /** Attempts before this one. */
  attempts: number
  receiver: Receiver
}

/** Unreadable: sealed under another root secret than the present one. */
export type Receiver =
  | { state: 'ready'; target: Target; secret: string | undefined }
  | { state: 'unreadable' }

/** What the caller who started the job said about its webhook. */
export interface Target {
  url: string
  headers: Record<string, string>
  metadata: Record<string, unknown>
}

/** How an attempt went; `retry` after a delay, or never. */
export type Outcome =
  | { result: 'delivered'; status: number }
  | { result: 'failed'; status: number | null; error: string; retryInMs: number | null }

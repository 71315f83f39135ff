export interface SiemEvent {
  /** Stays the same when the event is sent again. */
  id: string
  at: string
  organizationId: string
  teamId: string
  /** The key that authenticated the request or started the job; null when there was none. */
  keyId: string | null
  /** The user name that the caller claims. It is not verified. */
  username?: string
  /** The requested URLs without credentials; empty under zero data retention. */
  targets: string[]
  targetCount: number
  verdict: Verdict
  outcome: 'success' | 'failure'
  code?: string
  durationMs: number
  credits: number
  what: RequestFacts | JobFacts
}

/** The verdict of threat protection on the targets; `none` when it did not run. */
export type Verdict = { state: 'none' } | { state: 'allowed' } | { state: 'blocked'; reason: string }

interface RequestFacts {
  kind: 'request'
  requestId: string
  clientAddress: string
  userAgent?: string
  method: string
  route: string
  status: number
  jobId?: string
  scrapeId?: string
}

interface JobFacts {
  kind: 'job'
  jobId: string
  type: 'crawl' | 'batch' | 'agent' | 'extract' | 'browser'
  state: string
  scrapeId?: string
}

export interface Product {
  name: string
  version: string
}

export function titleOf({ what, outcome }: SiemEvent): string {
  return what.kind === 'request'
    ? `${what.method} ${what.route} responded with ${what.status}`
    : `${what.type} job ended: ${what.state} (${outcome})`
}

export function operationOf({ what }: SiemEvent): string {
  return what.kind === 'request' ? `${what.method} ${what.route}` : `${what.type}.ended`
}

export interface Backlog {
  /** Resolves when the event is on disk. */
  record(event: SiemEvent): Promise<void>
  next(organizationId: string, most: number): Promise<{ siem: unknown; waiting: QueuedEvent[] }>
  remove(seqs: readonly number[]): Promise<void>
  countRefusal(seqs: readonly number[]): Promise<void>
  organizations(): Promise<string[]>
  /**
   * Deletes events that are too old, then the oldest above the limit. Returns the deleted number per
   * organization.
   */
  trim(bounds: { days: number; mostEvents: number }): Promise<{ organizationId: string; dropped: number }[]>
  counts(): Promise<{ waiting: number; oldestSeconds: number }>
  /**
   * Calls the listener with the organization of a new event, or with undefined when notifications may have
   * been lost.
   */
  listen(listener: (organizationId: string | undefined) => void): Promise<AsyncDisposable>
}

export interface QueuedEvent {
  seq: number
  refusals: number
  size: number
  event: SiemEvent
}

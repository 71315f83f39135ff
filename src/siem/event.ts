export interface SiemEvent {
  /** The same however often it is sent. */
  id: string
  at: string
  organizationId: string
  teamId: string
  /** The key that the request was authenticated with, or that started the job; null where there was none. */
  keyId: string | null
  /** Who the caller says is behind it: a claim that nobody has checked. */
  username?: string
  /** Addresses it was about, without credentials; none under zero data retention. */
  targets: string[]
  targetCount: number
  verdict: Verdict
  outcome: 'success' | 'failure'
  code?: string
  durationMs: number
  credits: number
  what: RequestFacts | JobFacts
}

/** What threat protection said about the targets; `none` where it was not asked. */
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
    ? `${what.method} ${what.route} answered with ${what.status}`
    : `${what.type} job ended: ${what.state} (${outcome})`
}

export function operationOf({ what }: SiemEvent): string {
  return what.kind === 'request' ? `${what.method} ${what.route}` : `${what.type}.ended`
}

export interface Backlog {
  /** Answers when the event is on disk. */
  record(event: SiemEvent): Promise<void>
  next(organizationId: string, most: number): Promise<{ siem: unknown; waiting: QueuedEvent[] }>
  remove(seqs: readonly number[]): Promise<void>
  countRefusal(seqs: readonly number[]): Promise<void>
  organizations(): Promise<string[]>
  /** Drops what is too old, and the oldest of what is too much; answers how much that was, by organization. */
  trim(bounds: { days: number; mostEvents: number }): Promise<{ organizationId: string; dropped: number }[]>
  counts(): Promise<{ waiting: number; oldestSeconds: number }>
  /** Hears the id of an organization that has a new event, or nothing after what was said may have been missed. */
  listen(listener: (organizationId: string | undefined) => void): Promise<AsyncDisposable>
}

export interface QueuedEvent {
  seq: number
  refusals: number
  size: number
  event: SiemEvent
}

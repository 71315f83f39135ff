/** What one request did, or how one job ended. Plain data, kept as JSON until its collector has it. */
export interface SiemEvent {
  /** The same however often it is sent. */
  id: string
  /** ISO 8601. */
  at: string
  organizationId: string
  teamId: string
  /** The key that the request was authenticated with, or that started the job; null where there was none. */
  keyId: string | null
  /** Who the caller says is behind it: a claim that nobody has checked. */
  username?: string
  /** Addresses it was about, without credentials; none under zero data retention. */
  targets: string[]
  /** How many there were in all. */
  targetCount: number
  verdict: Verdict
  outcome: 'success' | 'failure'
  /** Why it failed. */
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

/** Who reports the events. */
export interface Product {
  name: string
  version: string
}

/** One line about the event, for a person. */
export function titleOf({ what, outcome }: SiemEvent): string {
  return what.kind === 'request'
    ? `${what.method} ${what.route} answered with ${what.status}`
    : `${what.type} job ended: ${what.state} (${outcome})`
}

/** What was done, in one word for machines. */
export function operationOf({ what }: SiemEvent): string {
  return what.kind === 'request' ? `${what.method} ${what.route}` : `${what.type}.ended`
}

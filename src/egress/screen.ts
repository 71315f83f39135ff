import type { Fault } from '../fault.ts'

/** Which addresses one request or one page of a job may visit; it remembers what asking about them has cost. */
export interface Screen {
  /** Tells policies apart: who may visit different things shares no visit. */
  key: string
  /** Rejects with `unsafe_domain_blocked` when the address may not be visited. Asked again about the same one, it costs nothing. */
  admit(url: string, signal: AbortSignal): Promise<void>
  /** What the organization's own lists have against an address, without asking anybody: for parts of pages. */
  refusal(url: string): Fault | undefined
  /** What a first visit of an address will cost at least. */
  leastCredits(url: string): number
  /** What asking has cost so far. */
  credits(): number
}

import type { SiemEvent } from './event.ts'

/** Events that wait for their collectors. Implemented where the SQL is. */
export interface Backlog {
  /** Answers when the event is on disk. */
  record(event: SiemEvent): Promise<void>
  /** The oldest of an organization, in order, and what it says about its collector. */
  next(organizationId: string, most: number): Promise<{ siem: unknown; waiting: Waiting[] }>
  /** Forgets events, because they were accepted or given up. */
  remove(seqs: readonly number[]): Promise<void>
  /** Counts that a collector refused them. */
  countRefusal(seqs: readonly number[]): Promise<void>
  /** Organizations that have events waiting. */
  organizations(): Promise<string[]>
  /** Drops what is too old, and the oldest of what is too much; answers how much that was, by organization. */
  trim(bounds: { days: number; mostEvents: number }): Promise<{ organizationId: string; dropped: number }[]>
  counts(): Promise<{ waiting: number; oldestSeconds: number }>
  /** Hears the id of an organization that has a new event, or nothing after what was said may have been missed. */
  listen(hear: (organizationId: string | undefined) => void): Promise<AsyncDisposable>
}

export interface Waiting {
  /** Where it stands in line. */
  seq: number
  /** How often its collector said that it is wrong. */
  refusals: number
  /** How long it is, about. */
  size: number
  event: SiemEvent
}

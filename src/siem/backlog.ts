import type { SiemEvent } from './event.ts'

export interface Backlog {
  /** Answers when the event is on disk. */
  record(event: SiemEvent): Promise<void>
  next(organizationId: string, most: number): Promise<{ siem: unknown; waiting: Waiting[] }>
  remove(seqs: readonly number[]): Promise<void>
  countRefusal(seqs: readonly number[]): Promise<void>
  organizations(): Promise<string[]>
  /** Drops what is too old, and the oldest of what is too much; answers how much that was, by organization. */
  trim(bounds: { days: number; mostEvents: number }): Promise<{ organizationId: string; dropped: number }[]>
  counts(): Promise<{ waiting: number; oldestSeconds: number }>
  /** Hears the id of an organization that has a new event, or nothing after what was said may have been missed. */
  listen(hear: (organizationId: string | undefined) => void): Promise<AsyncDisposable>
}

export interface Waiting {
  seq: number
  refusals: number
  size: number
  event: SiemEvent
}

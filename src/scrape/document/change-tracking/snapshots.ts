import type { EncodedText } from './encode-text.ts'

export interface SnapshotKey {
  teamId: string
  url: string
  tag: string | null
}

interface NewSnapshot {
  standing: 'there' | 'gone'
  text: EncodedText | undefined
  /** The extracted data as JSON, under a key that identifies the schema and prompt. */
  json: { key: string; value: string } | undefined
}

export interface PreviousSnapshot extends NewSnapshot {
  takenAt: Date
  ageMs: number
}

export interface Snapshots {
  /**
   * A single statement: of several concurrent scrapes, each is the predecessor of exactly one other. Returns
   * the previous text only when its digest differs. A snapshot without data keeps the earlier data.
   */
  exchange(key: SnapshotKey, snapshot: NewSnapshot): Promise<PreviousSnapshot | undefined>
  find(key: SnapshotKey): Promise<PreviousSnapshot | undefined>
}

import type { EncodedText } from './encode-text.ts'

export interface SnapshotKey {
  teamId: string
  url: string
  tag: string | null
}

interface NewSnapshot {
  standing: 'there' | 'gone'
  text: EncodedText | undefined
  /** What was extracted, as JSON, under a key that tells what was asked for. */
  json: { key: string; value: string } | undefined
}

export interface PreviousSnapshot extends NewSnapshot {
  takenAt: Date
  ageMs: number
}

export interface Snapshots {
  /**
   * One statement: of several looks at once, each is the predecessor of exactly one other. Bytes of the previous
   * text come only when its digest differs. A snapshot without data keeps the earlier data.
   */
  exchange(key: SnapshotKey, snapshot: NewSnapshot): Promise<PreviousSnapshot | undefined>
  find(key: SnapshotKey): Promise<PreviousSnapshot | undefined>
}

import type { EncodedText } from './encode-text.ts'

/** Which page of whom: snapshots of different teams, addresses and tags have nothing to do with each other. */
export interface SnapshotKey {
  teamId: string
  url: string
  tag: string | null
}

/** A page at one look. */
interface NewSnapshot {
  standing: 'there' | 'gone'
  /** None when the page is gone. */
  text: EncodedText | undefined
  /** What was extracted, as JSON, under a key that tells what was asked for. */
  json: { key: string; value: string } | undefined
}

/** A page at the last look. */
export interface PreviousSnapshot extends NewSnapshot {
  takenAt: Date
  /** How long before the exchange, or before it was found. */
  ageMs: number
}

/** The last look at each page that is tracked. */
export interface Snapshots {
  /**
   * Keeps a snapshot and gives the one before it, in one statement: of several looks at the same page at once, each is
   * the predecessor of exactly one other. Bytes of the previous text come only where its digest is another. A snapshot
   * without data leaves that of earlier ones, so that values are compared with those last extracted.
   */
  exchange(key: SnapshotKey, snapshot: NewSnapshot): Promise<PreviousSnapshot | undefined>
  /** The last snapshot, which stays. */
  find(key: SnapshotKey): Promise<PreviousSnapshot | undefined>
}

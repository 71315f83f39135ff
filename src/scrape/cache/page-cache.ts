import type { Fetched } from '../fetch/fetched.ts'
import type { Understood } from '../understand/understand-source.ts'

/** One clock for all processes counts the age of a copy, from when it was kept. */
export interface PageCache {
  find(query: CacheQuery): Promise<CachedPage | undefined>
  fetched(entryId: string): Promise<Fetched | undefined>
  /** Keeps a new copy and returns its id. Earlier ones stay until they expire or space runs out. */
  keep(entry: NewCacheEntry): Promise<string>
  recall(entryId: string, deriveKey: string): Promise<Derived | undefined>
  remember(entryId: string, deriveKey: string, derived: Derived): Promise<void>
}

interface NewCacheEntry {
  scope: string
  key: string
  fetched: Fetched
  expiresInMs: number
  memo?: { deriveKey: string; derived: Derived }
}

interface CacheQuery {
  scope: string
  key: string
  maxAgeMs: number
  minAgeMs: number | undefined
  deriveKey: string
}

export interface CachedPage {
  copyId: string
  cachedAt: Date
  head: Omit<Fetched, 'bytes'>
  derived: Derived | undefined
}

export type Derived = Extract<Understood, { state: 'understood' }>

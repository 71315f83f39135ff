import type { Fetched } from '../fetch/fetched.ts'
import type { Understood } from '../understand/read-page.ts'

/**
 * Copies of pages. A copy is what was fetched, plus what was derived from it so far: a repeated hit derives nothing.
 * `scope` is the team, or one word for all when the operator shares the cache. Ages are counted by one clock for all
 * processes, from when the copy was kept.
 */
export interface PageCache {
  /** The newest copy of that age with what was derived under `deriveKey`, if anything was. */
  find(wish: CacheWish): Promise<CachedPage | undefined>
  /** What was fetched for a copy, when more is to be derived from it; undefined when it was removed meanwhile. */
  fetched(copyId: string): Promise<Fetched | undefined>
  /**
   * Keeps a new copy, with what was derived from it already, and gives its id. Earlier ones stay until they are too old or space runs out; of those that
   * follow each other closely only some do.
   */
  keep(copy: NewCopy): Promise<string>
  /** What was derived from a copy under `deriveKey`, if anything was. */
  recall(copyId: string, deriveKey: string): Promise<Derived | undefined>
  /** Remembers what was derived from a copy; nothing when the copy was removed meanwhile. */
  remember(copyId: string, deriveKey: string, derived: Derived): Promise<void>
}

interface NewCopy {
  scope: string
  key: string
  fetched: Fetched
  expiresInMs: number
  /** What was derived from it so far. */
  memo?: { deriveKey: string; derived: Derived }
}

interface CacheWish {
  scope: string
  key: string
  maxAgeMs: number
  /** Set: only a copy of at least this age. */
  minAgeMs: number | undefined
  deriveKey: string
}

export interface CachedPage {
  copyId: string
  cachedAt: Date
  /** Everything about the copy but its bytes. */
  head: Omit<Fetched, 'bytes'>
  derived: Derived | undefined
}

export type Derived = Extract<Understood, { state: 'understood' }>

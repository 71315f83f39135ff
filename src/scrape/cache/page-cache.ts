import type { Fetched } from '../fetch/fetched.ts'
import type { Understood } from '../understand/read-page.ts'

/** One clock for all processes counts the age of a copy, from when it was kept. */
export interface PageCache {
  find(wish: CacheWish): Promise<CachedPage | undefined>
  fetched(copyId: string): Promise<Fetched | undefined>
  /** Keeps a new copy and returns its id. Earlier ones stay until they expire or space runs out. */
  keep(copy: NewCopy): Promise<string>
  recall(copyId: string, deriveKey: string): Promise<Derived | undefined>
  remember(copyId: string, deriveKey: string, derived: Derived): Promise<void>
}

interface NewCopy {
  scope: string
  key: string
  fetched: Fetched
  expiresInMs: number
  memo?: { deriveKey: string; derived: Derived }
}

interface CacheWish {
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

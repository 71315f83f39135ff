import { createHash } from 'node:crypto'
import { isWithin } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import type { Fetched } from '../fetch/fetched.ts'
import type { Blobs } from '../keep/blobs.ts'
import { isWorthKeeping } from '../run.ts'
import type { Page, Run } from '../run.ts'
import type { CachedPage, Derived, PageCache } from './page-cache.ts'

export interface Cache {
  find(run: Run, signal: AbortSignal): Promise<Page | undefined>
  /** The page of a fetch that this request waited for, whatever its status. */
  findShared(run: Run, waitedMs: number, signal: AbortSignal): Promise<Page | undefined>
  keep(run: Run, fetched: Fetched, derived: Derived | undefined): Promise<string | undefined>
  recall(run: Run, entryId: string): Promise<Derived | undefined>
  remember(run: Run, entryId: string, derived: Derived): Promise<void>
}

export interface CacheNeeds {
  cache: PageCache
  blobs: Pick<Blobs, 'has'>
  keepMs: number
}

/** A page that others waited for, although it is not one to keep, is there for them for a moment. */
const TRANSIENT_MS = 60_000

export function createCache(needs: CacheNeeds): Cache {
  const { cache, keepMs } = needs
  const stored = new WeakSet<Derived>()
  const pageOf = ({ head, derived, cachedAt, copyId: entryId }: CachedPage): Page => {
    if (derived) stored.add(derived)
    return { head, derived, cachedAt, entryId, fetched: () => cache.fetched(entryId) }
  }
  const find = async (run: Run, key: string, maxAgeMs: number, signal: AbortSignal) => {
    const entry = await findEntry(run, key, maxAgeMs, signal, needs)
    return entry && pageOf(entry)
  }
  return {
    find: (run, signal) => find(run, run.cache.key, run.request.maxAge, signal),
    async findShared(run, waitedMs, signal) {
      // A page that was fetched meanwhile is as fresh as one fetched for this request.
      const fresh =
        (await find(run, run.cache.key, waitedMs, signal)) ??
        (await find(run, transientKey(run), waitedMs, signal))
      return fresh
        ? { ...fresh, cachedAt: undefined }
        : await find(run, run.cache.key, run.request.maxAge, signal)
    },
    async keep(run, fetched, derived) {
      const { write, share, scope, key, deriveKey } = run.cache
      const isKept = isWorthKeeping(fetched)
      if (!write || (!isKept && !share)) return undefined
      if (derived) stored.add(derived)
      return await cache.keep({
        scope,
        key: isKept ? key : transientKey(run),
        fetched,
        expiresInMs: isKept ? keepMs : TRANSIENT_MS,
        ...(derived && { memo: { deriveKey, derived: toMemo(derived) } }),
      })
    },
    async recall({ cache: { deriveKey } }, entryId) {
      const derived = await cache.recall(entryId, deriveKey)
      if (derived) stored.add(derived)
      return derived
    },
    async remember({ cache: { write, deriveKey } }, entryId, derived) {
      if (!write || stored.has(derived)) return
      stored.add(derived)
      await cache.remember(entryId, deriveKey, toMemo(derived))
    },
  }
}

function toMemo({ trace: _trace, forIndex: _forIndex, ...derived }: Derived): Derived {
  return derived
}

/** What a screen left out is missing for those only who have the same. */
function transientKey({ cache: { key }, caller: { screen } }: Run): string {
  return createHash('sha256')
    .update(`passing ${key}${screen?.key ?? ''}`)
    .digest('hex')
}

async function findEntry(
  run: Run,
  key: string,
  maxAgeMs: number,
  signal: AbortSignal,
  { cache, blobs }: CacheNeeds,
): Promise<CachedPage | undefined> {
  const { request, caller } = run
  const { scope, deriveKey } = run.cache
  const entry = await cache.find({ scope, key, maxAgeMs, minAgeMs: request.minAge, deriveKey })
  if (!entry || (!request.skipTlsVerification && !entry.head.isVerified)) return undefined
  if (request.confinement && !isWithin(request.confinement, entry.head.url)) return undefined
  if (caller.screen && !(await isAdmitted(entry, run, signal))) return undefined
  const { screenshot } = entry.head.captures
  return screenshot === undefined || (await blobs.has(screenshot)) ? entry : undefined
}

/** By now the page may lead elsewhere, so it is fetched anew. A request that only the cache may answer is told why not. */
async function isAdmitted(
  { head }: CachedPage,
  { cache, caller }: Run,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await caller.screen?.admit(head.url, signal)
    return true
  } catch (failure) {
    if (signal.aborted || !(failure instanceof Fault) || cache.only) throw failure
    return false
  }
}

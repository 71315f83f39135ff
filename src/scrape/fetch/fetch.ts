import type { Capture } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import type { EnterStage, SharedWork } from '../../concurrency/shared-work.ts'
import type { Cache } from '../cache/cache.ts'
import type { Derived } from '../cache/page-cache.ts'
import type { Blobs } from '../keep/blobs.ts'
import type { Page, Run } from '../run.ts'
import { toOutcome, toFault } from './shared-fetches.ts'
import type { FetchRole, SharedFetches } from './shared-fetches.ts'
import { keepCapture } from './keep-capture.ts'
import type { FetchWithFallback } from './fetch-with-fallback.ts'
import { shareKey } from './share-keys.ts'

export { revisitOf } from './browser.ts'
export { createHostSlots } from './host-slots.ts'
export { openOverHttp } from './http.ts'
export { createFetchWithFallback } from './fetch-with-fallback.ts'

export type FetchPage = (run: Run, signal: AbortSignal, enter?: EnterStage) => Promise<Page>

export interface SharedPage extends Page {
  deriveKey: string
}

interface FetchNeeds {
  fetchWithFallback: FetchWithFallback
  cache: Pick<Cache, 'findShared' | 'keep'>
  sharedFetches: SharedFetches
  pendingFetches: SharedWork<SharedPage>
  blobs: Pick<Blobs, 'keep'>
  keepMs: number
}

/** The same page asked for at the same time is fetched once; what may not be shared is fetched by itself. */
export function createFetchPage(needs: FetchNeeds): FetchPage {
  return async (run, signal, enter = () => {}) => {
    if (!run.cache.share) return await fetchAlone(run, signal, enter, needs)
    const { screen } = run.caller
    const key = shareKey(run)
    let isOwn = false
    const page = await needs.pendingFetches.join(
      key,
      signal,
      run.request.maxAge,
      (workSignal, enterShared) => {
        isOwn = true
        return fetchOnce(key, run, workSignal, enterShared, needs)
      },
    )
    // The URLs on the way were screened by whoever fetched.
    if (!isOwn) await screen?.admit(page.head.url, signal)
    return page.deriveKey === run.cache.deriveKey ? page : { ...page, derived: undefined }
  }
}

/** One process fetches; the others find its cache entry, or try again when there is none. */
async function fetchOnce(key: string, run: Run, signal: AbortSignal, enter: EnterStage, needs: FetchNeeds) {
  const { deriveKey } = run.cache
  const since = performance.now()
  for (;;) {
    const role = await needs.sharedFetches.join(key, signal)
    if (role.role === 'follower' && role.outcome.state === 'failed') throw toFault(role.outcome)
    await using leader = role.role === 'leader' ? role : undefined
    // Also for the pilot: another flight may have landed between the first look into the cache and boarding.
    const found = await needs.cache.findShared(run, Math.ceil(performance.now() - since), signal)
    if (found) await leader?.finish({ state: 'kept' })
    if (found) return { ...found, deriveKey }
    if (leader) return { ...(await fetchAsLeader(leader, run, signal, enter, needs)), deriveKey }
  }
}

/** A failure is told to all who wait, unless it is only that nobody here waits any more. */
async function fetchAsLeader(
  { finish }: Extract<FetchRole, { role: 'leader' }>,
  run: Run,
  signal: AbortSignal,
  enter: EnterStage,
  needs: FetchNeeds,
): Promise<Page> {
  try {
    const page = await fetchAlone(run, signal, enter, needs)
    await finish({ state: 'kept' })
    return page
  } catch (failure) {
    if (failure instanceof Fault && !signal.aborted) await finish(toOutcome(failure))
    throw failure
  }
}

async function fetchAlone(
  run: Run,
  signal: AbortSignal,
  enter: EnterStage,
  { fetchWithFallback, cache, blobs, keepMs }: FetchNeeds,
): Promise<Page> {
  const keep = (capture: Capture) => keepCapture(capture, run, { blobs, keepMs })
  const { fetched, inspected } = await fetchWithFallback(run, { keepCapture: keep, enter }, signal)
  const derived: Derived | undefined = inspected.state === 'document' ? undefined : inspected
  // Fields that still wait for a model are derived again from the entry.
  const entryId = await cache.keep(run, fetched, derived?.material ? undefined : derived)
  const { bytes: _, ...head } = fetched
  return { head, derived, cachedAt: undefined, entryId, fetched: async () => fetched }
}

import type { Capture } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import type { Enter, SharedWork } from '../../concurrency/shared-work.ts'
import type { Cache } from '../cache/cache.ts'
import type { Derived } from '../cache/page-cache.ts'
import type { Blobs } from '../keep/blobs.ts'
import type { Page, Run } from '../line.ts'
import { failed, told } from './flights.ts'
import type { Boarding, Flights } from './flights.ts'
import { keepCapture } from './keep-capture.ts'
import type { Obtain } from './obtain.ts'
import { shareKey } from './share-keys.ts'

export { visitAgain } from './browser.ts'
export { createHostTurns } from './host-turns.ts'
export { openOverHttp } from './http.ts'
export { createObtain } from './obtain.ts'

export type FetchPage = (run: Run, signal: AbortSignal, enter?: Enter) => Promise<Page>

export interface SharedPage extends Page {
  deriveKey: string
}

interface FetchNeeds {
  obtain: Obtain
  cache: Pick<Cache, 'findLanded' | 'keep'>
  flights: Flights
  shared: SharedWork<SharedPage>
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
    const page = await needs.shared.join(key, signal, run.request.maxAge, (time, enterShared) => {
      isOwn = true
      return fetchOnce(key, run, time, enterShared, needs)
    })
    // The URLs on the way were screened by whoever fetched.
    if (!isOwn) await screen?.admit(page.head.url, signal)
    return page.deriveKey === run.cache.deriveKey ? page : { ...page, derived: undefined }
  }
}

/** One process fetches; the others find its cache entry, or try again when there is none. */
async function fetchOnce(key: string, run: Run, signal: AbortSignal, enter: Enter, needs: FetchNeeds) {
  const { deriveKey } = run.cache
  const since = performance.now()
  for (;;) {
    const boarding = await needs.flights.board(key, signal)
    if (boarding.role === 'passenger' && boarding.landing.state === 'failed') throw told(boarding.landing)
    await using pilot = boarding.role === 'pilot' ? boarding : undefined
    // Also for the pilot: another flight may have landed between the first look into the cache and boarding.
    const landed = await needs.cache.findLanded(run, Math.ceil(performance.now() - since), signal)
    if (landed) await pilot?.land({ state: 'kept' })
    if (landed) return { ...landed, deriveKey }
    if (pilot) return { ...(await fetchAsPilot(pilot, run, signal, enter, needs)), deriveKey }
  }
}

/** A failure is told to all who wait, unless it is only that nobody here waits any more. */
async function fetchAsPilot(
  { land }: Extract<Boarding, { role: 'pilot' }>,
  run: Run,
  signal: AbortSignal,
  enter: Enter,
  needs: FetchNeeds,
): Promise<Page> {
  try {
    const page = await fetchAlone(run, signal, enter, needs)
    await land({ state: 'kept' })
    return page
  } catch (failure) {
    if (failure instanceof Fault && !signal.aborted) await land(failed(failure))
    throw failure
  }
}

async function fetchAlone(
  run: Run,
  signal: AbortSignal,
  enter: Enter,
  { obtain, cache, blobs, keepMs }: FetchNeeds,
): Promise<Page> {
  const keep = (capture: Capture) => keepCapture(capture, run, { blobs, keepMs })
  const { fetched, looked } = await obtain(run, { keepCapture: keep, enter }, signal)
  const derived: Derived | undefined = looked.state === 'document' ? undefined : looked
  // Fields that still wait for a model are derived again from the entry.
  const entryId = await cache.keep(run, fetched, derived?.material ? undefined : derived)
  const { bytes: _, ...head } = fetched
  return { head, derived, cachedAt: undefined, entryId, fetched: async () => fetched }
}

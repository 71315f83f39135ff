import { isWithin } from '../../egress/egress.ts'
import type { Screen } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import type { CachedPage } from './page-cache.ts'
import type { FindOrFetchNeeds, Found, PageRun } from './page-run.ts'

/** A copy that this request may have: verified if it wants that, from where it may go, with its picture still there. */
export async function findCopy(
  run: PageRun,
  { key = run.key, maxAgeMs }: { key?: string; maxAgeMs: number },
  signal: AbortSignal,
  { cache, blobs }: FindOrFetchNeeds,
): Promise<CachedPage | undefined> {
  const { scope, request, deriveKey: derivedBy, screen } = run
  const copy = await cache.find({ scope, key, maxAgeMs, minAgeMs: request.minAge, deriveKey: derivedBy })
  if (!copy || (!request.skipTlsVerification && !copy.head.isVerified)) return undefined
  if (request.confinement && !isWithin(request.confinement, copy.head.url)) return undefined
  if (screen && !(await mayHave(copy, run, screen, signal))) return undefined
  const { screenshot } = copy.head.captures
  return screenshot === undefined || (await blobs.has(screenshot)) ? copy : undefined
}

/** By now the page may lead elsewhere, so it is fetched anew; who may only have a copy is told why there is none. */
async function mayHave(
  copy: CachedPage,
  { use }: PageRun,
  screen: Screen,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await screen.admit(copy.head.url, signal)
    return true
  } catch (failure) {
    if (signal.aborted || !(failure instanceof Fault) || use.only) throw failure
    return false
  }
}

export function foundIn(copy: CachedPage, run: PageRun, { cache }: FindOrFetchNeeds): Found {
  return {
    head: copy.head,
    deriveKey: run.deriveKey,
    derived: copy.derived,
    cachedAt: copy.cachedAt,
    copyId: copy.copyId,
    fetched: () => cache.fetched(copy.copyId),
    recall: (key) => cache.recall(copy.copyId, key),
    remember: (key, derived) =>
      run.use.write ? cache.remember(copy.copyId, key, derived) : Promise.resolve(),
  }
}

import { createHash } from 'node:crypto'
import type { Capture } from '../../browser/browser.ts'
import { Fault } from '../../fault.ts'
import { failed, told } from './flights.ts'
import type { Boarding } from './flights.ts'
import type { Derived } from '../cache/page-cache.ts'
import { answered, derive, understoodOf } from '../understand/derive-page.ts'
import { findCopy, foundIn } from '../cache/find-copy.ts'
import { keptCapture } from '../keep/kept-capture.ts'
import { sourceOf } from './obtain.ts'
import type { Obtained } from './obtain.ts'
import { isWorthKeeping } from '../cache/page-run.ts'
import type { FindOrFetchNeeds, Found, PageRun } from '../cache/page-run.ts'
import { isDocument } from '../understand/read-documents.ts'
import type { Enter } from '../../work/shared-work.ts'

/** The same page asked for at the same time is fetched once; what may not be shared is fetched by itself. */
export async function fetchTogether(
  run: PageRun,
  signal: AbortSignal,
  needs: FindOrFetchNeeds,
): Promise<Found> {
  const { shared } = needs
  const { screen } = run
  if (!run.use.share) {
    return await shared.resume(requestKey(run), signal, async (time, enter) => {
      const found = await fetchAlone(run, enter, time, needs)
      const known = found.derived
      if (known && !known.material) return found
      const fetched = (await found.fetched())!
      enter(known || isDocument(sourceOf(fetched)) ? 'reading' : 'understanding')
      return { ...found, derived: await derive(found, fetched, { run, signal: time, enter, known }, needs) }
    })
  }
  // Failures are shared too, so those who wait together must go the same way.
  const { proxy, skipTlsVerification, confinement, maxAge } = run.request
  const bounds = confinement ? ` ${JSON.stringify(confinement)}` : ''
  const rules = screen ? ` ${screen.key}` : ''
  const key = `${run.teamId} ${run.key} ${proxy} ${skipTlsVerification}${bounds}${rules}`
  let isOwn = false
  const found = await shared.join(key, signal, maxAge, (time, enter) => {
    isOwn = true
    return fetchOnce(key, run, enter, time, needs)
  })
  // What was asked about on the way was asked by whoever fetched.
  if (!isOwn) await screen?.admit(found.head.url, signal)
  return found
}

/** A repeated request is the same when everything in it is; its time and what is known meanwhile are no part of it. */
function requestKey({ teamId, resumedBy, request, screen }: PageRun): string {
  const { timeout: _, siblings: _known, ...rest } = request
  const asked = createHash('sha256').update(JSON.stringify(rest)).digest('base64')
  return `${teamId} ${resumedBy} ${screen?.key ?? ''} ${asked}`
}

/** Over all processes one fetches; the others find its copy, or try again when it brought none. */
async function fetchOnce(
  key: string,
  run: PageRun,
  enter: Enter,
  signal: AbortSignal,
  needs: FindOrFetchNeeds,
): Promise<Found> {
  const since = performance.now()
  // What was fetched while this waited is as fresh as if it had been fetched for it, whatever its age and status.
  const landed = async () => {
    const waitedMs = Math.ceil(performance.now() - since)
    const fresh =
      (await findCopy(run, { maxAgeMs: waitedMs }, signal, needs)) ??
      (await findCopy(run, { key: passingKey(run), maxAgeMs: waitedMs }, signal, needs))
    if (fresh) return { ...foundIn(fresh, run, needs), cachedAt: undefined }
    const copy = await findCopy(run, { maxAgeMs: run.request.maxAge }, signal, needs)
    return copy && foundIn(copy, run, needs)
  }
  for (;;) {
    const boarding = await needs.flights.board(key, signal)
    if (boarding.role === 'passenger' && boarding.landing.state === 'failed') throw told(boarding.landing)
    await using pilot = boarding.role === 'pilot' ? boarding : undefined
    // Also for the pilot: another flight may have landed between the first look into the cache and boarding.
    const found = await landed()
    if (found) await pilot?.land({ state: 'kept' })
    if (found ?? pilot) return found ?? (await fetchAsPilot(pilot!, run, enter, signal, needs))
  }
}

/** A failure is told to all who wait, unless it is only that nobody here waits any more. */
async function fetchAsPilot(
  { land }: Extract<Boarding, { role: 'pilot' }>,
  run: PageRun,
  enter: Enter,
  signal: AbortSignal,
  needs: FindOrFetchNeeds,
): Promise<Found> {
  try {
    const found = await fetchAlone(run, enter, signal, needs)
    await land({ state: 'kept' })
    return found
  } catch (failure) {
    if (failure instanceof Fault && !signal.aborted) await land(failed(failure))
    throw failure
  }
}

async function fetchAlone(
  run: PageRun,
  enter: Enter,
  signal: AbortSignal,
  needs: FindOrFetchNeeds,
): Promise<Found> {
  const { request, teamId, screen } = run
  const keepCapture = (capture: Capture) => keptCapture(capture, { ...run, ...needs })
  const obtained = await needs.obtain(request, { teamId, keepCapture, enter, screen }, signal)
  const { understood } = obtained
  const first = understood.state === 'document' ? undefined : understoodOf(understood)
  // Others wait for the page and not for a model, which is asked afterwards.
  const derived =
    first && !first.material ? await answered(first, obtained.fetched, { run, signal }, needs) : first
  const { bytes: _, ...head } = obtained.fetched
  const copyId = await keep(obtained, derived, run, needs)
  return {
    head,
    deriveKey: run.deriveKey,
    derived,
    cachedAt: undefined,
    copyId,
    fetched: async () => obtained.fetched,
    recall: async (key) => (copyId === undefined ? undefined : await needs.cache.recall(copyId, key)),
    remember: async (key, more) => {
      if (copyId !== undefined) await needs.cache.remember(copyId, key, more)
    },
  }
}

/** A copy that others waited for, although it is not one to keep, is there for them for a moment. */
const PASSING_MS = 60_000

/** What a screen left out is missing for those only who have the same. */
function passingKey({ key, screen }: PageRun): string {
  return createHash('sha256')
    .update(`passing ${key}${screen?.key ?? ''}`)
    .digest('hex')
}

async function keep(
  { fetched }: Obtained,
  derived: Derived | undefined,
  run: PageRun,
  { cache, keepMs }: FindOrFetchNeeds,
): Promise<string | undefined> {
  const { use, scope, key, deriveKey: derivedBy } = run
  const isKept = isWorthKeeping(fetched)
  if (!use.write || (!isKept && !use.share)) return undefined
  return await cache.keep({
    scope,
    key: isKept ? key : passingKey(run),
    fetched,
    expiresInMs: isKept ? keepMs : PASSING_MS,
    ...(derived && !derived.material && { memo: { deriveKey: derivedBy, derived } }),
  })
}

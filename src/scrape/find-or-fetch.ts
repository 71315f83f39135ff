import { createHash } from 'node:crypto'
import { deadline, orAborted } from '../abort.ts'
import type { Capture } from '../browser/browser.ts'
import { Fault } from '../fault.ts'
import type { AskModel } from './ask-model.ts'
import type { Blobs } from './blobs.ts'
import { cacheKey, deriveKey } from './cache/cache-key.ts'
import { cacheMiss, cacheUse } from './cache/cache-use.ts'
import type { CacheUse } from './cache/cache-use.ts'
import { failed, told } from './cache/flights.ts'
import type { Boarding, Flights } from './cache/flights.ts'
import type { CachedPage, Derived, PageCache } from './cache/page-cache.ts'
import type { ReportProgress } from '../documents/documents.ts'
import { isWithin } from '../egress/egress.ts'
import type { Screen } from '../egress/egress.ts'
import type { Fetched } from './fetch/fetched.ts'
import { sourceOf } from './obtain.ts'
import type { Obtain, Obtained } from './obtain.ts'
import { isExtraction } from './formats/formats.ts'
import { keptCapture } from './kept-capture.ts'
import type { PageIndex } from './page-index.ts'
import type { PageWish } from './page-wish.ts'
import { isDocument } from './read-documents.ts'
import type { Enter, SharedWork } from './shared-work.ts'
import type { SiteMemory } from './site-memory.ts'
import { ENGINE_VERSION } from './understand.ts'
import type { Understand, Understood } from './understand.ts'

/** Who has the last word about what a page says. */
interface Answering {
  askModel: AskModel
  /** Which engine that is; what another one derived is derived anew. */
  engine: string
}

export interface FindOrFetchNeeds extends Answering {
  /** Who answers those that want the larger model, where there are two. */
  pro?: Answering | undefined
  obtain: Obtain
  understand: Understand
  /** Whether a model has a part in answering a request. */
  asksModel: (request: Pick<PageWish, 'formats'>) => boolean
  siteMemory: SiteMemory
  pageIndex: PageIndex
  cache: PageCache
  flights: Flights
  shared: SharedWork<Found>
  /** Documents that are being read, and pages that a model is asked about. */
  readings: SharedWork<Derived>
  blobs: Blobs
  /** Whether all teams see one cache. */
  isShared: boolean
  /** How long a copy is kept. */
  keepMs: number
}

/** Everything there is about a page for one request. */
export interface PageResult {
  head: Omit<Fetched, 'bytes'>
  derived: Derived
  /** When the copy was made; absent for a page fetched just now. */
  cachedAt: Date | undefined
}

interface PageCaller {
  teamId: string
  /** Who alone may come back for what takes longer than there is time; absent: anybody of the team. */
  resumedBy?: string | undefined
  takeTurn(): Promise<AbortSignal>
  /** The time there is until the turn has come; absent: that of the request. */
  signal?: AbortSignal | undefined
  /** Which addresses may be visited; absent: any. */
  screen?: Screen | undefined
}

/** Answers from the cache where the rules allow it, and fetches otherwise. */
export type FindOrFetch = (request: PageWish, caller: PageCaller) => Promise<PageResult>

/** A page as those who waited for it together get it: derived for one of them, with the means to derive for others. */
export interface Found {
  head: Omit<Fetched, 'bytes'>
  deriveKey: string
  derived: Derived | undefined
  /** When the copy was made; absent for what was fetched while the request was under way. */
  cachedAt: Date | undefined
  /** Absent when no copy is kept. */
  copyId: string | undefined
  /** Gives undefined when the copy was removed meanwhile. */
  fetched: () => Promise<Fetched | undefined>
  remember: (deriveKey: string, derived: Derived) => Promise<void>
}

export function createFindOrFetch(needs: FindOrFetchNeeds): FindOrFetch {
  return async (request, { teamId, resumedBy = '', takeTurn, signal = FOREVER, screen }) => {
    using waiting = deadline(signal, request.timeout)
    if (screen) await orAborted(screen.admit(request.url, waiting), waiting)
    const use = cacheUse(request)
    const run: Run = {
      request: { ...request, indexes: use.write },
      teamId,
      resumedBy,
      use,
      scope: needs.isShared ? SHARED_SCOPE : teamId,
      key: cacheKey(request),
      deriveKey: deriveKey(request, `${ENGINE_VERSION} ${answering(request, needs).engine}`),
      since: performance.now(),
      screen,
    }
    const hit = run.use.read ? await findCopy(run, { maxAgeMs: request.maxAge }, waiting, needs) : undefined
    if (hit && use.write && isWorthKeeping(hit.head)) needs.pageIndex.note({ teamId, url: hit.head.url })
    if (hit?.derived) return admitted({ head: hit.head, derived: hit.derived, cachedAt: hit.cachedAt })
    if (!hit && run.use.only) throw cacheMiss(run.use.only)

    // From here on there is work to do, which waits for the team's turn.
    const time = await takeTurn()
    return admitted(await work({ ...run, request: await withSiblings(run, needs) }, hit, time, needs))
  }
}

async function work(
  run: Run,
  hit: CachedPage | undefined,
  time: AbortSignal,
  needs: FindOrFetchNeeds,
): Promise<PageResult> {
  const copy = hit && (await derivedFrom(foundIn(hit, run, needs), run, time, needs))
  if (copy) return { ...copy, cachedAt: hit.cachedAt }
  if (run.use.only) throw cacheMiss(run.use.only)
  const found = await fetchTogether(run, time, needs)
  const fresh = await derivedFrom(found, run, time, needs)
  if (!fresh) throw new Fault('UNAVAILABLE', 'The page was removed from the cache while it was read.')
  return { ...fresh, cachedAt: found.cachedAt }
}

/** A page may be read and kept although there can be no document of it in the formats asked for. */
function admitted(page: PageResult): PageResult {
  const { refusal, discovery, fields } = page.derived
  if (!refusal) return page
  if (!discovery) throw new Fault(refusal.code, refusal.message)
  // Who goes from page to page goes on from this one too, and is told with the rest of it.
  const warning = [...(fields.warning === undefined ? [] : [fields.warning]), refusal.message].join(' ')
  return { ...page, derived: { ...page.derived, fields: { ...fields, warning } } }
}

/** Other pages of the site tell what on this one is its own. */
async function withSiblings({ request, scope }: Run, { siteMemory }: FindOrFetchNeeds): Promise<PageWish> {
  if (!request.formats.some(isExtraction)) return request
  return { ...request, siblings: await siteMemory.recall({ scope, url: request.url }) }
}

const SHARED_SCOPE = 'all teams'
const FOREVER = new AbortController().signal

/** One request on its way, with what the cache's rules say about it. */
interface Run {
  request: PageWish
  teamId: string
  resumedBy: string
  use: CacheUse
  scope: string
  key: string
  deriveKey: string
  /** When it began, by the clock of this process. */
  since: number
  screen: Screen | undefined
}

/** A copy that this request may have: verified if it wants that, from where it may go, with its picture still there. */
async function findCopy(
  run: Run,
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
  { use }: Run,
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

function foundIn(copy: CachedPage, run: Run, { cache }: FindOrFetchNeeds): Found {
  return {
    head: copy.head,
    deriveKey: run.deriveKey,
    derived: copy.derived,
    cachedAt: copy.cachedAt,
    copyId: copy.copyId,
    fetched: () => cache.fetched(copy.copyId),
    remember: (key, derived) =>
      run.use.write ? cache.remember(copy.copyId, key, derived) : Promise.resolve(),
  }
}

/** What this request wants from the page: derived before, or now. */
async function derivedFrom(
  found: Found,
  run: Run,
  signal: AbortSignal,
  needs: FindOrFetchNeeds,
): Promise<Omit<PageResult, 'cachedAt'> | undefined> {
  const { head } = found
  const known = found.derived && found.deriveKey === run.deriveKey ? found.derived : undefined
  if (known && !known.material) return { head, derived: known }
  const fetched = await found.fetched()
  if (!fetched) return undefined
  const sharedAs = found.copyId && `${found.copyId} ${run.deriveKey}`
  const own: Deriving = { run, signal, known, sharedAs }
  const isLong = sharedAs !== undefined && (needs.asksModel(run.request) || isDocument(sourceOf(fetched)))
  if (known || !isLong) return { head, derived: await derive(found, fetched, own, needs) }
  // Reading a document may take longer than the caller has time; who comes back finds it further on.
  const read = await needs.readings.join(sharedAs, signal, Infinity, async (time, enter) => {
    enter('reading')
    return await derive(found, fetched, { run, signal: time, enter, isTogether: true }, needs)
  })
  const derived = read.material ? await derive(found, fetched, { ...own, known: read }, needs) : read
  return { head, derived }
}

interface Deriving {
  run: Run
  signal: AbortSignal
  enter?: Enter
  /** What was understood already, and waits for a model. */
  known?: Derived | undefined
  /** Whether several wait for it; a model is asked afterwards, because each has its own time for that. */
  isTogether?: boolean
  /** What those have in common who want the same from the same copy. */
  sharedAs?: string | undefined
}

async function derive(
  found: Found,
  fetched: Fetched,
  deriving: Deriving,
  needs: FindOrFetchNeeds,
): Promise<Derived> {
  const { run, signal, enter, known, isTogether } = deriving
  const report = (pages: Parameters<ReportProgress>[0]) => enter?.('reading', pages)
  const understand = () => needs.understand(sourceOf(fetched), run.request, signal, report)
  const understood = known ?? understoodOf(await understand())
  if (isTogether && understood.material) return understood
  const derived = await answered(understood, fetched, deriving, needs)
  if (!derived.isProvisional) await found.remember(run.deriveKey, derived)
  return derived
}

/**
 * The end of deriving: a model has its say, what the page teaches about its site is remembered, and what it can be found by
 * is entered into the index.
 */
async function answered(
  { trace, forIndex, ...understood }: Derived,
  fetched: Fetched,
  { run, signal, sharedAs }: Deriving,
  needs: FindOrFetchNeeds,
): Promise<Derived> {
  const { siteMemory, pageIndex } = needs
  const { request, teamId, scope, use, since } = run
  if (trace && use.write) siteMemory.remember({ scope, url: request.url }, trace)
  if (forIndex && use.write && isWorthKeeping(fetched)) {
    const contentType = fetched.headers['content-type'] ?? ''
    pageIndex.enter({ ...forIndex, teamId, url: fetched.url, contentType })
  }
  // Who goes from page to page has no use for what an error page says.
  const { material, ...rest } = understood
  const isAsked = !((request.discovers || request.leads) && fetched.status >= FIRST_ERROR_STATUS)
  const timeMs = Math.max(0, request.timeout - (performance.now() - since))
  const asked = { formats: request.formats, timeMs, sharedAs }
  return await answering(request, needs).askModel(isAsked && material ? understood : rest, asked, signal)
}

const FIRST_ERROR_STATUS = 400

function answering({ usesPro }: PageWish, needs: FindOrFetchNeeds): Answering {
  return (usesPro && needs.pro) || needs
}

function isWorthKeeping({ status, isProvisional }: Pick<Fetched, 'status' | 'isProvisional'>): boolean {
  return status >= 200 && status < 300 && !isProvisional
}

/** The same page asked for at the same time is fetched once; what may not be shared is fetched by itself. */
async function fetchTogether(run: Run, signal: AbortSignal, needs: FindOrFetchNeeds): Promise<Found> {
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
function requestKey({ teamId, resumedBy, request, screen }: Run): string {
  const { timeout: _, siblings: _known, ...rest } = request
  const asked = createHash('sha256').update(JSON.stringify(rest)).digest('base64')
  return `${teamId} ${resumedBy} ${screen?.key ?? ''} ${asked}`
}

/** Over all processes one fetches; the others find its copy, or try again when it brought none. */
async function fetchOnce(
  key: string,
  run: Run,
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
  run: Run,
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
  run: Run,
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
    remember: async (key, more) => {
      if (copyId !== undefined) await needs.cache.remember(copyId, key, more)
    },
  }
}

/** A copy that others waited for, although it is not one to keep, is there for them for a moment. */
const PASSING_MS = 60_000

/** What a screen left out is missing for those only who have the same. */
function passingKey({ key, screen }: Run): string {
  return createHash('sha256')
    .update(`passing ${key}${screen?.key ?? ''}`)
    .digest('hex')
}

async function keep(
  { fetched }: Obtained,
  derived: Derived | undefined,
  run: Run,
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

function understoodOf(understood: Understood): Derived {
  if (understood.state === 'understood') return understood
  throw new Fault(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `The target is a file of a kind that is not read: ${understood.name}.`,
  )
}

import { deadline, orAborted } from '../work/abort.ts'
import type { Screen } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import type { FaultCode } from '../fault.ts'
import { cacheKey, deriveKey } from './cache/cache-key.ts'
import { cacheMiss, cacheUse } from './cache/cache-use.ts'
import type { CachedPage, Derived } from './cache/page-cache.ts'
import { answering, derivedFrom } from './understand/derive-page.ts'
import type { Fetched } from './fetch/fetched.ts'
import { fetchTogether } from './fetch/fetch-together.ts'
import { findCopy, foundIn } from './cache/find-copy.ts'
import { isExtraction } from './understand/formats/formats.ts'
import { isWorthKeeping } from './cache/page-run.ts'
import type { FindOrFetchNeeds, PageRun } from './cache/page-run.ts'
import type { PageWish } from './admit/page-wish.ts'
import { ENGINE_VERSION } from './understand/read-page.ts'
import { throughExport } from './admit/through-export.ts'

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

export function createFindOrFetch(needs: FindOrFetchNeeds): FindOrFetch {
  return async (asked, { teamId, resumedBy = '', takeTurn, signal = FOREVER, screen }) => {
    using waiting = deadline(signal, asked.timeout)
    if (screen) await orAborted(screen.admit(asked.url, waiting), waiting)
    const request = throughExport(asked)
    const use = cacheUse(request)
    const run: PageRun = {
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
    if (hit?.derived)
      return admitted({ head: hit.head, derived: hit.derived, cachedAt: hit.cachedAt }, request)
    if (!hit && run.use.only) throw cacheMiss(run.use.only)

    // From here on there is work to do, which waits for the team's turn.
    const time = await takeTurn()
    return admitted(
      await work({ ...run, request: await withSiblings(run, needs) }, hit, time, needs),
      request,
    )
  }
}

async function work(
  run: PageRun,
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
function admitted(page: PageResult, { lockdown }: PageWish): PageResult {
  const { refusal, discovery, fields } = page.derived
  if (!refusal) return page
  // Under lockdown a copy is all there can be, so what it has is the answer.
  const isEnough = lockdown && WITHOUT_MEDIA.has(refusal.code)
  if (!discovery && !isEnough) throw new Fault(refusal.code, refusal.message)
  // Who goes from page to page goes on from this one too, and is told with the rest of it.
  const warning = [...(fields.warning === undefined ? [] : [fields.warning]), refusal.message].join(' ')
  return { ...page, derived: { ...page.derived, fields: { ...fields, warning } } }
}

const WITHOUT_MEDIA = new Set<FaultCode>(['SCRAPE_AUDIO_UNSUPPORTED_URL', 'SCRAPE_VIDEO_UNSUPPORTED_URL'])

/** Other pages of the site tell what on this one is its own. */
async function withSiblings(
  { request, scope }: PageRun,
  { siteMemory }: FindOrFetchNeeds,
): Promise<PageWish> {
  if (!request.formats.some(isExtraction)) return request
  return { ...request, siblings: await siteMemory.recall({ scope, url: request.url }) }
}

const SHARED_SCOPE = 'all teams'
const FOREVER = new AbortController().signal

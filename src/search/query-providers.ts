import { Fault } from '../fault.ts'
import { deadline, orAborted } from '../concurrency/abort.ts'
import { UNREADABLE, failed, late, describeFailure } from './provider.ts'
import type { Failed, Hit, IgnorableOption, Provider, ProviderResponse, ProviderRequest } from './provider.ts'
import { isWithin } from './scope.ts'
import { isHours } from './time-filter.ts'

export type Outcome =
  | { state: 'found'; hits: Hit[]; notes: string[] }
  | { state: 'failed'; reasons: string[]; isLate: boolean }

interface SearchContext {
  signal: AbortSignal
  /** What each provider has of the time, so that who never answers leaves some for the next. */
  timeoutMs: number
  report: (provider: string, reason: string, cause?: unknown) => void
}

const GRACE_MS = 50

/**
 * Asks one provider after the other until one finds something. Who failed before that is told. When nobody finds
 * anything, that is a result as long as at least one could be asked.
 */
export async function queryProviders(
  providers: readonly Provider[],
  request: ProviderRequest,
  context: SearchContext,
): Promise<Outcome> {
  const reasons: string[] = []
  const notes: string[] = []
  let isAnswered = false
  let isLateOnly = true
  for (const provider of providers) {
    if (!provider.has.includes(request.source)) {
      reasons.push(`${provider.name}: It has no search for ${request.source}.`)
      isLateOnly = false
      continue
    }
    const response = await queryProvider(provider, request, context)
    if (response.state === 'failed') {
      context.report(provider.name, response.reason, response.cause)
      reasons.push(`${provider.name}: ${describeFailure(response)}`)
      isLateOnly &&= response.isLate === true
      continue
    }
    isAnswered = true
    const responseNotes = [...response.notes, ...ignoredNotes(provider, request)]
    // What others say who found nothing is not about these results.
    if (response.hits.length > 0)
      return {
        state: 'found',
        hits: response.hits.slice(0, request.limit),
        notes: [...reasons, ...responseNotes],
      }
    notes.push(...responseNotes)
  }
  return isAnswered
    ? { state: 'found', hits: [], notes: [...reasons, ...notes] }
    : { state: 'failed', reasons, isLate: isLateOnly }
}

async function queryProvider(
  provider: Provider,
  request: ProviderRequest,
  { signal, timeoutMs }: SearchContext,
): Promise<ProviderResponse> {
  using time = deadline(signal, timeoutMs)
  // Who asks over the network gives what is there when the time is over; anybody else is not waited for.
  using end = deadline(signal, timeoutMs + GRACE_MS)
  try {
    return await orAborted(provider.search(request, time), end)
  } catch (failure) {
    if (signal.aborted) throw failure
    if (isLate(time)) return late()
    const why = failure instanceof Fault ? `: ${failure.message}` : '.'
    return { ...failed(`It could not be asked${why}`), cause: failure }
  }
}

const OPTION_CHECKS: Record<IgnorableOption, [name: string, isAsked: (request: ProviderRequest) => boolean]> =
  {
    location: ['location', ({ location }) => location !== undefined],
    safe: ['safe', ({ safe }) => safe],
    language: ['lang', ({ language }) => language !== undefined],
    byDate: ['sbd:1 in tbs', ({ time }) => time.byDate],
    hours: ['hours in tbs', ({ time }) => isHours(time)],
  }

function ignoredNotes({ name, ignores }: Provider, request: ProviderRequest): string[] {
  const asked = ignores
    .map((particular) => OPTION_CHECKS[particular])
    .filter(([, isAsked]) => isAsked(request))
  const lost = asked.map(([particular]) => particular)
  return lost.length === 0 ? [] : [`${name} does not know ${lost.join(' and ')}, which had no effect.`]
}

export function interleave<One extends Hit>(lists: readonly (readonly One[])[], most: number): One[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const merged = new Map<string, One>()
  for (let place = 0; place < longest; place++) {
    for (const hit of lists.flatMap((list) => list[place] ?? [])) {
      const key = pageKey(hit.url)
      if (!merged.has(key)) merged.set(key, hit)
    }
  }
  return [...merged.values()].slice(0, most)
}

export type ResultsPage = { state: 'page'; hits: (Hit | undefined)[]; isLast?: boolean } | Failed

/**
 * Asks for page after page until there are enough results, no new ones, or no further page. What is not from where it may
 * be from, or was there already, does not count. A failure after the first page leaves what is there. `notes` are told with
 * what is found.
 */
export async function collect(
  { limit, scope, source }: Pick<ProviderRequest, 'limit' | 'scope' | 'source'>,
  mostPages: number,
  askPage: (page: number) => Promise<ResultsPage>,
  notes: readonly string[] = [],
): Promise<ProviderResponse> {
  const found = new Map<string, Hit>()
  for (let page = 0; page < mostPages && found.size < limit; page++) {
    const response = await askPage(page)
    if (response.state === 'failed') {
      if (found.size === 0) return response
      return {
        state: 'found',
        hits: [...found.values()],
        notes: [...notes, `Fewer results than there may be: ${describeFailure(response)}`],
      }
    }
    if (page === 0 && response.hits.length > 0 && response.hits.every((hit) => !hit))
      return failed(UNREADABLE)
    const before = found.size
    for (const hit of response.hits) {
      if (hit && isWithin(hit.url, scope) && found.size < limit) keepFirst(found, hit, source)
    }
    if (response.isLast || found.size === before) break
  }
  return { state: 'found', hits: [...found.values()], notes: [...notes] }
}

function keepFirst(found: Map<string, Hit>, hit: Hit, source: ProviderRequest['source']): void {
  const key = source === 'images' ? (hit.image?.url ?? '') : pageKey(hit.url)
  if (key !== '' && !found.has(key)) found.set(key, hit)
}

const TRACKING = /^(utm_\w+|gclid|fbclid|msclkid)$/

export function pageKey(url: string): string {
  const { hostname, port, pathname, searchParams, hash } = new URL(url)
  const telling = new URLSearchParams([...searchParams].filter(([name]) => !TRACKING.test(name)))
  telling.sort()
  const host = hostname.replace(/^www\./, '').replace(/\.$/, '')
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  return `${host}:${port}${path}?${telling.toString()}${/^#[!/]/.test(hash) ? hash : ''}`
}

/** Whether the time is over, and not somebody gone. */
export function isLate({ reason }: AbortSignal): boolean {
  return reason instanceof Fault && reason.code === 'SCRAPE_TIMEOUT'
}

import { Fault } from '../fault.ts'
import { deadline, orAborted } from '../concurrency/abort.ts'
import { UNREADABLE, failed, late, toldOf } from './provider.ts'
import type { Failed, Hit, Particular, Provider, ProviderAnswer, ProviderWish } from './provider.ts'
import { isWithin } from './scope.ts'
import { isHours } from './time.ts'

export type Outcome =
  | { state: 'found'; hits: Hit[]; notes: string[] }
  | { state: 'failed'; reasons: string[]; isLate: boolean }

interface Asking {
  signal: AbortSignal
  /** What each provider has of the time, so that who never answers leaves some for the next. */
  patienceMs: number
  tell: (provider: string, reason: string, cause?: unknown) => void
}

const GRACE_MS = 50

/**
 * Asks one provider after the other until one finds something. Who failed before that is told. When nobody finds
 * anything, that is a result as long as at least one could be asked.
 */
export async function findWith(
  providers: readonly Provider[],
  wish: ProviderWish,
  asking: Asking,
): Promise<Outcome> {
  const reasons: string[] = []
  const notes: string[] = []
  let isAnswered = false
  let isLateOnly = true
  for (const provider of providers) {
    if (!provider.has.includes(wish.source)) {
      reasons.push(`${provider.name}: It has no search for ${wish.source}.`)
      isLateOnly = false
      continue
    }
    const answer = await askOne(provider, wish, asking)
    if (answer.state === 'failed') {
      asking.tell(provider.name, answer.reason, answer.cause)
      reasons.push(`${provider.name}: ${toldOf(answer)}`)
      isLateOnly &&= answer.isLate === true
      continue
    }
    isAnswered = true
    const said = [...answer.notes, ...ignored(provider, wish)]
    // What others say who found nothing is not about these results.
    if (answer.hits.length > 0)
      return { state: 'found', hits: answer.hits.slice(0, wish.limit), notes: [...reasons, ...said] }
    notes.push(...said)
  }
  return isAnswered
    ? { state: 'found', hits: [], notes: [...reasons, ...notes] }
    : { state: 'failed', reasons, isLate: isLateOnly }
}

async function askOne(
  provider: Provider,
  wish: ProviderWish,
  { signal, patienceMs }: Asking,
): Promise<ProviderAnswer> {
  using time = deadline(signal, patienceMs)
  // Who asks over the network gives what is there when the time is over; anybody else is not waited for.
  using end = deadline(signal, patienceMs + GRACE_MS)
  try {
    return await orAborted(provider.ask(wish, time), end)
  } catch (failure) {
    if (signal.aborted) throw failure
    if (isLate(time)) return late()
    const why = failure instanceof Fault ? `: ${failure.message}` : '.'
    return { ...failed(`It could not be asked${why}`), cause: failure }
  }
}

const PARTICULARS: Record<Particular, [name: string, isAsked: (wish: ProviderWish) => boolean]> = {
  location: ['location', ({ location }) => location !== undefined],
  safe: ['safe', ({ safe }) => safe],
  language: ['lang', ({ language }) => language !== undefined],
  byDate: ['sbd:1 in tbs', ({ time }) => time.byDate],
  hours: ['hours in tbs', ({ time }) => isHours(time)],
}

function ignored({ name, ignores }: Provider, wish: ProviderWish): string[] {
  const asked = ignores.map((particular) => PARTICULARS[particular]).filter(([, isAsked]) => isAsked(wish))
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

export type PageAnswer = { state: 'page'; hits: (Hit | undefined)[]; isLast?: boolean } | Failed

/**
 * Asks for page after page until there are enough results, no new ones, or no further page. What is not from where it may
 * be from, or was there already, does not count. A failure after the first page leaves what is there. `notes` are told with
 * what is found.
 */
export async function collect(
  { limit, scope, source }: Pick<ProviderWish, 'limit' | 'scope' | 'source'>,
  mostPages: number,
  askPage: (page: number) => Promise<PageAnswer>,
  notes: readonly string[] = [],
): Promise<ProviderAnswer> {
  const found = new Map<string, Hit>()
  for (let page = 0; page < mostPages && found.size < limit; page++) {
    const answer = await askPage(page)
    if (answer.state === 'failed') {
      if (found.size === 0) return answer
      return {
        state: 'found',
        hits: [...found.values()],
        notes: [...notes, `Fewer results than there may be: ${toldOf(answer)}`],
      }
    }
    if (page === 0 && answer.hits.length > 0 && answer.hits.every((hit) => !hit)) return failed(UNREADABLE)
    const before = found.size
    for (const hit of answer.hits) {
      if (hit && isWithin(hit.url, scope) && found.size < limit) keepFirst(found, hit, source)
    }
    if (answer.isLast || found.size === before) break
  }
  return { state: 'found', hits: [...found.values()], notes: [...notes] }
}

function keepFirst(found: Map<string, Hit>, hit: Hit, source: ProviderWish['source']): void {
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

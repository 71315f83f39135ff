import { failed, toldOf, UNREADABLE } from './provider.ts'
import type { Failed, Hit, ProviderAnswer, ProviderWish } from './provider.ts'
import { isWithin } from './scope.ts'

/** One page of results, and whether there may be another one. */
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

/** The same for addresses that lead to the same page: how it is reached, where on it, and who sent there do not count. */
export function pageKey(url: string): string {
  const { hostname, port, pathname, searchParams, hash } = new URL(url)
  const telling = new URLSearchParams([...searchParams].filter(([name]) => !TRACKING.test(name)))
  telling.sort()
  const host = hostname.replace(/^www\./, '').replace(/\.$/, '')
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  return `${host}:${port}${path}?${telling.toString()}${/^#[!/]/.test(hash) ? hash : ''}`
}

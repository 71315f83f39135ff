import { Fault } from '../../fault.ts'
import type { CacheRules, CacheUse, PageRequest } from '../line.ts'
import { cacheKey, deriveKey, isCacheable } from './cache-key.ts'

/** `engine` names who derives fields, with its version: what another one derived is derived again. */
export function cacheRules(
  request: PageRequest,
  { scope, engine }: { scope: string; engine: string },
): CacheRules {
  return { ...cacheUse(request), scope, key: cacheKey(request), deriveKey: deriveKey(request, engine) }
}

/**
 * `maxAge: 0` is never answered from a copy and never shared, but what it fetched updates the cache like any fresh
 * scrape: whoever asks next must not get an older page than the one just seen. A request that keeps nothing has nothing
 * to share; zero retention reads copies of others, which leaves no trace of it. Whoever goes from page to page asks for
 * each of them once, so that sharing would cost more than it saves.
 */
export function cacheUse(request: PageRequest): CacheUse {
  const allowed = isCacheable(request)
  const read = allowed && request.maxAge > 0
  const keeps = request.storeInCache && !request.zeroDataRetention && !request.lockdown
  // A copy is the page as it was sent, with all the personal data in it.
  const write = allowed && keeps && request.redactPII === undefined
  const only = request.lockdown ? 'lockdown' : request.minAge === undefined ? undefined : 'minAge'
  const share = read && write && only === undefined && !request.discovers
  return { read, write, share, only }
}

/** Why a request that only the cache may answer has no answer. */
export function cacheMiss(only: NonNullable<CacheUse['only']>): Fault {
  return only === 'lockdown'
    ? new Fault(
        'SCRAPE_LOCKDOWN_CACHE_MISS',
        'The page is not in the cache, and lockdown forbids to fetch it.',
      )
    : new Fault('SCRAPE_NO_CACHED_DATA', 'The cache has no copy of the page of at least minAge.')
}

import { Fault } from '../../fault.ts'
import type { CacheRules, CacheUse, PageRequest } from '../run.ts'
import { createHash } from 'node:crypto'

export function cacheRules(
  request: PageRequest,
  { scope, engine }: { scope: string; engine: string },
): CacheRules {
  return { ...cacheUse(request), scope, key: cacheKey(request), deriveKey: deriveKey(request, engine) }
}

/**
 * `maxAge: 0` still updates the cache: whoever asks next must not get an older page. A crawl asks for each page
 * once, so sharing would cost more than it saves.
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

export function cacheMiss(only: NonNullable<CacheUse['only']>): Fault {
  return only === 'lockdown'
    ? new Fault(
        'SCRAPE_LOCKDOWN_CACHE_MISS',
        'The page is not in the cache, and lockdown forbids to fetch it.',
      )
    : new Fault('SCRAPE_NO_CACHED_DATA', 'The cache has no copy of the page of at least minAge.')
}

export function cacheKey(request: PageRequest): string {
  return digest(optionValues(request, 'match'))
}

/** Requests with the same key and engine version want the same fields from a copy. */
export function deriveKey(request: PageRequest, engineVersion: string): string {
  return digest([engineVersion, ...optionValues(request, 'derive')])
}

export function isCacheable(request: PageRequest): boolean {
  return !optionValues(request, 'forbids').some(([, forbids]) => forbids)
}

function optionValues(request: PageRequest, aspect: keyof OptionMeaning<never>): [string, unknown][] {
  return Object.entries<OptionMeaning<never>>(REQUEST_OPTIONS).flatMap(([option, meaning]) => {
    const read = meaning[aspect]
    return read ? [[option, read(request[option as keyof PageRequest] as never)]] : []
  })
}

function digest(values: unknown): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

interface OptionMeaning<Value> {
  /** What of it must be the same for a copy to be used. */
  match?: (value: Value) => unknown
  /** What of it decides what is derived from a copy. */
  derive?: (value: Value) => unknown
  /** Whether it keeps the request away from the cache altogether. */
  forbids?: (value: Value) => boolean
}

/** An option without a meaning changes neither what is fetched nor what is derived, or decides how the cache is used. */
const REQUEST_OPTIONS = {
  url: { match: normalUrl },
  mobile: { match: identity },
  location: { match: ({ country, languages }) => [country, ...languages] },
  waitFor: { match: identity },
  blockAds: { match: identity },
  proxy: { match: (proxy) => proxy === 'enhanced' },
  formats: {
    match: (formats) => [
      ...formats.flatMap((format) => (format.type === 'screenshot' ? [format.fullPage] : [])),
      ...(formats.some(({ type }) => type === 'branding') ? ['branding'] : []),
    ],
    derive: identity,
    forbids: (formats) =>
      formats.some(
        (format) =>
          format.type === 'changeTracking' ||
          (format.type === 'screenshot' && (format.viewport !== undefined || format.quality !== undefined)),
      ),
  },

  headers: { forbids: (headers) => Object.keys(headers).length > 0 },
  actions: { forbids: (actions) => actions.length > 0 },
  profile: { forbids: (profile) => profile !== undefined },

  onlyMainContent: { derive: identity },
  onlyCleanContent: { derive: identity },
  includeTags: { derive: identity },
  excludeTags: { derive: identity },
  parsers: { derive: identity },
  removeBase64Images: { derive: identity },
  redactPII: { derive: identity },
  discovers: { derive: (discovers) => discovers === true },
  indexes: {},
  leads: { derive: (leads) => leads === true },
  usesPro: {},
  isExport: {},
  // Which copies will do is decided by where they came from.
  confinement: {},

  maxAge: {},
  minAge: {},
  storeInCache: {},
  lockdown: {},
  zeroDataRetention: {},

  skipTlsVerification: {},
  timeout: {},
  threatProtection: {},
  auditMetadata: {},
  origin: {},
  integration: {},
} satisfies { [Option in keyof PageRequest]-?: OptionMeaning<PageRequest[Option]> }

/** The part after `#` stays only where single-page applications keep their route. */
function normalUrl(text: string): string {
  const url = new URL(text)
  if (!/^#[!/]/.test(url.hash)) url.hash = ''
  return url.href
}

function identity(value: unknown): unknown {
  return value
}

import type { PageRequest } from '../line.ts'

/** What one option of a scrape means to the cache. */
export interface OptionMeaning<Value> {
  /** What of it must be the same for a copy to be used. */
  match?: (value: Value) => unknown
  /** What of it decides what is derived from a copy. */
  derive?: (value: Value) => unknown
  /** Whether it keeps the request away from the cache altogether. */
  forbids?: (value: Value) => boolean
}

/**
 * Every option of a scrape, so that a new one cannot be forgotten: what must match and what forbids are the rules of
 * the specification. An option without a meaning changes neither what is fetched nor what is derived, or decides how
 * the cache is used (`cache-rules.ts`).
 */
export const REQUEST_OPTIONS = {
  url: { match: normalUrl },
  mobile: { match: itself },
  location: { match: ({ country, languages }) => [country, ...languages] },
  waitFor: { match: itself },
  blockAds: { match: itself },
  proxy: { match: (proxy) => proxy === 'enhanced' },
  formats: {
    match: (formats) => [
      ...formats.flatMap((format) => (format.type === 'screenshot' ? [format.fullPage] : [])),
      ...(formats.some(({ type }) => type === 'branding') ? ['branding'] : []),
    ],
    derive: itself,
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

  onlyMainContent: { derive: itself },
  onlyCleanContent: { derive: itself },
  includeTags: { derive: itself },
  excludeTags: { derive: itself },
  parsers: { derive: itself },
  removeBase64Images: { derive: itself },
  redactPII: { derive: itself },
  discovers: { derive: (discovers) => discovers === true },
  // It is entered into the index and not kept with the copy.
  indexes: {},
  leads: { derive: (leads) => leads === true },
  // Who answers is part of the engine's name.
  usesPro: {},
  // The URL decides it.
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

/**
 * The form in which addresses of the same page are equal: host in lower case, no default port. The part after `#` stays
 * only where single-page applications keep their route; elsewhere it never reaches the server.
 */
function normalUrl(text: string): string {
  const url = new URL(text)
  if (!/^#[!/]/.test(url.hash)) url.hash = ''
  return url.href
}

function itself(value: unknown): unknown {
  return value
}

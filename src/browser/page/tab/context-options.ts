import { readFileSync } from 'node:fs'
import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import type { Pass } from '../../../egress/egress.ts'
import type { Visit } from '../../visit.ts'
import type { Identity } from './identity.ts'
import { orAborted } from '../../../concurrency/abort.ts'

interface ContextGate {
  server: string
  pass?: Pass | undefined
}

export function contextOptions(
  visit: Visit,
  identity: Identity,
  { server, pass }: ContextGate,
): BrowserContextOptions {
  const { timezoneId, latitude, longitude } = placeOf(visit.location.country)
  const storageState = parseState(visit.profile?.state)
  return {
    ...identity.screen,
    ...(visit.screenshot?.viewport && { viewport: visit.screenshot.viewport }),
    userAgent: identity.userAgent,
    locale: languagesOf(visit)[0]!,
    timezoneId,
    geolocation: { latitude, longitude },
    // An empty list refuses every permission without asking; who chose a country shares his position there.
    permissions: visit.location.country === DEFAULT_COUNTRY ? [] : ['geolocation'],
    ignoreHTTPSErrors: visit.skipTlsVerification,
    serviceWorkers: 'block',
    acceptDownloads: false,
    proxy: { server, ...(pass && { username: pass.username, password: pass.password }) },
    ...(storageState && { storageState }),
  }
}

const DEFAULT_COUNTRY = 'US'

/** The languages of the visitor, most wanted first; without a wish those of the country. */
export function languagesOf({ location: { country, languages } }: Visit): string[] {
  if (languages.length > 0) return [...new Set(languages)]
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return [...new Set([`${language}-${country}`, language, 'en'])]
}

export function callerHeader({ headers }: Visit, name: string): string | undefined {
  return Object.entries(headers).find(([candidate]) => candidate.toLowerCase() === name)?.[1]
}

function parseState(state: string | undefined): Exclude<BrowserContextOptions['storageState'], string> {
  return state === undefined ? undefined : (JSON.parse(state) as never)
}

interface Place {
  timezoneId: string
  latitude: number
  longitude: number
}

/** The principal place of a country; one that is not known is treated as being on the meridian of Greenwich. */
function placeOf(country: string): Place {
  return PLACES.get(country) ?? { timezoneId: 'UTC', latitude: 51.48, longitude: 0 }
}

/** Country, time zone and position of the place that gives the zone its name, as the public tz database has them. */
const PLACES: ReadonlyMap<string, Place> = new Map(
  readFileSync(new URL('places.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((row) => {
      const [country = '', timezoneId = '', latitude, longitude] = row.split('\t')
      return [country, { timezoneId, latitude: Number(latitude), longitude: Number(longitude) }]
    }),
)

interface StateOwner {
  context: BrowserContext
  signal: AbortSignal
  warn(sentence: string): void
}

// Undefined when there is too much for a profile. Playwright opens pages of its own meanwhile, to look at the storage
// of other origins; whoever looks after new pages must leave those alone.
export async function profileStateOf({ context, signal, warn }: StateOwner): Promise<string | undefined> {
  const state = JSON.stringify(await orAborted(context.storageState({ indexedDB: true }), signal))
  if (state.length <= MAX_STATE_CHARS) return state
  warn('The page stored more than a profile may hold, so the profile was not changed.')
  return undefined
}

const MAX_STATE_CHARS = 10_000_000

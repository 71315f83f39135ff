import { readFileSync } from 'node:fs'
import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import type { ProxyCredential } from '../../../egress/egress.ts'
import type { Visit } from '../../visit.ts'
import { orAborted } from '../../../concurrency/abort.ts'

export function contextOptions(
  visit: Visit,
  identity: Identity,
  { server, credential }: { server: string; credential?: ProxyCredential | undefined },
): BrowserContextOptions {
  const { timezoneId, latitude, longitude } = PLACES.get(visit.location.country) ?? DEFAULT_PLACE
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
    proxy: { server, ...(credential && { username: credential.username, password: credential.password }) },
    ...(visit.profile?.state !== undefined && { storageState: JSON.parse(visit.profile.state) as never }),
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

interface Place {
  timezoneId: string
  latitude: number
  longitude: number
}

const DEFAULT_PLACE: Place = { timezoneId: 'UTC', latitude: 51.48, longitude: 0 }

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

// Undefined when there is too much for a profile. Playwright opens pages of its own meanwhile, to look at the storage
// of other origins; whoever looks after new pages must leave those alone.
export async function profileStateOf({
  context,
  signal,
  warn,
}: {
  context: BrowserContext
  signal: AbortSignal
  warn(sentence: string): void
}): Promise<string | undefined> {
  const state = JSON.stringify(await orAborted(context.storageState({ indexedDB: true }), signal))
  if (state.length <= MAX_STATE_CHARS) return state
  warn('The page stored more than a profile may hold, so the profile was not changed.')
  return undefined
}

const MAX_STATE_CHARS = 10_000_000

/** What a visitor's browser says about itself: user agent, client hints and screen, none contradicting another. */
export type Identity = Awaited<ReturnType<typeof identityOf>>

export async function identityOf(visit: Visit, userAgentOfService: string | undefined) {
  const chosen = callerHeader(visit, 'user-agent') ?? userAgentOfService
  const { devices } = await import('playwright-core')
  const phone = devices[PHONE_MODEL]
  // The library is released along with the browser, so its profiles name a version that is current.
  const version = /Chrome\/(\d+)/.exec(phone?.userAgent ?? '')?.[1] ?? '150'
  const { system, platform, hints } = visit.mobile ? PHONE : DESKTOP
  const brands = [
    { brand: 'Chromium', version },
    { brand: 'Google Chrome', version },
    { brand: 'Not_A Brand', version: '24' },
  ]
  return {
    screen: {
      viewport: visit.mobile ? phone?.viewport : { width: 1280, height: 800 },
      deviceScaleFactor: visit.mobile ? phone?.deviceScaleFactor : 1,
      isMobile: visit.mobile,
      hasTouch: visit.mobile,
    },
    userAgent:
      chosen ??
      `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${visit.mobile ? 'Mobile ' : ''}Safari/537.36`,
    platform,
    // Hints of a Chrome would contradict another name.
    hints: chosen === undefined ? { brands, ...hints, mobile: visit.mobile } : undefined,
  }
}

const PHONE_MODEL = 'Pixel 8'
const PHONE = {
  // Current browsers say no more than this about the phone they run on.
  system: 'Linux; Android 10; K',
  platform: 'Linux armv81',
  hints: { platform: 'Android', platformVersion: '14.0.0', architecture: '', model: PHONE_MODEL },
}
const DESKTOP = {
  system: 'X11; Linux x86_64',
  platform: 'Linux x86_64',
  hints: { platform: 'Linux', platformVersion: '6.8.0', architecture: 'x86', bitness: '64', model: '' },
}

import type { BrowserContextOptions } from 'playwright-core'
import type { Pass } from '../../egress/egress.ts'
import type { Visit } from '../visit.ts'
import type { Identity } from './identity.ts'
import { placeOf } from './places.ts'

/** The way out of a context: the gate, and its password where Playwright has to give it. */
export interface ContextGate {
  server: string
  pass?: Pass | undefined
}

/** The browser context that a visit runs in: whom it pretends to be, where, and through which gate it goes out. */
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

/** A header that the caller sets, whatever its case. */
export function callerHeader({ headers }: Visit, name: string): string | undefined {
  return Object.entries(headers).find(([candidate]) => candidate.toLowerCase() === name)?.[1]
}

function parseState(state: string | undefined): Exclude<BrowserContextOptions['storageState'], string> {
  return state === undefined ? undefined : (JSON.parse(state) as never)
}

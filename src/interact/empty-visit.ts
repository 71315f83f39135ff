import type { SessionWish } from './session.ts'

/** What a session begins with that goes on from no page: an empty tab, and a visitor as a scrape has unless told otherwise. */
export function emptyVisit(): SessionWish['visit'] {
  return {
    url: undefined,
    headers: {},
    skipTlsVerification: false,
    waitForMs: 0,
    mobile: false,
    location: { country: 'US', languages: [] },
    blockAds: true,
    way: { kind: 'basic', country: 'US' },
    screenshot: undefined,
    actions: [],
  }
}

import { RemoteError } from '../remote.ts'
import { own } from './own-entry.ts'
import type { TypeName } from './types.ts'

const OWN_SESSION =
  'the session is bound to this browser, and only `page` and `context` are lent to a program'
const REQUESTS =
  'programs have no network of their own; use `page.evaluate(() => fetch(...))` or `page.goto(...)`'
const NO_FILES = 'there are no files here; bytes and texts are given and taken as values'
const NO_HOST =
  'pages cannot call functions of a program; have the page write to the console and listen with `page.on("console", ...)`'
const NOT_RECORDED = 'nothing is recorded here; `page.screenshot()` and `page.content()` give what is there'
const LISTEN = 'it is not available; listen with `page.on("request", ...)` and `page.on("response", ...)`'
const BY_HAND = 'it is not available; act on the overlay itself where it appears'
const CLOCK =
  'the clock of a page cannot be set here; `page.evaluate(...)` and `context.addInitScript(...)` can change `Date`'

/** What Playwright has and a program does not, and what can be done instead. */
export const REFUSALS: Partial<Record<TypeName, Record<string, string>>> = {
  Page: {
    addLocatorHandler: BY_HAND,
    clock: CLOCK,
    coverage: NOT_RECORDED,
    exposeBinding: NO_HOST,
    exposeFunction: NO_HOST,
    pause: 'nobody is there to go on; use `page.waitForTimeout(...)`',
    removeLocatorHandler: BY_HAND,
    request: REQUESTS,
    requestGC: 'it is not available',
    routeFromHAR: NO_FILES,
    routeWebSocket: LISTEN,
    screencast: NOT_RECORDED,
    video: NOT_RECORDED,
    workers: 'workers are not available; use `page.evaluate(...)`',
  },
  BrowserContext: {
    backgroundPages: OWN_SESSION,
    browser: OWN_SESSION,
    clock: CLOCK,
    close: 'the session ends by its own request; `page.close()` closes a tab',
    credentials: OWN_SESSION,
    debugger: OWN_SESSION,
    exposeBinding: NO_HOST,
    exposeFunction: NO_HOST,
    newCDPSession: 'the DevTools protocol is spoken at the `cdpUrl` of the session, not in a program',
    request: REQUESTS,
    routeFromHAR: NO_FILES,
    routeWebSocket: LISTEN,
    serviceWorkers: OWN_SESSION,
    setHTTPCredentials: 'it is not available; use `context.setExtraHTTPHeaders({ Authorization: ... })`',
    setStorageState: 'it is not available; use `context.addCookies(...)` and `page.evaluate(...)`',
    tracing: NOT_RECORDED,
  },
  Locator: {
    drop: NO_FILES,
    highlight: 'nobody sees it',
    waitForFunction: 'use `page.waitForFunction(...)`',
  },
  Route: { fetch: REQUESTS },
  Request: { redirectedTo: LISTEN, serviceWorker: OWN_SESSION, timing: 'it is not available; use `sizes()`' },
  Download: { createReadStream: NO_FILES, path: NO_FILES, saveAs: NO_FILES },
}

/** Why a method cannot be called. */
export function unknownMethod(type: TypeName, method: string): RemoteError {
  const why = own(REFUSALS[type], method) ?? 'there is no such method here'
  return new RemoteError(`${type}.${method} cannot be used: ${why}.`)
}

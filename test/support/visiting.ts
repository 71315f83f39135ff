import assert from 'node:assert/strict'
import { createAdFilter, createBrowser, createEngine } from '../../src/browser/browser.ts'
import type { Browser, Visit, Visited } from '../../src/browser/browser.ts'
import { openBrowserGate, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createLog } from '../../src/log.ts'
import type { BrowserPages } from './browser-pages.ts'
import { sharedDataDir, unpackedFor } from './shared-data-dir.ts'

/** Visits a page of the site and expects one. */
export type See = (
  path: string,
  wishes?: Partial<Visit>,
  timeoutMs?: number,
) => Promise<Extract<Visited, { state: 'page' }>>

interface TestBrowser extends AsyncDisposable {
  browser: Browser
  see: See
  visitOf(path: string, wishes?: Partial<Visit>): Visit
}

/** A browser that reaches IPv4 loopback and nothing else, for visits to a site. */
export async function openTestBrowser(
  site: Pick<BrowserPages, 'url'>,
  gateWish: { connectMs?: number } = {},
): Promise<TestBrowser> {
  await using opening = new AsyncDisposableStack()
  const allowedTargets = parseAllowedTargets('127.0.0.0/8')
  const gate = opening.use(await openBrowserGate({ allowedTargets, ...gateWish }))
  const engine = createEngine({
    configured: undefined,
    dataDir: sharedDataDir(),
    gateServer: gate.server,
    maxTabs: 4,
    log: createLog('silent', false),
  })
  const ads = createAdFilter({ lists: ['/ads/*\n##.advert'] })
  const browser = opening.use(createBrowser({ engine, gate, ads }))
  await unpackedFor(browser)
  const visitOf = (path: string, wishes: Partial<Visit> = {}): Visit => ({
    url: site.url + path,
    headers: {},
    skipTlsVerification: false,
    waitForMs: 0,
    mobile: false,
    location: { country: 'US', languages: [] },
    blockAds: true,
    way: { kind: 'basic', country: 'US' },
    screenshot: undefined,
    actions: [],
    profile: undefined,
    ...wishes,
  })
  const open = opening.move()
  return {
    browser,
    visitOf,
    async see(path, wishes = {}, timeoutMs = 30_000) {
      const visited = await browser.visit(visitOf(path, wishes), AbortSignal.timeout(timeoutMs))
      assert.ok(visited.state === 'page', `${path} is a ${visited.state}`)
      return visited
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** The text between the tags of an element with an id. */
export function textOf(html: string, id: string): string {
  return new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? ''
}

/** Text of HTML without its escapes. */
export function decode(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

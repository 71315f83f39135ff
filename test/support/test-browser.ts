import assert from 'node:assert/strict'
import { createAdFilter, createBrowser, createEngine } from '../../src/browser/browser.ts'
import type { Browser, Visit, VisitResult } from '../../src/browser/browser.ts'
import { openBrowserProxy, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createLog } from '../../src/log.ts'
import type { BrowserPages } from './browser-pages.ts'
import { sharedDataDir, waitForChromium } from './shared-data-dir.ts'

/** Visits a page of the site and expects one. */
export type VisitPage = (
  path: string,
  options?: Partial<Visit>,
  timeoutMs?: number,
) => Promise<Extract<VisitResult, { state: 'page' }>>

interface TestBrowser extends AsyncDisposable {
  browser: Browser
  visitPage: VisitPage
  visitOf(path: string, options?: Partial<Visit>): Visit
}

/** A browser that reaches IPv4 loopback and nothing else, for visits to a site. */
export async function openTestBrowser(
  site: Pick<BrowserPages, 'url'>,
  proxyOptions: { connectMs?: number } = {},
): Promise<TestBrowser> {
  await using opening = new AsyncDisposableStack()
  const allowedTargets = parseAllowedTargets('127.0.0.0/8')
  const gate = opening.use(await openBrowserProxy({ allowedTargets, ...proxyOptions }))
  const engine = createEngine({
    configured: undefined,
    dataDir: sharedDataDir(),
    proxyServer: gate.server,
    maxTabs: 4,
    log: createLog('silent', false),
  })
  const ads = createAdFilter({ lists: ['/ads/*\n##.advert'] })
  const browser = opening.use(createBrowser({ engine, proxy: gate, ads }))
  await waitForChromium(browser)
  const visitOf = (path: string, options: Partial<Visit> = {}): Visit => ({
    url: site.url + path,
    headers: {},
    skipTlsVerification: false,
    waitForMs: 0,
    mobile: false,
    location: { country: 'US', languages: [] },
    blockAds: true,
    proxyChoice: { kind: 'basic', country: 'US' },
    screenshot: undefined,
    actions: [],
    profile: undefined,
    ...options,
  })
  const open = opening.move()
  return {
    browser,
    visitOf,
    async visitPage(path, options = {}, timeoutMs = 30_000) {
      const visited = await browser.visit(visitOf(path, options), AbortSignal.timeout(timeoutMs))
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

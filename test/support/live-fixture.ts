import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { createAdFilter, createEngine, createOpenLiveBrowser } from '../../src/browser/browser.ts'
import type { LiveBrowser, LiveBrowserOptions } from '../../src/browser/browser.ts'
import { browserAccount, browserHome } from '../../src/browser/chromium/install/home.ts'
import type { ChromiumProcess } from '../../src/browser/chromium/process/launch.ts'
import { openBrowserProxy, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createLog } from '../../src/log.ts'
import { sharedDataDir, waitForChromium } from './shared-data-dir.ts'

type Page = string | ((response: ServerResponse) => void)

/** A small site, and live browsers that can only reach it. */
export interface LiveFixture extends AsyncDisposable {
  /** Root URL without a trailing slash. */
  url: string
  requests: { path: string; headers: IncomingHttpHeaders }[]
  open(
    path: string | undefined,
    options?: Partial<LiveBrowserOptions['visit']>,
    signal?: AbortSignal,
  ): Promise<LiveBrowser>
  /** Playwright's context of the newest browser, without our access checks. */
  context(): BrowserContext
  /** The number of proxy credentials that were not released. */
  credentials(): number
  /** Files of the newest browser. */
  files(): string[]
  /** Existing browser folders of this process. */
  folders(): string[]
  end(): Promise<void>
}

export async function openLiveFixture(pages: Record<string, Page>): Promise<LiveFixture> {
  await using opening = new AsyncDisposableStack()
  const requests: LiveFixture['requests'] = []
  const server = createServer(({ url: path = '/', headers }, response) => {
    requests.push({ path, headers })
    const page = pages[path] ?? '<!doctype html><title>Nothing</title>'
    if (typeof page === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    else page(response)
  })
  opening.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browserProxy = opening.use(
    await openBrowserProxy({ allowedTargets: parseAllowedTargets('127.0.0.0/8') }),
  )
  const dataDir = sharedDataDir()
  const engine = opening.use(
    createEngine({
      configured: undefined,
      dataDir,
      proxyServer: browserProxy.server,
      maxTabs: 1,
      log: createLog('silent', false),
    }),
  )
  await waitForChromium(engine)
  let credentials = 0
  const counting: typeof browserProxy = {
    ...browserProxy,
    issue(options) {
      const credential = browserProxy.issue(options)
      credentials += 1
      return {
        ...credential,
        [Symbol.dispose]() {
          credentials -= 1
          credential[Symbol.dispose]()
        },
      }
    },
  }
  let newest: ChromiumProcess | undefined
  const openLive = createOpenLiveBrowser({
    engine: {
      ...engine,
      async startDedicated(signal) {
        const owned = await engine.startDedicated(signal)
        newest = owned.chromium
        return owned
      },
    },
    proxy: counting,
    ads: createAdFilter({ lists: ['/ads/*'] }),
  })
  const home = await browserHome(dataDir, browserAccount())
  const all = opening.move()
  return {
    url,
    requests,
    open: (path, options = {}, signal = AbortSignal.timeout(60_000)) =>
      openLive(
        { visit: { ...VISIT, url: path === undefined ? undefined : new URL(path, url).href, ...options } },
        signal,
      ),
    context: () => newest!.browser.contexts()[0]!,
    credentials: () => credentials,
    files: () => readdirSync(newest!.downloads),
    folders: () => readdirSync(join(home, 'browser')).filter((name) => name.includes(`-${process.pid}-`)),
    end: async () => await engine[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

const VISIT: LiveBrowserOptions['visit'] = {
  url: undefined,
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
}

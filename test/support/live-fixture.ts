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

/** A small site, and live browsers that reach it and nothing else. */
export interface LiveFixture extends AsyncDisposable {
  /** Root without a final slash. */
  url: string
  requests: { path: string; headers: IncomingHttpHeaders }[]
  open(
    path: string | undefined,
    options?: Partial<LiveBrowserOptions['visit']>,
    signal?: AbortSignal,
  ): Promise<LiveBrowser>
  /** What Playwright knows of the newest browser: past everything that keeps others from it. */
  context(): BrowserContext
  /** Passes at the gate that were not given back. */
  credentials(): number
  /** Files that the newest browser keeps. */
  files(): string[]
  /** Folders of browsers of this process that are there. */
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
  const gate = opening.use(await openBrowserProxy({ allowedTargets: parseAllowedTargets('127.0.0.0/8') }))
  const dataDir = sharedDataDir()
  const engine = opening.use(
    createEngine({
      configured: undefined,
      dataDir,
      proxyServer: gate.server,
      maxTabs: 1,
      log: createLog('silent', false),
    }),
  )
  await waitForChromium(engine)
  let credentials = 0
  const counting: typeof gate = {
    ...gate,
    issue(wish) {
      const pass = gate.issue(wish)
      credentials += 1
      return {
        ...pass,
        [Symbol.dispose]() {
          credentials -= 1
          pass[Symbol.dispose]()
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

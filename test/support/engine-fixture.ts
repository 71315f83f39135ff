import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach } from 'node:test'
import type { TestContext } from 'node:test'
import { createEngine } from '../../src/browser/engine.ts'
import type { Engine, EngineSettings, Tab } from '../../src/browser/engine.ts'
import { createLog } from '../../src/log.ts'

/** The browser's user gets there; the temporary folder of the test run is closed to it. */
async function openFolder(): Promise<string> {
  const folder = await mkdtemp('/tmp/winnow-engine-')
  await chmod(folder, 0o755)
  return folder
}

export async function newFolder(test: TestContext): Promise<string> {
  const folder = await openFolder()
  test.after(() => rm(folder, { recursive: true }))
  return folder
}

/** Engines of a data directory of their own, whose browsers get every page from a gate that says what it was asked for. */
export interface EngineFixture {
  readonly dataDir: string
  readonly proxyServer: string
  /** What the browser asked the gate for in this test. */
  readonly asked: readonly string[]
  newEngine(test: TestContext, settings?: Partial<EngineSettings>): Engine
  /** One engine for all tests of a group, none of which may break it. */
  groupEngine(): () => Engine
}

export function useEngineFixture(): EngineFixture {
  let dataDir = ''
  let proxy: Server
  let gateServer = ''
  let asked: string[] = []
  before(async () => {
    dataDir = await openFolder()
    proxy = createServer((request, response) => {
      asked.push(request.url!)
      const page = PAGES[new URL(request.url!).pathname] ?? '<title>A page</title><p>hello'
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`)
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    gateServer = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  })
  beforeEach(() => void (asked = []))
  after(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await rm(dataDir, { recursive: true, maxRetries: 3 })
  })

  const log = createLog('silent', false)
  const openEngine = (settings: Partial<EngineSettings> = {}) =>
    createEngine({ configured: undefined, dataDir, proxyServer: gateServer, maxTabs: 4, log, ...settings })
  return {
    get dataDir() {
      return dataDir
    },
    get proxyServer() {
      return gateServer
    },
    get asked() {
      return asked
    },
    newEngine(test, settings = {}) {
      const engine = openEngine(settings)
      test.after(() => engine[Symbol.asyncDispose]())
      return engine
    },
    groupEngine() {
      let engine: Engine
      before(() => void (engine = openEngine()))
      after(() => engine[Symbol.asyncDispose]())
      return () => engine
    },
  }
}

/** Tells the gate that the script runs, and goes on when it was heard. */
const REPORT_RUNNING = `{ const ran = new XMLHttpRequest(); ran.open('GET', '/ran', false); ran.send() }`
const hostile = (script: string) => `<title>Hostile</title><p>x<script>${script}</script>`

const PAGES: Record<string, string> = {
  '/loop': hostile(`${REPORT_RUNNING} while (true);`),
  '/late-loop': hostile(`setTimeout(() => { ${REPORT_RUNNING} while (true); }, 50)`),
  '/alerts': hostile(`${REPORT_RUNNING} while (true) alert(1)`),
  '/leaving': hostile(`onbeforeunload = (event) => { event.preventDefault(); return 'stay' }
    onpagehide = () => { while (true); }; ${REPORT_RUNNING}`),
  '/windows': hostile('for (let i = 0; i < 30; i++) open(`/popup${i}`); ' + REPORT_RUNNING),
  '/history': hostile(
    `${REPORT_RUNNING} for (let i = 0; i < 10000; i++) history.pushState({}, "", "/p" + i)`,
  ),
  '/workers': hostile(`for (let i = 0; i < 200; i++)
    new Worker(URL.createObjectURL(new Blob(['while (true);']))); ${REPORT_RUNNING}`),
  '/memory': hostile(`const kept = []
    setInterval(() => kept.push(new Uint8Array(32 << 20).fill(1)), 20)`),
  '/letters': '<p id=all>中文网页 日本語テスト 한국어 עברית हिन्दी ไทย عربى <i>😀🚀</i></p>',
}

export const timeoutSignal = () => AbortSignal.timeout(60_000)

export const withTab = <Result>(
  engine: Engine,
  use: (tab: Tab) => Promise<Result>,
  signal = timeoutSignal(),
) => engine.withTab({}, signal, use)

export const visit = (engine: Engine, path = '/') =>
  withTab(engine, async ({ page }) => {
    await page.goto(`http://site.test${path}`, { timeout: 30_000 })
    return await page.innerText('body')
  })

/** A visit that lasts until it is told to end. */
export function longVisit(engine: Engine, path = '/', signal = timeoutSignal()) {
  const opened = Promise.withResolvers<Tab>()
  const end = Promise.withResolvers<void>()
  let runs = 0
  const ended = withTab(
    engine,
    async (tab) => {
      runs += 1
      await tab.page.goto(`http://site.test${path}`, { waitUntil: 'commit', timeout: 30_000 })
      opened.resolve(tab)
      await end.promise
      return await tab.page.title()
    },
    signal,
  )
  ended.catch(opened.reject)
  return { opened: opened.promise, end: () => end.resolve(), ended, runs: () => runs }
}

/** Processes whose command line names the folder. */
export function browserProcessesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandLine(pid).includes(`--user-data-dir=${folder}/`))
}

export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

export const runFolders = (folder: string) =>
  readdirSync(join(folder, 'browser')).filter((name) => name !== 'font-cache')

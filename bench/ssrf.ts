import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { isIP, Socket } from 'node:net'
import { chmod } from 'node:fs/promises'
import { createAdFilter, createBrowser, createEngine } from '../src/browser/browser.ts'
import type { Browser } from '../src/browser/browser.ts'
import { createEgress, openBrowserProxy, parseAllowedTargets } from '../src/egress/egress.ts'
import type { BrowserProxy, Egress, ProxyCredential } from '../src/egress/egress.ts'
import { Fault } from '../src/fault.ts'
import { createLog } from '../src/log.ts'
import { requestThroughProxy, openProxyTunnel } from '../test/support/proxy-client.ts'
import { listen } from '../test/support/hostile/listening.ts'
import { startInternalListeners } from '../test/support/internal-listeners.ts'
import type { InternalListeners } from '../test/support/internal-listeners.ts'
import { temporaryFolder } from '../test/support/service.ts'

interface Entry {
  url: string
  class?: string
  note?: string
}

/**
 * Tests every URL of a list (`{ block: [{ url, class, note? }], allow: [{ url }] }`) over the HTTP path,
 * through the browser's proxy, and, for those to block, with Chromium itself. A URL to block must be refused
 * without a connection attempt and without a packet at listeners on every IP address of this machine. A URL
 * to allow must get as far as a connection attempt, which is not carried out.
 */
export async function benchSsrf(file: string): Promise<void> {
  const { block, allow } = JSON.parse(await readFile(file, 'utf8')) as { block: Entry[]; allow: Entry[] }
  await using opening = new AsyncDisposableStack()
  const internal = opening.use(await startInternalListeners([80, 443, 3478, 6379, 11211]))
  const prober = opening.use(await openProber(internal, block))
  const misses: string[] = []

  const blocked = new Map<string, { held: number; all: number }>()
  for (const entry of block) {
    const found = [...(await prober.tryOut(entry)), ...(await prober.visit(entry))]
    const leaks = found.filter(({ outcome, connections }) => outcome !== 'refused' || connections.length > 0)
    misses.push(...leaks.map((leak) => `not blocked: ${JSON.stringify(entry.url)} ${describe(leak)}`))
    const row = blocked.get(entry.class ?? '') ?? { held: 0, all: 0 }
    blocked.set(entry.class ?? '', { held: row.held + (leaks.length === 0 ? 1 : 0), all: row.all + 1 })
  }
  let allowed = 0
  for (const entry of allow) {
    const found = await prober.tryOut(entry)
    const stopped = found.filter(({ connections }) => connections.length === 0)
    misses.push(...stopped.map((stop) => `not allowed: ${JSON.stringify(entry.url)} ${describe(stop)}`))
    if (found.length > 0 && stopped.length === 0) allowed++
  }

  for (const [name, { held, all }] of blocked) console.log(`  ${held}/${all}  ${name}`)
  const held = [...blocked.values()].reduce((sum, row) => sum + row.held, 0)
  console.log(`blocked ${held} of ${block.length}, allowed ${allowed} of ${allow.length}`)
  console.log(`packets at ${internal.places.length} internal places (TCP and UDP): ${internal.contacts}`)
  for (const miss of misses) console.log(miss)
  if (misses.length > 0 || internal.contacts > 0) process.exitCode = 1
}

interface Finding {
  by: string
  outcome: string
  connections: string[]
}

function describe({ by, outcome, connections }: Finding): string {
  return `by ${by}: ${outcome}${connections.length > 0 ? `, connected to ${connections.join(' ')}` : ''}`
}

interface Prober extends AsyncDisposable {
  /** Requests the URL in every possible way and reports each outcome. */
  tryOut(entry: Entry): Promise<Finding[]>
  /** The same with Chromium. */
  visit(entry: Entry): Promise<Finding[]>
}

/** Public by every definition; nothing is ever sent there. */
const PUBLIC = '93.184.215.14'
const HOSTILE = 'hostile.test'

async function openProber(internal: InternalListeners, block: readonly Entry[]): Promise<Prober> {
  await using opening = new AsyncDisposableStack()
  // It redirects every client to the target of its page.
  const hostile = opening.use(
    await listen(
      createServer((request, response) =>
        response
          .writeHead(302, { location: targetOf(new URL(request.url ?? '', `http://${HOSTILE}`)) ?? '/' })
          .end(),
      ),
    ),
  )
  const answers = new Map(
    block.filter(isAboutDns).map(({ url, note = '' }) => [hostOf(url), addressesIn(note)]),
  )
  answers.set(HOSTILE, ['127.0.0.1'])
  const settings = {
    allowedTargets: parseAllowedTargets(HOSTILE),
    resolve: async (name: string) =>
      (answers.get(name) ?? [PUBLIC]).map((address) => ({ address, family: isIP(address) })),
  }
  const egress = opening.use(createEgress(settings))
  const proxy = opening.use(await openBrowserProxy(settings))
  const credential = proxy.issue({ proxyChoice: { kind: 'basic', country: 'US' }, maxBytes: 1_000_000_000 })
  const browser = await openBrowser(proxy, opening)
  const networkBlock = opening.use(blockNetwork([hostile.port, Number(new URL(proxy.server).port)]))

  async function observe(by: string, attempt: () => Promise<string>): Promise<Finding> {
    const from = networkBlock.connections.length
    const before = internal.contacts
    const outcome = await attempt()
    const knocks = internal.contacts - before
    return {
      by,
      outcome: knocks > 0 ? `${knocks} packets` : outcome,
      connections: networkBlock.connections.slice(from),
    }
  }

  async function tryOut(entry: Entry): Promise<Finding[]> {
    const findings: Finding[] = []
    for (const url of spellings(entry, internal.port, hostile.port)) {
      findings.push(await observe('HTTP', () => overHttp(egress, url)))
      for (const [by, attempt] of proxyAttempts(proxy, credential, url))
        findings.push(await observe(by, attempt))
    }
    return findings
  }

  async function visit(entry: Entry): Promise<Finding[]> {
    const url = spellings(entry, internal.port, hostile.port).at(-1)!
    return [await observe('Chromium', () => byChromium(browser, url))]
  }

  const open = opening.move()
  return { tryOut, visit, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

async function openBrowser(proxy: BrowserProxy, opening: AsyncDisposableStack): Promise<Browser> {
  const folder = opening.use(await temporaryFolder())
  await chmod(folder.path, 0o711)
  const log = createLog('error', false)
  const settings = { configured: undefined, dataDir: folder.path, proxyServer: proxy.server, maxTabs: 1, log }
  return opening.use(
    createBrowser({ engine: createEngine(settings), proxy, ads: createAdFilter({ lists: [] }) }),
  )
}

async function byChromium(browser: Browser, url: string): Promise<string> {
  if (!URL.canParse(url)) return 'refused'
  try {
    const visited = await browser.visit(
      {
        url,
        headers: {},
        skipTlsVerification: true,
        waitForMs: 0,
        mobile: false,
        location: { country: 'US', languages: [] },
        blockAds: false,
        proxyChoice: { kind: 'basic', country: 'US' },
        screenshot: undefined,
        actions: [],
        profile: undefined,
      },
      AbortSignal.timeout(30_000),
    )
    return `a ${visited.state}`
  } catch (error) {
    return outcomeOf(error)
  }
}

function isAboutDns(entry: Entry): boolean {
  return entry.class === 'dns-answer'
}

/**
 * The IP addresses in a note: literal ones, those of this machine's host name, or public ones before them.
 */
function addressesIn(note: string): string[] {
  const named = note.split(/\s+/).filter((word) => isIP(word))
  const own = /localhost/i.test(note) ? ['127.0.0.1', '::1'] : []
  const [, before = '0'] = /(\d+) public/.exec(note) ?? []
  return [...Array.from({ length: Number(before) }, () => PUBLIC), ...named, ...own]
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

/** The URL as written, and with a port that certainly has a listener. */
function spellings({ url, class: kind }: Entry, internalPort: number, hostilePort: number): string[] {
  if (kind !== 'indirect') return [...new Set([url, withPort(url, internalPort)])]
  const page = new URL(withPort(url, hostilePort))
  const there = targetOf(page) ?? ''
  const closer = new URL(page)
  for (const name of page.searchParams.keys()) closer.searchParams.set(name, withPort(there, internalPort))
  return [page.href, closer.href]
}

function withPort(url: string, port: number): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^(https?|wss?):$/.test(parsed.protocol)) return url
  parsed.port = String(port)
  return parsed.href
}

/** The target of a page of the hostile site is its only parameter, as a URL or as `host:port`. */
function targetOf(page: URL): string | undefined {
  const place = [...page.searchParams.values()][0]
  return place === undefined || /^\w+:\/\//.test(place) ? place : `http://${place}/`
}

/** Follows redirects like the service: every hop is checked again. */
async function overHttp(egress: Egress, url: string, hops = 0): Promise<string> {
  const parsed = URL.parse(url)
  if (parsed === null) return 'refused'
  try {
    await using response = await egress.request(parsed, { signal: AbortSignal.timeout(5000) })
    const { location } = response.headers
    if (typeof location !== 'string' || hops > 3) return `answered ${response.status}`
    return await overHttp(egress, new URL(location, parsed).href, hops + 1)
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): string {
  if (!(error instanceof Fault)) return `failed: ${error}`
  return error.code === 'FORBIDDEN' || error.code === 'BAD_REQUEST' ? 'refused' : error.code
}

/** The requests that Chromium, or a less careful client, could send to the proxy because of a URL. */
function proxyAttempts(
  proxy: BrowserProxy,
  credential: ProxyCredential,
  written: string,
): [string, () => Promise<string>][] {
  const parsed = URL.parse(written)
  const ways: [string, () => Promise<string>][] = []
  const request = (url: string, headers = {}) =>
    overProxy(() => requestThroughProxy(proxy, credential, url, { headers }))
  // A URL with spaces or non-ASCII characters cannot be in a request line.
  if (/^[!-~]+$/.test(written) && parsed?.href !== written)
    ways.push(['proxy, as written', () => request(written)])
  if (parsed === null) return ways

  const place = parsed.hostname === HOSTILE ? targetOf(parsed) : undefined
  const there = place === undefined ? parsed : URL.parse(place)
  if (there === null || there.hostname === '') {
    return parsed.protocol === 'http:' ? ways : [...ways, ['proxy, request', () => request(parsed.href)]]
  }
  ways.push(['proxy, request', () => request(there.href)])
  if (!/^(https?|wss?):$/.test(there.protocol)) return ways
  const port = there.port || (there.protocol.endsWith('s:') ? 443 : 80)
  const upgrade = { connection: 'upgrade', upgrade: 'websocket' }
  ways.push(['proxy, WebSocket', () => request(`ws://${there.hostname}:${port}/`, upgrade)])
  ways.push([
    'proxy, tunnel',
    () => overProxy(() => openTunnel(proxy, credential, `${there.hostname}:${port}`)),
  ])
  // The proxy does not accept plain requests for https, for any host.
  return ways.filter(([by]) => by !== 'proxy, request' || there.protocol !== 'https:')
}

async function openTunnel(
  proxy: BrowserProxy,
  credential: ProxyCredential,
  authority: string,
): Promise<{ status: number }> {
  const { status, socket } = await openProxyTunnel(proxy, credential, authority)
  socket.destroy()
  return { status }
}

async function overProxy(ask: () => Promise<{ status: number }>): Promise<string> {
  const { status } = await ask()
  return status === 403 || status === 400 ? 'refused' : `answered ${status}`
}

interface NetworkBlock extends Disposable {
  connections: string[]
}

/**
 * Intercepts everything that opens a connection. Attempts are recorded. Those beyond this machine fail at
 * once, and those to the listed loopback ports belong to the measurement.
 */
function blockNetwork(ownPorts: readonly number[]): NetworkBlock {
  const connections: string[] = []
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [options] = (Array.isArray(args[0]) ? args[0] : args) as [{ host?: string; port?: number | string }]
    const { host = '', port } = options
    const isOwn = host === '127.0.0.1' && ownPorts.includes(Number(port))
    if (!isOwn) connections.push(`${host}:${port}`)
    if (isOwn || /^(127\.|::1$)/.test(host)) return Reflect.apply(connect, this, args) as Socket
    process.nextTick(() => this.destroy(Object.assign(new Error('barred'), { code: 'ECONNREFUSED' })))
    return this
  } as typeof connect
  return {
    connections,
    [Symbol.dispose]() {
      Socket.prototype.connect = connect
    },
  }
}

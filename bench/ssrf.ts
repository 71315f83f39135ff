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
 * Tries every URL of a list (`{ block: [{ url, class, note? }], allow: [{ url }] }`) over the HTTP path, through the
 * browser's gate, and, what must be blocked, with Chromium itself. What must be blocked is refused without a connection attempt and without a packet at listeners on
 * every address of this machine; what must be allowed gets as far as a connection attempt, which is not carried out.
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
  return `by ${by}: ${outcome}${connections.length > 0 ? `, dialled ${connections.join(' ')}` : ''}`
}

interface Prober extends AsyncDisposable {
  /** Every way in which something could reach for the URL, and what became of it. */
  tryOut(entry: Entry): Promise<Finding[]>
  /** The same with Chromium. */
  visit(entry: Entry): Promise<Finding[]>
}

/** Public enough for any judge; nothing is ever sent there. */
const PUBLIC = '93.184.215.14'
const HOSTILE = 'hostile.test'

async function openProber(internal: InternalListeners, block: readonly Entry[]): Promise<Prober> {
  await using opening = new AsyncDisposableStack()
  // It sends everybody on to where its pages lead.
  const hostile = opening.use(
    await listen(
      createServer((request, response) =>
        response
          .writeHead(302, { location: leadsTo(new URL(request.url ?? '', `http://${HOSTILE}`)) ?? '/' })
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
  const gate = opening.use(await openBrowserProxy(settings))
  const pass = gate.issue({ proxyChoice: { kind: 'basic', country: 'US' }, maxBytes: 1_000_000_000 })
  const browser = await openBrowser(gate, opening)
  const networkBlock = opening.use(blockNetwork([hostile.port, Number(new URL(gate.server).port)]))

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
      for (const [by, attempt] of proxyAttempts(gate, pass, url)) findings.push(await observe(by, attempt))
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

/** What a note says about the answers of a name: addresses, the name of this machine, or public ones before those. */
function addressesIn(note: string): string[] {
  const named = note.split(/\s+/).filter((word) => isIP(word))
  const own = /localhost/i.test(note) ? ['127.0.0.1', '::1'] : []
  const [, before = '0'] = /(\d+) public/.exec(note) ?? []
  return [...Array.from({ length: Number(before) }, () => PUBLIC), ...named, ...own]
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

/** As it is written, and with the port that somebody certainly listens on. */
function spellings({ url, class: kind }: Entry, internalPort: number, hostilePort: number): string[] {
  if (kind !== 'indirect') return [...new Set([url, withPort(url, internalPort)])]
  const page = new URL(withPort(url, hostilePort))
  const there = leadsTo(page) ?? ''
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

/** Where a page of the hostile site leads to stands in its only parameter, as a URL or as `host:port`. */
function leadsTo(page: URL): string | undefined {
  const place = [...page.searchParams.values()][0]
  return place === undefined || /^\w+:\/\//.test(place) ? place : `http://${place}/`
}

/** Follows redirects as the service does: every hop is asked for anew. */
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

/** What Chromium could send to the gate because of a URL, and what a less careful client could. */
function proxyAttempts(
  gate: BrowserProxy,
  pass: ProxyCredential,
  written: string,
): [string, () => Promise<string>][] {
  const parsed = URL.parse(written)
  const ways: [string, () => Promise<string>][] = []
  const request = (url: string, headers = {}) =>
    overProxy(() => requestThroughProxy(gate, pass, url, { headers }))
  // What holds a space or other letters than ASCII cannot stand in a request line.
  if (/^[!-~]+$/.test(written) && parsed?.href !== written)
    ways.push(['gate, as written', () => request(written)])
  if (parsed === null) return ways

  const place = parsed.hostname === HOSTILE ? leadsTo(parsed) : undefined
  const there = place === undefined ? parsed : URL.parse(place)
  if (there === null || there.hostname === '') {
    return parsed.protocol === 'http:' ? ways : [...ways, ['gate, request', () => request(parsed.href)]]
  }
  ways.push(['gate, request', () => request(there.href)])
  if (!/^(https?|wss?):$/.test(there.protocol)) return ways
  const port = there.port || (there.protocol.endsWith('s:') ? 443 : 80)
  const upgrade = { connection: 'upgrade', upgrade: 'websocket' }
  ways.push(['gate, WebSocket', () => request(`ws://${there.hostname}:${port}/`, upgrade)])
  ways.push(['gate, tunnel', () => overProxy(() => openTunnel(gate, pass, `${there.hostname}:${port}`))])
  // A plain request of https is no form that the gate takes, whatever the host.
  return ways.filter(([by]) => by !== 'gate, request' || there.protocol !== 'https:')
}

async function openTunnel(
  gate: BrowserProxy,
  pass: ProxyCredential,
  authority: string,
): Promise<{ status: number }> {
  const { status, socket } = await openProxyTunnel(gate, pass, authority)
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
 * Stands below everything that opens a connection. Attempts are written down; those beyond this machine fail at once
 * instead of being made, and those to the listed ports of loopback are the measurement's own.
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

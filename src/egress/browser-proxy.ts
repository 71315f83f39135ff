import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AllowedTargets } from './address.ts'
import type { Screen } from './confinement.ts'
import { CONNECT_MS } from './connect.ts'
import { forward, refuseOnSocket, tunnel, upgrade } from './proxy-relay.ts'
import type { ProxySession } from './proxy-relay.ts'
import { retryingResolve, systemResolve } from './target.ts'
import type { Resolve } from './target.ts'
import { openRoute } from './route.ts'
import type { Route, RouteSettings } from './route.ts'
import { targetFault } from './target-fault.ts'
import { createUpstreams } from './upstream.ts'
import type { Proxies, ProxyChoice } from './upstream.ts'
import { Fault } from '../fault.ts'

/** The only way out for Chromium: it judges and dials every connection, and answers nobody without a pass. */
export interface BrowserProxy extends AsyncDisposable {
  server: string
  /** An address that the gate answers itself, with nothing: there a browser shows its pass before it needs it. */
  authUrl: string
  /** Opens the gate for one browser context. Disposing of the pass cuts its connections. */
  issue(request: CredentialRequest): ProxyCredential
}

interface BrowserProxySettings {
  allowedTargets: AllowedTargets
  resolve?: Resolve
  proxies?: Proxies
  connectMs?: number
}

/** Opens the gate on a free port of 127.0.0.1. TLS passes through it unread; what is plain HTTP is parsed and sent anew. */
export async function openBrowserProxy({
  allowedTargets,
  resolve,
  proxies = {},
  connectMs = CONNECT_MS,
}: BrowserProxySettings): Promise<BrowserProxy> {
  const upstreams = createUpstreams(proxies)
  const retrying = retryingResolve(resolve ?? systemResolve)
  const settings = { allowedTargets, resolve: retrying, connectMs }
  const credentials = createCredentials((way) => ({ ...settings, upstream: upstreams.of(way) }))
  const server = createServer(LIMITS)
  // Beyond a count Node would drop headers in silence; their size bounds them already.
  server.maxHeadersCount = 0

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const session = credentials.of(request)
    if (session === undefined) response.writeHead(407, { ...CHALLENGE, 'content-length': 0 }).end()
    else if (request.url === AUTH_URL) response.writeHead(204).end()
    else void forward(request, response, session)
  })
  const withSession =
    (
      carry: (request: IncomingMessage, socket: Socket, head: Buffer, session: ProxySession) => Promise<void>,
    ) =>
    (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
      const socket = (duplex as Socket).on('error', () => {})
      const session = credentials.of(request)
      if (session === undefined) refuseOnSocket(socket, 407, CHALLENGE)
      else void carry(request, socket, head, session)
    }
  server.on('connect', withSession(tunnel))
  server.on('upgrade', withSession(upgrade))
  server.on('clientError', (_, socket) => refuseOnSocket(socket, 400))
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authUrl: AUTH_URL,
    issue: credentials.issue,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      await credentials[Symbol.asyncDispose]()
      server.closeAllConnections()
      await closed
    },
  }
}

const CHALLENGE = { 'proxy-authenticate': 'Basic realm="winnow"' }

/** No host can have this name. */
const AUTH_URL = 'http://gate.winnow.invalid/'

const LIMITS = {
  insecureHTTPParser: false,
  requireHostHeader: true,
  noDelay: true,
  maxHeaderSize: 64 * 1024,
  headersTimeout: 30_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 60_000,
}

export interface CredentialRequest {
  proxyChoice: ProxyChoice
  /** What all connections of the pass may carry together, both directions; then they are cut. */
  maxBytes: number
  /** Nothing goes where its lists forbid it, whatever in the browser asks for it. */
  screen?: Pick<Screen, 'refusal'> | undefined
}

export interface ProxyCredential extends Disposable {
  username: string
  password: string
  /** The reasons behind the browser's vague errors, oldest first and bounded; `host` is spelt as in `URL.hostname`. */
  refusals(): readonly { host: string; fault: Fault }[]
}

interface ProxyCredentials extends AsyncDisposable {
  issue(request: CredentialRequest): ProxyCredential
  of(request: IncomingMessage): ProxySession | undefined
}

function createCredentials(routeSettings: (proxyChoice: ProxyChoice) => RouteSettings): ProxyCredentials {
  const sessions = new Map<string, { password: Buffer; session: ProxySession; cut: () => void }>()
  const closings = new Set<PromiseLike<void>>()

  function issue({ proxyChoice, maxBytes, screen }: CredentialRequest): ProxyCredential {
    const username = randomBytes(12).toString('base64url')
    const password = randomBytes(24).toString('base64url')
    const opened = openSession(openRoute(routeSettings(proxyChoice)), maxBytes, screen)
    const cut = () => {
      sessions.delete(username)
      const closing = opened.close().finally(() => closings.delete(closing))
      closings.add(closing)
    }
    sessions.set(username, { password: Buffer.from(password), session: opened.pass, cut })
    return { username, password, refusals: () => opened.refusals, [Symbol.dispose]: cut }
  }

  return {
    issue,
    of(request) {
      const [username, password] = credentialsOf(request)
      const entry = sessions.get(username)
      return entry && isSame(password, entry.password) ? entry.session : undefined
    },
    async [Symbol.asyncDispose]() {
      for (const { cut } of sessions.values()) cut()
      await Promise.all(closings)
    },
  }
}

const MAX_REFUSALS = 100

function openSession(route: Route, maxBytes: number, screen: CredentialRequest['screen']) {
  const sockets = new Set<Duplex>()
  const refusals: { host: string; fault: Fault }[] = []
  let spentBytes = 0
  let isOpen = true

  function cutSockets(): void {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  async function close(): Promise<void> {
    cutSockets()
    await route[Symbol.asyncDispose]()
  }
  function addRefusal(host: string, fault: Fault): Fault {
    if (isOpen && refusals.push({ host, fault }) > MAX_REFUSALS) refusals.shift()
    return fault
  }

  const session: ProxySession = {
    route,
    admit(url) {
      const refusal = screen?.refusal(url)
      if (refusal) throw refusal
    },
    hold(socket) {
      if (!isOpen) {
        socket.destroy()
        return false
      }
      if (!sockets.has(socket)) sockets.add(socket.once('close', () => sockets.delete(socket)))
      return true
    },
    spend(sizeBytes, host) {
      spentBytes += sizeBytes
      if (spentBytes <= maxBytes || !isOpen) return
      addRefusal(host, tooLarge(maxBytes))
      cutSockets()
    },
    recordFailure(host, error) {
      const fault = targetFault(error, NEVER, { answered: false })
      return addRefusal(host, fault instanceof Fault ? fault : unexpected(error))
    },
  }
  return { pass: session, refusals, close }
}

/** Whoever waits here is a browser; what ends its wait is the end of its connection. */
const NEVER = new AbortController().signal

function tooLarge(maxBytes: number): Fault {
  return new Fault(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `The page loads more than ${Math.round(maxBytes / 1024 / 1024)} MB.`,
  )
}

function unexpected(cause: unknown): Fault {
  return new Fault('SCRAPE_SITE_ERROR', 'The target could not be reached.', { cause })
}

function credentialsOf({ headers }: IncomingMessage): [string, string] {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers['proxy-authorization'] ?? '') ?? []
  const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return [username, password]
}

function isSame(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

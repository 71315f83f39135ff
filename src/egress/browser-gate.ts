import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AllowedTargets } from './address.ts'
import { CONNECT_MS } from './connect.ts'
import { forward, refuseOnSocket, tunnel, upgrade } from './gate-relay.ts'
import { createUpstreams } from './upstream.ts'
import type { Proxies } from './upstream.ts'
import { createPasses } from './gate-pass.ts'
import type { OpenPass, Pass, PassWish } from './gate-pass.ts'
import { patientResolve, resolveBySystem } from './resolve.ts'
import type { Resolve } from './resolve.ts'

/** The only way out for Chromium: it judges and dials every connection, and answers nobody without a pass. */
export interface BrowserGate extends AsyncDisposable {
  server: string
  /** An address that the gate answers itself, with nothing: there a browser shows its pass before it needs it. */
  greeting: string
  /** Opens the gate for one browser context. Disposing of the pass cuts its connections. */
  issue(wish: PassWish): Pass
}

export interface BrowserGateSettings {
  allowedTargets: AllowedTargets
  resolve?: Resolve
  proxies?: Proxies
  connectMs?: number
}

/** Opens the gate on a free port of 127.0.0.1. TLS passes through it unread; what is plain HTTP is parsed and sent anew. */
export async function openBrowserGate({
  allowedTargets,
  resolve,
  proxies = {},
  connectMs = CONNECT_MS,
}: BrowserGateSettings): Promise<BrowserGate> {
  const upstreams = createUpstreams(proxies)
  const patient = patientResolve(resolve ?? resolveBySystem)
  const settings = { allowedTargets, resolve: patient, connectMs }
  const passes = createPasses((way) => ({ ...settings, upstream: upstreams.of(way) }))
  const server = createServer(LIMITS)
  // Beyond a count Node would drop headers in silence; their size bounds them already.
  server.maxHeadersCount = 0

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const pass = passes.of(request)
    if (pass === undefined) response.writeHead(407, { ...CHALLENGE, 'content-length': 0 }).end()
    else if (request.url === GREETING) response.writeHead(204).end()
    else void forward(request, response, pass)
  })
  const withPass =
    (carry: (request: IncomingMessage, socket: Socket, head: Buffer, pass: OpenPass) => Promise<void>) =>
    (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
      const socket = (duplex as Socket).on('error', () => {})
      const pass = passes.of(request)
      if (pass === undefined) refuseOnSocket(socket, 407, CHALLENGE)
      else void carry(request, socket, head, pass)
    }
  server.on('connect', withPass(tunnel))
  server.on('upgrade', withPass(upgrade))
  server.on('clientError', (_, socket) => refuseOnSocket(socket, 400))
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    greeting: GREETING,
    issue: passes.issue,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      await passes[Symbol.asyncDispose]()
      server.closeAllConnections()
      await closed
    },
  }
}

const CHALLENGE = { 'proxy-authenticate': 'Basic realm="winnow"' }

/** No host can have this name. */
const GREETING = 'http://gate.winnow.invalid/'

const LIMITS = {
  insecureHTTPParser: false,
  requireHostHeader: true,
  noDelay: true,
  maxHeaderSize: 64 * 1024,
  headersTimeout: 30_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 60_000,
}

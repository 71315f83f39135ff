import { request as send, STATUS_CODES } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Duplex } from 'node:stream'
import { connectTimeout } from './connect.ts'
import type { TimeLeft } from './connect.ts'
import type { Dialled } from './dial.ts'
import { endToEndHeaders } from './route.ts'
import type { RouteResponse, Route } from './route.ts'
import type { Target } from './target.ts'
import { Fault } from '../fault.ts'

export interface ProxySession {
  /** Connections of this pass alone: what one browser context does to a connection, another must not inherit. */
  route: Route
  admit(url: string): void
  /** Keeps a browser's connection to be cut with the pass; false when the pass is no longer valid. */
  hold(socket: Duplex): boolean
  spend(sizeBytes: number, host: string): void
  recordFailure(host: string, error: unknown): Fault
}

export async function tunnel(
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  session: ProxySession,
): Promise<void> {
  const target = parseAuthority(request.url ?? '')
  if (target === undefined) return refuseOnSocket(socket, 400)
  const dialled = await open(socket, target, session)
  if (dialled === undefined) return
  const { socket: remote, leftMs } = dialled
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
  pipeBothWays(socket, remote, (sizeBytes) => session.spend(sizeBytes, target.host))
  endLateHandshake(socket, remote, leftMs, () => session.recordFailure(target.host, connectTimeout()))
  if (head.length > 0) socket.unshift(head)
}

/** Only when the target agrees do the two speak; otherwise the connection ends, so that nothing passes the gate unread. */
export async function upgrade(
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  session: ProxySession,
): Promise<void> {
  const url = readUrl(request, /^(http|ws):$/)
  if (url === undefined || request.method !== 'GET' || hasBody(request)) return refuseOnSocket(socket, 400)
  const target = { ...targetOf(url, 80), host: url.hostname }
  const remote = (await open(socket, target, session))?.socket
  if (remote === undefined) return
  const protocol = request.headers.upgrade ?? ''
  const headers = endToEndHeaders(request.rawHeaders, NOT_TUNNELLED)
  headers.push('Host', url.host, 'Connection', 'Upgrade', 'Upgrade', protocol)
  send({ path: url.pathname + url.search, headers, createConnection: () => remote })
    .on('upgrade', (response, _, remoteHead) => {
      const lines = [
        ...endToEndHeaders(response.rawHeaders, NOTHING),
        'Connection',
        'Upgrade',
        'Upgrade',
        protocol,
      ]
      const text = lines.map((part, index) => part + (index % 2 === 0 ? ': ' : '\r\n')).join('')
      // Latin-1 is how they were read, so every byte goes out as it came in.
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${text}\r\n`, 'latin1')
      pipeBothWays(socket, remote, (sizeBytes) => session.spend(sizeBytes, target.host))
      if (head.length > 0) socket.unshift(head)
      if (remoteHead.length > 0) remote.unshift(remoteHead)
    })
    .on('response', ({ statusCode = 502 }) => refuseOnSocket(socket, statusCode))
    .on('error', (error) => {
      if (!socket.destroyed) refuseTunnel(socket, session.recordFailure(target.host, error))
    })
    .end()
  socket.once('close', () => remote.destroy())
}

const NOT_TUNNELLED = new Set(['host', 'content-length', 'expect'])
const NOTHING = new Set<string>()
const IDLE_MS = 300_000

type NamedTarget = Target & { host: string }

/** `host:port` and nothing around it; the host is read as a URL reads it, which is what the browser did. */
function parseAuthority(authority: string): NamedTarget | undefined {
  const [, port] = /^(?:\[[^\]@/?#\\\s]+\]|[^:@/?#\\\s[\]]+):(\d{1,5})$/.exec(authority) ?? []
  const url = port === undefined ? null : URL.parse(`https://${authority}/`)
  if (url === null || Number(port) === 0) return undefined
  return { ...targetOf(url, 443), host: url.hostname }
}

function targetOf(url: URL, defaultPort: number): Target {
  return { hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port) || defaultPort }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function open(
  socket: Socket,
  target: NamedTarget,
  session: ProxySession,
): Promise<Dialled | undefined> {
  if (!session.hold(socket)) return undefined
  try {
    session.admit(`https://${target.host}:${target.port}/`)
    const dialled = await session.route.dial(target)
    for (const end of [socket, dialled.socket]) end.setTimeout(IDLE_MS, () => end.destroy())
    if (!socket.destroyed) return dialled
    dialled.socket.destroy()
  } catch (error) {
    if (!socket.destroyed) refuseTunnel(socket, session.recordFailure(target.host, error))
  }
  return undefined
}

/** Ends a tunnel whose target is late with the TLS handshake; the browser itself would wait much longer. */
function endLateHandshake(browser: Socket, remote: Socket, leftMs: TimeLeft, onLate: () => void): void {
  browser.once('data', (chunk: Buffer) => {
    if (chunk[0] !== TLS_HANDSHAKE) return
    const timer = setTimeout(() => {
      onLate()
      remote.destroy()
    }, leftMs())
    for (const event of ['data', 'close']) remote.once(event, () => clearTimeout(timer))
  })
}

const TLS_HANDSHAKE = 0x16

/** Pipes hold either side back while the other is slow; when one side is gone, so is the other. */
function pipeBothWays(browser: Socket, remote: Socket, spend: (sizeBytes: number) => void): void {
  for (const [from, to] of [
    [browser, remote],
    [remote, browser],
  ] as const) {
    from.on('data', (chunk: Buffer) => spend(chunk.length))
    from.once('close', () => to.destroySoon())
    from.pipe(to)
  }
}

/** Request and answer are parsed and written anew, so nothing can hide in how one side reads what the other wrote. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  session: ProxySession,
): Promise<void> {
  const url = readUrl(request)
  if (url === undefined) return refuseRequest(response, NOT_A_PROXY_REQUEST)
  if (!session.hold(request.socket)) return

  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  try {
    session.admit(url.href)
    const targetResponse = await session.route.send(url, {
      method: request.method ?? 'GET',
      headers: endToEndHeaders(request.rawHeaders, NOT_FORWARDED),
      body: bodyOf(request, (sizeBytes) => session.spend(sizeBytes, url.hostname)),
      signal: leaving.signal,
      verifyTls: true,
    })
    await writeResponse(targetResponse, response, (sizeBytes) => session.spend(sizeBytes, url.hostname))
  } catch (error) {
    if (leaving.signal.aborted) return
    refuseRequest(response, session.recordFailure(url.hostname, error))
  }
}

const NOT_A_PROXY_REQUEST = new Fault(
  'BAD_REQUEST',
  'The gate carries absolute http URLs and tunnels, nothing else.',
)
/** Tells the gate's own answers from a target's, from which it is taken away. */
export const FAULT_HEADER = 'x-winnow-fault'
/** The URL alone decides the host, as HTTP asks of a proxy. */
const NOT_FORWARDED = new Set(['host', 'expect'])
const NOT_PASSED_BACK = new Set([FAULT_HEADER])

/** Only what is spelt out counts: a path alone would be a request to the gate itself. */
function readUrl({ url = '' }: IncomingMessage, protocols = /^http:$/): URL | undefined {
  const parsed = /^[a-z]+:\/\//i.test(url) ? URL.parse(url) : null
  return parsed !== null && protocols.test(parsed.protocol) ? parsed : undefined
}

function bodyOf(request: IncomingMessage, spend: (sizeBytes: number) => void): IncomingMessage | null {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && Number(length) === 0) return null
  return request.on('data', (chunk: Buffer) => spend(chunk.length)).pause()
}

async function writeResponse(
  { statusCode, statusText, headers, body }: RouteResponse,
  response: ServerResponse,
  spend: (sizeBytes: number) => void,
): Promise<void> {
  const raw = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).flatMap((one) => [name, one]),
  )
  response.writeHead(statusCode, statusText, endToEndHeaders(raw, NOT_PASSED_BACK))
  const counted = async function* () {
    for await (const chunk of body) {
      spend(chunk.length)
      yield chunk
    }
  }
  await pipeline(counted, response)
}

export function refuseOnSocket(
  socket: Duplex,
  status: number,
  headers: Record<string, string> = {},
  text = '',
): void {
  if (!socket.writable) return void socket.destroy()
  const body = Buffer.from(text)
  const all = { ...headers, connection: 'close', 'content-length': String(body.length) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`), body]),
  )
  // A client that does not close its side is not waited for.
  socket.once('finish', () => socket.destroy())
}

function refuseTunnel(socket: Duplex, fault: Fault): void {
  refuseOnSocket(socket, statusOf(fault), headersOf(fault), fault.message)
}

function refuseRequest(response: ServerResponse, fault: Fault): void {
  if (response.headersSent) return void response.destroy()
  const body = Buffer.from(fault.message)
  response.writeHead(statusOf(fault), { ...headersOf(fault), 'content-length': body.length }).end(body)
}

function headersOf(fault: Fault): Record<string, string> {
  return {
    [FAULT_HEADER]: fault.code,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  }
}

function statusOf({ code }: Fault): number {
  if (code === 'FORBIDDEN' || code === 'unsafe_domain_blocked') return 403
  if (code === 'BAD_REQUEST') return 400
  return code === 'SCRAPE_TIMEOUT' ? 504 : 502
}

import { request } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { Fault } from '../fault.ts'
import { codeOf, CONNECT_TIMEOUT, connectTimeout, connectToFirst, withinConnectTime } from './connect.ts'
import type { TimeLeft } from './connect.ts'
import type { Resolve, Target } from './target.ts'
import { markConnectionFailure } from './target-fault.ts'

export interface ProxyChoice {
  kind: 'basic' | 'enhanced'
  /** ISO country in capitals; fills `{country}` in the proxy's URL. */
  country: string
}

export interface Proxies {
  basic?: string | undefined
  enhanced?: string | undefined
}

/** A proxy of the operator's. Its credentials must not reach a log or an answer. */
export interface Upstream {
  protocol: 'http:' | 'https:' | 'socks5:'
  hostname: string
  port: number
  credentials: { username: string; password: string } | undefined
}

export interface Upstreams {
  has(kind: ProxyChoice['kind']): boolean
  /** Nothing when no proxy is configured for the way. The same proxy is always the same object. */
  of(proxyChoice: ProxyChoice | undefined): Upstream | undefined
}

/** Throws at once when a proxy cannot be read, with a message that leaves its URL out. */
export function createUpstreams(proxies: Proxies): Upstreams {
  const known = new Map<string, Upstream>()
  for (const kind of ['basic', 'enhanced'] as const) {
    const template = proxies[kind]
    if (template !== undefined) readUpstream(template.replaceAll(COUNTRY, 'us'), kind)
  }
  return {
    has: (kind) => proxies[kind] !== undefined,
    of(proxyChoice) {
      const template = proxyChoice && proxies[proxyChoice.kind]
      if (template === undefined) return undefined
      const url = template.replaceAll(COUNTRY, encodeURIComponent(proxyChoice!.country.toLowerCase()))
      const upstream = known.get(url) ?? readUpstream(url, proxyChoice!.kind)
      known.set(url, upstream)
      return upstream
    },
  }
}

const COUNTRY = '{country}'
const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 }

function readUpstream(text: string, kind: ProxyChoice['kind']): Upstream {
  const url = URL.parse(text)
  const defaultPort = DEFAULT_PORTS[url?.protocol ?? '']
  if (!url || defaultPort === undefined || url.hostname === '') {
    throw new Error(
      `The ${kind} proxy is not a URL such as http://user:password@proxy.example:8080 (http, https or socks5).`,
    )
  }
  return {
    protocol: url.protocol as Upstream['protocol'],
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || defaultPort,
    credentials:
      url.username === ''
        ? undefined
        : { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
  }
}

/** A connection to the operator's proxy itself. It is not judged: the operator named it. */
export async function connectToUpstream(
  upstream: Upstream,
  resolve: Resolve,
  signal: AbortSignal,
  leftMs: TimeLeft,
): Promise<Socket> {
  const { hostname, port, protocol } = upstream
  try {
    const addresses = isIP(hostname) ? [hostname] : (await resolve(hostname)).map(({ address }) => address)
    const socket = await connectToFirst(addresses.slice(0, 3), port, signal, leftMs)
    return protocol === 'https:' ? await secured(socket, hostname, leftMs) : socket
  } catch (error) {
    throw upstreamUnreachable(error)
  }
}

export async function tunnelThrough(
  upstream: Upstream,
  target: Target,
  socket: Socket,
  leftMs: TimeLeft,
): Promise<Socket> {
  try {
    const opening =
      upstream.protocol === 'socks5:'
        ? openSocks(socket, target, upstream.credentials)
        : openConnect(socket, target, upstream)
    await withinConnectTime(leftMs, opening)
    return socket
  } catch (error) {
    socket.destroy()
    throw error instanceof Fault ? error : upstreamUnreachable(error)
  }
}

export function proxyAuthorization({ credentials }: Upstream): Record<string, string> {
  if (credentials === undefined) return {}
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`)
  return { 'proxy-authorization': `Basic ${pair.toString('base64')}` }
}

const MAX_RESPONSE_HEADER_BYTES = 16 * 1024
const RETRYABLE_STATUSES = new Set([429, 500, 502, 503, 504])

function secured(socket: Socket, hostname: string, leftMs: TimeLeft): Promise<Socket> {
  const servername = isIP(hostname) ? '' : hostname
  return new Promise((resolve, reject) => {
    const secure = connectTls({ socket, host: hostname, servername, ALPNProtocols: ['http/1.1'] })
    secure.setTimeout(leftMs(), () => secure.destroy(connectTimeout()))
    secure.on('error', reject)
    secure.once('close', () => reject(new Error('The connection was closed during the TLS handshake')))
    secure.once('secureConnect', () => {
      secure.setTimeout(0).removeAllListeners('timeout')
      resolve(secure)
    })
  })
}

function openConnect(socket: Socket, { hostname, port }: Target, upstream: Upstream): Promise<void> {
  const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`
  return new Promise((resolve, reject) => {
    request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyAuthorization(upstream) },
      createConnection: () => socket,
      maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
    })
      .on('error', reject)
      .on('connect', ({ statusCode = 0 }, _, head) => {
        if (statusCode === 407) return reject(upstreamAuthFault())
        if (statusCode < 200 || statusCode > 299) {
          return reject(
            upstreamRefused(`it answered ${statusCode}`, { canRetry: RETRYABLE_STATUSES.has(statusCode) }),
          )
        }
        if (head.length > 0) socket.unshift(head)
        resolve()
      })
      .end()
  })
}

/** Asks a SOCKS5 proxy (RFC 1928, with the passwords of RFC 1929) at the other end of the socket for a connection. */
async function openSocks(
  socket: Socket,
  { hostname, port }: Target,
  credentials: Upstream['credentials'],
): Promise<void> {
  const offered = credentials === undefined ? NO_PASSWORD : PASSWORD
  socket.write(Buffer.from([VERSION, 1, offered]))
  const [, chosen] = await readBytes(socket, 2)
  if (chosen !== offered) throw upstreamAuthFault()
  if (credentials !== undefined) {
    const { username, password } = credentials
    socket.write(Buffer.concat([Buffer.from([1]), lengthPrefixed(username), lengthPrefixed(password)]))
    const [, status] = await readBytes(socket, 2)
    if (status !== 0) throw upstreamAuthFault()
  }

  const portBytes = Buffer.alloc(2)
  portBytes.writeUInt16BE(port)
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressBytes(hostname), portBytes]))
  const [, reply = 1, , kind = 0] = await readBytes(socket, 4)
  if (reply !== 0) {
    throw upstreamRefused(REPLIES[reply] ?? 'it failed', { canRetry: reply !== NOT_ALLOWED })
  }
  // The address it is bound to is of no use, but stands before the target's bytes.
  const length = kind === NAME ? (await readBytes(socket, 1))[0]! : kind === IPV6 ? 16 : 4
  await readBytes(socket, length + 2)
}

const VERSION = 5
const NO_PASSWORD = 0
const PASSWORD = 2
const CONNECT = 1
const IPV4 = 1
const NAME = 3
const IPV6 = 4
const NOT_ALLOWED = 2

const REPLIES: Record<number, string> = {
  [NOT_ALLOWED]: 'its rules do not allow it',
  3: 'the network is unreachable',
  4: 'the host is unreachable',
  5: 'the connection was refused',
  6: 'the connection took too long',
}

function addressBytes(hostname: string): Buffer {
  if (isIPv4(hostname)) return Buffer.from([IPV4, ...ipaddr.parse(hostname).toByteArray()])
  if (isIPv6(hostname)) return Buffer.from([IPV6, ...ipaddr.parse(hostname).toByteArray()])
  return Buffer.concat([Buffer.from([NAME]), lengthPrefixed(hostname)])
}

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new Error('SOCKS has room for 255 bytes only')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

async function readBytes(socket: Socket, sizeBytes: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(sizeBytes)
    if (bytes?.length === sizeBytes) return bytes
    if (bytes !== null || socket.destroyed) throw new Error('The proxy closed the connection')
    await waitForData(socket)
  }
}

async function waitForData(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onEnd = () => reject(new Error('The proxy closed the connection'))
  socket.on('readable', resolve).on('end', onEnd).on('close', onEnd)
  try {
    await promise
  } finally {
    socket.off('readable', resolve).off('end', onEnd).off('close', onEnd)
  }
}

/** Another attempt may succeed, unless this one took all its time. The message does not reveal the proxy. */
function upstreamUnreachable(cause: unknown): Fault {
  if (codeOf(cause) === CONNECT_TIMEOUT) {
    return new Fault(
      'SCRAPE_PROXY_SELECTION_ERROR',
      'The upstream proxy did not connect to the target in time.',
      { cause },
    )
  }
  return markConnectionFailure(
    new Fault('SCRAPE_PROXY_SELECTION_ERROR', 'The upstream proxy could not be reached.', { cause }),
  )
}

export function upstreamAuthFault(): Fault {
  return new Fault(
    'SCRAPE_PROXY_SELECTION_ERROR',
    'The upstream proxy refused the credentials that the operator configured.',
  )
}

function upstreamRefused(reason: string, { canRetry }: { canRetry: boolean }): Fault {
  const fault = new Fault(
    'SCRAPE_PROXY_SELECTION_ERROR',
    `The upstream proxy did not connect to the target: ${reason}.`,
  )
  return canRetry ? markConnectionFailure(fault) : fault
}

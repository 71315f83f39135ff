import { request } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Fault } from '../fault.ts'
import { connectTimeout, inConnectTime } from './connect-time.ts'
import type { LeftMs } from './connect-time.ts'
import { connectToFirst } from './connect.ts'
import type { Resolve } from './resolve.ts'
import { openSocks } from './socks.ts'
import type { Target } from './target.ts'
import { upstreamRefused, upstreamUnreachable, upstreamWantsCredentials } from './upstream-fault.ts'
import type { Upstream } from './upstream.ts'

/** A connection to the operator's proxy itself. It is not judged: the operator named it. */
export async function connectToUpstream(
  upstream: Upstream,
  resolve: Resolve,
  signal: AbortSignal,
  leftMs: LeftMs,
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

/** A connection to the target through the operator's proxy; what is written to it reaches the target as it is. */
export async function tunnelThrough(
  upstream: Upstream,
  target: Target,
  socket: Socket,
  leftMs: LeftMs,
): Promise<Socket> {
  try {
    const opening =
      upstream.protocol === 'socks5:'
        ? openSocks(socket, target, upstream.credentials)
        : openConnect(socket, target, upstream)
    await inConnectTime(leftMs, opening)
    return socket
  } catch (error) {
    socket.destroy()
    throw error instanceof Fault ? error : upstreamUnreachable(error)
  }
}

/** For requests that are handed to the proxy itself. */
export function proxyAuthorization({ credentials }: Upstream): Record<string, string> {
  if (credentials === undefined) return {}
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`)
  return { 'proxy-authorization': `Basic ${pair.toString('base64')}` }
}

const MAX_ANSWER_HEADER_BYTES = 16 * 1024
const MAY_PASS = new Set([429, 500, 502, 503, 504])

function secured(socket: Socket, hostname: string, leftMs: LeftMs): Promise<Socket> {
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
      maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    })
      .on('error', reject)
      .on('connect', ({ statusCode = 0 }, _, head) => {
        if (statusCode === 407) return reject(upstreamWantsCredentials())
        if (statusCode < 200 || statusCode > 299) {
          return reject(upstreamRefused(`it answered ${statusCode}`, { mayPass: MAY_PASS.has(statusCode) }))
        }
        if (head.length > 0) socket.unshift(head)
        resolve()
      })
      .end()
  })
}

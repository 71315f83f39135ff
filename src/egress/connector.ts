import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { Fault } from '../fault.ts'
import { plainName } from './allowed-targets.ts'
import { inConnectTime } from './connect-time.ts'
import type { LeftMs } from './connect-time.ts'
import type { Dial } from './dial.ts'
import type { Target } from './target.ts'

/**
 * Opens the connections of an undici dispatcher over dialled sockets. TLS speaks to the host name, whatever address was
 * dialled, and offers HTTP/2. Versions before TLS 1.2 are refused whether or not the certificate is looked at.
 */
export function createConnector(dial: Dial, verifyTls: boolean): buildConnector.connector {
  const secure = buildConnector({
    rejectUnauthorized: verifyTls,
    // The handshake shares the time of the whole attempt.
    timeout: 0,
    allowH2: true,
    preferH2: true,
  } as buildConnector.BuildOptions)

  async function connect({ protocol, hostname, port, host }: buildConnector.Options): Promise<Socket> {
    const isSecure = protocol === 'https:'
    const target: Target = { hostname, port: Number(port) || (isSecure ? 443 : 80) }
    if (!isSecure) return (await dial.openForHttp(target)).socket

    const name = plainName(hostname)
    const { socket: httpSocket, leftMs } = await dial.open(target)
    const options = {
      protocol,
      hostname,
      host,
      port: String(target.port),
      servername: isIP(name) ? undefined : name,
      httpSocket,
    }
    return await handshake(secure, options, leftMs)
  }

  const connectThen = callbackify(connect)
  return (target, callback) =>
    connectThen(target, (error, socket) => (error ? callback(error, null) : callback(null, socket)))
}

const PROTOCOLS = new Set<string | false | null>(['h2', 'http/1.1', false, null])

async function handshake(
  connect: buildConnector.connector,
  target: buildConnector.Options,
  leftMs: LeftMs,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  connect(target, (error, socket) => (error ? reject(error) : resolve(socket as Socket)))
  try {
    const socket = await inConnectTime(leftMs, promise)
    if (PROTOCOLS.has((socket as TLSSocket).alpnProtocol)) return socket
    throw new Fault('SCRAPE_SSL_ERROR', 'The target chose a protocol over TLS that it was not offered.')
  } catch (error) {
    target.httpSocket?.destroy()
    throw error
  }
}

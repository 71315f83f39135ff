import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { Fault } from '../fault.ts'
import { plainName } from './address.ts'
import type { AllowedTargets } from './address.ts'
import { connectTimer, connectToFirst, withinConnectTime } from './connect.ts'
import type { TimeLeft } from './connect.ts'
import { orAborted } from '../concurrency/abort.ts'
import type { Resolve, Target } from './target.ts'
import { resolveAllowed } from './target.ts'
import { connectToUpstream, tunnelThrough } from './upstream.ts'
import type { Upstream } from './upstream.ts'

export interface DialSettings {
  allowedTargets: AllowedTargets
  resolve: Resolve
  /** Absent: connect directly to the target. */
  upstream: Upstream | undefined
  connectMs: number
  closing: AbortSignal
}

export interface Dialled {
  socket: Socket
  leftMs: TimeLeft
}

export interface Dial {
  open(target: Target): Promise<Dialled>
  /** With an HTTP proxy the connection ends at the proxy, because many allow tunnels only for TLS. */
  openForHttp(target: Target): Promise<Dialled>
}

/**
 * Opens connections to checked targets. A direct connection dials exactly the checked IP address, so a later
 * DNS change has no effect.
 */
export function createDial({ allowedTargets, resolve, upstream, connectMs, closing }: DialSettings): Dial {
  if (upstream === undefined) {
    const open = async ({ hostname, port }: Target) => {
      const leftMs = connectTimer(connectMs)
      const addresses = await resolveAllowed(hostname, allowedTargets, resolve)
      return { socket: await connectToFirst(addresses, port, closing, leftMs), leftMs }
    }
    return { open, openForHttp: open }
  }

  async function openUpstream({ hostname }: Target): Promise<Dialled> {
    const leftMs = connectTimer(connectMs)
    await checkLocally(hostname, allowedTargets, resolve)
    return { socket: await connectToUpstream(upstream!, resolve, closing, leftMs), leftMs }
  }
  async function open(target: Target): Promise<Dialled> {
    const { socket, leftMs } = await openUpstream(target)
    return { socket: await tunnelThrough(upstream!, target, socket, leftMs), leftMs }
  }
  return { open, openForHttp: isForwarding(upstream) ? openUpstream : open }
}

export function isForwarding(upstream: Upstream | undefined): upstream is Upstream {
  return upstream !== undefined && upstream.protocol !== 'socks5:'
}

const LOCAL_DNS_TIMEOUT_MS = 3_000

/** The proxy resolves the name. Here we only refuse names that resolve to a private IP address locally. */
async function checkLocally(hostname: string, targets: AllowedTargets, resolve: Resolve): Promise<void> {
  const signal = AbortSignal.timeout(LOCAL_DNS_TIMEOUT_MS)
  try {
    await orAborted(resolveAllowed(hostname, targets, resolve), signal)
  } catch (error) {
    if (error instanceof Fault && error.code !== 'SCRAPE_DNS_RESOLUTION_ERROR') throw error
    // A name that only the proxy can resolve may be public. A name that times out here is not trusted.
    if (signal.aborted) {
      throw new Fault(
        'SCRAPE_DNS_RESOLUTION_ERROR',
        'The host name of the target could not be resolved locally.',
      )
    }
  }
}

/**
 * TLS verifies the host name, not the dialled IP address. TLS before 1.2 is refused even without
 * verification.
 */
export function createConnector(dial: Dial, verifyTls: boolean): buildConnector.connector {
  const secure = buildConnector({
    rejectUnauthorized: verifyTls,
    // The handshake shares the time limit of the whole attempt.
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
  leftMs: TimeLeft,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  connect(target, (error, socket) => (error ? reject(error) : resolve(socket as Socket)))
  try {
    const socket = await withinConnectTime(leftMs, promise)
    if (PROTOCOLS.has((socket as TLSSocket).alpnProtocol)) return socket
    throw new Fault(
      'SCRAPE_SSL_ERROR',
      'The target selected a TLS application protocol that was not offered.',
    )
  } catch (error) {
    target.httpSocket?.destroy()
    throw error
  }
}

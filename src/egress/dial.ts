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
  /** Absent: straight to the target. */
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
  /** Through a proxy that speaks HTTP it ends at the proxy: many allow tunnels for TLS only. */
  openForHttp(target: Target): Promise<Dialled>
}

/** Opens connections to judged targets: straight out exactly the judged address is dialled, whatever DNS says later. */
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

/** The proxy resolves the name where it stands; here it only has to be no name that leads to a private address from here. */
async function checkLocally(hostname: string, targets: AllowedTargets, resolve: Resolve): Promise<void> {
  const signal = AbortSignal.timeout(LOCAL_DNS_TIMEOUT_MS)
  try {
    await orAborted(resolveAllowed(hostname, targets, resolve), signal)
  } catch (error) {
    if (error instanceof Fault && error.code !== 'SCRAPE_DNS_RESOLUTION_ERROR') throw error
    // A name that only the proxy can resolve may be public; one that is slow to resolve here is not trusted.
    if (signal.aborted) {
      throw new Fault(
        'SCRAPE_DNS_RESOLUTION_ERROR',
        'The host name of the target could not be resolved here.',
      )
    }
  }
}

/** TLS verifies the host name, whatever address was dialled. Versions before 1.2 are refused even without verification. */
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
  leftMs: TimeLeft,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  connect(target, (error, socket) => (error ? reject(error) : resolve(socket as Socket)))
  try {
    const socket = await withinConnectTime(leftMs, promise)
    if (PROTOCOLS.has((socket as TLSSocket).alpnProtocol)) return socket
    throw new Fault('SCRAPE_SSL_ERROR', 'The target chose a protocol over TLS that it was not offered.')
  } catch (error) {
    target.httpSocket?.destroy()
    throw error
  }
}

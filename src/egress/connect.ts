import { connect as connectSocket } from 'node:net'
import type { Socket } from 'node:net'
import { orAborted } from '../concurrency/abort.ts'

/** No address may use up the time of those after it. The signal ends the connection also long after it was made. */
export async function connectToFirst(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
  leftMs: TimeLeft,
): Promise<Socket> {
  let failure: Error | undefined
  for (const [index, address] of addresses.entries()) {
    const others = addresses.length - index - 1
    const timeoutMs = others === 0 ? leftMs() : Math.min(SHORT_ATTEMPT_MS, leftMs() / (others + 1))
    const outcome = await attempt({ address, port, signal, timeoutMs })
    if (outcome.state === 'connected') return outcome.socket
    failure = outcome.error
    if (!UNREACHABLE.has(codeOf(failure))) break
  }
  if (failure && addresses.length >= MAX_ADDRESSES) exhausted.add(failure)
  throw failure ?? new Error('There was no address to connect to')
}

/** A host with so many addresses has had its tries; asking for it again would be an assault. */
const MAX_ADDRESSES = 3
const exhausted = new WeakSet<object>()

export function isExhausted(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && exhausted.has(failure)
}

/** While there is another address to try. */
const SHORT_ATTEMPT_MS = 3_000

export const CONNECT_TIMEOUT = 'ERR_CONNECT_TIMEOUT'

/** Failures that the next address of the same host may not have. */
const UNREACHABLE = new Set([
  'EACCES',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ETIMEDOUT',
  CONNECT_TIMEOUT,
])

type Attempt = { state: 'connected'; socket: Socket } | { state: 'failed'; error: Error }

function attempt(options: {
  address: string
  port: number
  signal: AbortSignal
  timeoutMs: number
}): Promise<Attempt> {
  const { address: host, port, signal, timeoutMs } = options
  return new Promise((settle) => {
    const socket = connectSocket({
      host,
      port,
      signal,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    })
    socket.setTimeout(timeoutMs, () => socket.destroy(connectTimeout()))
    socket.once('connect', () => {
      socket.setTimeout(0).removeAllListeners('timeout')
      settle({ state: 'connected', socket })
    })
    // It stays for the socket's life: an error between two owners must not end the process.
    socket.on('error', (error) => settle({ state: 'failed', error }))
  })
}

const KEEP_ALIVE_MS = 60_000

export const CONNECT_MS = 10_000

/** The time that a connection attempt has left. It starts with the first call, so that resolving the name does not count. */
export type TimeLeft = () => number

export function connectTimer(limitMs: number): TimeLeft {
  let endsAt: number | undefined
  return () => {
    endsAt ??= performance.now() + limitMs
    // Sockets take 0 for no limit at all.
    return Math.max(1, Math.ceil(endsAt - performance.now()))
  }
}

/** Waits for a step of the attempt while there is time. The caller closes what the step opened if this throws. */
export async function withinConnectTime<Result>(leftMs: TimeLeft, step: Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(leftMs())
  try {
    return await orAborted(step, signal)
  } catch (error) {
    throw signal.aborted ? connectTimeout() : error
  }
}

/** The error of an attempt that ran out of time. It is final: another attempt would take just as long. */
export function connectTimeout(): Error {
  return Object.assign(new Error('The connection was not made in time'), { code: CONNECT_TIMEOUT })
}

/** The code of an error of the system or of a library; those of HTTP parsers often have only a name of their own. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && error.code !== undefined ? String(error.code) : error.name
}

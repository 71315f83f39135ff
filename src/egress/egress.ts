import { lookup } from 'node:dns/promises'
import { setMaxListeners } from 'node:events'
import { Agent } from 'undici'
import { Fault } from '../fault.ts'
import type { AllowedTargets } from './allowed-targets.ts'
import { createDial } from './dial.ts'
import type { Resolve } from './dial.ts'
import { targetFault } from './target-fault.ts'

export { parseAllowedTargets } from './allowed-targets.ts'
export type { AllowedTargets } from './allowed-targets.ts'

export interface EgressOptions {
  signal: AbortSignal
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Accepts any certificate; the address is judged all the same. */
  skipTlsVerification?: boolean
}

/** An answer as it stands on the wire: not decompressed, and a redirect is an answer like any other. */
export interface EgressResponse extends AsyncDisposable {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Reading may throw a Fault; leaving the response gives the connection back. */
  body: AsyncIterable<Uint8Array>
}

export type EgressRequest = (url: URL, options: EgressOptions) => Promise<EgressResponse>

/** The way out of the service. Disposing of it closes its connections. */
export interface Egress extends AsyncDisposable {
  request: EgressRequest
}

export interface EgressSettings {
  allowedTargets: AllowedTargets
  /** Stands in for the system's resolver. */
  resolve?: Resolve
}

/**
 * The only way out: dials public addresses and what `allowedTargets` opens, and nothing else. It keeps no log of
 * targets, because under zero data retention no URL may reach a disk.
 */
export function createEgress({ allowedTargets, resolve = resolveBySystem }: EgressSettings): Egress {
  const closing = new AbortController()
  // Every open connection listens to it.
  setMaxListeners(0, closing.signal)
  const open = (verifyTls: boolean) =>
    new Agent({
      ...LIMITS,
      connect: createDial({ allowedTargets, resolve, verifyTls, closing: closing.signal }),
    })
  const strict = open(true)
  const lenient = open(false)

  async function request(url: URL, options: EgressOptions): Promise<EgressResponse> {
    const { signal, method = 'GET', headers = {}, body, skipTlsVerification = false } = options
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new Fault('FORBIDDEN', `Only http and https targets may be reached, not ${url.protocol}`)
    }
    try {
      signal.throwIfAborted()
      const answer = await orAborted(
        (skipTlsVerification ? lenient : strict).request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: withoutHost(headers),
          body: body ?? null,
          signal,
        }),
        signal,
      )
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: readBody(answer.body, signal),
        async [Symbol.asyncDispose]() {
          answer.body.on('error', () => {}).destroy()
        },
      }
    } catch (error) {
      throw targetFault(error, signal)
    }
  }

  return {
    request,
    async [Symbol.asyncDispose]() {
      const stopped = new Fault('UNAVAILABLE', 'The service is stopping.')
      const destroyed = Promise.all([strict.destroy(stopped), lenient.destroy(stopped)])
      closing.abort()
      await destroyed
    },
  }
}

/** Upper bounds for requests whose signal never fires; they are no sooner than the longest time a request may ask for. */
const LIMITS = {
  headersTimeout: 300_000,
  bodyTimeout: 300_000,
  maxHeaderSize: 64 * 1024,
  keepAliveMaxTimeout: 30_000,
}

/** Lookups share the few threads of libuv's pool, so many slow names at once delay each other and file access. */
function resolveBySystem(hostname: string): ReturnType<Resolve> {
  return lookup(hostname, { all: true, order: 'verbatim' })
}

/** The dispatcher looks at its signal only once it is connected; a name that never resolves must not outlive it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** A Host header of the caller's would also choose the certificate that is asked for, so the URL alone decides. */
function withoutHost(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'))
}

async function* readBody(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw targetFault(error, signal)
  }
}

import type { Socket } from 'node:net'
import { Fault } from '../fault.ts'
import type { AllowedTargets } from './address.ts'
import { CONNECT_MS } from './connect.ts'
import { openRoute, openStream } from './route.ts'
import type { Route, StreamTarget } from './route.ts'
import { targetFault } from './target-fault.ts'
import { createUpstreams } from './upstream.ts'
import type { Proxies, Upstream, ProxyChoice } from './upstream.ts'
import { orAborted } from '../concurrency/abort.ts'
import { retryingResolve, systemResolve } from './target.ts'
import type { Resolve } from './target.ts'

export { parseAddress, parseAllowedTargets, unmapped } from './address.ts'
export type { AllowedTargets } from './address.ts'
export { openBrowserProxy } from './browser-proxy.ts'
export type { BrowserProxy, ProxyCredential, CredentialRequest } from './browser-proxy.ts'
export { isConnectionHeader, isSameParty, isWithin, outsideFault } from './confinement.ts'
export type { Confinement, Screen } from './confinement.ts'
export { FAULT_HEADER } from './proxy-relay.ts'
export { isConnectionFailure, targetFault } from './target-fault.ts'
export type { Proxies, ProxyChoice } from './upstream.ts'

export interface EgressOptions {
  signal: AbortSignal
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Accepts any certificate; the address is judged all the same. */
  skipTlsVerification?: boolean
  /** Absent: straight out, whatever proxies are configured. */
  proxyChoice?: ProxyChoice
}

/** An answer as it stands on the wire: not decompressed, and a redirect is an answer like any other. */
export interface EgressResponse extends AsyncDisposable {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: AsyncIterable<Uint8Array>
}

export type EgressRequest = (url: URL, options: EgressOptions) => Promise<EgressResponse>

export interface Egress extends AsyncDisposable {
  request: EgressRequest
  /** A connection for a protocol other than HTTP, straight out; over TLS the certificate is verified. The caller destroys it. */
  connect(target: StreamTarget, signal: AbortSignal): Promise<Socket>
  hasProxy(kind: ProxyChoice['kind']): boolean
}

export interface EgressSettings {
  allowedTargets: AllowedTargets
  resolve?: Resolve
  proxies?: Proxies
  connectMs?: number
}

/** Dials public addresses and what `allowedTargets` opens. It keeps no log: under zero data retention no URL reaches a disk. */
export function createEgress({
  allowedTargets,
  resolve,
  proxies = {},
  connectMs = CONNECT_MS,
}: EgressSettings): Egress {
  const upstreams = createUpstreams(proxies)
  const retrying = retryingResolve(resolve ?? systemResolve)
  const routes = new Map<Upstream | undefined, Route>()

  function routeOf(proxyChoice: ProxyChoice | undefined): Route {
    const upstream = upstreams.of(proxyChoice)
    const route =
      routes.get(upstream) ?? openRoute({ allowedTargets, resolve: retrying, upstream, connectMs })
    routes.set(upstream, route)
    return route
  }

  async function request(url: URL, options: EgressOptions): Promise<EgressResponse> {
    const { signal, method = 'GET', headers = {}, body, skipTlsVerification = false, proxyChoice } = options
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new Fault('FORBIDDEN', `Only http and https targets may be reached, not ${url.protocol}`)
    }
    try {
      signal.throwIfAborted()
      // The dispatcher looks at its signal only once it is connected; a name that never resolves must not outlive it.
      const response = await orAborted(
        routeOf(proxyChoice).send(url, {
          method,
          headers: forwardableHeaders(headers),
          body: body ?? null,
          signal,
          verifyTls: !skipTlsVerification,
        }),
        signal,
      )
      return {
        status: response.statusCode,
        headers: response.headers,
        body: readBody(response.body, signal),
        async [Symbol.asyncDispose]() {
          response.body.cancel()
        },
      }
    } catch (error) {
      throw targetFault(error, signal, { answered: false })
    }
  }

  return {
    request,
    connect: (target, signal) => openStream(routeOf(undefined).dial, target, signal),
    hasProxy: upstreams.has,
    async [Symbol.asyncDispose]() {
      await Promise.all([...routes.values()].map((route) => route[Symbol.asyncDispose]()))
    },
  }
}

/** A caller's Host header would also choose the certificate that is asked for, so the URL alone decides. */
function forwardableHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !RESERVED_HEADERS.test(name)))
}

const RESERVED_HEADERS = /^(host|proxy-authorization)$/i

async function* readBody(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw targetFault(error, signal, { answered: true })
  }
}

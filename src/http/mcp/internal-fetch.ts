import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Caller } from '../../access/access.ts'
import type { McpCaller } from '../server/route.ts'

/** The caller for whom the service calls its own endpoint. */
interface InternalCaller {
  identity: McpCaller
  /** The client that sent the original request. */
  clientAddress: string
  userAgent: string | undefined
  requestId: string
  /** The root URL under which the client reaches the service. */
  publicUrl: string
}

/** One internal call. It has no connection that could close, so it has its own signal. */
interface InternalCall extends InternalCaller {
  signal: AbortSignal
  /**
   * The team's caller, checked again because the key may have been deleted. Undefined for keyless callers.
   */
  caller: (() => Promise<Caller>) | undefined
}

const internalCalls = new AsyncLocalStorage<InternalCall>()

/**
 * The caller of a request of the service to itself. It is an object passed along with the work, so no field
 * of a request can claim it, and requests from a connection are always external.
 */
export function internalCallOf({ raw }: FastifyRequest): InternalCall | undefined {
  return raw.socket instanceof Socket ? undefined : internalCalls.getStore()
}

export type InternalFetch = (internalCaller: InternalCaller) => typeof fetch

/**
 * A `fetch` for the service's own endpoints, without a connection. Rate limits, charges, slots, audit events,
 * metrics and the log treat it like any other request from the client's IP address.
 */
export function createInternalFetch(app: () => FastifyInstance): InternalFetch {
  return (internalCaller) => {
    const prefix = new URL(internalCaller.publicUrl).pathname.replace(/\/$/, '')
    const caller = createCallerLookup(internalCaller.identity)
    return async (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      const headers = new Headers(init?.headers)
      // The caller is known; a key in the headers must not replace it.
      headers.delete('authorization')
      headers.set('x-request-id', internalCaller.requestId)
      if (internalCaller.userAgent !== undefined) headers.set('user-agent', internalCaller.userAgent)
      const options = {
        method: (init?.method ?? 'GET') as 'GET',
        url: `${withoutPrefix(pathname, prefix)}${search}`,
        headers: Object.fromEntries(headers),
        remoteAddress: internalCaller.clientAddress,
        ...(typeof init?.body === 'string' && { payload: init.body }),
      }
      const signal = init?.signal ?? NEVER
      return internalCalls.run({ ...internalCaller, caller, signal }, () => inject(app(), options, signal))
    }
  }
}

/** The first call uses the admitted request's caller; later calls look it up again. */
function createCallerLookup(identity: McpCaller): InternalCall['caller'] {
  if (!('caller' in identity)) return undefined
  let isFirst = true
  return () => {
    if (!isFirst) return identity.refresh()
    isFirst = false
    return Promise.resolve(identity.caller)
  }
}

/** Links to this service start with the path of the public root, which no route has. */
function withoutPrefix(pathname: string, prefix: string): string {
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
}

const NEVER = new AbortController().signal

/** An aborted call is not awaited; its own signal ends it. */
function inject(app: FastifyInstance, options: InjectOptions, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    app.inject(options, (failure, response) => {
      signal.removeEventListener('abort', onAbort)
      if (response) resolve(toResponse(response))
      else reject(failure)
    })
  })
}

function toResponse({ rawPayload, statusCode, headers }: LightMyRequestResponse): Response {
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(rawPayload.length > 0 ? new Uint8Array(rawPayload) : null, {
    status: statusCode,
    headers: given,
  })
}

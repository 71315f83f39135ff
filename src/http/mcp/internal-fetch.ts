import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Caller } from '../../access/access.ts'
import type { McpCaller } from '../server/route.ts'

/** On whose behalf the service calls an endpoint of its own. */
interface InternalCaller {
  identity: McpCaller
  /** Where the request came from that led to this one. */
  clientAddress: string
  userAgent: string | undefined
  requestId: string
  /** The root under which the client reaches the service. */
  publicUrl: string
}

/** One such call, and when it is given up: it has no connection that could close. */
interface InternalCall extends InternalCaller {
  signal: AbortSignal
  /** The team's caller, who may not be one any more; undefined for who has no key. */
  caller: (() => Promise<Caller>) | undefined
}

const internalCalls = new AsyncLocalStorage<InternalCall>()

/**
 * Who a request of the service to itself is from. It is an object that goes along with the work, so nothing that a
 * request says can claim it, and what came over a connection is from outside even if it were handled meanwhile.
 */
export function internalCallOf({ raw }: FastifyRequest): InternalCall | undefined {
  return raw.socket instanceof Socket ? undefined : internalCalls.getStore()
}

export type InternalFetch = (internalCaller: InternalCaller) => typeof fetch

/**
 * A `fetch` that reaches nothing but the service's own endpoints, without a connection: rates, charges, slots, audit
 * events, metrics and the log see a request like any other, from the address of the client.
 */
export function createInternalFetch(app: () => FastifyInstance): InternalFetch {
  return (internalCaller) => {
    const prefix = new URL(internalCaller.publicUrl).pathname.replace(/\/$/, '')
    const caller = createCallerLookup(internalCaller.identity)
    return async (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      const headers = new Headers(init?.headers)
      // Who calls is known; a key that names somebody else must not slip in.
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

/** The first call follows at once on the request that was let in; whoever makes another is looked up again. */
function createCallerLookup(identity: McpCaller): InternalCall['caller'] {
  if (!('caller' in identity)) return undefined
  let isFirst = true
  return () => {
    if (!isFirst) return identity.refresh()
    isFirst = false
    return Promise.resolve(identity.caller)
  }
}

/** Links to ourselves have the path of the public root in front, which no route has. */
function withoutPrefix(pathname: string, prefix: string): string {
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
}

const NEVER = new AbortController().signal

/** What is given up is not waited for; it ends by its own signal. */
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

import { setMaxListeners } from 'node:events'
import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { Fault } from '../fault.ts'
import type { AllowedTargets } from './allowed-targets.ts'
import { createConnector } from './connector.ts'
import { createDial, isForwarding } from './dial.ts'
import type { Dial } from './dial.ts'
import { exchange } from './exchange.ts'
import type { Answer } from './exchange.ts'
import type { Resolve } from './resolve.ts'
import { proxyAuthorization } from './tunnel.ts'
import { upstreamWantsCredentials } from './upstream-fault.ts'
import type { Upstream } from './upstream.ts'

export interface RouteSettings {
  allowedTargets: AllowedTargets
  resolve: Resolve
  upstream: Upstream | undefined
  /** How long one connection attempt may take. */
  connectMs: number
}

interface RouteRequest {
  method: string
  /** Names and values in turn, or by name; without `Host`, which the URL alone decides. */
  headers: Record<string, string> | string[]
  body: string | Uint8Array | Readable | null
  signal: AbortSignal
  verifyTls: boolean
}

/** One way out, straight or through one proxy, with connections of its own. Disposing of it ends them. */
export interface Route extends AsyncDisposable {
  send(url: URL, request: RouteRequest): Promise<Answer>
  dial: Dial['open']
}

/** Errors are those of the layer that failed; `targetFault` makes of them what a caller sees. */
export function openRoute(settings: RouteSettings): Route {
  const { upstream } = settings
  const closing = new AbortController()
  // Every open connection listens to it.
  setMaxListeners(0, closing.signal)
  const dial = createDial({ ...settings, closing: closing.signal })
  const agents = new Map<boolean, Agent>()

  function agentFor(verifyTls: boolean): Agent {
    const agent = agents.get(verifyTls) ?? new Agent({ ...LIMITS, connect: createConnector(dial, verifyTls) })
    agents.set(verifyTls, agent)
    return agent
  }

  async function send(url: URL, { headers, verifyTls, ...rest }: RouteRequest) {
    if (closing.signal.aborted) throw closing.signal.reason
    const forwards = url.protocol === 'http:' && isForwarding(upstream)
    const path = url.pathname + url.search
    const answer = await exchange(agentFor(verifyTls), {
      ...rest,
      method: rest.method as Dispatcher.HttpMethod,
      origin: url.origin,
      path: forwards ? url.origin + path : path,
      headers: forwards ? withMore(headers, proxyAuthorization(upstream)) : headers,
      onInfo: boundedInfo(),
    })
    const refusal = refusalOf(answer, forwards)
    if (refusal === undefined) return answer
    answer.body.leave()
    throw refusal
  }

  return {
    send,
    dial: dial.open,
    async [Symbol.asyncDispose]() {
      const stopped = new Fault('UNAVAILABLE', 'The service is stopping.')
      const destroyed = Promise.all([...agents.values()].map((agent) => agent.destroy(stopped)))
      closing.abort(stopped)
      await destroyed
    },
  }
}

/** Times are upper bounds for requests whose signal never fires, no sooner than the longest time a request may ask for. */
const LIMITS = {
  allowH2: true,
  headersTimeout: 300_000,
  bodyTimeout: 300_000,
  maxHeaderSize: 64 * 1024,
  keepAliveMaxTimeout: 30_000,
}
const MAX_HEADERS = 1_000
const MAX_INTERIM_ANSWERS = 20

/** What is thrown here ends the request: a target could send interim answers for ever. */
function boundedInfo(): () => void {
  let count = 0
  return () => {
    if (++count > MAX_INTERIM_ANSWERS) {
      throw new Fault('SCRAPE_SITE_ERROR', 'The target sent interim answers without end.')
    }
  }
}

function refusalOf({ statusCode, headers }: Answer, forwards: boolean): Fault | undefined {
  if (forwards && statusCode === 407) return upstreamWantsCredentials()
  const count = Object.values(headers).reduce(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 1),
    0,
  )
  if (count > MAX_HEADERS) {
    return new Fault('SCRAPE_SITE_ERROR', `The target answered with more than ${MAX_HEADERS} headers.`)
  }
  return undefined
}

function withMore(headers: RouteRequest['headers'], more: Record<string, string>): RouteRequest['headers'] {
  return Array.isArray(headers) ? [...headers, ...Object.entries(more).flat()] : { ...headers, ...more }
}

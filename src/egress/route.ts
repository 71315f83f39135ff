import { once, setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as startTls } from 'node:tls'
import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { Fault } from '../fault.ts'
import { plainName } from './address.ts'
import type { AllowedTargets } from './address.ts'
import { createConnector, createDial, isForwarding } from './dial.ts'
import type { Dial } from './dial.ts'
import type { Resolve, Target } from './target.ts'
import { proxyAuthorization, upstreamAuthFault } from './upstream.ts'
import type { Upstream } from './upstream.ts'
import { orAborted } from '../concurrency/abort.ts'
import { withinConnectTime } from './connect.ts'
import { targetFault } from './target-fault.ts'

export interface RouteSettings {
  allowedTargets: AllowedTargets
  resolve: Resolve
  upstream: Upstream | undefined
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

export interface Route extends AsyncDisposable {
  send(url: URL, request: RouteRequest): Promise<RouteResponse>
  dial: Dial['open']
}

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
    const response = await exchange(agentFor(verifyTls), {
      ...rest,
      method: rest.method as Dispatcher.HttpMethod,
      origin: url.origin,
      path: forwards ? url.origin + path : path,
      headers: forwards ? withHeaders(headers, proxyAuthorization(upstream)) : headers,
      onInfo: boundedInfo(),
    })
    const refusal = refusalOf(response, forwards)
    if (refusal === undefined) return response
    response.body.cancel()
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
const MAX_INTERIM_RESPONSES = 20

/** What is thrown here ends the request: a target could send interim answers for ever. */
function boundedInfo(): () => void {
  let count = 0
  return () => {
    if (++count > MAX_INTERIM_RESPONSES) {
      throw new Fault('SCRAPE_SITE_ERROR', 'The target sent interim answers without end.')
    }
  }
}

function refusalOf({ statusCode, headers }: RouteResponse, forwards: boolean): Fault | undefined {
  if (forwards && statusCode === 407) return upstreamAuthFault()
  const count = Object.values(headers).reduce(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 1),
    0,
  )
  if (count > MAX_HEADERS) {
    return new Fault('SCRAPE_SITE_ERROR', `The target answered with more than ${MAX_HEADERS} headers.`)
  }
  return undefined
}

function withHeaders(
  headers: RouteRequest['headers'],
  more: Record<string, string>,
): RouteRequest['headers'] {
  return Array.isArray(headers) ? [...headers, ...Object.entries(more).flat()] : { ...headers, ...more }
}

export type StreamTarget = Target & { secure: boolean }

/** Dials a judged target; over TLS the certificate must be trusted and be for the host name. */
export async function openStream(
  dial: Dial['open'],
  { secure, ...target }: StreamTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const dialled = dial(target)
  try {
    signal.throwIfAborted()
    const { socket, leftMs } = await orAborted(dialled, signal)
    if (!secure) return socket
    return await withinConnectTime(leftMs, handshake(socket, plainName(target.hostname), signal))
  } catch (error) {
    // A connection that comes about after nobody waits for it any more is of no use.
    dialled.then(({ socket }) => socket.destroy()).catch(() => undefined)
    throw targetFault(error, signal, { answered: false })
  }
}

async function handshake(socket: Socket, name: string, signal: AbortSignal): Promise<Socket> {
  const secured = startTls({
    socket,
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    minVersion: 'TLSv1.2',
  })
  // It stays for the connection's life: an error between two owners must not end the process.
  secured.on('error', () => {})
  try {
    await once(secured, 'secureConnect', { signal })
    return secured
  } catch (error) {
    secured.destroy()
    throw error
  }
}

export interface RouteResponse {
  statusCode: number
  statusText: string
  headers: Record<string, string | string[] | undefined>
  body: Body
}

/** Is read once. Whoever leaves it before its end closes the connection. */
interface Body extends AsyncIterable<Uint8Array> {
  cancel(): void
}

export interface ExchangeOptions extends Dispatcher.DispatchOptions {
  signal: AbortSignal
  onInfo: () => void
}

/** The library's own streams keep what they have read until garbage collection, and cost half as much again. */
export function exchange(dispatcher: Dispatcher, options: ExchangeOptions): Promise<RouteResponse> {
  const { signal, onInfo, ...request } = options
  const running = new Exchange(request.body, signal, onInfo)
  try {
    dispatcher.dispatch(request, running)
  } catch (failure) {
    running.end(failure)
  }
  return running.response
}

const MAX_UNREAD_BYTES = 64 * 1024

class Exchange implements Dispatcher.DispatchHandler, Body {
  readonly #head = Promise.withResolvers<RouteResponse>()
  readonly #sent: unknown
  readonly #signal: AbortSignal
  readonly #onInfo: () => void
  #controller: Dispatcher.DispatchController | undefined
  #unread: Uint8Array[] = []
  #unreadBytes = 0
  #state: 'going' | 'complete' | 'failed' = 'going'
  #failure: unknown
  #wake = () => {}

  constructor(sent: unknown, signal: AbortSignal, onInfo: () => void) {
    this.#sent = sent
    this.#signal = signal
    this.#onInfo = onInfo
    signal.addEventListener('abort', this.#abort)
  }

  get response(): Promise<RouteResponse> {
    return this.#head.promise
  }

  readonly #abort = () => {
    this.#controller?.abort(this.#signal.reason as Error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#signal.aborted) this.#abort()
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    statusCode: number,
    headers: RouteResponse['headers'],
    statusText = '',
  ): void {
    if (statusCode < 200) this.#onInfo()
    else this.#head.resolve({ statusCode, statusText, headers, body: this })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#unread.push(chunk)
    this.#unreadBytes += chunk.byteLength
    if (this.#unreadBytes >= MAX_UNREAD_BYTES) controller.pause()
    this.#wake()
  }

  onResponseEnd(): void {
    this.#settle('complete')
  }

  onResponseError(_: unknown, failure: unknown): void {
    this.end(failure)
  }

  end(failure: unknown): void {
    this.#failure = failure
    this.#settle('failed')
    this.#head.reject(failure as Error)
    if (this.#sent instanceof Readable) this.#sent.on('error', () => {}).destroy()
  }

  #settle(state: 'complete' | 'failed'): void {
    this.#state = state
    this.#signal.removeEventListener('abort', this.#abort)
    this.#wake()
  }

  cancel(): void {
    this.#unread = []
    if (this.#state === 'going') this.#controller?.abort(new Error('The rest of the answer is not wanted.'))
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunks = this.#unread
        this.#unread = []
        this.#unreadBytes = 0
        yield* chunks
        if (this.#unread.length > 0) continue
        if (this.#state === 'failed') throw this.#failure
        if (this.#state === 'complete') return
        const more = new Promise<void>((resolve) => (this.#wake = resolve))
        if (this.#controller?.paused) this.#controller.resume()
        await more
      }
    } finally {
      this.cancel()
    }
  }
}

/** Without headers that concern one connection only: the known ones, those that `Connection` names, and `also`. */
export function endToEndHeaders(raw: readonly string[], also: ReadonlySet<string>): string[] {
  const named = new Set<string>()
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.toLowerCase() !== 'connection') continue
    for (const name of raw[i + 1]!.split(',')) named.add(name.trim().toLowerCase())
  }
  const kept: string[] = []
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    if (!HOP_BY_HOP.has(name) && !named.has(name) && !also.has(name)) kept.push(raw[i]!, raw[i + 1]!)
  }
  return kept
}

const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authentication-info proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

import { setTimeout as delay } from 'node:timers/promises'
import { readUpTo } from '../../concurrency/byte-streams.ts'
import { isConnectionFailure, isSameParty, isWithin, outsideFault } from '../../egress/egress.ts'
import type { Confinement, EgressRequest, EgressResponse, Screen, ProxyChoice } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import { createCookieJar } from './cookies.ts'
import type { Fetched } from './fetched.ts'
import { inflateStream, inflate } from './inflate.ts'
import { headersFor } from './request-headers.ts'

export interface HttpFetch {
  url: string
  headers: Record<string, string>
  userAgent: string
  languages: readonly string[]
  skipTlsVerification: boolean
  way: ProxyChoice
  confinement?: Confinement | undefined
  screen?: Screen | undefined
}

/** The result of a plain HTTP request; the caller adds the proxy. */
export type HttpFetched = Pick<Fetched, 'url' | 'status' | 'headers' | 'bytes' | 'warnings'>

export interface HttpOpened extends AsyncDisposable {
  url: string
  status: number
  headers: Record<string, string>
  /** Decompressed and unbounded: the reader must stop by itself. Reading may throw a Fault. */
  body: AsyncIterable<Uint8Array>
}

export async function fetchOverHttp(
  options: HttpFetch,
  request: EgressRequest,
  signal: AbortSignal,
): Promise<HttpFetched> {
  const { url, response, warnings } = await followRedirects(options, request, signal)
  await using _open = response
  const headers = headersOf(response)
  if (Number(headers['content-length']) > MAX_BODY_BYTES) throw tooLarge()
  const body = await readUpTo(response.body, MAX_BODY_BYTES)
  if (body === undefined) throw tooLarge()
  const bytes = await inflate(body, headers['content-encoding'] ?? '', MAX_BODY_BYTES)
  if (bytes === 'too large') throw tooLarge()
  return { url: url.href, status: response.status, headers, bytes, warnings }
}

export async function openOverHttp(
  options: HttpFetch,
  request: EgressRequest,
  signal: AbortSignal,
): Promise<HttpOpened> {
  const { url, response } = await followRedirects(options, request, signal)
  const headers = headersOf(response)
  return {
    url: url.href,
    status: response.status,
    headers,
    body: inflateStream(response.body, headers['content-encoding'] ?? ''),
    [Symbol.asyncDispose]: () => response[Symbol.asyncDispose](),
  }
}

/** Redirects are followed here, so that every hop passes the checks of `request`. */
async function followRedirects(
  { url, headers, userAgent, languages, skipTlsVerification, way, confinement, screen }: HttpFetch,
  request: EgressRequest,
  signal: AbortSignal,
) {
  const jar = createCookieJar()
  let current = new URL(url)
  let callerHeaders = headers
  let warnings: string[] = []

  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (confinement && !isWithin(confinement, current.href)) throw outsideFault(current.href)
    await screen?.admit(current.href, signal)
    const headerOptions = { userAgent, languages, headers: callerHeaders, cookies: jar.headerFor(current) }
    const options = {
      signal,
      skipTlsVerification,
      proxyChoice: way,
      headers: headersFor(current, headerOptions),
    }
    await using held = new AsyncDisposableStack()
    const response = held.use(await withRetries(signal, () => request(current, options)))
    const next = redirectTarget(response, current)
    if (next === undefined) {
      held.move()
      return { url: current, response, warnings }
    }
    jar.keep(current, listOf(response.headers['set-cookie']))
    if (current.protocol === 'https:' && next.protocol === 'http:') warnings = [DOWNGRADED]
    if (!isSameParty(current, next)) callerHeaders = withoutCredentials(callerHeaders)
    current = next
  }
  throw new Fault('SCRAPE_SITE_ERROR', `The target redirects more than ${MAX_REDIRECTS} times.`)
}

/** Retries failures that are usually transient: a broken connection, or a gateway without an upstream. */
async function withRetries(signal: AbortSignal, send: () => Promise<EgressResponse>) {
  for (const pauseMs of RETRY_PAUSES_MS) {
    const response = await send().catch((failure: unknown) => {
      if (isConnectionFailure(failure)) return undefined
      throw failure
    })
    if (response !== undefined && !TRANSIENT_STATUSES.has(response.status)) return response
    await response?.[Symbol.asyncDispose]()
    const pause = delay(pauseMs * (1 + Math.random() / 2), undefined, { signal })
    await pause.catch(() => signal.throwIfAborted())
  }
  return await send()
}

const RETRY_PAUSES_MS = [200, 800]
const TRANSIENT_STATUSES = new Set([502, 503, 504])

const MAX_REDIRECTS = 20
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Headers that are safe to send to another host; any other may contain a secret. */
const SAFE_HEADERS = /^(accept|accept-language|user-agent|cache-control|pragma|dnt)$/i
const MAX_BODY_BYTES = 50 * 1024 * 1024

/** A redirect status without a `Location` header is an ordinary page. */
function redirectTarget(response: EgressResponse, here: URL): URL | undefined {
  const location = listOf(response.headers['location'])[0]
  if (!REDIRECTS.has(response.status) || location === undefined) return undefined
  const next = URL.parse(location, here.href)
  if (next === null) throw new Fault('SCRAPE_SITE_ERROR', 'The target redirects to an invalid URL.')
  if (next.hash === '') next.hash = here.hash
  return next
}

const DOWNGRADED = 'The target redirected from https to http, so others can read the connection.'

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => SAFE_HEADERS.test(name)))
}

function headersOf({ headers }: EgressResponse): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), listOf(value).join(', ')]),
  )
}

function tooLarge(): Fault {
  return new Fault('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The response of the target is larger than 50 MB.')
}

function listOf(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

import type { EgressRequest, EgressResponse } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import { createCookieJar } from './cookies.ts'
import type { Fetched } from './fetched.ts'
import { inflate } from './inflate.ts'
import { headersFor } from './request-headers.ts'

export interface HttpFetch {
  url: string
  /** The caller's own headers, on top of ours. */
  headers: Record<string, string>
  skipTlsVerification: boolean
}

/** Gets a page over plain HTTP, redirects followed by hand: every hop goes through the guard of `request`. */
export async function fetchOverHttp(
  { url, headers, skipTlsVerification }: HttpFetch,
  request: EgressRequest,
  signal: AbortSignal,
): Promise<Fetched> {
  const jar = createCookieJar()
  let here = new URL(url)
  let callerHeaders = headers

  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    await using response = await request(here, {
      signal,
      skipTlsVerification,
      headers: headersFor(here, callerHeaders, jar.headerFor(here)),
    })
    const next = redirectTarget(response, here)
    if (next === undefined) return await fetchedFrom(response, here)

    jar.keep(here, listOf(response.headers['set-cookie']))
    if (!isSameParty(here, next)) callerHeaders = withoutCredentials(callerHeaders)
    here = next
  }
  throw new Fault('SCRAPE_SITE_ERROR', `The target redirects more than ${MAX_REDIRECTS} times.`)
}

const MAX_REDIRECTS = 20
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Header names that carry a secret, standard or by custom. */
const CREDENTIAL = /^(authorization|cookie)$|key|token|secret/i
const MAX_BODY_BYTES = 50 * 1024 * 1024

/** A redirect status without a place to go is a page like any other. */
function redirectTarget(response: EgressResponse, here: URL): URL | undefined {
  const location = listOf(response.headers['location'])[0]
  if (!REDIRECTS.has(response.status) || location === undefined) return undefined
  const next = URL.parse(location, here.href)
  if (next === null)
    throw new Fault('SCRAPE_SITE_ERROR', 'The target redirects to something that is not a URL.')
  if (next.hash === '') next.hash = here.hash
  return next
}

/** Credentials may follow within one host, also when it moves its visitors to TLS; not to anyone else. */
function isSameParty(from: URL, to: URL): boolean {
  return (
    from.origin === to.origin || (from.hostname === to.hostname && to.protocol === 'https:' && to.port === '')
  )
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIAL.test(name)))
}

async function fetchedFrom(response: EgressResponse, url: URL): Promise<Fetched> {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), listOf(value).join(', ')]),
  )
  if (Number(headers['content-length']) > MAX_BODY_BYTES) throw tooLarge()
  const body = await readBody(response)
  const bytes = await inflate(body, headers['content-encoding'] ?? '', MAX_BODY_BYTES)
  if (bytes === 'too large') throw tooLarge()
  return { url: url.href, status: response.status, headers, bytes }
}

async function readBody({ body }: EgressResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, sizeBytes)
}

function tooLarge(): Fault {
  return new Fault('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The target answered with more than 50 MB.')
}

function listOf(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

import { FAULT_HEADER, targetFault } from '../../egress/egress.ts'
import type { ProxyCredential } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import { setCallerCookies } from './tab/open-tab.ts'
import type { OpenTab } from './tab/open-tab.ts'
import { orAborted } from '../../concurrency/abort.ts'
import { settle } from './settle.ts'

type LoadOutcome = { state: 'page' } | { state: 'empty' } | { state: 'file'; url: string }

async function navigate(tab: OpenTab, credential: ProxyCredential): Promise<LoadOutcome> {
  const { page, visit, signal } = tab
  assertWebUrl(visit.url)
  try {
    await orAborted(page.goto(visit.url, { waitUntil: 'commit', timeout: 0 }), signal)
    return { state: 'page' }
  } catch (error) {
    signal.throwIfAborted()
    return outcomeAfter(error, tab, credential)
  }
}

/** Files, the browser's own pages and addresses that are themselves content are no places to visit. */
export function assertWebUrl(url: string): void {
  const protocol = URL.parse(url)?.protocol ?? 'an invalid address'
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new Fault('FORBIDDEN', `Only http and https targets may be reached, not ${protocol}`)
  }
}

function outcomeAfter(error: unknown, tab: OpenTab, credential: ProxyCredential): LoadOutcome {
  const message = String(error)
  const response = tab.response()
  if (response && /Download is starting|ERR_ABORTED/.test(message)) {
    return response.status() === 204 || response.status() === 205
      ? { state: 'empty' }
      : { state: 'file', url: response.url() }
  }
  if (message.includes('Download is starting')) return { state: 'file', url: tab.visit.url }
  if (response && message.includes('ERR_HTTP_RESPONSE_CODE_FAILURE')) return { state: 'empty' }
  if (message.includes('interrupted by another navigation')) return { state: 'page' }
  throw refusalOf(credential, tab.destination()) ?? failureOf(error, tab.signal)
}

// Over plain HTTP the gate's refusal arrives as a page of the gate's own making; and the browser shows the first half
// of a page although the connection broke before the second.
export function assertLoaded(tab: OpenTab, credential: ProxyCredential): void {
  const response = tab.response()
  if (response === undefined) return
  const message =
    response.headers()[FAULT_HEADER] !== undefined
      ? 'The target could not be reached.'
      : tab.isCutOff()
        ? 'The target closed the connection in the middle of the page.'
        : undefined
  if (message === undefined) return
  throw refusalOf(credential, response.url()) ?? new Fault('SCRAPE_SITE_ERROR', message)
}

function refusalOf(credential: ProxyCredential, url: string): Fault | undefined {
  const host = URL.parse(url)?.hostname
  return credential.refusals().findLast((refusal) => refusal.host === host)?.fault
}

/** What is no failure of the network is one of the browser's, and for whoever runs the browser to judge. */
function failureOf(failure: unknown, signal: AbortSignal): unknown {
  const code = /net::ERR_(\w+)/.exec(String(failure))?.[1]
  if (code === undefined) return failure
  if (code === 'TOO_MANY_REDIRECTS') {
    return new Fault('SCRAPE_SITE_ERROR', 'The target redirects more than 20 times.')
  }
  if (FORBIDDEN_TARGETS.test(code)) {
    return new Fault('FORBIDDEN', 'The target leads to an address that pages may not reach.')
  }
  const row = NETWORK_ERRORS.find(({ pattern }) => pattern.test(code))
  const error = Object.assign(new Error(`net::ERR_${code}`), { code: row?.code ?? 'ECONNRESET' })
  return targetFault(error, signal, { answered: false })
}

/** Addresses of another kind than http and https, which the browser itself refuses to be redirected to. */
const FORBIDDEN_TARGETS = /^(UNSAFE_REDIRECT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME|BLOCKED_BY_CLIENT)$/

/** Chromium's names for failures, as those that Node has for the same. */
const NETWORK_ERRORS: { pattern: RegExp; code: string }[] = [
  { pattern: /^(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|ICANN_NAME_COLLISION|DNS_\w+)$/, code: 'ENOTFOUND' },
  { pattern: /^CERT_COMMON_NAME_INVALID$/, code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  { pattern: /^CERT_DATE_INVALID$/, code: 'CERT_HAS_EXPIRED' },
  { pattern: /^CERT_AUTHORITY_INVALID$/, code: 'SELF_SIGNED_CERT_IN_CHAIN' },
  { pattern: /^CERT_REVOKED$/, code: 'CERT_REVOKED' },
  { pattern: /^SSL_VERSION_OR_CIPHER_MISMATCH$/, code: 'ERR_SSL_NO_SHARED_CIPHER' },
  { pattern: /^(CERT_|SSL_|BAD_SSL|CERTIFICATE_|ECH_)/, code: 'ERR_TLS_' },
  { pattern: /^(TIMED_OUT|CONNECTION_TIMED_OUT)$/, code: 'ETIMEDOUT' },
]

export async function loadPage(tab: OpenTab, credential: ProxyCredential): Promise<LoadOutcome> {
  await setCallerCookies(tab)
  const outcome = await navigate(tab, credential)
  if (outcome.state !== 'page') return outcome
  const { url, contentType } = await settle(tab, LOAD_MS)
  assertLoaded(tab, credential)
  if (tab.response()?.headers()['content-length'] === '0') return { state: 'empty' }
  if (!HTML.test(contentType)) return { state: 'file', url }
  assertWebUrl(url)
  return { state: 'page' }
}

const HTML = /^(text\/html|application\/xhtml\+xml)$/
const LOAD_MS = 10_000

import { getDomain } from 'tldts'
import { Fault } from '../fault.ts'

/** The URLs a page may have: exactly these, or any on the same hosts or sites. Plain data. */
export type Confinement =
  | { urls: readonly string[] }
  | { hosts: readonly string[] }
  | { sites: readonly string[] }

export function isWithin(confinement: Confinement, url: string): boolean {
  const [name, allowed] =
    'urls' in confinement
      ? [pageOf, confinement.urls]
      : 'hosts' in confinement
        ? [hostOf, confinement.hosts]
        : [siteOf, confinement.sites]
  const own = name(url)
  return own !== undefined && allowed.some((other) => name(other) === own)
}

export function outsideFault(pageUrl: string): Fault {
  const url = pageUrl.slice(0, MAX_SHOWN)
  return new Fault(
    'SCRAPE_OUTSIDE_CONSTRAINT',
    `The page redirects to ${url}, which is outside the allowed URLs.`,
    { details: { url } },
  )
}

const MAX_SHOWN = 2000

function webUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The fragment never reaches a server. */
function pageOf(text: string): string | undefined {
  const url = webUrl(text)
  if (url) url.hash = ''
  return url?.href
}

/** The host with its port. `www.` is ignored, because sites redirect to it or away from it. */
function hostOf(text: string): string | undefined {
  return webUrl(text)?.host.replace(/^www\./, '')
}

/**
 * The registrable domain (one per tenant on shared hosting). Other hosts are their own site, with their port.
 */
function siteOf(text: string): string | undefined {
  const url = webUrl(text)
  return url && (getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host)
}

export interface Screen {
  /** Tells policies apart: requests with different policies never share a fetch. */
  key: string
  /**
   * Rejects with `unsafe_domain_blocked` when the URL may not be fetched. Repeated calls for the same URL are
   * free.
   */
  admit(url: string, signal: AbortSignal): Promise<void>
  /** The refusal by the organization's own lists, without asking a checker. Used for subresources. */
  refusal(url: string): Fault | undefined
  leastCredits(url: string): number
  credits(): number
}

/** Credentials may follow redirects on the same host, also from HTTP to HTTPS, but to no other host. */
export function isSameParty(from: URL, to: URL): boolean {
  return (
    from.origin === to.origin || (from.hostname === to.hostname && to.protocol === 'https:' && to.port === '')
  )
}

/**
 * Headers that belong to the connection and not to the request. `accept-encoding` must stay one that we can
 * decode.
 */
export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADER.test(name)
}

const CONNECTION_HEADER =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|http2-settings|proxy-.*)$/i

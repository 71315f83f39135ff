import { getDomain } from 'tldts'
import { Fault } from '../fault.ts'

/** Where a page may come from: exactly these addresses, or the hosts or sites of these addresses. Plain data. */
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
    `The page leads to ${url}, which is outside of what may be visited.`,
    { details: { url } },
  )
}

const MAX_SHOWN = 2000

function webUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** What follows the `#` never reaches a server. */
function pageOf(text: string): string | undefined {
  const url = webUrl(text)
  if (url) url.hash = ''
  return url?.href
}

/** The host on its port; a site may send its visitors to its `www.` or away from it. */
function hostOf(text: string): string | undefined {
  return webUrl(text)?.host.replace(/^www\./, '')
}

/** The registrable domain, of which names that are rented out have one each; another host is its own site on its port. */
function siteOf(text: string): string | undefined {
  const url = webUrl(text)
  return url && (getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host)
}

export interface Screen {
  /** Tells policies apart: who may visit different things shares no visit. */
  key: string
  /** Rejects with `unsafe_domain_blocked` when the address may not be visited. Asked again about the same one, it costs nothing. */
  admit(url: string, signal: AbortSignal): Promise<void>
  /** What the organization's own lists have against an address, without asking anybody: for parts of pages. */
  refusal(url: string): Fault | undefined
  leastCredits(url: string): number
  credits(): number
}

/** Credentials may follow within one host, also when it moves its visitors to TLS; not to anyone else. */
export function isSameParty(from: URL, to: URL): boolean {
  return (
    from.origin === to.origin || (from.hostname === to.hostname && to.protocol === 'https:' && to.port === '')
  )
}

/** Headers that describe the connection and not the wish; an accepted encoding must be one that we can read. */
export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADER.test(name)
}

const CONNECTION_HEADER =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|http2-settings|proxy-.*)$/i

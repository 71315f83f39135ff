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

/** Why an address was not asked for. */
export function outsideFault(address: string): Fault {
  const url = address.slice(0, MOST_SHOWN)
  return new Fault(
    'SCRAPE_OUTSIDE_CONSTRAINT',
    `The page leads to ${url}, which is outside of what may be visited.`,
    { details: { url } },
  )
}

const MOST_SHOWN = 2000

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

import { createHash } from 'node:crypto'
import { getDomain } from 'tldts'
import { canonicalAddress } from '../address/canonical-address.ts'

/** A page that the team has had before, with what it said about itself then. */
interface SeenPage {
  url: string
  title: string | undefined
  description: string | undefined
}

/** What each team has had before, by site. */
export interface SeenIndex {
  /** Up to `most` pages of the site that `url` belongs to, those seen last first. */
  pagesOf(teamId: string, url: string, most: number): Promise<SeenPage[]>
}

/** Where a page stands in the index: with all of its site, subdomains included, and once. */
export interface SeenPlace {
  host: string
  key: Buffer
}

/** Undefined for what is no address of a page. */
export function seenPlace(url: string): SeenPlace | undefined {
  const address = canonicalAddress(url, PAGES_APART)
  return address && { host: siteOf(address.url), key: createHash('md5').update(address.key).digest() }
}

const PAGES_APART = {
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: true,
  noiseParameters: new Set<string>(),
}

function siteOf(url: string): string {
  const { hostname } = new URL(url)
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

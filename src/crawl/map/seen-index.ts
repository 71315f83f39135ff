import { createHash } from 'node:crypto'
import { getDomain } from 'tldts'
import { canonicalAddress } from '../address/canonical-address.ts'

interface SeenPage {
  url: string
  title: string | undefined
  description: string | undefined
}

export interface SeenIndex {
  pagesOf(teamId: string, url: string, most: number): Promise<SeenPage[]>
}

export interface SeenPlace {
  host: string
  key: Buffer
}

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

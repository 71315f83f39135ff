import { createHash } from 'node:crypto'
import { getDomain } from 'tldts'
import { canonicalUrl } from '../url/canonical-url.ts'

interface SeenPage {
  url: string
  title: string | undefined
  description: string | undefined
}

export interface SeenIndex {
  pagesOf(teamId: string, url: string, limit: number): Promise<SeenPage[]>
}

export interface PageIdentity {
  host: string
  key: Buffer
}

export function pageIdentity(url: string): PageIdentity | undefined {
  const canonical = canonicalUrl(url, IDENTITY_RULES)
  return canonical && { host: siteOf(canonical.url), key: createHash('md5').update(canonical.key).digest() }
}

const IDENTITY_RULES = {
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: true,
  noiseParameters: new Set<string>(),
}

function siteOf(url: string): string {
  const { hostname } = new URL(url)
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

import type { FoundPage } from './frontier.ts'
import type { Journey } from './journey.ts'
import { newPage } from './new-page.ts'
import { pageKey } from './page-key.ts'
import type { RobotsRules } from './robots/robots.ts'
import { sitemapAddresses } from './sitemap/sitemap-addresses.ts'

/** Sitemaps are read before anything but the start is visited. */
const RANK_OF_SITEMAP = 1

/** The sitemaps of the site that a crawl begins at, when it uses them. */
export function sitemapPages(
  start: string,
  rules: RobotsRules | undefined,
  { options }: Journey,
): FoundPage[] {
  if (!options || options.sitemap === 'skip') return []
  return sitemapAddresses(start, rules ?? NO_RULES).map((url) => sitemapPage(url, 0))
}

export function sitemapPage(url: string, depth: number): FoundPage {
  return newPage({ kind: 'sitemap', key: pageKey(`sitemap ${url}`), url, rank: RANK_OF_SITEMAP, depth })
}

const NO_RULES: RobotsRules = { allows: () => true, delayMs: 0, sitemaps: [] }

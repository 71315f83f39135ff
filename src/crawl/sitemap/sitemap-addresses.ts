import type { RobotsRules } from '../robots/robots.ts'

/** Where a site may have its sitemaps: where its robots.txt says, else the usual places of the start's origin. */
export function sitemapAddresses(start: string, { sitemaps }: Pick<RobotsRules, 'sitemaps'>): string[] {
  const named = onlyWeb(sitemaps, start)
  return named.length > 0 ? named : onlyWeb(USUAL_PLACES, start)
}

const USUAL_PLACES = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/sitemap.xml.gz',
  '/sitemap.txt',
]

/** Each address once. */
function onlyWeb(addresses: readonly string[], base: string): string[] {
  const urls = addresses.flatMap((address) => URL.parse(address, base) ?? [])
  return [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ href }) => href))]
}

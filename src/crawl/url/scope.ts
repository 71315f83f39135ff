import { getDomain } from 'tldts'
import type { CrawlRequest } from '../../contract/crawl.ts'
import { withoutWww } from './canonical-url.ts'
import { normalizeEscapes } from './escapes.ts'

/** `external` pages may be visited, but their links are not followed. */
export type UrlScope = 'inside' | 'external' | 'outside'

export function createScope(
  start: string,
  options: Pick<CrawlRequest, 'crawlEntireDomain' | 'allowSubdomains' | 'allowExternalLinks'>,
): (url: string) => UrlScope {
  const origin = new URL(start)
  const host = siteOf(origin.hostname)
  const folder = options.crawlEntireDomain ? '' : folderOf(origin.pathname)
  const domain = options.allowSubdomains ? domainOf(host) : undefined
  const elsewhere = options.allowExternalLinks ? 'external' : 'outside'

  return (url) => {
    const parsed = URL.parse(url)
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) return 'outside'
    if (!isSamePort(parsed, origin)) return elsewhere
    const site = siteOf(parsed.hostname)
    if (site === host) return isBelow(parsed.pathname, folder) ? 'inside' : 'outside'
    return domain !== undefined && domainOf(site) === domain ? 'inside' : elsewhere
  }
}

function siteOf(hostname: string): string {
  return withoutWww(hostname.endsWith('.') ? hostname.slice(0, -1) : hostname)
}

/** http and https are one site on their default ports; on any other port they are not. */
function isSamePort(one: URL, other: URL): boolean {
  return one.port === other.port && (one.port === '' || one.protocol === other.protocol)
}

/** Neighbours on a shared hosting domain such as `github.io` are different sites. */
function domainOf(host: string): string | undefined {
  return getDomain(host, { allowPrivateDomains: true }) ?? undefined
}

const FILE =
  /\/[^/]*\.(?:[sx]?html?|php\d?|aspx?|jspx?|cfm|cgi|pl|do|pdf|docx?|xlsx?|pptx?|od[tsp]|epub|csv|txt|md|rtf)$/i

/** The path prefix without a trailing slash; a file stands for its folder. */
function folderOf(path: string): string {
  return plainPath(path).replace(FILE, '').replace(/\/$/, '')
}

function isBelow(path: string, folder: string): boolean {
  if (folder === '') return true
  const plain = plainPath(path)
  return plain.startsWith(folder) && (plain.length === folder.length || plain[folder.length] === '/')
}

function plainPath(path: string): string {
  return normalizeEscapes(path).replace(/\/{2,}/g, '/')
}

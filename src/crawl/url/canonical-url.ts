import { normalizeEscapes } from './escapes.ts'
import { isSession, isTracking, withoutSession } from './parameters.ts'

export interface CanonicalUrlRules {
  ignoreQueryParameters: boolean
  deduplicateSimilarURLs: boolean
  /** Names of parameters that do not change the pages of this site. */
  noiseParameters: ReadonlySet<string>
}

/** `url` is visited; URLs with the same `key` are one page. */
export interface CanonicalUrl {
  url: string
  key: string
}

const MAX_LENGTH = 2_000
/** Parts that are removed may be long, but parsing must stay cheap. */
const MAX_INPUT_LENGTH = 8_000

/**
 * Returns undefined for URLs that cannot be a page: not HTTP, with credentials, too long, or invalid. `url`
 * of the result is its own canonical form.
 */
export function canonicalUrl(url: string | URL, rules: CanonicalUrlRules): CanonicalUrl | undefined {
  const given = parse(url)
  if (given === null || !isPlainHttp(given)) return undefined
  const { protocol, port } = given
  const host = withoutFinalDot(given.hostname)
  if (host === '') return undefined
  const origin = `${protocol}//${host}${port && `:${port}`}`
  let path = normalizeEscapes(given.pathname)
  let query = rules.ignoreQueryParameters ? '' : normalizeEscapes(given.search)
  if (rules.deduplicateSimilarURLs) {
    path = withoutSessionIn(path, origin)
    if (query !== '') query = withoutNoise(query, rules.noiseParameters)
  }
  const canonical = origin + path + query
  if (canonical.length > MAX_LENGTH) return undefined
  if (!rules.deduplicateSimilarURLs) return { url: canonical, key: canonical }
  const site = withoutWww(host)
  // A server on a custom port speaks only one protocol, so http and https stay different pages.
  const server = port === '' ? site : `${protocol}//${site}:${port}`
  return { url: canonical, key: server + dedupedPath(path) + sortedQuery(query) }
}

function parse(url: string | URL): URL | null {
  if (typeof url !== 'string') return url
  return url.length > MAX_INPUT_LENGTH ? null : URL.parse(url)
}

function isPlainHttp({ protocol, username, password }: URL): boolean {
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

/** Empty when the name ends with too many dots. */
function withoutFinalDot(host: string): string {
  if (!host.endsWith('.')) return host
  return host.endsWith('..') ? '' : host.slice(0, -1)
}

export function withoutWww(host: string): string {
  return host.startsWith('www.') && host.includes('.', 4) ? host.slice(4) : host
}

function withoutSessionIn(path: string, origin: string): string {
  const rest = withoutSession(path)
  // The rest may now contain a `..` segment.
  return rest === path ? path : new URL(origin + rest).pathname
}

function withoutNoise(query: string, noiseParameters: ReadonlySet<string>): string {
  const kept = query
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !isNoise(parameter, query, noiseParameters))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

function isNoise(parameter: string, query: string, noiseParameters: ReadonlySet<string>): boolean {
  const end = parameter.indexOf('=')
  // Pages that escape their links twice have `&amp;` between parameters.
  const name = (end < 0 ? parameter : parameter.slice(0, end)).replace(/^amp;/, '')
  if (noiseParameters.has(name)) return true
  const lower = name.toLowerCase()
  return isTracking(lower) || isSession(lower, end < 0 ? '' : parameter.slice(end + 1), query)
}

const INDEX_FILE = /\/(?:index\.(?:html?|php|jsp|shtml)|[Ii]ndex\.aspx?|[Dd]efault\.aspx?)$/

function dedupedPath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  const folder = single.replace(INDEX_FILE, '/')
  return folder.endsWith('/') ? folder.slice(0, -1) : folder
}

/** Sorted by name; parameters of one name keep their order, which may have a meaning. */
function sortedQuery(query: string): string {
  return query.includes('&') ? `?${query.slice(1).split('&').sort(byName).join('&')}` : query
}

function byName(one: string, other: string): number {
  const [a, b] = [nameOf(one), nameOf(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

function nameOf(parameter: string): string {
  const end = parameter.indexOf('=')
  return end < 0 ? parameter : parameter.slice(0, end)
}

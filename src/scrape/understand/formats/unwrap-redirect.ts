/** Where a link by way of a click counter leads; undefined when that is a script. */
export function unwrapRedirect(link: string): string | undefined {
  if (!MAY_BE_REDIRECT.test(link)) return link
  const url = URL.parse(link)
  const detour =
    url && REDIRECTORS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname))
  const target = detour && detour.parameters.map((name) => url.searchParams.get(name)).find(Boolean)
  if (!target) return link
  const written = detour.decode?.(target) ?? target
  if (/^javascript:/i.test(written)) return undefined
  if (/^https?:\/\/[^\s/]/i.test(written)) return URL.canParse(written) ? written : link
  // Its own pages are counted too.
  return (written.startsWith('/') && URL.parse(written, url.origin)?.href) || link
}

/** Most links are none, and parsing an address costs more than looking at it. */
const MAY_BE_REDIRECT =
  /^https?:\/\/[^/]*(?:bing|google|duckduckgo|facebook|instagram|youtube|outlook)\.[^?]*\?/i

const REDIRECTORS = [
  { host: /(?:^|\.)bing\.com$/, path: /^\/ck\/a$/, parameters: ['u'], decode: fromBing },
  { host: /(?:^|\.)google\.[a-z.]{2,6}$/, path: /^\/url$/, parameters: ['url', 'q'] },
  { host: /(?:^|\.)duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ['uddg'] },
  { host: /^l[m]?\.(?:facebook|instagram)\.com$/, path: /^\/(?:l\.php)?$/, parameters: ['u'] },
  { host: /(?:^|\.)youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\/$/, parameters: ['url'] },
]

/** Its targets are in base64, behind a mark of two letters. */
function fromBing(target: string): string {
  return target.startsWith('a1') ? Buffer.from(target.slice(2), 'base64url').toString() : target
}

const TRACKING_PARAMETERS =
  /^(?:utm_.*|ref|src|source|from|fbclid|gclid|mc_[a-z]+|session|sid|phpsessid|sort|order|view)$/i
const FILE_EXTENSIONS =
  /\.(?:png|jpe?g|gif|svg|webp|ico|css|js|mjs|json|xml|rss|atom|zip|gz|tar|exe|dmg|mp[34]|webm|woff2?|ics|vcf)$/i

/** By what an address is known to be the same as another: no fragment, no tracking, no final slash. */
export function urlKeyOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  parsed.hash = ''
  const tracking = Array.from(parsed.searchParams.keys()).filter((name) => TRACKING_PARAMETERS.test(name))
  for (const name of tracking) parsed.searchParams.delete(name)
  parsed.searchParams.sort()
  const path = parsed.pathname
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '/')
    .replace(/(?<=.)\/+$/, '')
  return `${siteOf(parsed)}${path}${parsed.search}`
}

export function siteOf(url: URL | string): string {
  const parsed = typeof url === 'string' ? URL.parse(url) : url
  return parsed ? parsed.host.replace(/^www\./, '') : ''
}

export function isOnSites(url: string, sites: ReadonlySet<string>): boolean {
  const site = siteOf(url)
  if (sites.has(site)) return true
  const dot = site.indexOf('.')
  return dot > 0 && sites.has(site.slice(dot + 1))
}

export function isBelowRoot(url: string): boolean {
  return (URL.parse(url)?.pathname ?? '/') !== '/'
}

export function mayBePage(url: string): boolean {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return false
  return !FILE_EXTENSIONS.test(parsed.pathname)
}

export function urlPatternOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return ''
  const parts = parsed.pathname.split('/').filter((part) => part !== '')
  const shape = parts.map((part, at) => {
    const ending = at === parts.length - 1 ? (/\.[a-z]\w{1,4}$/i.exec(part)?.[0] ?? '') : ''
    return at === parts.length - 1 || /\d/.test(part) ? `*${ending}` : part
  })
  return `${siteOf(parsed)}/${shape.join('/')}?${[...new Set(parsed.searchParams.keys())].sort().join('&')}`
}

export function urlText(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return ''
  let text = `${parsed.pathname} ${parsed.search}`.slice(0, 400)
  try {
    text = decodeURIComponent(text)
  } catch {
    // An address that cannot be decoded is read as it stands.
  }
  return text
    .replace(/\.(?:html?|php|aspx?)\b/gi, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function lastSegmentText(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return ''
  const parts = parsed.pathname.split('/').filter((part) => part !== '')
  return urlText(`http://x/${parts.at(-1) ?? ''}${parsed.search}`)
}

export function pageNumberOf(url: string): { rest: string; number: number } {
  const key = urlKeyOf(url)
  const found =
    /(?<=[?&](?:page|p|pg|seite|pagina|start|offset|paged)=)\d{1,5}(?=&|$)|(?<=\/(?:page|seite|pagina|p)[/-]?)\d{1,5}(?=\.html?$|$|\?|\/)/i.exec(
      key,
    )
  if (!found) return { rest: key, number: 1 }
  return {
    rest: `${key.slice(0, found.index)}#${key.slice(found.index + found[0].length)}`,
    number: Number(found[0]),
  }
}

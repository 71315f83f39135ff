/** Cookies of one redirect chain; discarded with it. */
export interface CookieJar {
  keep(from: URL, setCookies: readonly string[]): void
  headerFor(to: URL): string
}

export function createCookieJar(): CookieJar {
  let cookies: Cookie[] = []
  return {
    keep(from, setCookies) {
      for (const line of setCookies) {
        const cookie = parseSetCookie(line, from)
        if (!cookie) continue
        cookies = cookies.filter((held) => !isSame(held, cookie))
        if (!cookie.expired) cookies = [...cookies, cookie].slice(-MAX_COOKIES)
      }
    },
    headerFor(to) {
      let header = ''
      for (const cookie of cookies) {
        if (!applies(cookie, to)) continue
        const longer = `${header}${header && '; '}${cookie.name}=${cookie.value}`
        if (longer.length > MAX_HEADER_CHARS) break
        header = longer
      }
      return header
    },
  }
}

const MAX_COOKIES = 50
const MAX_HEADER_CHARS = 8 * 1024

interface Cookie {
  name: string
  value: string
  domain: string
  /** Without a Domain attribute, a cookie is sent only to the host that set it. */
  hostOnly: boolean
  path: string
  secure: boolean
  expired: boolean
}

function parseSetCookie(line: string, from: URL): Cookie | undefined {
  const [pair = '', ...attributes] = line.split(';')
  const equals = pair.indexOf('=')
  const name = pair.slice(0, equals).trim()
  const value = pair.slice(equals + 1).trim()
  if (equals < 1 || !/^[\x21-\x7e]*$/.test(name) || !/^[\x20-\x7e]*$/.test(value)) return undefined

  const given = new Map(
    attributes.map((attribute) => {
      const [key = '', ...rest] = attribute.split('=')
      return [key.trim().toLowerCase(), rest.join('=').trim()]
    }),
  )
  const domain = (given.get('domain') ?? '').toLowerCase().replace(/^\./, '')
  const path = given.get('path') ?? ''
  if (domain !== '' && !isWithin(from.hostname, domain)) return undefined
  return {
    name,
    value,
    domain: domain || from.hostname,
    hostOnly: domain === '',
    path: path.startsWith('/') ? path : from.pathname.replace(/\/[^/]*$/, '') || '/',
    secure: given.has('secure'),
    expired: Number(given.get('max-age')) <= 0 || Date.parse(given.get('expires') ?? '') < Date.now(),
  }
}

function isSame(a: Cookie, b: Cookie): boolean {
  return a.name === b.name && a.domain === b.domain && a.path === b.path
}

function applies(cookie: Cookie, to: URL): boolean {
  if (cookie.secure && to.protocol !== 'https:') return false
  if (cookie.hostOnly ? to.hostname !== cookie.domain : !isWithin(to.hostname, cookie.domain)) return false
  const folder = cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`
  return to.pathname === cookie.path || to.pathname.startsWith(folder)
}

/** A cookie for a bare top-level domain is rejected. */
function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || (domain.includes('.') && hostname.endsWith(`.${domain}`))
}

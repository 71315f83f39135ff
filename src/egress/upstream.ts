import type { Way } from './way.ts'

/** The operator's proxies as URLs (`http:`, `https:` or `socks5:`); `{country}` in one stands for the way's country. */
export interface Proxies {
  basic?: string | undefined
  enhanced?: string | undefined
}

/** A proxy of the operator's. Its credentials must not reach a log or an answer. */
export interface Upstream {
  protocol: 'http:' | 'https:' | 'socks5:'
  hostname: string
  port: number
  credentials: { username: string; password: string } | undefined
}

export interface Upstreams {
  has(kind: Way['kind']): boolean
  /** Nothing when no proxy is configured for the way. The same proxy is always the same object. */
  of(way: Way | undefined): Upstream | undefined
}

/** Throws at once when a proxy cannot be read, with a message that leaves its URL out. */
export function createUpstreams(proxies: Proxies): Upstreams {
  const known = new Map<string, Upstream>()
  for (const kind of ['basic', 'enhanced'] as const) {
    const template = proxies[kind]
    if (template !== undefined) readUpstream(template.replaceAll(COUNTRY, 'us'), kind)
  }
  return {
    has: (kind) => proxies[kind] !== undefined,
    of(way) {
      const template = way && proxies[way.kind]
      if (template === undefined) return undefined
      const url = template.replaceAll(COUNTRY, encodeURIComponent(way!.country.toLowerCase()))
      const upstream = known.get(url) ?? readUpstream(url, way!.kind)
      known.set(url, upstream)
      return upstream
    },
  }
}

const COUNTRY = '{country}'
const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 }

function readUpstream(text: string, kind: Way['kind']): Upstream {
  const url = URL.parse(text)
  const defaultPort = DEFAULT_PORTS[url?.protocol ?? '']
  if (!url || defaultPort === undefined || url.hostname === '') {
    throw new Error(
      `The ${kind} proxy is not a URL such as http://user:password@proxy.example:8080 (http, https or socks5).`,
    )
  }
  return {
    protocol: url.protocol as Upstream['protocol'],
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || defaultPort,
    credentials:
      url.username === ''
        ? undefined
        : { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
  }
}

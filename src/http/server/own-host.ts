import { isIPv4 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { Fault } from '../../fault.ts'

/**
 * Refuses requests that a foreign web page makes a browser send. With DNS rebinding the page's own name is in
 * `Host`; a page that calls our name has its own name in `Origin`. Programs send no `Origin`, and pages on
 * loopback belong to the user of this machine.
 */
export function refuseForeignOrigin(
  { host, origin }: { host: string; origin: string | undefined },
  configuredUrl: string | undefined,
): void {
  if (!isOwnHost(host, configuredUrl)) {
    throw new Fault(
      'FORBIDDEN',
      'Forbidden: this service does not serve the host of this request. The operator can set PUBLIC_URL to the URL under which clients reach it.',
    )
  }
  if (origin !== undefined && !isOwnOrigin(origin, host, configuredUrl))
    throw new Fault(
      'FORBIDDEN',
      'Forbidden: web pages of another origin may not call this endpoint. Call it from a program without the Origin header.',
    )
}

/** Whether a `Host` names this service: PUBLIC_URL's host, or a name of this machine. */
function isOwnHost(host: string, configuredUrl: string | undefined): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return isThisMachine(host) || (configuredUrl !== undefined && hostname === new URL(configuredUrl).hostname)
}

function isOwnOrigin(origin: string, host: string, configuredUrl: string | undefined): boolean {
  // A page without an origin sends `null`; origins of files and extensions have no host.
  if (!/^https?:/i.test(origin) || !URL.canParse(origin)) return false
  const page = new URL(origin)
  return (
    page.host === new URL(`${page.protocol}//${host}`).host ||
    (configuredUrl !== undefined && page.origin === new URL(configuredUrl).origin) ||
    isLoopback(page.hostname)
  )
}

/**
 * The root of links in responses. A Host header is trusted only when it names this machine; otherwise a
 * caller could make us send links to any host.
 */
export function createPublicUrl(
  configured: string | undefined,
  listening: () => { host: string; port: number },
) {
  return (hostHeader: string | undefined, protocol: string): string => {
    if (configured !== undefined) return configured
    if (hostHeader !== undefined && isThisMachine(hostHeader)) return `${protocol}://${hostHeader}`
    const { host, port } = listening()
    return `http://${hostForUrl(host)}:${port}`
  }
}

/**
 * The same root if tokens may be issued for it. Undefined for an untrusted name, which a link may replace and
 * an issuer may not.
 */
export function createIssuerRoot(configured: string | undefined) {
  return (hostHeader: string | undefined, protocol: string): string | undefined => {
    if (configured !== undefined) return configured
    return hostHeader !== undefined && isThisMachine(hostHeader)
      ? new URL(`${protocol}://${hostHeader}`).origin
      : undefined
  }
}

/** A wildcard listen address cannot be opened in a browser. */
export function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Whether a `Host` can only mean this machine. */
function isThisMachine(hostHeader: string): boolean {
  if (!/^[\w.\-[\]:]+$/.test(hostHeader) || !URL.canParse(`http://${hostHeader}`)) return false
  const { hostname: name } = new URL(`http://${hostHeader}`)
  if (isLoopback(name)) return true
  const bare = withoutBrackets(name)
  return bare === hostname().toLowerCase() || ownAddresses().includes(bare)
}

/** Whether a host name is loopback. */
function isLoopback(name: string): boolean {
  const bare = withoutBrackets(name)
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    (isIPv4(bare) && bare.startsWith('127.')) ||
    bare === '::1'
  )
}

function withoutBrackets(name: string): string {
  return name.replace(/^\[|\]$/g, '').toLowerCase()
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  )
}

import { isIPv4 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { Fault } from '../../fault.ts'

/**
 * Refuses what a page of somebody else makes a browser send. A page that lets its own name lead to this machine (DNS
 * rebinding) still says that name in `Host`; one that calls us under our name says its own in `Origin`. Programs send
 * no `Origin`, and loopback has pages of this machine's user alone.
 */
export function refuseForeignOrigin(
  { host, origin }: { host: string; origin: string | undefined },
  configuredUrl: string | undefined,
): void {
  if (!isOwnHost(host, configuredUrl)) {
    throw new Fault(
      'FORBIDDEN',
      'Forbidden: this service is not known under the host of this request. Its operator sets PUBLIC_URL to the root under which clients reach it.',
    )
  }
  if (origin !== undefined && !isOwnOrigin(origin, host, configuredUrl))
    throw new Fault('FORBIDDEN', 'Forbidden: pages of another origin may not call this.')
}

/** Whether a `Host` names this service: the one it was given, or what can only be this machine. */
function isOwnHost(host: string, configuredUrl: string | undefined): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return isThisMachine(host) || (configuredUrl !== undefined && hostname === new URL(configuredUrl).hostname)
}

function isOwnOrigin(origin: string, host: string, configuredUrl: string | undefined): boolean {
  // A page without an origin says `null`, and those of files and extensions have no host.
  if (!/^https?:/i.test(origin) || !URL.canParse(origin)) return false
  const page = new URL(origin)
  return (
    page.host === new URL(`${page.protocol}//${host}`).host ||
    (configuredUrl !== undefined && page.origin === new URL(configuredUrl).origin) ||
    isLoopback(page.hostname)
  )
}

/**
 * The root used in links the service hands out. A Host header is believed only when it names this machine: otherwise a
 * caller could make us hand out links to a host of his choice.
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
 * The same root, where it may be one that tokens are given out for: undefined under a name that nobody vouches for, which a
 * link may replace by another and an issuer may not.
 */
export function createIssuerRoot(configured: string | undefined) {
  return (hostHeader: string | undefined, protocol: string): string | undefined => {
    if (configured !== undefined) return configured
    return hostHeader !== undefined && isThisMachine(hostHeader)
      ? new URL(`${protocol}://${hostHeader}`).origin
      : undefined
  }
}

/** A wildcard address is not one that anybody can open. */
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

/** Whether the host name of an address means the machine of whoever follows it. */
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

import { isIPv4 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

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
    if (hostHeader !== undefined && namesThisMachine(hostHeader)) return `${protocol}://${hostHeader}`
    const { host, port } = listening()
    return `http://${spellHost(host)}:${port}`
  }
}

/**
 * The same root, where it may be one that tokens are given out for: undefined under a name that nobody vouches for, which a
 * link may replace by another and an issuer may not.
 */
export function createOwnRoot(configured: string | undefined) {
  return (hostHeader: string | undefined, protocol: string): string | undefined => {
    if (configured !== undefined) return configured
    return hostHeader !== undefined && namesThisMachine(hostHeader)
      ? new URL(`${protocol}://${hostHeader}`).origin
      : undefined
  }
}

/** A wildcard address is not one that anybody can open. */
export function spellHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function namesThisMachine(hostHeader: string): boolean {
  if (!/^[\w.\-[\]:]+$/.test(hostHeader) || !URL.canParse(`http://${hostHeader}`)) return false
  const name = new URL(`http://${hostHeader}`).hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    (isIPv4(name) && name.startsWith('127.')) ||
    name === '::1'
  )
    return true
  return name === hostname().toLowerCase() || ownAddresses().includes(name)
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  )
}

/** The longest name that DNS can carry. */
const MOST_CHARACTERS = 253

/**
 * A host and the domains above it, the nearest first. An address has none above it. Of a name that is too long to be
 * resolved, only as much of its end is looked at as could be a name.
 */
export function domainsOf(host: string): string[] {
  if (isAddress(host)) return [host]
  const labels = host.slice(-MOST_CHARACTERS).split('.')
  return [host, ...labels.slice(1).map((_, place) => labels.slice(place + 1).join('.'))]
}

/** A host as lists name it: a dot at its end, or an IPv4 address written as IPv6, changes nothing about whose it is. */
export function plainHost(hostname: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return hostname.replace(/\.+$/, '')
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 0xff])
    .join('.')
}

/** Whether a host, as the URL parser spells it, is an address and no name. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)
}

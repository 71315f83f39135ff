const MOST_CHARACTERS = 253

/**
 * The nearest first; an IP address has none above it. Of a name too long to be resolved, only the end is looked at.
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

export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)
}

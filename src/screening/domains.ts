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

/** Whether a host, as the URL parser spells it, is an address and no name. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)
}

import { parseAddress, unmapped } from '../egress/egress.ts'

/** How many of the eight parts of an IPv6 address name the network, within which anybody has as many addresses as he likes. */
const NETWORK_PARTS = 4

/**
 * What a caller without a key is counted by: its IPv4 address, or the network of its IPv6 address. What a proxy calls
 * otherwise shares one place, so that nobody gains by it.
 */
export function countedAddress(ip: string): string {
  const parsed = parseAddress(ip.replace(/%.*$/, ''))
  if (parsed === undefined) return 'unknown'
  const address = unmapped(parsed)
  if (!('parts' in address)) return address.toString()
  const network = address.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

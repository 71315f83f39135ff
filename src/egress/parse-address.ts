import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An IP address in its usual spelling; nothing for any other text, nor for one that is bound to a network interface. */
export function parseAddress(literal: string): Address | undefined {
  const family = isIP(literal)
  if (family === 4) return ipaddr.IPv4.parse(literal)
  if (family !== 6) return undefined
  // ipaddr.js takes `::10.0.0.1` for the mapped `::ffff:10.0.0.1`; in hexadecimal there is only one way to read it.
  const hexadecimal = URL.parse(`http://[${literal}]/`)?.hostname.slice(1, -1)
  return hexadecimal === undefined ? undefined : ipaddr.IPv6.parse(hexadecimal)
}

/** An IPv4 address written as IPv6 is that IPv4 address: it is what the system would dial. */
export function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

import { isIP } from 'node:net'

/** An IP address, or a range in CIDR notation. */
export interface IpRange {
  address: string
  family: 'ipv4' | 'ipv6'
  bits: number
}

/** Reads `10.1.2.3`, `10.0.0.0/8`, `2001:db8::7` or `2001:db8::/32`; undefined for any other text. */
export function readIpRange(text: string): IpRange | undefined {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  // An address with a zone belongs to one network interface of one machine.
  if (version === 0 || address.includes('%') || rest.length > 0) return undefined
  const widest = version === 6 ? 128 : 32
  const bits = prefix === undefined ? widest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (!(bits <= widest)) return undefined
  return { address, family: version === 6 ? 'ipv6' : 'ipv4', bits }
}

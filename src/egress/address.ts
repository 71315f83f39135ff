import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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

export type Verdict = { allowed: true } | { allowed: false; reason: string }

/** Public unicast addresses may be dialled, and what the operator allowed; nothing else. */
export function checkAddress(literal: string, targets: AllowedTargets): Verdict {
  const parsed = parseAddress(literal)
  if (parsed === undefined) return refused('not an IP address in its usual spelling')
  const address = unmapped(parsed)
  if (targets.ranges.some((range) => contains(range, address))) return { allowed: true }
  return checkPublic(address)
}

/** Refuses names that mean something only inside a network, so that the local resolver is never asked for them. */
export function checkName(name: string, targets: AllowedTargets): Verdict {
  if (targets.names.has(name) || (name.includes('.') && !PRIVATE_SUFFIX.test(name))) return { allowed: true }
  return refused('a name that only exists inside private networks')
}

/** RFC 6761, 6762, 8375, Kubernetes, Consul, Google's metadata server: no public registry has any of these suffixes. */
const PRIVATE_SUFFIX =
  /(^|\.)(localhost|local|home\.arpa|localdomain|internal|intranet|intra|private|priv|corp|home|lan|svc|cluster|consul|metadata\.goog)$/

function checkPublic(address: Address): Verdict {
  const row = NOT_PUBLIC.find(({ range }) => contains(range, address))
  if (row) return refused(row.reason)
  if (address instanceof ipaddr.IPv4) return { allowed: true }
  if (contains(NAT64, address)) return checkPublic(lastFourBytes(address))
  if (!contains(GLOBAL_UNICAST, address)) return refused('outside the public IPv6 range')
  if (hasIsatapInterface(address)) return checkPublic(lastFourBytes(address))
  return { allowed: true }
}

/** The IANA special-purpose registries, plus what clouds answer their metadata on outside of them. */
const NOT_PUBLIC = readFileSync(new URL('not-public.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => {
    const [cidr = '', ...reason] = row.split(' ')
    return { range: ipaddr.parseCIDR(cidr), reason: reason.join(' ') }
  })

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** On an IPv6-only network every IPv4 site is seen through this prefix, so it is judged by what it leads to. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

function contains([network, length]: AddressRange, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, length)
}

/** ISATAP tunnels to the IPv4 address in the interface part, whatever prefix stands before it. */
function hasIsatapInterface({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

function refused(reason: string): Verdict {
  return { allowed: false, reason }
}

type AddressRange = readonly [Address, number]

/** Private targets that the operator opened: host names, whose addresses are then not asked about, and ranges. */
export interface AllowedTargets {
  names: ReadonlySet<string>
  ranges: readonly AddressRange[]
}

export function parseAllowedTargets(list: string): AllowedTargets {
  const names = new Set<string>()
  const ranges: AddressRange[] = []
  for (const entry of list.split(/[\s,]+/).filter(Boolean)) {
    const range = readRange(entry)
    if (range) ranges.push(range)
    else names.add(readName(entry))
  }
  return { names, ranges }
}

export function plainName(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}

function readRange(entry: string): AddressRange | undefined {
  const [literal = '', prefix, ...rest] = entry.replace(/^\[(.*)\]/, '$1').split('/')
  const written = parseAddress(literal)
  if (written === undefined) {
    if (prefix !== undefined) throw unreadable(entry)
    return undefined
  }
  const widest = written instanceof ipaddr.IPv4 ? 32 : 128
  const length = prefix === undefined ? widest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (rest.length > 0 || !(length <= widest)) throw unreadable(entry)

  const address = unmapped(written)
  if (address === written) return [address, length]
  if (length < 96) throw unreadable(entry)
  return [address, length - 96]
}

function readName(entry: string): string {
  const url = URL.parse(`http://${entry}/`)
  const name = plainName(url?.hostname ?? '')
  const label = '[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?'
  const isName = new RegExp(`^${label}(\\.${label})*$`).test(name)
  // An entry that only the URL parser reads as an address (`127.1`, `0x7f000001`) is more likely a slip than a wish.
  if (!isName || isIP(name) || url?.host !== url?.hostname || /[/?#@\\%]/.test(entry)) throw unreadable(entry)
  return name
}

function unreadable(entry: string): Error {
  return new Error(
    `"${entry}" is neither a host name (intranet.example) nor an address or range (10.1.2.3, 10.0.0.0/8, fd00::/8).`,
  )
}

import ipaddr from 'ipaddr.js'
import type { AddressRange, AllowedTargets } from './allowed-targets.ts'
import { parseAddress, unmapped } from './parse-address.ts'
import type { Address } from './parse-address.ts'

/** Whether an address may be dialled; `reason` says what kind of address it is. */
export type Verdict = { allowed: true } | { allowed: false; reason: string }

/** Public unicast addresses may be dialled, and what the operator allowed; nothing else. */
export function judgeAddress(literal: string, targets: AllowedTargets): Verdict {
  const parsed = parseAddress(literal)
  if (parsed === undefined) return refused('not an IP address in its usual spelling')
  const address = unmapped(parsed)
  if (targets.ranges.some((range) => contains(range, address))) return { allowed: true }
  return judgePublic(address)
}

/**
 * Refuses names that only have a meaning inside a network, so that the local resolver is never asked for them. All other
 * names are judged by their addresses.
 */
export function judgeName(name: string, targets: AllowedTargets): Verdict {
  if (targets.names.has(name) || (name.includes('.') && !PRIVATE_SUFFIX.test(name))) return { allowed: true }
  return refused('a name that only exists inside private networks')
}

/**
 * Special-use names of RFC 6761, 6762 and 8375; the suffixes that RFC 6762 lists for private networks, and others in
 * common use there; those of Kubernetes and Consul; Google's metadata server. No public registry has any of the suffixes.
 */
const PRIVATE_SUFFIX =
  /(^|\.)(localhost|local|home\.arpa|localdomain|internal|intranet|intra|private|priv|corp|home|lan|svc|cluster|consul|metadata\.goog)$/

function judgePublic(address: Address): Verdict {
  const row = NOT_PUBLIC.find(({ range }) => contains(range, address))
  if (row) return refused(row.reason)
  if (address instanceof ipaddr.IPv4) return { allowed: true }
  if (contains(NAT64, address)) return judgePublic(lastFourBytes(address))
  if (!contains(GLOBAL_UNICAST, address)) return refused('outside the public IPv6 range')
  if (hasIsatapInterface(address)) return judgePublic(lastFourBytes(address))
  return { allowed: true }
}

/** The IANA special-purpose registries, plus what clouds answer their metadata on outside of them. */
const NOT_PUBLIC = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'a private network'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'a cloud metadata service'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'a private network'],
  ['192.0.0.0/24', 'reserved for protocols'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', 'a 6to4 relay'],
  ['192.168.0.0/16', 'a private network'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::/96', 'an IPv4-compatible address'],
  ['::ffff:0:0:0/96', 'an IPv4-translated address'],
  ['64:ff9b:1::/48', 'local-use NAT64'],
  ['100::/64', 'discard only'],
  ['2001::/32', 'Teredo'],
  ['2001::/23', 'reserved for protocols'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
  ['fc00::/7', 'a private network'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
].map(([cidr = '', reason = '']) => ({ range: ipaddr.parseCIDR(cidr), reason }))

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

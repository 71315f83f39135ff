import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { parseAddress, unmapped } from './parse-address.ts'
import type { Address } from './parse-address.ts'

export type AddressRange = readonly [Address, number]

/** Private targets that the operator opened: host names, whose addresses are then not asked about, and ranges. */
export interface AllowedTargets {
  names: ReadonlySet<string>
  ranges: readonly AddressRange[]
}

/** Reads a list such as `127.0.0.1/32, intranet.example`; throws a message that names the entry it cannot read. */
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

/** The form in which host names are compared: lower case, without the root dot. */
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

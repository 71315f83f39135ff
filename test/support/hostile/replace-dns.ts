import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

/** The IP addresses of a name at its nth DNS lookup, starting at 1; throws the errors of a resolver. */
export type NameLookup = (turn: number) => string[]

/** Replaces the system's resolver in this process. */
export interface ReplacedDns extends Disposable {
  /** The number of lookups of a name. */
  asked(name: string): number
}

/**
 * DNS is the only external service that a loopback test cannot run itself. Unlisted names do not exist, so no
 * real resolver is ever queried.
 */
export function replaceDns(answers: Record<string, NameLookup>): ReplacedDns {
  const real = dns.lookup
  const asked = new Map<string, number>()
  const lookup = async (name: string) => {
    const turn = (asked.get(name) ?? 0) + 1
    asked.set(name, turn)
    const addresses = (answers[name] ?? noSuchName)(turn)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  replaceLookup(lookup as unknown as typeof dns.lookup)
  return {
    asked: (name) => asked.get(name) ?? 0,
    [Symbol.dispose]: () => replaceLookup(real),
  }
}

/** A resolver failure with Node's error code. */
export function resolverFailure(code: string): NameLookup {
  return () => {
    throw Object.assign(new Error(`getaddrinfo ${code}`), { code, syscall: 'getaddrinfo' })
  }
}

const noSuchName = resolverFailure('ENOTFOUND')

/** Modules that imported the function by name only see the new one after the exports are synchronized. */
function replaceLookup(lookup: typeof dns.lookup): void {
  dns.lookup = lookup
  syncBuiltinESMExports()
}

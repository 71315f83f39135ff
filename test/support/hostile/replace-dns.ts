import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

/** The addresses of a name when it is asked for the nth time, beginning at 1; throws what a resolver would. */
export type NameLookup = (turn: number) => string[]

/** Stands in for the system's resolver in this process. */
export interface ReplacedDns extends Disposable {
  /** How often a name was asked for. */
  asked(name: string): number
}

/**
 * The one thing of the outside world that a test on loopback cannot have is DNS. Names that are not listed do not
 * exist, so nothing is ever asked of a real resolver.
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

/** A failure of the resolver, with the code that Node gives it. */
export function resolverFailure(code: string): NameLookup {
  return () => {
    throw Object.assign(new Error(`getaddrinfo ${code}`), { code, syscall: 'getaddrinfo' })
  }
}

const noSuchName = resolverFailure('ENOTFOUND')

/** Modules that imported the function by name see the new one only after the exports are brought in line. */
function replaceLookup(lookup: typeof dns.lookup): void {
  dns.lookup = lookup
  syncBuiltinESMExports()
}

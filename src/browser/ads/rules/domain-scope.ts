import { getPublicSuffix } from 'tldts'

/** The sites a rule applies to: host names, or with a leading `~` the sites it does not apply to. */
export interface DomainScope {
  readonly entries: ReadonlySet<string>
  readonly specific: boolean
}

const PLAIN_DOMAIN = /^~?[^\s/*|~,]+(\.\*)?$/

/** Parses `domain=a|~b`, or the list before `##`. Undefined when an entry is unsupported. */
export function parseScope(text: string, separator: '|' | ','): DomainScope | undefined {
  const entries = text
    .toLowerCase()
    .split(separator)
    .map((entry) => entry.trim())
  if (!entries.every((entry) => PLAIN_DOMAIN.test(entry))) return undefined
  return { entries: new Set(entries), specific: entries.some((entry) => !entry.startsWith('~')) }
}

export function namedSites({ entries }: DomainScope): string[] {
  return [...entries].filter((entry) => !entry.startsWith('~'))
}

/** True when a scope covers a host, given as its chain. The most specific entry decides. */
export function covers({ entries, specific }: DomainScope, chain: readonly string[]): boolean {
  for (const name of chain) {
    if (entries.has(name)) return true
    if (entries.has(`~${name}`)) return false
  }
  return !specific
}

/** A host name and its parent domains, longest first: `a.b.c`, `b.c`, `c`. */
export function hostChain(host: string): string[] {
  const chain = [host]
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    chain.push(host.slice(dot + 1))
  }
  return chain
}

/** The chain of a page's host, plus `shop.*` forms, which scopes use for any public suffix. */
export function siteChain(host: string): string[] {
  const suffix = getPublicSuffix(host, { allowPrivateDomains: true })
  const chain = hostChain(host)
  if (suffix === null || suffix === host) return chain
  return [...chain, ...hostChain(host.slice(0, -suffix.length - 1)).map((name) => `${name}.*`)]
}

import table from './request-types.json' with { type: 'json' }
import { covers, parseScope } from './domain-scope.ts'
import type { DomainScope } from './domain-scope.ts'
import { matches, parsePattern } from './pattern.ts'
import type { ParsedUrl, Pattern } from './pattern.ts'

export interface NetworkRule {
  readonly pattern: Pattern
  /** The host name after `||` when the pattern names a whole one; the index finds the rule by it. */
  readonly host: string | undefined
  readonly types: number
  readonly party: 'any' | 'first' | 'third'
  readonly scope: DomainScope | undefined
  readonly exception: boolean
  readonly important: boolean
}

export interface MatchableRequest {
  readonly url: ParsedUrl
  readonly hosts: readonly string[]
  readonly type: number
  readonly site: readonly string[]
  /** Whether the address belongs to another site than the page; asked only when a rule depends on it. */
  isThirdParty(): boolean
}

interface Options {
  types: number
  party: NetworkRule['party']
  scope: DomainScope | undefined
  important: boolean
  matchCase: boolean
}

const OPTIONS = /\$(~?[\w-]+(?:=[^,\s]*)?(?:,~?[\w-]+(?:=[^,\s]*)?)*)$/
const WHOLE_HOST = /^\|\|([\w-]+(?:\.[\w-]+)+)(\^|\/)/
const HOST_ONLY = /^\|\|[\w.-]+\^\*?$/
const EVERYWHERE: Pattern = { kind: 'all' }

export function parseNetworkRule(line: string): NetworkRule | undefined {
  const { exception, pattern: text, options: list } = splitRule(line)
  const options = readOptions(list, exception)
  if (!options || text.length === 0) return undefined
  const host = WHOLE_HOST.exec(text)?.[1]?.toLowerCase()
  const pattern =
    HOST_ONLY.test(text) && host !== undefined ? EVERYWHERE : parsePattern(text, options.matchCase)
  if (!pattern) return undefined
  // A rule about every address everywhere would stop every page.
  if (pattern.kind === 'all' && host === undefined && !isNarrow(options)) return undefined
  const { types, party, scope, important } = options
  return { pattern, host, types, party, scope, exception, important }
}

/** What identifies a rule for `badfilter`: the rule without that option, whatever the order of the others. */
export function ruleKey(line: string): { key: string; isBad: boolean } {
  const { exception, pattern, options } = splitRule(line)
  const kept = options.filter((option) => option !== 'badfilter').sort()
  return {
    key: `${exception ? '@@' : ''}${pattern}$${kept.join(',')}`,
    isBad: kept.length < options.length,
  }
}

export function applies(rule: NetworkRule, request: MatchableRequest): boolean {
  if ((rule.types & request.type) === 0) return false
  if (rule.scope && !covers(rule.scope, request.site)) return false
  if (!matches(rule.pattern, request.url)) return false
  return rule.party === 'any' || request.isThirdParty() === (rule.party === 'third')
}

function splitRule(line: string): { exception: boolean; pattern: string; options: string[] } {
  const exception = line.startsWith('@@')
  const rule = exception ? line.slice(2) : line
  const found = rule.includes('$') ? OPTIONS.exec(rule) : null
  if (!found) return { exception, pattern: rule, options: [] }
  return { exception, pattern: rule.slice(0, found.index), options: found[1]!.split(',') }
}

function readOptions(list: readonly string[], exception: boolean): Options | undefined {
  const options: Options = { types: 0, party: 'any', scope: undefined, important: false, matchCase: false }
  let only = 0
  let without = 0
  let namesTypes = false
  for (const option of list) {
    const negated = option.startsWith('~')
    const name = (negated ? option.slice(1) : option).toLowerCase()
    const type = TYPE_OPTIONS.get(name)
    if (type === undefined) {
      if (!readOption(options, name, negated)) return undefined
    } else if (negated) without |= type
    else {
      only |= type
      namesTypes = true
    }
  }
  const types = (namesTypes ? only : REQUEST_TYPES) & ~without
  options.types = exception ? types : types & ~PAGE_TYPES
  return options.types === 0 ? undefined : options
}

/** Reads an option that is not a type; false when it is unknown, and the rule would mean something else without it. */
function readOption(options: Options, option: string, negated: boolean): boolean {
  const equals = option.indexOf('=')
  const name = equals === -1 ? option : option.slice(0, equals)
  if (name === 'domain' || name === 'from') {
    options.scope = negated ? undefined : parseScope(option.slice(equals + 1), '|')
    return options.scope !== undefined
  }
  if (equals !== -1) return false
  if (['third-party', '3p'].includes(name)) options.party = negated ? 'first' : 'third'
  else if (['first-party', '1p'].includes(name)) options.party = negated ? 'third' : 'first'
  else if (negated) return false
  else if (name === 'important') options.important = true
  else if (name === 'match-case') options.matchCase = true
  else return name === 'all' || /^_+$/.test(name)
  return true
}

function isNarrow({ types, party, scope }: Options): boolean {
  if (scope?.specific) return true
  return party !== 'any' || (types & REQUEST_TYPES) !== REQUEST_TYPES || (types & TYPE.document) !== 0
}

/** What a rule may be about, as bits: kinds of requests first, then what an exception may switch off for a page. */
export const TYPE = table.bits

export const REQUEST_TYPES = 2047

/** The types that are about a page and not about a request; only exceptions use them. */
export const PAGE_TYPES = 65_535 - REQUEST_TYPES

const TYPE_OPTIONS: ReadonlyMap<string, number> = new Map([
  ...Object.entries(TYPE),
  ...bitsByName(table.aliases),
  // A visit opens no pop-ups and makes no calls: a rule about them alone is about nothing.
  ...['popup', 'popunder', 'webrtc'].map((name) => [name, 0] as const),
])

const RESOURCE_TYPES: ReadonlyMap<string, number> = new Map(bitsByName(table.resources))

function bitsByName(names: Record<string, string>) {
  return Object.entries(names).map(([name, type]) => [name, TYPE[type as keyof typeof TYPE]] as const)
}

export function requestType(resourceType: string): number {
  return RESOURCE_TYPES.get(resourceType) ?? TYPE.other
}

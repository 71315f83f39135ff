import { getDomain } from 'tldts'
import { hostChain, siteChain } from './rules/domain-scope.ts'
import { ElementHiding } from './rules/element-hiding.ts'
import type { MatchableRequest, NetworkRule } from './rules/network-rule.ts'
import { parseLists } from './ad-lists.ts'
import { parseUrl } from './rules/pattern.ts'
import type { ParsedUrl } from './rules/pattern.ts'
import { PAGE_TYPES, REQUEST_TYPES, TYPE, requestType } from './rules/network-rule.ts'
import { RuleIndex } from './rules/rule-index.ts'

export type AdFilter = ReturnType<typeof createAdFilter>

interface AdRequest {
  url: string
  /** The address of the document that makes the request: of the frame, not necessarily of the page. */
  sourceUrl: string
  type: string
}

export function createAdFilter({ lists }: { lists: readonly string[] }) {
  const { network, hiding, counts } = parseLists(lists)
  const rules = indexRules(network)
  const elements = new ElementHiding()
  for (const rule of hiding) elements.add(rule)
  const sources = memoized(readSource)

  return {
    counts,
    /** Whether to block a request. The page itself is never blocked because the caller asked for it. */
    blocks({ url, sourceUrl, type }: AdRequest): boolean {
      const parsed = type === 'document' ? undefined : parseUrl(url)
      if (!parsed) return false
      const source = sources(sourceUrl)
      const request = matchableRequest(parsed, source, requestType(type))
      const isImportant = rules.important.has(request)
      if (!isImportant && !rules.block.has(request)) return false
      if ((isImportant ? rules.importantAllow : rules.allow).has(request)) return false
      const exceptions = source ? exceptionsOfPage(rules.page, source) : 0
      if (exceptions & TYPE.document) return false
      return isImportant || !(exceptions & TYPE.genericblock) || rules.block.has(request, true)
    },
    hiddenSelectors(page: string): string[] {
      const source = readSource(page.includes('://') ? page : `https://${page}/`)
      if (!source) return []
      const exceptions = exceptionsOfPage(rules.page, source)
      if (exceptions & (TYPE.document | TYPE.elemhide)) return []
      return elements.selectors(source.site, {
        generic: !(exceptions & TYPE.generichide),
        specific: !(exceptions & TYPE.specifichide),
      })
    },
  }
}

function indexRules(network: readonly NetworkRule[]) {
  const rules = {
    block: new RuleIndex(),
    allow: new RuleIndex(),
    important: new RuleIndex(),
    importantAllow: new RuleIndex(),
    page: new RuleIndex(),
  }
  for (const rule of network) {
    if (!rule.exception) (rule.important ? rules.important : rules.block).add(rule)
    else {
      if (rule.types & REQUEST_TYPES) rules.allow.add(rule)
      if (rule.types & REQUEST_TYPES && rule.important) rules.importantAllow.add(rule)
      if (rule.types & PAGE_TYPES) rules.page.add(rule)
    }
  }
  return rules
}

interface Source {
  url: ParsedUrl
  site: readonly string[]
  registered: string
}

function readSource(url: string): Source | undefined {
  const parsed = parseUrl(url)
  return parsed && { url: parsed, site: siteChain(parsed.host), registered: registeredName(parsed.host) }
}

function exceptionsOfPage(page: RuleIndex, source: Source): number {
  let found = 0
  for (const type of [TYPE.document, TYPE.elemhide, TYPE.generichide, TYPE.specifichide, TYPE.genericblock]) {
    if (page.has(matchableRequest(source.url, source, type))) found |= type
  }
  return found
}

function matchableRequest(url: ParsedUrl, source: Source | undefined, type: number): MatchableRequest {
  return {
    url,
    hosts: hostChain(url.host),
    type,
    site: source?.site ?? [],
    isThirdParty: () => source !== undefined && registeredName(url.host) !== source.registered,
  }
}

function registeredName(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

/** Keeps the answers for the documents that ask at the moment: each asks about hundreds of requests. */
function memoized<Result>(read: (url: string) => Result): (url: string) => Result {
  const known = new Map<string, Result>()
  return (url) => {
    if (known.has(url)) return known.get(url) as Result
    if (known.size >= 100) known.clear()
    const result = read(url)
    known.set(url, result)
    return result
  }
}

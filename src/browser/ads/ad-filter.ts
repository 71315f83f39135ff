import { getDomain } from 'tldts'
import { hostChain, siteChain } from './rules/domain-scope.ts'
import { ElementHiding } from './rules/element-hiding.ts'
import type { Inquiry, NetworkRule } from './rules/network-rule.ts'
import { parseLists } from './ad-lists.ts'
import { parseAddress } from './rules/pattern.ts'
import type { Address } from './rules/pattern.ts'
import { ABOUT_PAGES, ALL_REQUESTS, TYPE, requestType } from './rules/network-rule.ts'
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
  const sources = remembered(readSource)

  return {
    counts,
    /** Whether to block a request. The page itself is never blocked because the caller asked for it. */
    blocks({ url, sourceUrl, type }: AdRequest): boolean {
      const address = type === 'document' ? undefined : parseAddress(url)
      if (!address) return false
      const source = sources(sourceUrl)
      const inquiry = inquire(address, source, requestType(type))
      const isImportant = rules.important.has(inquiry)
      if (!isImportant && !rules.block.has(inquiry)) return false
      if ((isImportant ? rules.importantAllow : rules.allow).has(inquiry)) return false
      const spared = source ? exceptionsOfPage(rules.page, source) : 0
      if (spared & TYPE.document) return false
      return isImportant || !(spared & TYPE.genericblock) || rules.block.has(inquiry, true)
    },
    hiddenSelectors(page: string): string[] {
      const source = readSource(page.includes('://') ? page : `https://${page}/`)
      if (!source) return []
      const spared = exceptionsOfPage(rules.page, source)
      if (spared & (TYPE.document | TYPE.elemhide)) return []
      return elements.selectors(source.site, {
        generic: !(spared & TYPE.generichide),
        specific: !(spared & TYPE.specifichide),
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
      if (rule.types & ALL_REQUESTS) rules.allow.add(rule)
      if (rule.types & ALL_REQUESTS && rule.important) rules.importantAllow.add(rule)
      if (rule.types & ABOUT_PAGES) rules.page.add(rule)
    }
  }
  return rules
}

interface Source {
  address: Address
  site: readonly string[]
  registered: string
}

function readSource(url: string): Source | undefined {
  const address = parseAddress(url)
  return address && { address, site: siteChain(address.host), registered: registeredName(address.host) }
}

function exceptionsOfPage(page: RuleIndex, source: Source): number {
  let found = 0
  for (const type of [TYPE.document, TYPE.elemhide, TYPE.generichide, TYPE.specifichide, TYPE.genericblock]) {
    if (page.has(inquire(source.address, source, type))) found |= type
  }
  return found
}

function inquire(address: Address, source: Source | undefined, type: number): Inquiry {
  return {
    address,
    hosts: hostChain(address.host),
    type,
    site: source?.site ?? [],
    isThirdParty: () => source !== undefined && registeredName(address.host) !== source.registered,
  }
}

function registeredName(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

/** Keeps the answers for the documents that ask at the moment: each asks about hundreds of requests. */
function remembered<Result>(read: (url: string) => Result): (url: string) => Result {
  const known = new Map<string, Result>()
  return (url) => {
    if (known.has(url)) return known.get(url) as Result
    if (known.size >= 100) known.clear()
    const result = read(url)
    known.set(url, result)
    return result
  }
}

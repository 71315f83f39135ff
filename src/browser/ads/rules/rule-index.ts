import { namedSites } from './domain-scope.ts'
import { applies } from './network-rule.ts'
import type { MatchableRequest, NetworkRule } from './network-rule.ts'
import { wordsOf } from './pattern.ts'

/** Of tens of thousands of rules a handful is tried: by the host they name, else by a word, else by their sites. */
export class RuleIndex {
  readonly #byHost = new Map<string, NetworkRule[]>()
  readonly #byWord = new Map<string, NetworkRule[]>()
  readonly #bySite = new Map<string, NetworkRule[]>()
  readonly #always: NetworkRule[] = []

  add(rule: NetworkRule): void {
    if (rule.host !== undefined) return appendTo(this.#byHost, rule.host, rule)
    const word = this.#rarest(distinctWordsOf(rule))
    if (word !== undefined) return appendTo(this.#byWord, word, rule)
    if (!rule.scope?.specific) return void this.#always.push(rule)
    for (const site of namedSites(rule.scope)) appendTo(this.#bySite, site, rule)
  }

  /** Whether a rule is about the request; with `specificOnly`, a rule that names the page's site. */
  has(request: MatchableRequest, specificOnly = false): boolean {
    const isHit = (rule: NetworkRule) =>
      (!specificOnly || rule.scope?.specific === true) && applies(rule, request)
    const hit = (rules: readonly NetworkRule[] = []) => rules.some(isHit)
    if (this.#byHost.size > 0 && request.hosts.some((name) => hit(this.#byHost.get(name)))) return true
    if (this.#bySite.size > 0 && request.site.some((name) => hit(this.#bySite.get(name)))) return true
    if (request.url.words.some((word) => hit(this.#byWord.get(word)))) return true
    return hit(this.#always)
  }

  #rarest(words: readonly string[]): string | undefined {
    const crowd = (word: string) => this.#byWord.get(word)?.length ?? 0
    return words.toSorted((a, b) => crowd(a) - crowd(b))[0]
  }
}

export function appendTo<Key, Rule>(map: Map<Key, Rule[]>, key: Key, rule: Rule): void {
  const there = map.get(key)
  if (there) there.push(rule)
  else map.set(key, [rule])
}

const COMMON = new Set(['http', 'https', 'ws', 'wss', 'www', 'com', 'net', 'org', 'js', 'html', 'php'])

/** The words of a pattern that an address must have as whole words. */
function distinctWordsOf({ pattern }: NetworkRule): string[] {
  if (pattern.kind !== 'parts') return []
  const { parts, start, toEnd } = pattern
  return parts.flatMap((part, index) => {
    // A word at the edge of a part may go on in the address, unless the pattern is tied down there.
    const isTiedAtEnd = index === parts.length - 1 && toEnd
    const tied = isTiedAtEnd ? part : part.replace(/[a-z0-9%]*$/i, '')
    const isTiedAtStart = index === 0 && start !== 'anywhere'
    const whole = isTiedAtStart ? tied : tied.replace(/^[a-z0-9%]*/i, '')
    return wordsOf(whole.toLowerCase()).filter((word) => !COMMON.has(word))
  })
}

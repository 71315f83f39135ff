import { namedSites } from './domain-scope.ts'
import { applies } from './network-rule.ts'
import type { Inquiry, NetworkRule } from './network-rule.ts'

/** Of tens of thousands of rules a handful is tried: by the host they name, else by a word, else by their sites. */
export class RuleIndex {
  readonly #byHost = new Map<string, NetworkRule | NetworkRule[]>()
  readonly #byWord = new Map<number, NetworkRule | NetworkRule[]>()
  readonly #bySite = new Map<string, NetworkRule | NetworkRule[]>()
  readonly #always: NetworkRule[] = []

  add(rule: NetworkRule): void {
    if (rule.host !== undefined) return put(this.#byHost, rule.host, rule)
    const word = this.#rarest(wordsOf(rule))
    if (word !== undefined) return put(this.#byWord, word, rule)
    if (!rule.scope?.specific) return void this.#always.push(rule)
    for (const site of namedSites(rule.scope)) put(this.#bySite, site, rule)
  }

  /** Whether a rule is about the request; with `specificOnly`, a rule that names the page's site. */
  has(inquiry: Inquiry, specificOnly = false): boolean {
    const hit = (rules: NetworkRule | NetworkRule[] | undefined): boolean => {
      if (rules === undefined) return false
      if (Array.isArray(rules)) return rules.some(hit)
      return (!specificOnly || rules.scope?.specific === true) && applies(rules, inquiry)
    }
    if (this.#byHost.size > 0 && inquiry.hosts.some((name) => hit(this.#byHost.get(name)))) return true
    if (this.#bySite.size > 0 && inquiry.site.some((name) => hit(this.#bySite.get(name)))) return true
    if (this.#byWord.size > 0 && wordsOfText(inquiry.address.lower, (word) => hit(this.#byWord.get(word)))) {
      return true
    }
    return hit(this.#always)
  }

  #rarest(words: readonly number[]): number | undefined {
    const crowd = (word: number): number => {
      const found = this.#byWord.get(word)
      return Array.isArray(found) ? found.length : found ? 1 : 0
    }
    return words.toSorted((a, b) => crowd(a) - crowd(b))[0]
  }
}

function put<Key>(map: Map<Key, NetworkRule | NetworkRule[]>, key: Key, rule: NetworkRule): void {
  const there = map.get(key)
  if (there === undefined) map.set(key, rule)
  else if (Array.isArray(there)) there.push(rule)
  else map.set(key, [there, rule])
}

/** Words that stand in too many addresses to tell them apart. */
const COMMON = new Set(
  ['http', 'https', 'ws', 'wss', 'www', 'com', 'net', 'org', 'js', 'html', 'php'].map(hash),
)

function wordsOf({ pattern }: NetworkRule): number[] {
  if (pattern.kind !== 'parts') return []
  const { parts, start, toEnd } = pattern
  const words: number[] = []
  for (const [index, part] of parts.entries()) {
    // A word at the edge of a part may go on in the address, unless the pattern is tied down there.
    const from = index === 0 && start !== 'anywhere' ? 0 : edge(part, /^[a-z0-9%]*/i)
    const to = part.length - (index === parts.length - 1 && toEnd ? 0 : edge(part, /[a-z0-9%]*$/i))
    wordsOfText(part.slice(from, to).toLowerCase(), (word) => {
      if (!COMMON.has(word)) words.push(word)
      return false
    })
  }
  return words
}

function edge(part: string, what: RegExp): number {
  return what.exec(part)?.[0].length ?? 0
}

function wordsOfText(text: string, visit: (word: number) => boolean): boolean {
  let word = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code > 96 && code < 123) || (code > 47 && code < 58) || code === 37) word = next(word, code)
    else {
      if (word !== 0 && visit(word)) return true
      word = 0
    }
  }
  return word !== 0 && visit(word)
}

function hash(text: string): number {
  let word = 0
  for (let at = 0; at < text.length; at += 1) word = next(word, text.charCodeAt(at))
  return word
}

/** Stays a small integer; two words with one hash only mean that a rule is tried in vain. */
function next(word: number, code: number): number {
  return (Math.imul(word, 31) + code) & 0x3fff_ffff
}

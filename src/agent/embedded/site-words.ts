import { keyOf, siteOf } from './address.ts'
import type { Frontier } from './frontier.ts'
import { wordsOf } from '../../language/words.ts'

const LONGEST_NAME = 5
const HOMES: ReadonlySet<string> = new Set(
  'home homepage start startseite main page index back to the top board accueil inicio zuruck zur'.split(' '),
)

/** The words that the sites themselves are called by, which tell none of their pages from the others. */
export class SiteWords {
  readonly #frontier: Frontier
  readonly #parts = new Map<string, Set<string>>()
  readonly #hosts = new Set<string>()
  readonly #named = new Set<string>()

  constructor(frontier: Frontier) {
    this.#frontier = frontier
  }

  learn(url: string, title: string): void {
    const host = siteOf(url)
    this.#hosts.add(host.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    const parts = title.split(/\s[|–—·•:-]\s|\s*\|\s*|: /).map((one) => wordsOf(one))
    const isHome = (URL.parse(url)?.pathname ?? '/') === '/'
    for (const part of new Set(parts.length > 1 || isHome ? parts.map((one) => one.join(' ')) : []))
      this.#parts.set(part, (this.#parts.get(part) ?? new Set()).add(keyOf(url)))
    if (isHome) this.#name(parts.at(-1) ?? [])
    this.#name(this.#frontier.ways.get(`${host}/`)?.textWords ?? [])
  }

  #name(words: readonly string[]): void {
    const telling = words.filter((word) => !HOMES.has(word))
    if (words.length <= LONGEST_NAME) for (const word of telling) this.#named.add(word)
  }

  has(term: string): boolean {
    if (this.#named.has(term)) return true
    if (term.length >= 3 && [...this.#hosts].some((host) => host.includes(term))) return true
    const often = Math.max(2, this.#frontier.visited.size * 0.6)
    for (const [part, { size }] of this.#parts)
      if (size >= often && part.split(' ').includes(term)) return true
    return false
  }
}

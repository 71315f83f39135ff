import { isOneOfSeveral } from '../exploring.ts'
import type { Frontier, Way } from '../frontier.ts'
import type { Plan } from '../plan.ts'
import type { SiteWords } from '../site-words.ts'
import { isStopWord } from '../../../language/common-words.ts'
import { wordsOf } from '../../../language/words.ts'

const LONGEST_NAME = 8
/** Words of the request that may stand between those of a name. */
const MOST_GAPS = 1
const LEAST_WEIGHT = 1
const UNTOLD = 0.1

/** Finds what the request speaks of among what the pages of a site are called: the same words, in whichever order. */
export class NamedOnSite {
  readonly #plan: Plan
  readonly #frontier: Frontier
  readonly #site: SiteWords
  readonly #request: readonly string[]
  #known: { count: number; words: readonly string[] } | undefined

  constructor(plan: Plan, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#frontier = frontier
    this.#site = site
    this.#request = telling(wordsOf(plan.prompt))
  }

  /** The words of the name; none when the request names nothing of the site. */
  words(): readonly string[] {
    const { ways, visited } = this.#frontier
    const count = ways.size + visited.size
    if (this.#known?.count === count) return this.#known.words
    let best: readonly string[] = []
    let most = LEAST_WEIGHT
    for (const name of this.#names()) {
      const weight = this.#weightOf(name)
      if (weight > most || (weight === most && best.length === 0)) [best, most] = [name, weight]
    }
    this.#known = { count, words: best }
    return best
  }

  *#names(): Generator<readonly string[]> {
    for (const way of this.#frontier.ways.values())
      if (way.area === 'content' || way.area === 'search')
        for (const name of [...namesIn(way.text), telling(way.lastWords)])
          if (this.#isName(name, way)) yield name
    for (const { headings, title } of this.#frontier.visited.values())
      for (const name of [headings[0] ?? '', ...title.split(TITLE_PARTS)].flatMap(namesIn))
        if (name.length > 1) yield name
  }

  /** A single word names something only where it is asked about, and one of several of its kind. */
  #isName(words: readonly string[], { shape }: Way): boolean {
    if (words.length > 1) return words.length <= LONGEST_NAME
    const weight = this.#plan.subject.terms.get(words[0] ?? '') ?? 0
    return weight >= 1 && isOneOfSeveral(shape, this.#frontier)
  }

  /** How much of what the request is about a name says; 0 where the request does not have all of it in one place. */
  #weightOf(name: readonly string[]): number {
    if (name.length === 0 || !this.#isInRequest(name)) return 0
    if (name.every((word) => this.#site.has(word))) return 0
    const { terms } = this.#plan.subject
    return name.reduce((sum, word) => sum + (terms.get(word) ?? UNTOLD), 0)
  }

  #isInRequest(name: readonly string[]): boolean {
    const wanted = new Set(name)
    const width = wanted.size + MOST_GAPS
    return this.#request.some((word, at) => {
      if (!wanted.has(word)) return false
      const window = new Set(this.#request.slice(at, at + width))
      return [...wanted].every((one) => window.has(one))
    })
  }
}

const TITLE_PARTS = /\s[|–—·•-]\s/
/** Behind it stands more than what something is called: a number, a place, what it is. */
const NAME_END = /,\s|\s[–—|·(-]|\s?:\s/

/** What a text may call something: all of it, or what stands before the rest. */
function namesIn(text: string): readonly (readonly string[])[] {
  const all = telling(wordsOf(text))
  const [first = ''] = text.split(NAME_END)
  return first.length < text.length ? [all, telling(wordsOf(first))] : [all]
}

function telling(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !isStopWord(word))
  return left.length > 0 ? left : words
}

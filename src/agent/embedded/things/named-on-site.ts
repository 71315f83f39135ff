import { clausesOf } from './clauses.ts'
import { isOneOfSeveral } from '../exploring.ts'
import type { Frontier, Way } from '../frontier.ts'
import type { Plan } from '../plan.ts'
import type { SiteWords } from '../site-words.ts'
import { TITLES } from '../subject.ts'
import { isStop, wordsOf } from '../words.ts'

const LONGEST_NAME = 8
const LONGEST_HEADLINE = 20
/** Words of the request that may stand between those of a name. */
const MOST_GAPS = 1
const LEAST_WEIGHT = 1
const UNTOLD = 0.1
const LEAST_DESCRIBED = 2
const LONGEST_PERSON = 6

/** Finds what the request speaks of among what the pages of a site are called: the same words, in whichever order. */
export class NamedOnSite {
  readonly #plan: Plan
  readonly #frontier: Frontier
  readonly #site: SiteWords
  readonly #request: readonly string[]
  readonly #phrases: readonly (readonly string[])[]
  /** Words behind `Prof.` or `Frau`, by which people are known without their first names. */
  readonly #surnames: ReadonlySet<string>
  #known: { count: number; words: readonly string[] } | undefined

  constructor(plan: Plan, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#frontier = frontier
    this.#site = site
    this.#request = telling(wordsOf(plan.prompt))
    this.#surnames = new Set(
      this.#request.filter((word, at) => TITLES.has(this.#request[at - 1] ?? '') && !TITLES.has(word)),
    )
    this.#phrases = plan.subject.phrases.map((phrase) => telling(wordsOf(phrase)))
  }

  /** The words of the name; none when the request names nothing of the site. */
  words(): readonly string[] {
    const { ways, visited } = this.#frontier
    const count = ways.size + visited.size
    if (this.#known?.count === count) return this.#known.words
    let best: readonly string[] = []
    let most = LEAST_WEIGHT
    for (const name of this.#names()) {
      const short = this.#surnameIn(name)
      for (const one of short === undefined ? [name] : [name, [short]]) {
        const weight = this.#weightOf(one)
        if (weight > most || (weight === most && best.length === 0)) [best, most] = [one, weight]
      }
    }
    const words = best.length === 0 ? this.#described() : this.#whole(best)
    this.#known = { count, words }
    return words
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

  #surnameIn(name: readonly string[]): string | undefined {
    if (name.length < 2 || name.length > LONGEST_PERSON) return undefined
    return [name.at(-1)!, name[0]!].find((word) => this.#surnames.has(word))
  }

  /** A single word names something only where it is asked about, and one of several of its kind. */
  #isName(words: readonly string[], { shape }: Way): boolean {
    if (words.length > LONGEST_NAME)
      return words.length <= LONGEST_HEADLINE && isOneOfSeveral(shape, this.#frontier)
    if (words.length > 1) return true
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

  /**
   * The words by which a request describes one page of the site, as headlines are seldom quoted: most of a clause that says what it
   * is about, in what a single page is called.
   */
  #described(): readonly string[] {
    const { terms } = this.#plan.subject
    const isTelling = (word: string) => (terms.get(word) ?? 0) >= 1 && !this.#site.has(word)
    const clauses = clausesOf(this.#plan.prompt).map((clause) =>
      [...new Set(wordsOf(clause))].filter(isTelling),
    )
    let best: readonly string[] = []
    let isSole = true
    for (const name of this.#names()) {
      const among = new Set(name)
      for (const clause of clauses) {
        const said = clause.filter((word) => among.has(word))
        if (said.length < LEAST_DESCRIBED || said.length * 2 < clause.length || said.length < best.length)
          continue
        isSole = said.length > best.length || said.join(' ') === best.join(' ')
        best = said
      }
    }
    return isSole ? best : []
  }

  /** A name that is part of a longer one in the request is not the name of what is asked about, but that is. */
  #whole(name: readonly string[]): readonly string[] {
    const around = this.#phrases.filter((phrase) => phrase.some((word) => name.includes(word)))
    return [...new Set([...name, ...around.flat().filter((word) => !this.#site.has(word))])]
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
  const left = words.filter((word) => !isStop(word))
  return left.length > 0 ? left : words
}

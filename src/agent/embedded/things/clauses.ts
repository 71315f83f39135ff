import type { Naming } from '../../../extract/extract.ts'

const LONGEST = 4000
const MOST_CLAUSES = 40
const MOST_WORDS = 40
const LEAST_LIKENESS = 0.55
const PARTED =
  /[,;.?!:\n()]+(?=\s|$)|\s(?:and|or|as well as|und|sowie|oder|et|ainsi que|y|e|ed|en)\s(?=\p{L})/giu

/** Says which part of a request a field is asked for in. */
export class Clauses {
  readonly #clauses: readonly string[]
  readonly #of = new Map<Naming, string>()

  constructor(prompt: string, wanted: readonly Naming[]) {
    this.#clauses = clausesOf(prompt)
    const claimed = new Set<string>()
    for (const naming of wanted) {
      const clause = this.#bestFor(naming)
      if (clause === undefined) continue
      this.#of.set(naming, clause)
      claimed.add(clause)
    }
    // What no clause names is asked for where nothing else is.
    const [rest, ...others] = this.#clauses.filter((clause) => !claimed.has(clause))
    const lost = wanted.filter((naming) => !this.#of.has(naming))
    if (rest !== undefined && others.length === 0 && lost.length === 1) this.#of.set(lost[0]!, rest)
  }

  /** Empty when it is not told. */
  of(naming: Naming): string {
    return this.#of.get(naming) ?? ''
  }

  #bestFor(naming: Naming): string | undefined {
    let best: string | undefined
    let most = LEAST_LIKENESS
    for (const clause of this.#clauses) {
      const words = clause.split(/\s+/).slice(0, MOST_WORDS)
      const labels = [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]
      const like = Math.max(0, ...labels.map((label) => naming.likenessTo(label)))
      if (like > most) [best, most] = [clause, like]
    }
    return best
  }
}

/** The parts of a request that each ask for something, or say what it is about. */
export function clausesOf(prompt: string): readonly string[] {
  return prompt
    .slice(0, LONGEST)
    .replaceAll(/https?:\/\/\S+/gi, ' ')
    .split(PARTED)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
    .slice(0, MOST_CLAUSES)
}

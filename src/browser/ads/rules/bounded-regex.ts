/** An address is matched by an expression up to this length, so that the work of a match has a bound. */
const INPUT_LENGTH = 1024

const MOST_STEPS = 4 * INPUT_LENGTH ** 2

export interface BoundedRegex {
  test(address: string): boolean
}

/** Undefined when an address could be made up on which the expression takes long: pages choose their addresses. */
export function boundedRegex(source: string, matchCase: boolean): BoundedRegex | undefined {
  if (!(worstSteps(source) <= MOST_STEPS)) return undefined
  try {
    const regex = new RegExp(source, matchCase ? '' : 'i')
    return { test: (address) => regex.test(address.slice(0, INPUT_LENGTH)) }
  } catch {
    return undefined
  }
}

// Ways to try an expression: parts in a row multiply, alternatives add up, and a repeated part that has several
// ways raises them to the power of its repetitions.
function worstSteps(source: string): number {
  const reader = new Reader(source)
  const steps = reader.alternatives()
  if (!reader.atEnd()) return Number.POSITIVE_INFINITY
  const startsAnywhere = !source.startsWith('^') || reader.branchesAtTop
  return startsAnywhere ? steps * INPUT_LENGTH : steps
}

class Reader {
  branchesAtTop = false
  #at = 0
  #depth = 0
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  atEnd(): boolean {
    return this.#at >= this.#source.length
  }

  alternatives(): number {
    let steps = this.#row()
    while (this.#take(/\|/y)) {
      if (this.#depth === 0) this.branchesAtTop = true
      steps += this.#row()
    }
    return steps
  }

  #row(): number {
    let steps = 1
    while (!this.atEnd() && !this.#looksAt('|') && !this.#looksAt(')')) {
      const inner = this.#atom()
      steps *= repeated(inner, this.#quantifier())
      if (steps > MOST_STEPS) return Number.POSITIVE_INFINITY
    }
    return steps
  }

  #atom(): number {
    // Back-references and assertions about what is around are beyond this count.
    if (this.#take(/\\[1-9k]|\(\?(?!:)/y)) return Number.POSITIVE_INFINITY
    if (this.#take(/\((\?:)?/y)) return this.#group()
    if (this.#take(/\[(\\.|[^\]\\])*\]|\\.|[^[\\()|]/sy)) return 1
    return Number.POSITIVE_INFINITY
  }

  #group(): number {
    this.#depth += 1
    const steps = this.#depth > 20 ? Number.POSITIVE_INFINITY : this.alternatives()
    this.#depth -= 1
    return this.#take(/\)/y) ? steps : Number.POSITIVE_INFINITY
  }

  #quantifier(): { least: number; most: number } {
    const found = this.#take(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y)
    if (!found) return { least: 1, most: 1 }
    const [text, least, comma, most] = found
    if (text.startsWith('?')) return { least: 0, most: 1 }
    if (least === undefined) return { least: 0, most: INPUT_LENGTH }
    const lowest = Number(least)
    const highest = comma === '' ? lowest : most ? Number(most) : INPUT_LENGTH
    return { least: Math.min(lowest, INPUT_LENGTH), most: Math.min(highest, INPUT_LENGTH) }
  }

  #looksAt(character: string): boolean {
    return this.#source[this.#at] === character
  }

  #take(what: RegExp): RegExpExecArray | null {
    what.lastIndex = this.#at
    const found = what.exec(this.#source)
    if (found) this.#at = what.lastIndex
    return found
  }
}

function repeated(inner: number, { least, most }: { least: number; most: number }): number {
  if (inner === 1) return most - least + 1
  return most <= 1 ? inner + (1 - least) : inner ** most * (most - least + 1)
}

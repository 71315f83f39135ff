import { conceptsOf } from '../choose/concepts.ts'
import type { Concept } from '../choose/concepts.ts'
import { isSameThing, told } from './mentions.ts'
import type { Told } from './mentions.ts'
import type { Said } from './said.ts'

/** Where something is said: from and to which character. */
export interface Mention {
  at: number
  end: number
  /** Whether a verb or an expression says it, rather than the word itself. */
  isExpressed: boolean
}

interface TopicWord {
  concepts: readonly Concept[]
  /** Whether another word is of its family or means the same. */
  is: (other: Told) => boolean
}

/** What a sentence has to speak of to say a value of a field. */
export class Topic {
  readonly words: readonly TopicWord[]

  constructor(words: readonly string[]) {
    const whole = conceptsOf(words.join('-'))
    this.words = told(words).map((one) => ({
      is: sameAs(one),
      concepts: words.length > 1 && whole.length > 0 ? whole : conceptsOfWord(one),
    }))
  }

  get isEmpty(): boolean {
    return this.words.length === 0
  }

  /** For each of its words, where a sentence says it. */
  mentionsIn(said: Said): Mention[][] {
    return this.words.map(({ is, concepts }) => [
      ...said.words.flatMap((other, at) =>
        is(other) ? [{ at: said.spans[at]!.start, end: said.spans[at]!.end, isExpressed: false }] : [],
      ),
      ...concepts.flatMap((concept) => expressed(concept, said)),
    ])
  }

  /** Which of its words some others mean. */
  within(words: readonly Told[]): boolean[] {
    return this.words.map(({ is, concepts }) =>
      words.some((other) => is(other) || concepts.some(({ said }) => isWhole(said, other.word))),
    )
  }
}

function sameAs(word: Told): (other: Told) => boolean {
  const known = new WeakMap<Told, boolean>()
  return (other) => {
    let is = known.get(other)
    if (is === undefined) known.set(other, (is = isSameThing(word, other)))
    return is
  }
}

function conceptsOfWord({ word, root, meanings }: Told): readonly Concept[] {
  const plain = word.length >= 6 ? word.replaceAll(/([aou])e(?=\p{L})/gu, '$1') : word
  const found = new Set([word, plain, ...meanings].flatMap(conceptsOf))
  return found.size > 0 ? [...found] : conceptsOf(root)
}

function expressed({ said: pattern }: Concept, { folded, offsets, spans }: Said): Mention[] {
  return [...folded.matchAll(pattern)].flatMap(({ 0: whole, index }) => {
    const first = offsets.findIndex((offset) => offset >= index)
    const last = offsets.findLastIndex((offset) => offset < index + whole.length)
    if (first < 0 || last < first) return []
    return [{ at: spans[first]!.start, end: spans[last]!.end, isExpressed: true }]
  })
}

function isWhole(pattern: RegExp, word: string): boolean {
  const [found] = word.match(pattern) ?? []
  return found === word
}

import { memoizePerText } from '../../language/memoize.ts'
import type { Named } from '../schema/naming.ts'
import { meaningsOf, withPhrases } from '../schema/name-words.ts'
import type { ScalarKind } from '../values/read-scalar.ts'
import { likeness, rankOf, weightOf } from './word-vectors.ts'
import { singular } from '../../language/stems.ts'
import { wordsOfName } from '../../language/words.ts'

/** One value that is wanted from a page. */
export interface Field extends ScalarKind, Named {}

export interface Likeness {
  exact: number
  soft: number
  softHeld: number
}

const NONE: Likeness = { exact: 0, soft: 0, softHeld: 0 }

const MAX_KEPT_LABELS = 4000

/** What compares labels with a field. The same is asked of many pages, so the last ones are kept. */
export function fieldWords(field: Field): FieldWords {
  const key = `${field.name}\n${field.words ?? ''}`
  const known = cachedWords.get(key)
  if (known) return known
  if (cachedWords.size >= MAX_KEPT_FIELDS) cachedWords.clear()
  const words = new FieldWords(field)
  cachedWords.set(key, words)
  return words
}

const cachedWords = new Map<string, FieldWords>()
const MAX_KEPT_FIELDS = 64

/** What pages may call a field: a country is one in whichever address, but a name is the name of what it stands in. */
function labelNamesOf({ name, parents }: Field): string {
  if (!parents) return name
  const own = name.slice(name.lastIndexOf('/') + 1)
  return DEPENDENT.test(own) ? `${parents.at(-1)!} ${own}` : own
}

const DEPENDENT = /^(?:name|title|value|text|label|id|type|kind|amount|number|date|url|link|unit|code)$/i

export class FieldWords {
  readonly words: readonly string[]
  /** The stems of what is said about the field besides its name, and how much a label of those words is trusted. */
  readonly saidStems: ReadonlySet<string>
  readonly saidTrust: number
  private readonly plain: Wording
  /** The same with expressions of several words as one; nothing where there are none. */
  private readonly phrased: Wording

  constructor(field: Field) {
    this.words = withoutDoubles(wordsOfName(labelNamesOf(field)))
    this.plain = new Wording(this.words)
    const phrases = withPhrases(this.words)
    this.phrased = phrases === this.words ? this.plain : new Wording(phrases)
    const said = withoutDoubles(wordsOfName(field.words ?? '')).filter((word) => weightOf(word) > 0.5)
    // The name of a department is a department, and no name of anything.
    const isOwnName = said.some((word) => this.words.includes(word))
    const told = isOwnName ? said.filter((word) => !/^(?:name|title)$/.test(word)) : said
    this.saidStems = new Set(told.map(singular))
    // What is said about a field counts, but a word in a long explanation counts less.
    this.saidTrust = told.length <= 4 ? 0.9 : 0.6
  }

  readonly likenessTo = memoizePerText(
    (label): Likeness => this.compare(withoutDoubles(wordsOfName(label))),
    MAX_KEPT_LABELS,
  )

  /** The same; an expression of several words counts as one word of what is said about the field, too. */
  readonly phraseLikenessTo = memoizePerText(
    (label): Likeness => this.compare(withPhrases(withoutDoubles(wordsOfName(label)))),
    MAX_KEPT_LABELS,
  )

  get phrasedWords(): readonly string[] {
    return this.phrased.words
  }

  row(word: string) {
    return this.phrased.row(word)
  }

  nearest(word: string): number {
    return Math.max(this.plain.row(word).best, this.phrased.row(word).best)
  }

  private compare(label: readonly string[]): Likeness {
    if (label.length === 0) return NONE
    const named = this.phrased.against(withPhrases(label))
    if (this.saidStems.size === 0) return named
    const said = label.filter((word) => this.saidStems.has(singular(word)))
    const covered = (said.length / label.length) * this.saidTrust
    return {
      ...named,
      exact: Math.max(named.exact, covered),
      soft: Math.max(named.soft, covered),
      softHeld: Math.max(named.softHeld, covered),
    }
  }
}

class Wording {
  readonly words: readonly string[]
  private readonly own: readonly KnownWord[]

  constructor(words: readonly string[]) {
    this.words = words
    this.own = words.map(knownOf)
  }

  against(label: readonly string[]): Likeness {
    const rows = label.map((word) => this.row(word))
    let exactLabel = 0
    let softLabel = 0
    let labelWeight = 0
    label.forEach((word, at) => {
      const { best } = rows[at]!
      const weight = weightOf(word)
      labelWeight += weight
      softLabel += weight * best
      if (best === 1) exactLabel += weight
    })
    let exactField = 0
    let softField = 0
    let fieldWeight = 0
    this.words.forEach((word, at) => {
      const best = rows.reduce((most, { each }) => Math.max(most, each[at]!), 0)
      const weight = weightOf(word)
      fieldWeight += weight
      softField += weight * best
      if (best === 1) exactField += weight
    })
    return {
      exact: mean(exactField / fieldWeight, exactLabel / labelWeight),
      soft: mean(softField / fieldWeight, softLabel / labelWeight),
      softHeld: softField / fieldWeight,
    }
  }

  readonly row = memoizePerText((word) => {
    const known = knownOf(word)
    const each = this.own.map((own) => wordLikeness(own, known))
    return { each, best: Math.max(0, ...each) }
  }, MAX_KEPT_LABELS)
}

/** Harmonic: a label must neither say less nor much more than the field. */
function mean(one: number, other: number): number {
  return one + other > 0 ? (2 * one * other) / (one + other) : 0
}

function withoutDoubles(words: readonly string[]): string[] {
  return [...new Set(words)]
}

type KnownWord = ReturnType<typeof knownOf>

const knownOf = memoizePerText((word) => {
  const stem = singular(word)
  return {
    stem,
    rank: rankOf(word),
    stemRank: rankOf(stem),
    meanings: meaningsOf(word),
    stemMeanings: meaningsOf(stem),
    parts: partsOf(word),
  }
})

function wordLikeness(own: KnownWord, word: KnownWord): number {
  if (own.stem === word.stem) return 1
  const meaning = likeness(own.rank, word.rank) ?? likeness(own.stemRank, word.stemRank) ?? 0
  const isSynonym = share(own.meanings, word.meanings) || share(own.stemMeanings, word.stemMeanings)
  return Math.max(
    isShortFor(word.stem, own.stem) || isShortFor(own.stem, word.stem) ? 0.7 : 0,
    isSynonym ? SYNONYM : 0,
    (meaning - 0.3) / 0.7,
    partLikeness(own, word),
    partLikeness(word, own),
    0,
  )
}

/** The words of an expression, and how much each says of it; empty for a single word. */
function partsOf(phrase: string): { stem: string; share: number }[] {
  if (!phrase.includes('-')) return []
  const words = phrase.split('-')
  const all = words.reduce((sum, word) => sum + weightOf(word), 0)
  return words.map((word) => ({ stem: singular(word), share: weightOf(word) / all }))
}

/** `ticket-price` is a price, as far as that word tells it. */
function partLikeness(phrase: KnownWord, word: KnownWord): number {
  if (phrase.parts.length === 0 || word.parts.length > 0) return 0
  return SYNONYM * (phrase.parts.find(({ stem }) => stem === word.stem)?.share ?? 0)
}

const SYNONYM = 0.8

/** Whether two words are the same but for their endings, or mean the same in whichever language. */
export function isSaidBy(own: string, word: string): boolean {
  const stem = singular(word)
  return stem === singular(own) || share(meaningsOf(own), meaningsOf(stem))
}

function share(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.some((meaning) => one.includes(meaning))
}

function isShortFor(abbreviation: string, word: string): boolean {
  return abbreviation.length >= 3 && abbreviation.length < word.length - 1 && word.startsWith(abbreviation)
}

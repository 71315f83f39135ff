import type { Field } from './asked-field.ts'
import { meaningsOf, withPhrases } from '../schema/synonyms.ts'
import { likeness, rankOf, weightOf } from './word-vectors.ts'
import { singular } from '../../language/stems.ts'
import { wordsOfName } from '../../language/words.ts'

/** How well a label names a field: by the very words, and by what they mean. All from 0 to 1. */
export interface Likeness {
  exact: number
  soft: number
  /** How much of the field the label has in it by meaning, whatever else it has. */
  softHeld: number
}

const NONE: Likeness = { exact: 0, soft: 0, softHeld: 0 }

const MAX_KEPT_FIELDS = 64
const MAX_KEPT_LABELS = 4000
const MAX_KEPT_WORDS = 20_000
const kept = new Map<string, FieldWords>()

/** What compares labels with a field. The same is asked of many pages, so the last ones are kept. */
export function fieldWords(field: Field): FieldWords {
  const key = `${field.name}\n${field.words ?? ''}`
  let words = kept.get(key)
  if (words) return words
  if (kept.size >= MAX_KEPT_FIELDS) kept.clear()
  kept.set(key, (words = new FieldWords(field)))
  return words
}

/** What pages may call a field: a country is one in whichever address, but a name is the name of what it stands in. */
function calledBy({ name, parents }: Field): string {
  if (!parents) return name
  const own = name.slice(name.lastIndexOf('/') + 1)
  return DEPENDENT.test(own) ? `${parents.at(-1)!} ${own}` : own
}

const DEPENDENT = /^(?:name|title|value|text|label|id|type|kind|amount|number|date|url|link|unit|code)$/i

/** Compares labels with one field; remembers what it has compared. */
export class FieldWords {
  readonly words: readonly string[]
  /** The stems of what is said about the field besides its name, and how much a label of those words is trusted. */
  readonly saidStems: ReadonlySet<string>
  readonly saidTrust: number
  private readonly labels = new Map<string, Likeness>()
  private readonly sayings = new Map<string, Map<string, boolean>>()
  private readonly plain: Wording
  /** The same with expressions of several words as one; nothing where there are none. */
  private readonly phrased: Wording

  constructor(field: Field) {
    this.words = withoutDoubles(wordsOfName(calledBy(field)))
    this.plain = new Wording(this.words)
    const phrases = withPhrases(this.words)
    this.phrased = phrases === this.words ? this.plain : new Wording(phrases)
    const said = field.words
      ? withoutDoubles(wordsOfName(field.words)).filter((word) => weightOf(word) > 0.5)
      : []
    // The name of a department is a department, and no name of anything.
    const isOwnName = said.some((word) => this.words.includes(word))
    const told = isOwnName ? said.filter((word) => !/^(?:name|title)$/.test(word)) : said
    this.saidStems = new Set(told.map(singular))
    // What is said about a field counts, but a word in a long explanation counts less.
    this.saidTrust = told.length <= 4 ? 0.9 : 0.6
  }

  likenessTo(label: string): Likeness {
    if (label === '') return NONE
    let found = this.labels.get(label)
    if (!found) {
      if (this.labels.size >= MAX_KEPT_LABELS) this.labels.clear()
      this.labels.set(label, (found = this.compare(withoutDoubles(wordsOfName(label)))))
    }
    return found
  }

  /** Its words, expressions of several as one. */
  get phrasedWords(): readonly string[] {
    return this.phrased.words
  }

  row(word: string): Likenesses {
    return this.phrased.row(word)
  }

  /** Whether another word is the same as this one but for its ending, or means the same in whichever language. */
  isSaidBy(own: string, word: string): boolean {
    let known = this.sayings.get(own)
    if (!known || known.size >= MAX_KEPT_LABELS) this.sayings.set(own, (known = new Map()))
    let isSaid = known.get(word)
    if (isSaid === undefined) {
      const stem = singular(word)
      known.set(word, (isSaid = stem === singular(own) || haveMeaningInCommon(own, stem)))
    }
    return isSaid
  }

  /** How near the word of the field that is nearest to this one is. */
  nearest(word: string): number {
    return Math.max(this.plain.row(word).best, this.phrased.row(word).best)
  }

  private compare(label: string[]): Likeness {
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

/** The words of a field, compared with those of labels. */
class Wording {
  readonly words: readonly string[]
  private readonly own: readonly KnownWord[]
  private readonly compared = new Map<string, Likenesses>()

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

  /** How like a word is to each word of the field. */
  row(word: string): Likenesses {
    let row = this.compared.get(word)
    if (!row) {
      if (this.compared.size >= MAX_KEPT_LABELS) this.compared.clear()
      const known = knownOf(word)
      const each = this.own.map((own) => wordLikeness(own, known))
      const best = each.reduce((most, one) => Math.max(most, one), 0)
      this.compared.set(word, (row = { each, best }))
    }
    return row
  }
}

interface Likenesses {
  each: readonly number[]
  best: number
}

/** Harmonic: a label must neither say less nor much more than the field. */
export function mean(one: number, other: number): number {
  return one + other > 0 ? (2 * one * other) / (one + other) : 0
}

function withoutDoubles(words: readonly string[]): string[] {
  return [...new Set(words)]
}

/** What is known about a word whatever it is compared with. */
interface KnownWord {
  stem: string
  rank: number | undefined
  stemRank: number | undefined
  meanings: readonly string[]
  stemMeanings: readonly string[]
  /** The words of an expression, and how much each says of it; empty for a single word. */
  parts: readonly { stem: string; share: number }[]
}

const knownWords = new Map<string, KnownWord>()

/** The words of a page are compared with those of many fields. */
function knownOf(word: string): KnownWord {
  let known = knownWords.get(word)
  if (!known) {
    if (knownWords.size >= MAX_KEPT_WORDS) knownWords.clear()
    const stem = singular(word)
    const [rank, meanings] = [rankOf(word), meaningsOf(word)]
    const [stemRank, stemMeanings] = stem === word ? [rank, meanings] : [rankOf(stem), meaningsOf(stem)]
    knownWords.set(word, (known = { stem, rank, stemRank, meanings, stemMeanings, parts: partsOf(word) }))
  }
  return known
}

/** One for the same word, less for an abbreviation of it or a word of like meaning. */
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

function partsOf(phrase: string): KnownWord['parts'] {
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

function haveMeaningInCommon(one: string, other: string): boolean {
  return share(meaningsOf(one), meaningsOf(other))
}

function share(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.some((meaning) => one.includes(meaning))
}

function isShortFor(abbreviation: string, word: string): boolean {
  return abbreviation.length >= 3 && abbreviation.length < word.length - 1 && word.startsWith(abbreviation)
}

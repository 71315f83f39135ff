import { WEAK_WEIGHT, phrasedWordsOf, squeeze, wordsOf } from './name-words.ts'
import type { Word } from './name-words.ts'
import { memoizePerText } from '../../language/memoize.ts'
import { readWordSets } from '../../language/data-files.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
export interface Named {
  name: string
  words?: string | undefined
  /** The properties it stands in, outermost first. */
  parents?: readonly string[] | undefined
}

const DESCRIPTION_TRUST = 0.8

/** Compares labels of a page with one field, by the very words and by what they mean in whichever language. */
export class Naming {
  readonly #names: readonly (readonly Word[])[]
  readonly #phrased: readonly Word[]
  readonly #said: readonly Word[]
  readonly #around: ReadonlySet<string>
  readonly #squeezed: string
  #keys: ReadonlySet<string> | undefined

  constructor({ name, words = '', parents = [] }: Named) {
    const own = weighed(withoutRate(wordsOf(name)))
    const phrases = words
      .slice(0, 400)
      .split(/[.;,(/:)]/)
      .map(wordsOf)
    const titled = phrases.filter((phrase) => phrase.length > 0 && phrase.length <= 4).slice(0, 6)
    this.#squeezed = squeeze(name)
    this.#names = [own, ...titled]
    this.#phrased = phrasedWordsOf(name)
    this.#said = wordsOf(words).filter((word) => word.weight === 1)
    this.#around = new Set(parents.flatMap((parent) => wordsOf(parent).flatMap(({ forms }) => forms)))
  }

  /** From 0 to 1; 1 is the same words. */
  readonly likenessTo = memoizePerText((label): number => {
    const like = squeeze(label) === this.#squeezed ? 1 : this.#like(label)
    return like < 0.9 && this.isOwnerIn(label) ? like * OF_OTHER : like
  }, 5000)

  #like(label: string): number {
    const phrased = phrasedWordsOf(label)
    const plain = this.#compare(wordsOf(label))
    const isPlain = phrased === wordsOf(label) && this.#phrased === this.#names[0]
    return isPlain ? plain : Math.max(plain, this.#against(this.#phrased, phrased))
  }

  /** Whether a label is about something of what the field is: the head of a department is no department. */
  isOwnerIn(label: string): boolean {
    const [, head = '', owner = ''] = OWNED.exec(label) ?? []
    if (owner === '' || GENERIC_NAME.test(head)) return false
    return this.#like(owner) > 0.9 && this.#like(head) === 0 && this.#like(label) < 0.9
  }

  /** Whether a label shares a word, or the beginning of one, with what the field is called. */
  mayBeNamed(label: string): boolean {
    this.#keys ??= new Set([
      this.#squeezed,
      ...[...this.#names.flat(), ...this.#phrased, ...this.#said].flatMap(keysOf),
      ...(this.isJust('name') ? this.#around : []),
    ])
    for (const key of labelKeys(label)) if (this.#keys.has(key)) return true
    return false
  }

  means(...meanings: readonly string[]): boolean {
    return this.#names.some((words) =>
      words.some(({ forms }) => meanings.some((meaning) => forms.includes(meaning))),
    )
  }

  endsIn(...meanings: readonly string[]): boolean {
    const last = this.#names[0]!.at(-1)
    return last !== undefined && meanings.some((meaning) => last.forms.includes(meaning))
  }

  /** Whether the field is named by such a word and nothing else that matters: `productName` in `products` is a name. */
  isJust(...meanings: readonly string[]): boolean {
    return this.#names.some((words) => {
      const last = words.at(-1)
      const others = words.slice(0, -1).filter((word) => word.weight === 1 && !this.#isAround(word))
      return (
        others.length === 0 && last !== undefined && meanings.some((meaning) => last.forms.includes(meaning))
      )
    })
  }

  isTitle(): boolean {
    if (this.isJust('name') || this.#said.some(({ forms }) => TITLES.has(forms[0]!))) return true
    const telling = this.#names[0]!.filter(({ weight }) => weight === 1)
    return telling.length > 0 && telling.every((word) => this.#isAround(word))
  }

  #isAround({ forms }: Word): boolean {
    return forms.some((form) => this.#around.has(form))
  }

  #compare(label: readonly Word[]): number {
    if (label.length === 0) return 0
    // The head of a column that has the word for what is listed is over what each is called.
    const isThing = label.every((word) => word.weight === WEAK_WEIGHT || this.#isAround(word))
    if (isThing && this.isJust('name') && label.some((word) => this.#isAround(word))) return THING
    const named = this.#names.map(
      (words, nth) => this.#against(words, label) * (nth === 0 ? 1 : nth === 1 ? 0.95 : 0.85),
    )
    return Math.max(...named, this.#covered(label), this.#headOnly(label))
  }

  /** The harmonic mean of how much of each is in the other; words of the field's surroundings are no surplus. */
  #against(field: readonly Word[], label: readonly Word[]): number {
    if (field.length === 0) return 0
    let inLabel = 0
    let all = 0
    for (const word of field) {
      all += word.weight
      inLabel += word.weight * best(word, label)
    }
    let inField = 0
    let surplus = 0
    for (const word of label) {
      const match = best(word, field)
      const isAround = match === 0 && word.forms.some((form) => this.#around.has(form))
      if (isAround) continue
      inField += word.weight * match
      surplus += word.weight
    }
    if (surplus === 0 || inField === 0) return 0
    const recall = inLabel / all
    const precision = inField / surplus
    return (2 * recall * precision) / (recall + precision)
  }

  /** A label that says what the field is but not which: `Date` for `departureDate`. */
  #headOnly(label: readonly Word[]): number {
    const own = this.#names[0]!
    const head = own.findLast(({ weight }) => weight !== WEAK_WEIGHT)
    if (!head || own.length < 2 || own.some(({ forms }) => CONTRASTING.has(forms[0]!))) return 0
    return label.every((word) => word.weight === WEAK_WEIGHT || best(word, [head]) > 0) &&
      best(head, label) > 0
      ? HEAD_ONLY
      : 0
  }

  /** A label whose every word stands in the field's description may well be what it describes. */
  #covered(label: readonly Word[]): number {
    if (this.#said.length === 0) return 0
    let found = 0
    let all = 0
    for (const word of label) {
      all += word.weight
      found += word.weight * best(word, this.#said)
    }
    const trust = this.#said.length <= 5 ? DESCRIPTION_TRUST : DESCRIPTION_TRUST * 0.85
    const share = found / all
    return share < 0.99 ? 0 : trust * Math.min(1, 0.7 + all * 0.15)
  }
}

/** A name of nothing but words that tell little is told by them: `current`, `entry`. */
function weighed(words: readonly Word[]): readonly Word[] {
  const isWeak = words.length > 0 && words.every(({ weight }) => weight === WEAK_WEIGHT)
  return isWeak ? words.map((word) => ({ ...word, weight: 1 })) : words
}

/** What something is reckoned by says less than what it is: `invoicesPerMonth` are invoices. */
function withoutRate(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ forms }) => forms[0] === 'per')
  if (at < 1) return words
  return words.map((word, nth) => (nth < at ? word : { ...word, weight: WEAK_WEIGHT }))
}

const labelKeys = memoizePerText(
  (label) => new Set([squeeze(label), ...[...wordsOf(label), ...phrasedWordsOf(label)].flatMap(keysOf)]),
)

/** Words are alike that share a form, or the beginning of their roots. */
function keysOf({ forms, root }: Word): string[] {
  return root.length < SHORTEST_SHARED ? [...forms] : [...forms, `${root.slice(0, SHORTEST_SHARED)}…`]
}

const SHORTEST_SHARED = 3

const TITLES = new Set('title heading headline titel titre titulo titolo uberschrift'.split(' '))
/** Words that tell one of two from the other, so that a label without them is the other as likely. */
const CONTRASTING = sets('contrasting')
const HEAD_ONLY = 0.6
const THING = 0.85
const OF_OTHER = 0.7
const OWNED = /^\s*(\p{L}+) (?:of|of the|du|de la|del|des) (\p{L}+)\s*[:：]?\s*$/u
const GENERIC_NAME = /^(?:date|name|number|year|type|title|place|time|fecha|nombre|número|nom|numéro|datum)$/i

const SYNONYM = 0.9
const SAME_ROOT = 0.85
const SHORTENED = 0.75

function best(word: Word, among: readonly Word[]): number {
  let most = 0
  for (const other of among) {
    if (word.forms[0] === other.forms[0]) return 1
    most = Math.max(most, likeness(word, other))
  }
  return most
}

function likeness({ forms, root, weight }: Word, other: Word): number {
  for (const form of forms) if (other.forms.includes(form)) return SYNONYM
  const [short, long] = root.length < other.root.length ? [root, other.root] : [other.root, root]
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  if (shared >= 6 && (shared >= long.length * 0.65 || shared >= short.length * 0.75)) return SAME_ROOT
  if (shared === 0 && short.length >= 6 && long.endsWith(short) && !NEGATED.test(long)) return SHORTENED
  const isShortened = shared === short.length && shared >= SHORTEST_SHARED && shared <= 5
  const isTelling = weight > WEAK_WEIGHT && other.weight > WEAK_WEIGHT
  return isShortened && isTelling && long.length > shared + 2 ? SHORTENED : 0
}

const NEGATED = /^(?:un|in|im|dis|non|ir)/

import { sentencesOf } from '../answers/sentences.ts'
import type { Naming } from '../schema/naming.ts'
import type { ScalarWish } from '../schema/wish.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { Scalar } from '../values/read-scalar.ts'
import { FieldWords, told, wordsOf } from './mentions.ts'
import { namesIn } from './names-in.ts'
import { isPerson, peopleIn } from './people.ts'
import { plainLines } from './plain-lines.ts'

/** A value that is wanted, where it may be said in a sentence. */
export interface ProseWish {
  name: string
  naming: Naming
  wish: ScalarWish
  /** Whether several are wanted. */
  isMany: boolean
  /** Whether the text is about nothing else, so that what can be a value of it is one. */
  isClose?: boolean
  /** Words of the request around it, for names that say little. */
  hints?: string
}

export interface ProseFinding {
  wish: ProseWish
  values: readonly Scalar[]
  /** The sentence, as it stands there. */
  text: string
  confidence: number
}

const MOST_SENTENCES = 600
const MOST_WISHES = 40

/** Reads values out of running text: what a sentence labels, and what it says about what a field is called. */
export function factsInProse(
  markdown: string,
  wishes: readonly ProseWish[],
  language?: string,
): ProseFinding[] {
  const sentences = sentencesIn(markdown, language)
  return wishes.slice(0, MOST_WISHES).flatMap((wish) => {
    const reader = new Reader(wish)
    const found = sentences.flatMap((sentence) => reader.read(sentence) ?? [])
    const [best] = found.toSorted((one, other) => other.confidence - one.confidence)
    return best ? [best] : []
  })
}

/** The sentences of a text, each with the headings that it stands under. */
function sentencesIn(markdown: string, language: string | undefined): Sentence[] {
  const sentences: Sentence[] = []
  const above: string[] = []
  let heading = ''
  let isFirst = false
  for (const { kind, level, text } of plainLines(markdown)) {
    if (kind === 'heading') {
      above.splice(level - 1, Number.POSITIVE_INFINITY, text)
      heading = text
      isFirst = true
      continue
    }
    for (const sentence of sentencesOf(text, language)) {
      if (sentences.length >= MOST_SENTENCES) return sentences
      sentences.push(new Sentence(sentence.trim(), { above: above.join(' '), heading, isFirst, language }))
      isFirst = false
    }
  }
  return sentences
}

class Sentence {
  readonly text: string
  readonly above: ReturnType<typeof told>
  readonly heading: ReturnType<typeof told>
  /** Whether it is the first under its heading. */
  readonly isFirst: boolean
  readonly language: string | undefined
  readonly told: ReturnType<typeof told>
  /** Where each word begins. */
  readonly starts: number[]

  constructor(
    text: string,
    {
      above,
      heading,
      isFirst,
      language,
    }: { above: string; heading: string; isFirst: boolean; language: string | undefined },
  ) {
    this.text = text
    this.above = told(wordsOf(above))
    this.heading = told(wordsOf(heading))
    this.isFirst = isFirst
    this.language = language
    const matches = [...text.slice(0, 800).matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
    this.starts = matches.map(({ index }) => index)
    this.told = told(matches.flatMap(([word]) => wordsOf(word).join('')))
  }
}

const LABEL = /(?:^|[.;·|,]\s+|\s[-–—]\s)(\p{L}[\p{L}\p{M}\p{N} ()'’&/.-]{1,40}?)\s?:\s+/gu
const OTHER_LABEL = /^\p{L}[\p{L}\p{M}\p{N} ()'’&/.-]{1,40}?\s?:\s/u
const YEAR = /(?<![\d.,/-])(?:1[5-9]|20)\d\d(?![\d/-]|[.,]\d|\s?(?:€|%|\p{L}{0,2}²))/gu
const MONEY =
  /(?:[$€£]|(?:EUR|USD|CHF|GBP)\s)\s?\d[\d.,]*\d|[$€£]\s?\d|\d[\d.,\u00a0]*\s?(?:€|EUR|USD|CHF|GBP|£|\$|euros?|dollars?|Euro)(?!\p{L})/gu
const AMOUNT = /(?<![\p{L}\d.,])\d[\d.,\u00a0]*(?:\s?(?:%|[\p{L}²]{1,12}))?/gu
const PHONE = /(?:\+|\b0|\()[\d][\d\s()/.-]{6,20}\d/g
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,190}\.\p{L}{2,24}/gu
const DATE =
  /\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}(?:\.|st|nd|rd|th|er)?\s+(?:de\s+)?\p{L}{3,10}\.?\s+(?:de\s+)?\d{4}|\p{L}{3,10}\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}/gu
const LABEL_LIKENESS = 0.8
const ENOUGH = 0.99

interface Piece {
  text: string
  at: number
}

class Reader {
  readonly #wish: ProseWish
  readonly #words: FieldWords
  /** The same in other words, where the schema says so in few. */
  readonly #otherwise: FieldWords
  readonly #hints: FieldWords
  readonly #isPerson: boolean

  constructor(wish: ProseWish) {
    this.#wish = wish
    this.#words = new FieldWords(wish.name)
    this.#otherwise = new FieldWords(wish.wish.words.split(/\s+/).length <= 4 ? wish.wish.words : '')
    this.#hints = new FieldWords(wish.hints ?? '')
    this.#isPerson =
      wish.wish.type === 'string' &&
      wish.wish.format === undefined &&
      (isPerson(this.#words) || isPerson(this.#otherwise))
  }

  read(sentence: Sentence): ProseFinding | undefined {
    return this.#labelled(sentence) ?? this.#said(sentence) ?? this.#headed(sentence) ?? this.#alone(sentence)
  }

  /** The only date of a text about one thing is its date; the first sentence describes it. */
  #alone(sentence: Sentence): ProseFinding | undefined {
    const { wish, naming, isClose = false } = this.#wish
    if (wish.format === 'date' && isClose && this.#words.telling.length === 0) {
      const dates = this.#valuesIn(sentence.text)
      return dates.length === 1 ? this.#finding([dates[0]!.text], sentence, 0.45) : undefined
    }
    const isDescription =
      isClose &&
      this.#isFree() &&
      naming.isJust('description') &&
      sentence.isFirst &&
      sentence.told.length > 3
    return isDescription ? this.#finding([sentence.text], sentence, 0.5) : undefined
  }

  /** Somebody right under a heading that says who that is. */
  #headed(sentence: Sentence): ProseFinding | undefined {
    if (!this.#isPerson || !sentence.isFirst) return undefined
    const isMeant = [this.#words, this.#otherwise].some(
      (words) => words.mentionedIn(sentence.heading).share >= ENOUGH,
    )
    const first = isMeant ? namesIn(sentence.text).find(({ at }) => at === 0) : undefined
    return first && this.#finding([first.name], sentence, 0.55)
  }

  /** `Editor-in-chief: Constance Ayers. Publisher: …` */
  #labelled(sentence: Sentence): ProseFinding | undefined {
    const labels = [...sentence.text.matchAll(LABEL)]
    for (const [nth, match] of labels.entries()) {
      const label = match[1]!
      const { share } = this.#words.mentionedIn(told(wordsOf(label)))
      const other = this.#otherwise.mentionedIn(told(wordsOf(label))).share
      const isOnly = wordsOf(label).length <= this.#words.telling.length
      const like = Math.max(
        this.#wish.naming.likenessTo(label),
        (share >= ENOUGH && isOnly) || other >= ENOUGH ? 0.9 : 0,
      )
      if (like < LABEL_LIKENESS) continue
      const start = match.index + match[0].length
      const value = sentence.text
        .slice(start, labels[nth + 1]?.index ?? sentence.text.length)
        .replace(/[\s.;,·|]+$/, '')
      const values = this.#valuesIn(value).map(({ text }) => text)
      const first = values.length > 0 ? values : this.#isFree() && value.length <= 120 ? [value] : []
      const found = this.#finding(first, sentence, 0.72 * like)
      if (found) return found
    }
    return undefined
  }

  /** `It was founded in 1968 by Gunnar Alder`, `needs 512 MB of memory`. */
  #said(sentence: Sentence): ProseFinding | undefined {
    const words = this.#words.telling.length > 0 ? this.#words : this.#hints
    const { share: own, places } = words.mentionedIn(sentence.told)
    const share = own > 0 && own < 1 ? words.mentionedIn([...sentence.told, ...sentence.above]).share : own
    const isHinted = words === this.#hints
    const least = isHinted ? 0.3 : words.telling.length > 2 ? 0.66 : ENOUGH
    const at = places.map((place) => sentence.starts[place]!)
    if (share >= least && at.length > 0) {
      const values = this.#nearest(sentence, at)
      if (values.length > 0) return this.#finding(values, sentence, isHinted ? 0.45 : 0.58)
    }
    return undefined
  }

  #nearest(sentence: Sentence, at: readonly number[]): string[] {
    // What has a label of its own is something else, unless its unit says that it is not.
    const isLabelled = OTHER_LABEL.test(sentence.text)
    const pieces = this.#valuesIn(sentence.text).filter(({ text }) => !isLabelled || this.#isOfUnit(text))
    if (isLabelled && pieces.length === 0) return []
    if (pieces.length === 0) return this.#isFree() && !this.#isPerson ? this.#besides(sentence, at) : []
    const distance = (piece: Piece) =>
      Math.min(...at.map((place) => (piece.at >= place ? piece.at - place : (place - piece.at) * 1.5)))
    const sorted = pieces.toSorted((one, other) => distance(one) - distance(other))
    const [first] = sorted
    if (!this.#wish.isMany) return [first!.text]
    return pieces.filter((piece) => piece.at >= first!.at).map(({ text }) => text)
  }

  /** What of a text may be a value of the field. */
  #valuesIn(text: string): Piece[] {
    const { wish, naming } = this.#wish
    const all = (pattern: RegExp) =>
      [...text.matchAll(pattern)].map((match) => ({ text: match[0].trim(), at: match.index }))
    if (naming.means('phone', 'fax'))
      return all(PHONE).filter(({ text: one }) => one.replaceAll(/\D/g, '').length >= 7)
    if (naming.means('email')) return all(EMAIL)
    if (wish.format === 'date' || wish.format === 'date-time') return all(DATE)
    if (wish.type === 'number' || wish.type === 'integer') {
      if (this.#words.isDated || (wish.type === 'integer' && naming.means('founded', 'built', 'year')))
        return all(YEAR)
      if (naming.means('price', 'salary')) return all(MONEY)
      return this.#amountsIn(all)
    }
    if (this.#isPerson) return peopleIn(text)
    return []
  }

  /** Numbers; where some are of the unit that the field is named by, those. */
  #amountsIn(all: (pattern: RegExp) => Piece[]): Piece[] {
    const money = all(MONEY)
    const years = new Set(all(YEAR).map(({ at }) => at))
    const amounts = [
      ...money,
      ...all(AMOUNT).filter(
        ({ at }) => !years.has(at) && !money.some((one) => at >= one.at && at < one.at + one.text.length),
      ),
    ]
    const named = amounts.filter(({ text: one }) => this.#isOfUnit(one))
    return named.length > 0 ? named : amounts.toSorted((one, other) => one.at - other.at)
  }

  #isOfUnit(amount: string): boolean {
    return wordsOf(amount).some((word) => this.#words.words.has(word))
  }

  /** Text beside the mention: the name that it is part of, an amount before it, what it is said to be. */
  #besides({ text }: Sentence, at: readonly number[]): string[] {
    for (const place of at) {
      const run = [
        ...text.matchAll(/\p{Lu}[\p{L}\p{N}.+-]*(?:\s+(?:of|for|and|\p{Lu}[\p{L}\p{N}.+-]*|\d[\d.]*))+/gu),
      ].find(({ index, 0: whole }) => index < place && place < index + whole.length)
      if (run) return [run[0].replace(/[.,;]+$/, '')]
      const amount = /(\d[\d.,]*\s?[\p{L}%²]{1,6})\s+(?:of\s+|de\s+|an\s+)?$/u.exec(text.slice(0, place))
      if (amount) return [amount[1]!]
    }
    const last = Math.max(...at)
    const said =
      /^[\p{L}\p{M}'’-]+\s+(?:is|are|was|ist|sind|est|sont|es|son)\s+(?:the\s+|der\s+|die\s+|das\s+)?([^,.;]{2,60})/u.exec(
        text.slice(last),
      )
    return said ? [said[1]!.trim()] : []
  }

  #isFree(): boolean {
    const { type, format, enum: values } = this.#wish.wish
    return (
      (type === 'string' || type === 'any') &&
      format === undefined &&
      values === undefined &&
      !this.#wish.naming.means('phone', 'fax', 'email')
    )
  }

  #finding(
    texts: readonly string[],
    { text, language }: Sentence,
    confidence: number,
  ): ProseFinding | undefined {
    const values = texts.flatMap((one) => readScalar(one, this.#wish.wish, { language }) ?? [])
    const some = this.#wish.isMany ? values : values.slice(0, 1)
    return some.length === 0 ? undefined : { wish: this.#wish, values: some, text, confidence }
  }
}

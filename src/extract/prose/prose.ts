import type { Naming } from '../schema/naming.ts'
import type { ScalarWish } from '../schema/wish.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { Scalar } from '../values/read-scalar.ts'
import { expectedOf } from './expected.ts'
import type { Expected } from './expected.ts'
import { isOfOther, isOver, sinceWhen } from './guards.ts'
import { labelledIn } from './labels.ts'
import { peopleSaid } from './people-said.ts'
import type { Piece } from './piece.ts'
import { monthsIn, piecesIn } from './pieces.ts'
import { hintedIn, nearness, standing } from './nearness.ts'
import { saidIn } from './said.ts'
import type { Said } from './said.ts'
import { textSaid } from './text-said.ts'
import { yesOrNo } from './yes-or-no.ts'

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

const MOST_WISHES = 40

/** Reads values out of running text: what a sentence labels, and what it says about what a field is called. */
export function factsInProse(
  markdown: string,
  wishes: readonly ProseWish[],
  language?: string,
): ProseFinding[] {
  const sentences = saidIn(markdown, language)
  return wishes.slice(0, MOST_WISHES).flatMap((wish) => {
    const reader = new Reader(wish)
    const found = sentences.flatMap((sentence) => {
      const one = teased(sentence, reader.read(sentence))
      return one ? [{ ...one, isCell: sentence.isCell }] : []
    })
    const [best] = found.toSorted((one, other) => other.confidence - one.confidence)
    if (!best) return []
    const { isCell, ...finding } = best
    return isCell && found.some((other) => isAsGood(other, best)) ? [] : [finding]
  })
}

/** Another row of a table that says something else as surely: which of them is meant nobody knows. */
function isAsGood(other: ProseFinding, best: ProseFinding): boolean {
  return other.confidence > best.confidence - 0.01 && String(other.values[0]) !== String(best.values[0])
}

/** What a page says only to lead elsewhere may be about what stands there. */
function teased({ isTeaser }: Said, found: ProseFinding | undefined): ProseFinding | undefined {
  if (!found || !isTeaser) return found
  return found.wish.isClose ? undefined : { ...found, confidence: found.confidence - TEASER }
}

const TEASER = 0.25

/** How sure a value is of which nothing but its place speaks, and of which everything does. */
const LEAST_SURE = 0.35
const MOST_SURE = 0.62
const ENOUGH = 0.6
/** How long a text is at most that is given whole because a label stands before it, also where it holds a code. */
const LONGEST_TEXT = 120
const LONGEST_CODE = 50

class Reader {
  readonly #wish: ProseWish
  readonly #expected: Expected

  constructor(wish: ProseWish) {
    this.#wish = wish
    this.#expected = expectedOf(wish.name, wish.wish, { naming: wish.naming, hints: wish.hints ?? '' })
  }

  read(said: Said): ProseFinding | undefined {
    const { kind } = this.#expected
    const labelled = this.#labelled(said)
    if (labelled) return labelled
    if (kind === 'yes') return this.#answered(said)
    if (kind === 'person') return this.#people(said)
    if (kind === 'text') return this.#worded(said) ?? this.#alone(said)
    return this.#said(said) ?? this.#since(said) ?? this.#alone(said)
  }

  /** `Editor-in-chief: Constance Ayers. Publisher: …` */
  #labelled(said: Said): ProseFinding | undefined {
    for (const { value, like } of labelledIn(said, this.#wish.naming, this.#expected)) {
      const pieces = piecesIn(value, this.#expected.kind, said.language)
      const isFree = this.#isFree() && value.length <= (pieces.length > 0 ? LONGEST_CODE : LONGEST_TEXT)
      const texts = isFree ? [{ text: value, at: 0, end: value.length }] : pieces
      const found = this.#finding(texts, said, 0.72 * like + hintedIn(said, this.#expected))
      if (found) return found
    }
    return undefined
  }

  /** `It was founded in 1968`, `you can return it within 45 days`. */
  #said(said: Said): ProseFinding | undefined {
    const pieces = this.#pieces(said)
    if (pieces.length === 0) return undefined
    const near = nearness(said, pieces, this.#expected)
    const [best] = near.toSorted(
      (one, other) => other.worth + other.hinted - one.worth - one.hinted || one.piece.at - other.piece.at,
    )
    if (!best || best.worth < ENOUGH) return undefined
    const some = this.#wish.isMany
      ? near.filter(({ worth }) => worth >= ENOUGH).map(({ piece }) => piece)
      : [best.piece]
    return this.#finding(some, said, sureness(best.worth) + best.hinted)
  }

  /** A house that has done what it does since a year began then. */
  #since(said: Said): ProseFinding | undefined {
    if (this.#expected.kind !== 'year' || !this.#wish.naming.means('founded')) return undefined
    const year = sinceWhen(said.text)
    return year && this.#finding([year], said, 0.42)
  }

  #pieces(said: Said): Piece[] {
    const { kind } = this.#expected
    const found = piecesIn(said.text, kind, said.language)
    if (kind === 'percent' && found.length === 0) return piecesIn(said.text, 'money', said.language)
    if (kind === 'money' && this.#wish.wish.type === 'string' && found.length === 0)
      return piecesIn(said.text, 'percent', said.language)
    if (kind === 'date' && this.#wish.wish.format === undefined && found.length === 0) {
      const months = monthsIn(said.text)
      return months.length > 0 ? months : piecesIn(said.text, 'year', said.language)
    }
    if (kind !== 'year') return found
    return found.filter(({ at }) => !isOver(said.text.slice(Math.max(0, at - 25), at + 4)))
  }

  #people(said: Said): ProseFinding | undefined {
    const { people, worth } = peopleSaid(said, this.#expected.topic)
    if (people.length === 0) return undefined
    return this.#finding(this.#wish.isMany ? people : people.slice(0, 1), said, sureness(worth))
  }

  #worded(said: Said): ProseFinding | undefined {
    const found = this.#isFree() ? textSaid(said, this.#wish.name, this.#expected.topic) : undefined
    return found && this.#finding([found], said, 0.56)
  }

  #answered(said: Said): ProseFinding | undefined {
    const answer = yesOrNo(said, this.#expected.topic)
    if (answer === undefined) return undefined
    return { wish: this.#wish, values: [answer], text: said.text, confidence: 0.55 }
  }

  /** The only date of a text about one thing is its date; the first sentence describes it. */
  #alone(said: Said): ProseFinding | undefined {
    const { naming, isClose = false } = this.#wish
    if (this.#expected.kind === 'date' && this.#expected.topic.isEmpty) {
      const dates = piecesIn(said.text, 'date', said.language).filter((date) => !standing(said, date).isLimit)
      return dates.length === 1 && (isClose || said.place < 3)
        ? this.#finding(dates, said, isClose ? 0.45 : 0.4)
        : undefined
    }
    const isDescription =
      isClose && this.#isFree() && naming.isJust('description') && said.place === 0 && said.words.length > 3
    return isDescription
      ? this.#finding([{ text: said.text, at: 0, end: said.text.length }], said, 0.5)
      : undefined
  }

  #isFree(): boolean {
    const { type, format, enum: values } = this.#wish.wish
    const isText = (type === 'string' || type === 'any') && format === undefined && values === undefined
    return isText && (this.#expected.kind === 'text' || this.#expected.kind === 'code')
  }

  #finding(pieces: readonly Piece[], said: Said, confidence: number): ProseFinding | undefined {
    if (isOfOther(said.text.slice(0, pieces[0]?.at ?? 0)) && confidence < LABELLED) return undefined
    const values = pieces.flatMap((piece) => this.#valueOf(piece, said.language) ?? [])
    const some = this.#wish.isMany ? values : values.slice(0, 1)
    return some.length === 0 ? undefined : { wish: this.#wish, values: some, text: said.text, confidence }
  }

  #valueOf({ text, size }: Piece, language: string | undefined): Scalar | undefined {
    const { wish } = this.#wish
    const { kind, unit } = this.#expected
    if ((wish.type === 'number' || wish.type === 'integer') && size !== undefined) {
      const value = kind === 'duration' && unit > 0 ? size / unit : kind === 'duration' ? undefined : size
      if (value !== undefined) return wish.type === 'number' || Number.isInteger(value) ? value : undefined
    }
    return readScalar(text, wish, { language })
  }
}

const LABELLED = 0.63

function sureness(worth: number): number {
  return LEAST_SURE + (MOST_SURE - LEAST_SURE) * Math.min(1, worth)
}

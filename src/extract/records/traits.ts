import { readDate } from '../values/date.ts'
import { moneyIn } from '../values/money.ts'
import type { Reading } from '../values/read-scalar.ts'
import { isDayLike } from './day-like.ts'
import type { Kind } from './kinds.ts'
import type { Cell, Column } from './sheet.ts'

const SAMPLE = 24

/** Marks of a price that no longer holds. */
const OLD =
  /(?:^|[\s_-])(?:old|was|regular|strike|strikethrough|uvp|rrp|msrp|before|list|statt|barré|crossed|original|streichpreis)(?:$|[\s_-])/i
const RATED =
  /\d\s?(?:\/|out of|of|von|sur|de|di|su|из)\s?(?:5|10|100)\b|★\s?\d|\d\s?★|\bstars?\b|^[0-5][.,]\d{1,2}$/i
const PHONE = /^(?:tel:|(?:\p{L}+\.?:?\s)?\+?[\d(][\d\s()/.-]{6,20}\d$)/u
const LONGEST_LOOKED_AT = 200

/** What can be said about a column without knowing what it is wanted for; each when it is first asked. */
export class Traits {
  readonly column: Column
  readonly sample: readonly Cell[]
  readonly #language: string | undefined
  readonly #known = new Map<string, number>()

  constructor(column: Column, { language }: Reading) {
    this.column = column
    this.#language = language
    const present = column.cells.filter((cell) => cell !== undefined)
    const step = Math.max(1, Math.ceil(present.length / SAMPLE))
    this.sample = step === 1 ? present : present.filter((_, index) => index % step === 0)
  }

  /** Parts of the sample, from 0 to 1. */
  get money(): number {
    return this.#share(
      'money',
      (text) => /\d/.test(text) && moneyIn(text, { language: this.#language }).length > 0,
    )
  }

  get dates(): number {
    return this.#share('dates', (text) => /\d/.test(text) && readDate(text, this.#language) !== undefined)
  }

  get emails(): number {
    return this.#share('emails', (text) => text.startsWith('mailto:') || /\S@\S+\.\p{L}{2}/u.test(text))
  }

  get phones(): number {
    return this.#share('phones', (text) => PHONE.test(text) && !isDayLike(text))
  }

  /** The part that has words in it. */
  get worded(): number {
    return this.#share('worded', (text) => /\p{L}{2}/u.test(text))
  }

  /** The part that says how good something is found: `4.5 out of 5`, `★ 4.5`. */
  get rated(): number {
    return this.#share('rated', (text) => RATED.test(text))
  }

  /** The part that is a number in brackets, which counts rather than measures. */
  get bracketed(): number {
    return this.#share('bracketed', (text) => /^\D{0,8}\([\d.,]+\)$/.test(text))
  }

  /** The part that is of a kind of thing. */
  looking({ name, looks }: Kind): number {
    return this.#share(`kind ${name}`, looks)
  }

  /** Characters on average. */
  get length(): number {
    return this.#once(
      'length',
      () => this.sample.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, this.sample.length),
    )
  }

  get distinct(): number {
    return this.#once(
      'distinct',
      () => new Set(this.sample.map(({ text }) => text)).size / Math.max(1, this.sample.length),
    )
  }

  /** Whether it is not the same in all records: that would be something to press. */
  get varies(): boolean {
    return this.sample.length < 2 || this.distinct * this.sample.length > 1
  }

  get isOld(): boolean {
    return (
      this.#once('old', () =>
        Number(this.column.labels.some(({ text }) => OLD.test(text)) || STRUCK.test(this.column.key)),
      ) === 1
    )
  }

  #share(name: string, test: (text: string) => boolean): number {
    return this.#once(name, () => {
      const passing = this.sample.filter(({ text }) => text.length < LONGEST_LOOKED_AT && test(text))
      return this.sample.length === 0 ? 0 : passing.length / this.sample.length
    })
  }

  #once(name: string, count: () => number): number {
    let found = this.#known.get(name)
    if (found === undefined) this.#known.set(name, (found = count()))
    return found
  }
}

const STRUCK = /(?:^|>)(?:del|s|strike)(?:$|[.>])/

import type { Kind } from './kinds.ts'
import type { Column } from './sheet.ts'
import { isTypedSlot, wholeOf } from './slots.ts'
import type { Traits } from './traits.ts'

/** What else is in a sheet: what is the only one of its kind needs no name. Each is looked for when it is first asked. */
export class Surroundings {
  readonly isPage: boolean
  readonly #solid: readonly Traits[]
  readonly #texts: readonly Traits[]
  readonly #kinds = new Map<Kind, number>()
  #wholes: ReadonlySet<string> | undefined
  #money: number | undefined
  #dates: number | undefined
  #longest: number | undefined
  #heading: { column: Column | undefined } | undefined
  #first: { column: Column | undefined } | undefined

  constructor(traits: readonly Traits[], isPage: boolean) {
    this.isPage = isPage
    this.#solid = traits.filter(({ column }) => !column.isAside && isWide(column))
    this.#texts = this.#solid.filter(({ column, length }) => column.kind === 'text' && length > 1)
  }

  /** How many different columns are prices that hold. */
  get money(): number {
    return (this.#money ??= distinctTexts(
      this.#unnamedFirst(({ column, money, isOld }) => money > 0.7 && !isOld && !this.isWhole(column)),
    ))
  }

  get dates(): number {
    return (this.#dates ??= distinctTexts(
      this.#unnamedFirst(({ column, dates }) => dates > 0.7 && !this.isWhole(column)),
    ))
  }

  /** Those that the page gives no label; only where there are none, those that it does. */
  #unnamedFirst(test: (traits: Traits) => boolean): readonly Traits[] {
    const passing = this.#texts.filter(test)
    const unnamed = passing.filter(({ column }) => !isLabelled(column))
    return unnamed.length > 0 ? unnamed : passing
  }

  /** How many different columns are of a kind of thing, but for what the record itself is called. */
  looking(kind: Kind): number {
    let count = this.#kinds.get(kind)
    if (count === undefined) {
      const others = this.#texts.filter(
        ({ column }) => (!column.isHeading || kind.name === 'version') && !this.isWhole(column),
      )
      count = distinctTexts(others.filter((traits) => traits.looking(kind) >= kind.least))
      this.#kinds.set(kind, count)
    }
    return count
  }

  /** Whether the parts of a text are columns of their own. */
  isWhole({ key }: Column): boolean {
    this.#wholes ??= new Set(this.#texts.flatMap(({ column }) => wholeOf(column) ?? []))
    return this.#wholes.has(key)
  }

  get links(): number {
    return distinctTexts(this.#solid.filter(({ column }) => column.kind === 'link'))
  }

  get images(): number {
    return this.#solid.filter(({ column }) => column.kind === 'image').length
  }

  /** The length of the longest text. */
  get longest(): number {
    return (this.#longest ??= Math.max(
      0,
      ...this.#texts
        .filter(({ column }) => !column.isHeading && !column.key.startsWith('part:') && !this.isWhole(column))
        .map(({ length }) => length),
    ))
  }

  /** The heading of the whole: the first, or on a page the one that is meant for it. */
  get firstHeading(): Column | undefined {
    if (!this.#heading) {
      const all = this.#texts
        .map(({ column }) => column)
        .filter(({ isHeading, key }) => isHeading && !key.includes('@'))
      this.#heading = { column: all.find(({ key }) => /(?:^|>)h1(?:$|[.> /#])/.test(key)) ?? all[0] }
    }
    return this.#heading.column
  }

  get firstText(): Column | undefined {
    this.#first ??= {
      column: this.#texts.find(
        ({ column, money, length }) =>
          !column.key.includes('@') &&
          !this.isWhole(column) &&
          !isTypedSlot(column) &&
          money < 0.5 &&
          length > 2,
      )?.column,
    }
    return this.#first.column
  }

  /** The address that the heading leads to, or else the first one. */
  get titleLink(): Column | undefined {
    const links = this.#solid.map(({ column }) => column).filter(({ kind }) => kind === 'link')
    return links.find(({ isHeading }) => isHeading) ?? links[0]
  }
}

/** Whether a label of its own stands beside each value. */
export function isLabelled({ key }: Column): boolean {
  return key.startsWith('label:')
}

/** Columns that show the same are one thing in several places, and so is one that shows more than another does. */
function distinctTexts(traits: readonly Traits[]): number {
  const texts = [...new Set(traits.map(({ sample }) => sample[0]?.text ?? ''))]
  if (texts.length > MOST_COMPARED) return texts.length
  return texts.filter(
    (text) => !texts.some((other) => other !== text && other !== '' && text.includes(other)),
  ).length
}

const MOST_COMPARED = 200

function isWide({ cells }: Column): boolean {
  let filled = 0
  for (const cell of cells) if (cell !== undefined) filled++
  return filled * 2 >= cells.length
}

import type { WishedField } from '../schema/wished-field.ts'
import type { Reading } from '../values/read-scalar.ts'
import { HOPELESS, needsNoName } from './column-score.ts'
import { LabelIndex } from './label-index.ts'
import type { Sheet } from './sheet.ts'
import { Surroundings } from './surroundings.ts'
import { Traits } from './traits.ts'

/** The columns of a sheet by what the page calls them, made once for all that is looked for in it. */
export class ColumnIndex {
  static readonly #made = new WeakMap<Sheet, ColumnIndex>()

  static of(sheet: Sheet, reading: Reading): ColumnIndex {
    let index = ColumnIndex.#made.get(sheet)
    if (index?.reading !== reading) ColumnIndex.#made.set(sheet, (index = new ColumnIndex(sheet, reading)))
    return index
  }

  readonly reading: Reading
  readonly traits: readonly Traits[]
  readonly surroundings: Surroundings
  readonly #all: readonly number[]
  readonly #called: LabelIndex

  private constructor(sheet: Sheet, reading: Reading) {
    this.reading = reading
    this.traits = sheet.columns.map((column) => new Traits(column, reading))
    this.surroundings = new Surroundings(this.traits, sheet.isPage === true)
    this.#all = [...this.traits.keys()]
    this.#called = new LabelIndex(sheet.columns, HOPELESS)
  }

  /** The columns that may hold a field, those that are called most like it first when they are more than so many. */
  likelyFor(field: WishedField, most: number): readonly number[] {
    const likeness = this.#called.alike(field.naming, HOPELESS)
    const isOpen = needsNoName(field, this.surroundings.isPage)
    if (isOpen && this.traits.length <= most) return this.#all
    const named = [...likeness].toSorted(([, one], [, other]) => other - one).map(([at]) => at)
    if (!isOpen || named.length >= most) return named.slice(0, most)
    const others = this.#all.filter((at) => !likeness.has(at))
    return [...named, ...others].slice(0, most)
  }
}

import type { Forest } from '../../src/learned/forest.ts'
import { trainForest } from '../content/boost.ts'
import type { BoostSettings } from '../content/boost.ts'

const STEADY = 3

/** Scales a tree of a forest that is one of several. */
function asPart(tree: readonly number[]): number[] {
  return tree.map((value, at) =>
    at % 2 === 1 && tree[at - 1] === -1 ? Number((value / STEADY).toPrecision(6)) : value,
  )
}

/** Training rows for a forest. */
export class Rows {
  readonly columns: number
  count = 0
  #matrix = new Float32Array(0)
  readonly #labels: number[] = []
  readonly #weights: number[] = []
  /** The question of each row. */
  readonly #groups: number[] = []
  #questions = 0

  constructor(columns: number) {
    this.columns = columns
  }

  add(values: readonly number[], label: number, weight = 1): void {
    const at = this.count++ * this.columns
    if (at + this.columns > this.#matrix.length) {
      const wider = new Float32Array(this.#matrix.length * 2 + this.columns * 16)
      wider.set(this.#matrix)
      this.#matrix = wider
    }
    this.#matrix.set(values, at)
    this.#labels.push(label)
    this.#weights.push(weight)
    this.#groups.push(this.#questions)
  }

  /** Begins a new question for the rows that follow. */
  ask(): void {
    this.#questions++
  }

  static forest(all: readonly Rows[], settings: Partial<BoostSettings>): Forest {
    const columns = all[0]!.columns
    const rows = all.reduce((sum, { count }) => sum + count, 0)
    const matrix = new Float32Array(rows * columns)
    let at = 0
    for (const one of all) {
      matrix.set(one.#matrix.subarray(0, one.count * columns), at)
      at += one.count * columns
    }
    const labels = Float32Array.from(all.flatMap((one) => one.#labels))
    const weights = Float32Array.from(all.flatMap((one) => one.#weights))
    let asked = 0
    const groups = all.flatMap((one) => {
      const own = one.#groups.map((group) => group + asked)
      asked += one.#questions + 1
      return own
    })
    const isAsked = all.some((one) => one.#questions > 0)
    return trainForest(
      { matrix, rows, columns, labels, weights, groups: isAsked ? Int32Array.from(groups) : undefined },
      settings,
    )
  }

  /**
   * The mean of several forests trained on other samples of rows and columns, which reduces noise from little
   * training data.
   */
  static steadyForest(all: readonly Rows[], settings: Partial<BoostSettings>): Forest {
    const forests = Array.from({ length: STEADY }, (_, seed) =>
      Rows.forest(all, { ...settings, seed: seed + 1 }),
    )
    return {
      base: Number((forests.reduce((sum, { base }) => sum + base, 0) / STEADY).toPrecision(6)),
      features: forests[0]!.features,
      trees: forests.flatMap(({ trees }) => trees.map(asPart)),
    }
  }
}

import { labelKeys } from '../schema/naming.ts'
import type { Naming } from '../schema/naming.ts'
import type { Label } from './sheet.ts'

/** Things by what the page calls them, so that a field is not held against the labels of all of them. */
export class LabelIndex {
  readonly #things = new Map<string, { at: number; weight: number }[]>()
  readonly #labels = new Map<string, string[]>()

  /** Takes the labels of each thing; those that are trusted less than so much are of no use. */
  constructor(things: Iterable<{ labels: readonly Label[] }>, least: number) {
    let at = 0
    for (const { labels } of things) {
      for (const { text, weight } of labels) if (weight >= least) this.#add(text, at, weight)
      at++
    }
  }

  #add(label: string, at: number, weight: number): void {
    const known = this.#things.get(label)
    if (known) return void known.push({ at, weight })
    this.#things.set(label, [{ at, weight }])
    for (const key of labelKeys(label)) {
      const labels = this.#labels.get(key)
      if (labels) labels.push(label)
      else this.#labels.set(key, [label])
    }
  }

  /** The places of the things that are called like a field, each with how much so. */
  alike(naming: Naming, least: number): Map<number, number> {
    const found = new Map<number, number>()
    const labels = new Set([...naming.keys()].flatMap((key) => this.#labels.get(key) ?? []))
    for (const label of labels) {
      const likeness = naming.likenessTo(label)
      if (likeness < least) continue
      for (const { at, weight } of this.#things.get(label)!) {
        if (likeness * weight >= least) found.set(at, Math.max(likeness * weight, found.get(at) ?? 0))
      }
    }
    return found
  }
}

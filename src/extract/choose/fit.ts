import { singular } from '../../language/stems.ts'
import { CUES, CUE_KINDS } from '../findings/cues.ts'
import type { CueKind } from '../findings/cues.ts'
import type { Wanted } from './field.ts'
import type { PageView } from './page-view.ts'
import { relatedness } from './relations.ts'
import { mean } from './similarity.ts'
import type { FieldWords } from './similarity.ts'
import { weightOf } from './word-vectors.ts'

/** How well the labels of a page fit a field, and by them its findings. */
export interface FieldFit {
  wanted: Wanted
  labels: LabelFits
  named: NamedFits
  /** How surely each label of the page speaks of the field. */
  told: Float32Array
  /** The best of the labels of each finding. */
  exact: Float32Array
  soft: Float32Array
}

export function fitOf(view: PageView, wanted: Wanted): FieldFit {
  const labels = labelFits(view, wanted)
  return {
    wanted,
    labels,
    named: new NamedFits(view, wanted),
    told: Float32Array.from(view.labels, (_, label) => relatedness(wanted.asked, view.toldBy(label))),
    ...bestFits(view, labels),
  }
}

/** How well each label of a page names a field, by its words and by what they mean. */
interface LabelFits {
  exact: Float32Array
  soft: Float32Array
  /** How much of the field each label has in it, whatever else it says. */
  held: Float32Array
}

function labelFits(view: PageView, { words }: Wanted): LabelFits {
  const count = view.labels.length
  const fits = {
    exact: new Float32Array(count),
    soft: new Float32Array(count),
    held: new Float32Array(count),
  }
  const own = words.phrasedWords
  const { best: bestOf, each } = wordLikenesses(view, words)
  const said = words.saidStems
  const ownWeights = own.map(weightOf)
  const fieldWeight = ownWeights.reduce((sum, weight) => sum + weight, 0)
  const saidTrust = words.saidTrust
  const isSaid = said.size === 0 ? undefined : view.vocabulary.map((word) => said.has(singular(word)))
  view.labels.forEach(({ words: label }, id) => {
    if (label.length === 0) return
    let exactLabel = 0
    let softLabel = 0
    let labelWeight = 0
    let covered = 0
    for (const word of label) {
      const best = bestOf[word]!
      const weight = view.weights[word]!
      labelWeight += weight
      softLabel += weight * best
      if (best === 1) exactLabel += weight
      if (isSaid?.[word]) covered++
    }
    if (softLabel === 0 && covered === 0 && fieldWeight > 0) return
    let exactField = 0
    let softField = 0
    if (softLabel > 0)
      for (let at = 0; at < own.length; at++) {
        let best = 0
        for (const word of label) best = Math.max(best, each[word * own.length + at]!)
        softField += ownWeights[at]! * best
        if (best === 1) exactField += ownWeights[at]!
      }
    const trusted = (covered / label.length) * saidTrust
    fits.exact[id] = Math.max(mean(exactField / fieldWeight, exactLabel / labelWeight), trusted)
    fits.soft[id] = Math.max(mean(softField / fieldWeight, softLabel / labelWeight), trusted)
    fits.held[id] = Math.max(softField / fieldWeight, trusted)
  })
  return fits
}

/** How like each word of a page is to each word of a field, and to the one it is most like. */
function wordLikenesses(view: PageView, words: FieldWords): { best: Float64Array; each: Float64Array } {
  const own = words.phrasedWords.length
  const best = new Float64Array(view.vocabulary.length)
  const each = new Float64Array(view.vocabulary.length * own)
  view.vocabulary.forEach((word, id) => {
    const row = words.row(word)
    best[id] = row.best
    if (row.best > 0) each.set(row.each, id * own)
  })
  return { best, each }
}

/** Cues that are many words of which one may be meant. */
const LISTS: ReadonlySet<string> = new Set('tight hint link loose named lead tail'.split(' '))

/** The best fit of each finding's labels, weighed by how much each kind is to be trusted. */
function bestFits(view: PageView, fits: LabelFits): { exact: Float32Array; soft: Float32Array } {
  const rows = view.findings.length
  const exact = new Float32Array(rows)
  const soft = new Float32Array(rows)
  const kinds = CUE_KINDS.length
  for (let column = 0; column < kinds; column++) {
    const kind = CUE_KINDS[column]!
    const trust = CUES[kind]
    const isList = LISTS.has(kind)
    for (let row = 0; row < rows; row++) {
      const label = view.labelsOf[row * kinds + column]!
      if (label < 0) continue
      const bySoft = isList ? fits.held[label]! * 0.6 + fits.soft[label]! * 0.4 : fits.soft[label]!
      exact[row] = Math.max(exact[row]!, fits.exact[label]! * trust)
      soft[row] = Math.max(soft[row]!, bySoft * trust)
    }
  }
  return { exact, soft }
}

/** Cues that certainly are labels. */
export const STRONG_CUES = 'inText colon row column cell marked tile named'.split(' ') as readonly CueKind[]
export const WEAK_CUES: readonly CueKind[] = ['group', 'tight', 'hint', 'before', 'heading', 'section']
const COLUMN_OF = new Map(CUE_KINDS.map((kind, at) => [kind, at]))

/** The best of some cues by names and synonyms in whichever language. */
class NamedFits {
  /** By the number of the label; -1 where it is not known yet. */
  readonly #known: Float64Array
  /** By the number of a key of the page, whether it is one of the field's. */
  readonly #isKey: (boolean | undefined)[] = []
  readonly #view: PageView
  readonly #wanted: Wanted

  constructor(view: PageView, wanted: Wanted) {
    this.#view = view
    this.#wanted = wanted
    this.#known = new Float64Array(view.labels.length).fill(-1)
  }

  of(label: number): number {
    const known = this.#known[label]!
    if (known >= 0) return known
    const isLike = this.#view.keysOf(label).some((key) => this.#hasKey(key))
    return (this.#known[label] = isLike ? this.#wanted.naming.likenessTo(this.#view.labels[label]!.text) : 0)
  }

  #hasKey(key: number): boolean {
    return (this.#isKey[key] ??= this.#wanted.naming.keys().has(this.#view.keys[key]!))
  }

  best(row: number, kinds: readonly CueKind[]): { fit: number; label: number } {
    let most = { fit: 0, label: -1 }
    for (const kind of kinds) {
      const label = this.#view.labelsOf[row * CUE_KINDS.length + COLUMN_OF.get(kind)!]!
      if (label < 0) continue
      const fit = this.of(label)
      if (fit > most.fit || most.label < 0) most = { fit, label }
    }
    return most
  }
}

/** How surely one of some labels of a finding speaks of a field. */
export function relatedTo(
  told: Float32Array,
  view: PageView,
  row: number,
  kinds: readonly CueKind[],
): number {
  let most = 0
  for (const kind of kinds) {
    const label = view.labelsOf[row * CUE_KINDS.length + COLUMN_OF.get(kind)!]!
    if (label >= 0) most = Math.max(most, told[label]!)
  }
  return most
}

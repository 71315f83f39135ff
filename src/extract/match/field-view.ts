import { CUE_KINDS } from '../candidates/cues.ts'
import type { CueKind } from '../candidates/cues.ts'
import type { Field } from './field.ts'
import { LOOKS, wantedLooks } from './looks.ts'
import type { PageView } from './page-view.ts'
import { fieldWords } from './similarity.ts'
import type { FieldWords } from './similarity.ts'

/** A field as it is looked for on a page. */
export interface FieldView {
  words: FieldWords
  /** How much it wants each kind of value. */
  wanted: Float32Array
  /** How much it asks for what the page is about. */
  isName: number
  /** How much it asks for somebody who did something. */
  isAgent: number
  /** How well each cue of each place names it: kind after kind, first by words, then by meaning. */
  kinds: Float32Array
  /** Of each place, the best of those, weighed by how much such a cue is to be trusted. */
  exact: Float32Array
  soft: Float32Array
}

export function fieldView({ places }: PageView, field: Field): FieldView {
  const words = fieldWords(field)
  const wanted = wantedLooks(field, words)
  const rows = places.length
  const kinds = new Float32Array(rows * CUE_KINDS.length * 2)
  const exact = new Float32Array(rows)
  const soft = new Float32Array(rows)
  CUE_KINDS.forEach((kind, column) => {
    const trust = TRUST[kind]
    const isLoose = LISTS.has(kind)
    for (let row = 0; row < rows; row++) {
      const label = places[row]!.cues[kind]
      if (label === '') continue
      const fit = words.likenessTo(label)
      const byWords = isLoose ? fit.exactHeld : fit.exact
      const byMeaning = isLoose ? fit.softHeld * 0.6 + fit.soft * 0.4 : fit.soft
      kinds[column * rows + row] = byWords
      kinds[(CUE_KINDS.length + column) * rows + row] = byMeaning
      exact[row] = Math.max(exact[row]!, byWords * trust)
      soft[row] = Math.max(soft[row]!, byMeaning * trust)
    }
  })
  return {
    words,
    wanted,
    isName: Math.max(words.nearest('name'), words.nearest('title'), words.nearest('product') * 0.8),
    isAgent: Math.max(wanted[PERSON]!, wanted[ORGANIZATION]!),
    kinds,
    exact,
    soft,
  }
}

const PERSON = LOOKS.findIndex(({ name }) => name === 'person')
const ORGANIZATION = LOOKS.findIndex(({ name }) => name === 'organization')

/** How much a cue of a kind is trusted. */
const TRUST: Readonly<Record<CueKind, number>> = {
  inText: 1,
  colon: 1,
  row: 1,
  column: 0.8,
  marked: 0.9,
  group: 0.7,
  named: 1,
  tight: 0.8,
  hint: 0.6,
  link: 0.7,
  before: 0.6,
  after: 0.45,
  loose: 0.35,
  heading: 0.3,
}

/** Cues that are many words of which one may be meant. */
const LISTS: ReadonlySet<CueKind> = new Set<CueKind>(['tight', 'hint', 'link', 'loose', 'named'])

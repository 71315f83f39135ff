import { CUE_KINDS } from '../candidates/cues.ts'
import { evidenceFor, isAgentCue, nearestWord, saysItself, strongFit, sureLack } from './evidence.ts'
import type { Field } from './field.ts'
import { fieldView } from './field-view.ts'
import type { FieldView } from './field-view.ts'
import { traitAt, TRAITS } from './page-view.ts'
import type { PageView } from './page-view.ts'

/**
 * How places and a field fit, feature after feature. None of them tells the field alone, so that nothing can be learnt
 * about a field by its name: only about how values stand to whatever is asked for.
 */
export interface FitTable {
  rows: number
  /** Column after column. */
  values: Float32Array
}

const FITS = [
  'bestExact',
  'bestSoft',
  'exactGap',
  'softGap',
  'exactRival',
  'softRival',
  'pageExact',
  'pageSoft',
  'lookFit',
  'lookLack',
  'lookExcess',
  'lookGap',
  'lookRank',
  'lookCount',
  'sureLack',
  'textExact',
  'textSoft',
  'wordNear',
  'saysItself',
  'naming',
  'agent',
  'strongSoft',
  'headOfLabel',
  'headOfField',
  'evidence',
  'evidenceGap',
  'evidenceRank',
  'evidenceRival',
] as const

/** The columns of a table. */
export const FEATURES: readonly string[] = [
  ...CUE_KINDS.map((kind) => `${kind}.exact`),
  ...CUE_KINDS.map((kind) => `${kind}.soft`),
  ...FITS,
  ...TRAITS,
]

/** A table for each field; fields are also told from each other. */
export function fitTables(view: PageView, fields: readonly Field[]): FitTable[] {
  const views = fields.map((field) => fieldView(view, field))
  const evidence = views.map((field) => evidenceFor(view, field))
  const rivalEvidence = greatestOfOthers(evidence)
  const rivalExact = greatestOfOthers(views.map(({ exact }) => exact))
  const rivalSoft = greatestOfOthers(views.map(({ soft }) => soft))
  return views.map((own, at) =>
    fitTable(view, own, {
      evidence: evidence[at]!,
      rivalEvidence: rivalEvidence(at),
      rivalExact: rivalExact(at),
      rivalSoft: rivalSoft(at),
    }),
  )
}

/** What is known about the places from all fields together. */
interface Rivalry {
  evidence: Float32Array
  rivalEvidence: Float32Array
  rivalExact: Float32Array
  rivalSoft: Float32Array
}

/** For each of them, row by row, the greatest value that any of the others has, and 0 at least. */
function greatestOfOthers(all: readonly Float32Array[]): (at: number) => Float32Array {
  const rows = all[0]?.length ?? 0
  const most = new Float32Array(rows)
  const second = new Float32Array(rows)
  const owner = new Int32Array(rows).fill(-1)
  all.forEach((values, at) => {
    values.forEach((value, row) => {
      if (value > most[row]!) {
        second[row] = most[row]!
        most[row] = value
        owner[row] = at
      } else if (value > second[row]!) second[row] = value
    })
  })
  return (at) => most.map((value, row) => (owner[row] === at ? second[row]! : value))
}

function fitTable(view: PageView, own: FieldView, rivalry: Rivalry): FitTable {
  const rows = view.places.length
  const values = new Float32Array(rows * FEATURES.length)
  values.set(own.kinds)
  const mostWanted = greatest(own.wanted)
  const pageExact = greatest(own.exact)
  const pageSoft = greatest(own.soft)
  const pageEvidence = greatest(rivalry.evidence)
  const ranks = ranksOf(rivalry.evidence)
  const looking = lookRanks(view, own.wanted)
  const first = CUE_KINDS.length * 2
  for (let row = 0; row < rows; row++) {
    const exact = own.exact[row]!
    const soft = own.soft[row]!
    const evidence = rivalry.evidence[row]!
    const { cues, text } = view.places[row]!
    const look = lookFit(own.wanted, view.looks[row]!)
    const said = own.words.likenessTo(text.slice(0, 60))
    const strong = strongFit(view, own, row)
    const fits = [
      exact,
      soft,
      pageExact - exact,
      pageSoft - soft,
      exact - rivalry.rivalExact[row]!,
      soft - rivalry.rivalSoft[row]!,
      pageExact,
      pageSoft,
      look.fit,
      mostWanted - look.fit,
      look.excess,
      looking.most - look.fit,
      looking.ranks[row]!,
      looking.count,
      sureLack(own.wanted, view.looks[row]!),
      said.exact,
      said.soft,
      nearestWord(view, own, row),
      saysItself(view, own, row),
      own.isName * traitAt(view, row, 'subjectScore'),
      isAgentCue(cues.before) ? own.isAgent : 0,
      strong.soft,
      ...strong.heads,
      evidence,
      pageEvidence - evidence,
      ranks[row]!,
      evidence - rivalry.rivalEvidence[row]!,
    ]
    for (let column = 0; column < fits.length; column++) values[(first + column) * rows + row] = fits[column]!
  }
  addTraits(view, values, first + FITS.length)
  return { rows, values }
}

function addTraits({ places, traits }: PageView, values: Float32Array, first: number): void {
  const rows = places.length
  for (let column = 0; column < TRAITS.length; column++) {
    for (let row = 0; row < rows; row++) {
      values[(first + column) * rows + row] = traits[row * TRAITS.length + column]!
    }
  }
}

/** Which one a place is of all that look as wanted, counted from where the page's subject stands. */
function lookRanks(
  view: PageView,
  wanted: Float32Array,
): { most: number; count: number; ranks: Float32Array } {
  const fits = view.looks.map((looks, row) => (view.isValue[row] ? lookFit(wanted, looks).fit : 0))
  const most = fits.reduce((one, other) => Math.max(one, other), 0)
  const ranks = new Float32Array(fits.length).fill(-1)
  if (most < 0.3) return { most, count: 0, ranks }
  let count = 0
  let before = 0
  fits.forEach((fit, row) => {
    if (fit < most * 0.8) return
    const isAfter = traitAt(view, row, 'fromSubject') >= 0
    ranks[row] = isAfter ? Math.min(count++, 20) : 30 + Math.min(before++, 10)
  })
  return { most, count: Math.min(count, 30), ranks }
}

/** How many have more evidence, up to 20. */
function ranksOf(evidence: Float32Array): Float32Array {
  const highest = evidence.toSorted((one, other) => other - one).subarray(0, 21)
  return Float32Array.from(evidence, (value) => {
    const rank = highest.findIndex((other) => other <= value)
    return rank < 0 ? 20 : rank
  })
}

function lookFit(wanted: Float32Array, looks: Float32Array): { fit: number; excess: number } {
  let fit = 0
  let excess = 0
  for (let at = 0; at < wanted.length; at++) {
    fit = Math.max(fit, wanted[at]! * looks[at]!)
    excess = Math.max(excess, (1 - wanted[at]!) * looks[at]!)
  }
  return { fit, excess }
}

function greatest(values: Float32Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}

import { scoreRows } from '../../learned/forest.ts'
import type { CompiledForest } from '../../learned/forest.ts'
import type { CueKind, Finding } from '../findings/cues.ts'
import type { ReadContext, Scalar } from '../values/read-scalar.ts'
import { FEATURES, featuresOf, STRONG_CUES, fitOf, relatedTo } from './features.ts'
import type { Wanted } from './field.ts'
import type { FieldFit } from './features.ts'
import { looksIn, isImpossible } from './finding-facts.ts'
import { lookFit } from './looks.ts'
import type { PageView } from './page-view.ts'
import { readValue, statementIn } from './read-value.ts'
import { memoizePerText } from '../../language/memoize.ts'

export interface Ranking {
  view: PageView
  fields: readonly Ranked[]
}

export interface Ranked extends Candidates {
  scores: Float64Array
}

export interface Candidates {
  wanted: Wanted
  rows: Int32Array
  values: (Scalar | undefined)[]
  features: Float32Array
}

const NO_SHARED = new Float32Array(0)

/** By the page alone. `extra` names findings that are looked at besides the likely ones. */
export function rank(
  forest: CompiledForest,
  view: PageView,
  wanted: readonly Wanted[],
  readContext: ReadContext,
  extra?: (field: Wanted) => ReadonlySet<number>,
): Ranking {
  const fields = candidatesFor(view, wanted, readContext, extra).map((candidates): Ranked => {
    const { rows, features: values } = candidates
    const columns = FEATURES.length
    return {
      ...candidates,
      scores: scoreRows(forest, { rows: rows.length, values, columns, shared: NO_SHARED }),
    }
  })
  return { view, fields }
}

const COLUMN: Readonly<Record<string, number>> = Object.fromEntries(FEATURES.map((name, at) => [name, at]))

export function featureAt({ rows, features }: Candidates, at: number, feature: string): number {
  return features[COLUMN[feature]! * rows.length + at]!
}

export function bestOf(scores: Float64Array, count: number): number[] {
  return Array.from(scores.keys())
    .filter((at) => scores[at]! > -Infinity)
    .toSorted((one, other) => scores[other]! - scores[one]!)
    .slice(0, count)
}

const MOST_CANDIDATES = 80

export function candidatesFor(
  view: PageView,
  wanted: readonly Wanted[],
  readContext: ReadContext,
  extra: (field: Wanted) => ReadonlySet<number> = () => NOTHING,
): Candidates[] {
  const fits = wanted.map((one) => fitOf(view, one))
  const rivalExact = rivals(fits.map(({ exact }) => exact))
  const rivalSoft = rivals(fits.map(({ soft }) => soft))
  return fits.map((fit, at) => {
    const { rows, values, prior } = likely(view, fit, readContext, extra(fit.wanted))
    const others = fits.filter((_, other) => other !== at)
    const rival = { exact: rivalExact(at), soft: rivalSoft(at) }
    const features = featuresOf(view, { fit, others, rows, values, prior, rival })
    return { wanted: fit.wanted, rows, values, features }
  })
}

const NOTHING: ReadonlySet<number> = new Set()

function likely(view: PageView, fit: FieldFit, readContext: ReadContext, extra: ReadonlySet<number>) {
  const { wanted, exact, soft, labels, relations } = fit
  const { findings } = view
  const prior = new Float32Array(findings.length)
  const subject = findings[view.subject]?.text
  let ofKind = 0
  const order: number[] = []
  const isTyped = typeTest(wanted)
  const wantsLook = wanted.type === 'text' && wanted.looks.some((one) => one > 0.5)
  for (let row = 0; row < findings.length; row++) {
    const finding = findings[row]!
    if (
      finding.isHead ||
      (finding.reader === 'link') !== (wanted.type === 'url' && finding.reader === 'link')
    )
      continue
    if (
      isBareDay(finding, wanted) ||
      isBeside(finding, wanted) ||
      isListedName(finding, wanted) ||
      isOfOwner(finding, wanted)
    )
      continue
    if (wanted.side !== 0 && (finding.isRange || finding.side === -wanted.side)) continue
    if (isImpossible(finding, wanted)) continue
    // Who made or did something is not called like the thing itself.
    if (wanted.isAgent > 0.7 && wanted.titled === 0 && subject !== undefined && finding.text === subject)
      continue
    const kindFits = finding.kind !== undefined && wanted.kinds.has(finding.kind)
    const label = Math.max(
      (exact[row]! + soft[row]!) / 2,
      relatedTo(relations, view, row, TELLING_CUES) * 0.6,
    )
    const named = wanted.isName * view.standingAt(row) * 0.8
    const text = labels[view.texts[row]!]!.softHeld * 0.3
    const first = kindFits ? (ofKind++ < 6 ? 0.35 : 0.2) : 0
    const typed = isTyped(finding) ? 0.25 : 0
    const title = finding.reader === 'title' || finding.reader === 'meta' ? 0.15 : 0
    const standing = wanted.type === 'text' ? 0.2 * view.standingAt(row) : 0
    const look = wantsLook ? lookFit(wanted.looks, looksIn(finding)).fit * 0.3 : 0
    const owner = wanted.isOwner ? Math.min(1, view.siteName(finding.text)) * 0.4 : 0
    const far = (finding.spot?.isAside ? 0.8 : 1) * (isLoosePart(finding, wanted) ? 0.6 : 1)
    prior[row] =
      (1 -
        (1 - label) *
          (1 - named) *
          (1 - text) *
          (1 - first) *
          (1 - typed) *
          (1 - title) *
          (1 - standing) *
          (1 - look) *
          (1 - owner)) *
        far +
      (extra.has(row) ? 1 : 0)
    if (prior[row]! > 0.1) order.push(row)
  }
  order.sort((one, other) => prior[other]! - prior[one]! || one - other)
  const rows: number[] = []
  const values = new Map<number, Scalar>()
  for (const row of order) {
    if (rows.length >= MOST_CANDIDATES) break
    const value = readValue(findings[row]!, wanted, readContext)
    if (value === undefined) continue
    values.set(row, value)
    rows.push(row)
  }
  rows.sort((one, other) => one - other)
  // Where the page names the field and says that there is nothing, nothing else on it is its value.
  const isLabelled = (row: number) => exact[row]! > 0.99
  const statesNone = findings.some(({ text }, row) => isLabelled(row) && NOTHING_SAID.test(text))
  if (statesNone && !rows.some(isLabelled)) rows.length = 0
  return { rows: Int32Array.from(rows), values: rows.map((row) => values.get(row)), prior }
}

const TELLING_CUES: readonly CueKind[] = [...STRONG_CUES, 'lead', 'tail', 'before', 'tight']
const NOTHING_SAID =
  /^(?:n\s?\/\s?a|none|not (?:stated|given|disclosed|available|known|applicable|published|announced)|unknown|tb[acd]|to be (?:announced|confirmed)|[–—-]|keine angaben?|k\.\s?a\.|unbekannt|non (?:communiqué|renseigné|précisé|disponibile|indicato)e?|no (?:disponible|indicado)|onbekend|n\.v\.t\.|okänt|ukendt|nie podano)$/iu

function isBareDay({ reader, text, spot }: Finding, { field, side }: Wanted): boolean {
  if (field.format !== 'date-time' || side === 1 || (reader !== 'part' && reader !== 'mention')) return false
  return spot !== undefined && spot.text.length < 80 && CLOCK.test(spot.text) && !CLOCK.test(text)
}

const CLOCK = /\d[:h]\d\d/

/** Whether something is said of another page: what a link beside the content says is true of where it leads. */
function isBeside({ spot }: Finding, { type }: Wanted): boolean {
  return type === 'boolean' && spot?.isAside === true && spot.link !== undefined
}

/** Whether it is the name of one of several things that the page lists for machines: the page is called otherwise. */
function isListedName({ cues: { named, section }, isOfMain }: Finding, { titled }: Wanted): boolean {
  return titled === 1 && !isOfMain && section !== '' && named.startsWith(`${section} `)
}

/** Whether its label names something of what is asked for: the head of a department is no department. */
function isOfOwner({ cues }: Finding, { naming }: Wanted): boolean {
  const label = cues.inText || cues.colon || cues.row || cues.marked
  return label.includes(' ') && naming.isOwnerIn(label)
}

/** A part of a labelled value is asked for only by what tells it from the rest: a city in an address, a number. */
function isLoosePart({ reader, cues }: Finding, { type, kinds }: Wanted): boolean {
  const isPart = reader === 'part' || reader === 'mention'
  return (
    isPart &&
    type === 'text' &&
    kinds.size === 0 &&
    (cues.inText !== '' || cues.colon !== '' || cues.row !== '')
  )
}

/** Tests whether findings are of the type of a field by their form alone; pages say the same again and again. */
function typeTest(wanted: Wanted): (finding: Finding) => boolean {
  const isSaid = memoizePerText((text) => {
    const said = text.length < 200 ? statementIn(text, wanted) : undefined
    return said !== undefined && (said.coverage > 0 || (wanted.isStock && text.length > 3))
  })
  if (wanted.type === 'boolean') return ({ text }) => isSaid(text)
  const isChoice = memoizePerText(
    (text) =>
      text.length < 80 && readValue({ text, reader: 'text', kind: undefined }, wanted, {}) !== undefined,
  )
  return ({ text }) => wanted.type === 'choice' && isChoice(text)
}

function rivals(all: readonly Float32Array[]): (at: number) => Float32Array {
  const rows = all[0]?.length ?? 0
  const most = new Float32Array(rows)
  const second = new Float32Array(rows)
  const owner = new Int32Array(rows).fill(-1)
  all.forEach((values, at) => {
    for (let row = 0; row < rows; row++) {
      const value = values[row]!
      if (value > most[row]!) {
        second[row] = most[row]!
        most[row] = value
        owner[row] = at
      } else if (value > second[row]!) second[row] = value
    }
  })
  return (at) => most.map((value, row) => (owner[row] === at ? second[row]! : value))
}

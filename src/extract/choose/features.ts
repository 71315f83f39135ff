import { CUE_KINDS } from '../findings/cues.ts'
import type { Finding } from '../findings/finding.ts'
import { matchesOf } from '../../language/matches-of.ts'
import type { Scalar } from '../values/read-scalar.ts'
import type { Wanted } from './field.ts'
import type { FindingFacts } from './finding-facts.ts'
import { STRONG_CUES, WEAK_CUES, relatedTo } from './fit.ts'
import type { FieldFit } from './fit.ts'
import { LOOKS, lookFit } from './looks.ts'
import { TRAITS } from './page-view.ts'
import type { PageView } from './page-view.ts'
import { relatedness } from './relations.ts'
import { weightOf } from './word-vectors.ts'
import { statementIn } from './read-value.ts'
import type { Statement } from './read-value.ts'

/** A field beside the others, with the findings that may be its value. */
export interface Compared {
  fit: FieldFit
  others: readonly FieldFit[]
  /** Numbers of findings, in the order of the page. */
  rows: Int32Array
  values: readonly (Scalar | undefined)[]
  /** By common sense alone, how likely each finding of the page is the value. */
  prior: Float32Array
  /** For each finding of the page, how well its labels fit the other field that they fit best. */
  rival: { exact: Float32Array; soft: Float32Array }
}

/** One finding as a value of one field. */
interface Candidate extends Pick<Compared, 'others' | 'prior' | 'rival'> {
  row: number
  view: PageView
  fit: FieldFit
  wanted: Wanted
  finding: Finding
  facts: FindingFacts
  /** The number of its text among the labels. */
  text: number
  named: NamedBy
  look: ReturnType<typeof lookFit>
  nearby: ReturnType<typeof nearFit>
  said: ReturnType<typeof saidBeside>
  told: number
  toldNear: number
  statement: Statement | undefined
  kindFit: number
  kindRank: number
  all: All
}

type NamedBy = ReturnType<FieldFit['named']['best']>

/** What is known about all candidates of a field together. */
interface All {
  exact: number
  soft: number
  prior: number
  named: number
  look: number
  /** How many different texts are of the wanted kind. */
  kinds: number
  distinct: number
  /** The priors, the greatest first. */
  priors: readonly number[]
}

const TYPES = ['text', 'number', 'boolean', 'choice', 'date', 'url', 'email']

/** What is measured of a candidate, in the order in which the model has it. */
const FITS: Readonly<Record<string, (candidate: Candidate) => number>> = {
  bestExact: ({ fit, row }) => fit.exact[row]!,
  bestSoft: ({ fit, row }) => fit.soft[row]!,
  exactGap: ({ fit, row, all }) => all.exact - fit.exact[row]!,
  softGap: ({ fit, row, all }) => all.soft - fit.soft[row]!,
  exactRival: ({ fit, row, rival }) => fit.exact[row]! - rival.exact[row]!,
  softRival: ({ fit, row, rival }) => fit.soft[row]! - rival.soft[row]!,
  named: ({ named }) => named.fit,
  namedGap: ({ named, all }) => all.named - named.fit,
  namedRival: ({ named, others }) =>
    named.fit - (named.label < 0 ? 0 : most(others, (other) => other.named.of(named.label))),
  namedWeak: ({ fit, row }) => fit.named.best(row, WEAK_CUES).fit,
  textExact: ({ fit, text }) => fit.labels.exact[text]!,
  textSoft: ({ fit, text }) => fit.labels.soft[text]!,
  lineHeld: ({ finding, wanted }) => heldIn(finding, wanted),
  leadLast: ({ finding, wanted }) => edgeFit(finding.cues.lead, wanted, true),
  tailFirst: ({ finding, wanted }) => edgeFit(finding.cues.tail, wanted, false),
  said: ({ said }) => said.any,
  saidNear: ({ said }) => said.near,
  nearFit: ({ nearby }) => nearby.fit,
  nearMost: ({ nearby }) => nearby.most,
  nearRival: ({ facts, nearby, others }) =>
    facts.nearby.length === 0 ? 0 : nearby.fit - most(others, ({ wanted }) => nearFit(facts, wanted).fit),
  told: ({ told }) => told,
  toldText: ({ fit, text }) => fit.told[text]!,
  toldNear: ({ toldNear }) => toldNear,
  toldRival: ({ told, toldNear, others, view, row, facts }) =>
    Math.max(told, toldNear) -
    most(others, (other) =>
      Math.max(
        relatedTo(other.told, view, row, STRONG_CUES),
        relatedness(other.wanted.asked, facts.toldNearby),
      ),
    ),
  numbersBefore: ({ finding: { cues } }) => Math.min(cues.lead.match(/\p{N}[\p{N}.,:]*/gu)?.length ?? 0, 6),
  lookFit: ({ look }) => look.fit,
  lookLack: ({ look, all }) => all.look - look.fit,
  lookExcess: ({ look }) => look.excess,
  kindFit: ({ kindFit }) => kindFit,
  kindRank: ({ kindRank }) => kindRank,
  kindCount: ({ all }) => all.kinds,
  distinct: ({ all }) => all.distinct,
  titled: ({ wanted }) => wanted.titled,
  saidLabel: ({ facts, wanted }) => (wanted.said.length === 0 ? -0.1 : saidIn(facts.labels, wanted).any),
  unitFit: ({ finding, facts, wanted }) =>
    wanted.type === 'text' || wanted.type === 'number' ? unitFitOf(finding, facts, wanted) : 0,
  sideFit: ({ finding, wanted }) => wanted.side * finding.side,
  side: ({ finding }) => finding.side,
  wantsSide: ({ wanted }) => wanted.side,
  oldFit: ({ facts, wanted }) => oldFitOf(facts, wanted),
  wholeness: ({ finding, wanted }) => wholenessOf(finding, wanted),
  isMoney: ({ facts, wanted }) => (wanted.type === 'number' ? Number(facts.hasCurrency) : 0),
  naming: ({ wanted, view, row }) => wanted.isName * view.standingAt(row),
  ownerFit: ({ wanted, view, finding }) => (wanted.isOwner ? 1 : -1) * view.siteNames.of(finding.text),
  isOwner: ({ wanted }) => Number(wanted.isOwner),
  agent: ({ facts, wanted }) => (facts.isAfterAgentCue ? wanted.isAgent : 0),
  around: ({ finding, wanted }) => aroundFit(finding, wanted),
  aroundHas: ({ wanted }) => (wanted.around ? 1 : 0),
  coverage: ({ statement }) => (statement ? statement.coverage : -1),
  type: ({ wanted }) => TYPES.indexOf(wanted.type),
  prior: ({ prior, row }) => prior[row]!,
  priorGap: ({ prior, row, all }) => all.prior - prior[row]!,
  priorRank: ({ prior, row, all }) => Math.min(all.priors.indexOf(prior[row]!), 30),
  agreement: ({ view, row }) => Math.min(view.sameText(row), 6),
}
const MEASURES = Object.values(FITS)

/** What is known about a finding and a field, as a row of numbers. None of them tells which field it is. */
export const FEATURES: readonly string[] = [
  ...CUE_KINDS.map((kind) => `${kind}.exact`),
  ...CUE_KINDS.map((kind) => `${kind}.soft`),
  ...Object.keys(FITS),
  ...LOOKS.map(({ name }) => `look.${name}`),
  ...TRAITS,
]

/** The features of all candidates of a field, one feature after the other. */
export function featuresOf(view: PageView, compared: Compared): Float32Array {
  const { fit, rows } = compared
  const { wanted, labels } = fit
  const kinds = CUE_KINDS.length
  const values = new Float32Array(rows.length * FEATURES.length)
  candidatesIn(view, compared).forEach((candidate, at) => {
    const { row, facts } = candidate
    let column = 0
    const put = (value: number) => (values[column++ * rows.length + at] = value)
    for (const by of [labels.exact, labels.soft])
      for (let kind = 0; kind < kinds; kind++) {
        const label = view.labelsOf[row * kinds + kind]!
        put(label < 0 ? -0.1 : by[label]!)
      }
    for (const measure of MEASURES) put(measure(candidate))
    facts.looks.forEach((look, nth) => put(look > 0 ? 0.2 + wanted.looks[nth]! * look : -wanted.looks[nth]!))
    for (const trait of view.traits(row)) put(trait)
  })
  return values
}

function candidatesIn(view: PageView, { fit, rows, values, prior, ...beside }: Compared): Candidate[] {
  const { wanted } = fit
  const places = Array.from(rows)
  const named = places.map((row) => fit.named.best(row, STRONG_CUES))
  const all: All = {
    exact: most(places, (row) => fit.exact[row]!),
    soft: most(places, (row) => fit.soft[row]!),
    prior: most(places, (row) => prior[row]!),
    named: most(named, (one) => one.fit),
    look: most([...wanted.looks], (look) => look),
    kinds: Math.min(new Set(fittingTexts(view, places, wanted)).size, 20),
    distinct: ['choice', 'boolean'].includes(wanted.type) ? Math.min(new Set(values).size, 10) : -1,
    priors: places.map((row) => prior[row]!).toSorted((one, other) => other - one),
  }
  let ofKind = 0
  return places.map((row, at): Candidate => {
    const finding = view.findings[row]!
    const facts = view.facts(row)
    const kindFit = kindFitOf(finding, wanted)
    return {
      ...beside,
      prior,
      row,
      view,
      fit,
      wanted,
      finding,
      facts,
      text: view.texts[row]!,
      named: named[at]!,
      look: lookFit(wanted.looks, facts.looks),
      nearby: nearFit(facts, wanted),
      said: saidBeside(finding, facts, wanted),
      told: relatedTo(fit.told, view, row, STRONG_CUES),
      toldNear: relatedness(wanted.asked, facts.toldNearby),
      statement: wanted.type === 'boolean' ? statementIn(finding.text, wanted) : undefined,
      kindFit,
      kindRank: kindFit > 0 ? Math.min(ofKind++, 20) : -1,
      all,
    }
  })
}

/** The texts of the wanted kind that stand in the content. */
function fittingTexts({ findings }: PageView, rows: readonly number[], wanted: Wanted): string[] {
  return rows.flatMap((row) => {
    const { text, spot } = findings[row]!
    return kindFitOf(findings[row]!, wanted) > 0 && !spot?.isAside ? [text] : []
  })
}

/** The greatest of what is measured, and at least 0. */
function most<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.reduce((top, value) => Math.max(top, of(value)), 0)
}

/** Whether the kind of a mention is one that the field wants: 1, another one: -1, unknown: 0. */
function kindFitOf({ kind }: Finding, { kinds }: Wanted): number {
  if (kind === undefined || kinds.size === 0) return 0
  return kinds.has(kind) ? 1 : -1
}

/** Whether the unit behind a number is the one that the field asks for, of the same dimension, another, or none. */
function unitFitOf({ text }: Finding, facts: FindingFacts, { unit, type, dimensions }: Wanted): number {
  if (!/\d/.test(text.slice(0, 60))) return 0
  const own = facts.unit
  if (!unit && own && dimensions.length > 0) return dimensions.includes(own.dimension) ? 0.8 : -0.7
  if (!unit) return own ? (type === 'number' ? -0.5 : 0.5) : 0
  if (!own) return -0.2
  if (own.dimension !== unit.dimension) return -1
  return own.factor === unit.factor ? 1 : 0.7
}

function oldFitOf({ isOld }: FindingFacts, { wantsOld }: Wanted): number {
  return isOld ? (wantsOld ? 1 : -1) : wantsOld ? -0.5 : 0
}

/** How much of a text its number is. */
function wholenessOf({ text }: Finding, { type }: Wanted): number {
  if (type !== 'number') return -1
  const number = /\d[\d.,' ]*/.exec(text)?.[0] ?? text
  return Math.min(1, number.length / text.length)
}

/** How much of the field the words around a value in its line have. */
function heldIn({ cues: { lead, tail, inText, row } }: Finding, { words }: Wanted): number {
  return lead === '' && tail === '' ? -0.1 : words.likenessTo(`${row} ${inText} ${lead} ${tail}`).softHeld
}

/** How well the words right beside a value name the field. */
function edgeFit(beside: string, { words }: Wanted, isBefore: boolean): number {
  if (beside === '') return -0.1
  const all = beside.split(' ')
  const near = (isBefore ? all.slice(-3) : all.slice(0, 2)).join(' ')
  return words.likenessTo(near).softHeld
}

/** How well the words beside a value name the field, the nearest counting most: how much of the field they have, and the best of them. */
function nearFit(facts: FindingFacts, { words }: Wanted): { fit: number; most: number } {
  const { nearby } = facts
  if (nearby.length === 0) return NOT_BESIDE
  const own = words.phrasedWords
  let fit = 0
  let all = 0
  let most = 0
  own.forEach((word, at) => {
    const weight = weightOf(word)
    let best = 0
    for (const one of nearby) best = Math.max(best, words.row(one.word).each[at]! * one.near)
    fit += weight * best
    all += weight
    most = Math.max(most, best * weight)
  })
  return { fit: all > 0 ? fit / all : 0, most }
}

const NOT_BESIDE = { fit: -0.1, most: -0.1 }

/** Whether sentences use the words beside a value for the field. */
function saidBeside({ cues }: Finding, facts: FindingFacts, wanted: Wanted): { near: number; any: number } {
  const isSilent = wanted.said.length === 0 || (cues.lead === '' && cues.tail === '')
  return isSilent ? { near: -0.1, any: -0.1 } : saidIn(facts.beside, wanted)
}

function saidIn(folded: string, { said }: Wanted): { near: number; any: number } {
  const at = folded.indexOf('#')
  let near = 0
  let any = 0
  for (const pattern of said)
    for (const { 0: word, index } of matchesOf(folded, pattern)) {
      any = 1
      const gap = index < at ? at - index - word.length : index - at - 1
      near = Math.max(near, 1 / (1 + gap / 6))
    }
  return { near, any }
}

/** How well what a value stands under names the object that the field is in. */
function aroundFit({ cues }: Finding, { around }: Wanted): number {
  if (!around) return 0
  let most = 0
  for (const label of [
    cues.heading,
    cues.section,
    cues.row,
    cues.column,
    cues.group,
    cues.loose,
    cues.named,
    cues.lead,
    cues.inText,
  ])
    if (label !== '') most = Math.max(most, around.likenessTo(label).softHeld)
  return most
}

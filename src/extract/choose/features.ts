import { CUE_KINDS, CUES } from '../findings/cues.ts'
import type { Finding, CueKind } from '../findings/cues.ts'
import { matchesOf } from '../../language/matches-of.ts'
import type { Scalar } from '../values/read-scalar.ts'
import type { Wanted } from './field.ts'
import * as facts from './finding-facts.ts'
import { LOOKS, lookFit } from './looks.ts'
import { TRAITS, labelAt } from './page-view.ts'
import type { PageView } from './page-view.ts'
import { relatedness } from './relations.ts'
import { weightOf } from './word-vectors.ts'
import { statementIn } from './read-value.ts'
import type { Likeness } from './similarity.ts'

export interface Compared {
  fit: FieldFit
  others: readonly FieldFit[]
  rows: Int32Array
  values: readonly (Scalar | undefined)[]
  /** By common sense alone, how likely each finding of the page is the value. */
  prior: Float32Array
  rival: { exact: Float32Array; soft: Float32Array }
}

/** One finding as a value of one field, with what is known about all candidates of the field. */
type Candidate = ReturnType<typeof candidatesIn>[number]

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
    named.fit - (named.label < 0 ? 0 : most(others, (other) => other.named(named.label))),
  namedWeak: ({ fit, view, row }) => namedBest(fit, view, row, WEAK_CUES).fit,
  textExact: ({ fit, text }) => fit.labels[text]!.exact,
  textSoft: ({ fit, text }) => fit.labels[text]!.soft,
  lineHeld: ({ finding, wanted }) => heldIn(finding, wanted),
  leadLast: ({ finding, wanted }) => edgeFit(finding.cues.lead, wanted, true),
  tailFirst: ({ finding, wanted }) => edgeFit(finding.cues.tail, wanted, false),
  said: ({ said }) => said.any,
  saidNear: ({ said }) => said.near,
  nearFit: ({ nearby }) => nearby.fit,
  nearMost: ({ nearby }) => nearby.most,
  nearRival: ({ finding, nearby, others }) =>
    nearby === NOT_BESIDE ? 0 : nearby.fit - most(others, ({ wanted }) => nearFit(finding, wanted).fit),
  told: ({ told }) => told,
  toldText: ({ fit, text }) => fit.relations[text]!,
  toldNear: ({ toldNear }) => toldNear,
  toldRival: ({ told, toldNear, others, view, row, finding }) =>
    Math.max(told, toldNear) -
    most(others, (other) =>
      Math.max(
        relatedTo(other.relations, view, row, STRONG_CUES),
        relatedness(other.wanted.asked, facts.relationsNearby(finding)),
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
  saidLabel: ({ finding, wanted }) =>
    wanted.said.length === 0 ? -0.1 : conceptsIn(facts.labelsOf(finding), wanted).any,
  unitFit: ({ finding, wanted }) =>
    wanted.type === 'text' || wanted.type === 'number' ? unitFitOf(finding, wanted) : 0,
  sideFit: ({ finding, wanted }) => wanted.side * finding.side,
  side: ({ finding }) => finding.side,
  wantsSide: ({ wanted }) => wanted.side,
  oldFit: ({ finding, wanted: { wantsOld } }) =>
    facts.isOld(finding) ? (wantsOld ? 1 : -1) : wantsOld ? -0.5 : 0,
  wholeness: ({ finding, wanted }) => wholenessOf(finding, wanted),
  isMoney: ({ finding, wanted }) => (wanted.type === 'number' ? Number(facts.hasCurrency(finding)) : 0),
  naming: ({ wanted, view, row }) => wanted.isName * view.standingAt(row),
  ownerFit: ({ wanted, view, finding }) => (wanted.isOwner ? 1 : -1) * view.siteName(finding.text),
  isOwner: ({ wanted }) => Number(wanted.isOwner),
  agent: ({ finding, wanted }) => (facts.isAfterAgentCue(finding) ? wanted.isAgent : 0),
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

export function featuresOf(view: PageView, compared: Compared): Float32Array {
  const { fit, rows } = compared
  const { wanted, labels } = fit
  const kinds = CUE_KINDS.length
  const values = new Float32Array(rows.length * FEATURES.length)
  candidatesIn(view, compared).forEach((candidate, at) => {
    const { row, finding } = candidate
    let column = 0
    const put = (value: number) => (values[column++ * rows.length + at] = value)
    for (const by of ['exact', 'soft'] as const)
      for (let kind = 0; kind < kinds; kind++) {
        const label = view.labelsOf[row * kinds + kind]!
        put(label < 0 ? -0.1 : labels[label]![by])
      }
    for (const measure of MEASURES) put(measure(candidate))
    const looks = facts.looksIn(finding)
    looks.forEach((look, nth) => put(look > 0 ? 0.2 + wanted.looks[nth]! * look : -wanted.looks[nth]!))
    for (const trait of view.traits(row)) put(trait)
  })
  return values
}

function candidatesIn(view: PageView, { fit, rows, values, prior, ...beside }: Compared) {
  const { wanted } = fit
  const places = Array.from(rows)
  const named = places.map((row) => namedBest(fit, view, row, STRONG_CUES))
  const all = {
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
  return places.map((row, at) => {
    const finding = view.findings[row]!
    const kindFit = kindFitOf(finding, wanted)
    return {
      ...beside,
      prior,
      row,
      view,
      fit,
      wanted,
      finding,
      text: view.texts[row]!,
      named: named[at]!,
      look: lookFit(wanted.looks, facts.looksIn(finding)),
      nearby: nearFit(finding, wanted),
      said: conceptsBeside(finding, wanted),
      told: relatedTo(fit.relations, view, row, STRONG_CUES),
      toldNear: relatedness(wanted.asked, facts.relationsNearby(finding)),
      statement: wanted.type === 'boolean' ? statementIn(finding.text, wanted) : undefined,
      kindFit,
      kindRank: kindFit > 0 ? Math.min(ofKind++, 20) : -1,
      all,
    }
  })
}

function fittingTexts({ findings }: PageView, rows: readonly number[], wanted: Wanted): string[] {
  return rows.flatMap((row) => {
    const { text, spot } = findings[row]!
    return kindFitOf(findings[row]!, wanted) > 0 && !spot?.isAside ? [text] : []
  })
}

function most<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.reduce((top, value) => Math.max(top, of(value)), 0)
}

function kindFitOf({ kind }: Finding, { kinds }: Wanted): number {
  if (kind === undefined || kinds.size === 0) return 0
  return kinds.has(kind) ? 1 : -1
}

function unitFitOf(finding: Finding, { unit, type, dimensions }: Wanted): number {
  if (!/\d/.test(finding.text.slice(0, 60))) return 0
  const own = facts.unitOf(finding)
  if (!unit && own && dimensions.length > 0) return dimensions.includes(own.dimension) ? 0.8 : -0.7
  if (!unit) return own ? (type === 'number' ? -0.5 : 0.5) : 0
  if (!own) return -0.2
  if (own.dimension !== unit.dimension) return -1
  return own.factor === unit.factor ? 1 : 0.7
}

function wholenessOf({ text }: Finding, { type }: Wanted): number {
  if (type !== 'number') return -1
  const number = /\d[\d.,' ]*/.exec(text)?.[0] ?? text
  return Math.min(1, number.length / text.length)
}

function heldIn({ cues: { lead, tail, inText, row } }: Finding, { words }: Wanted): number {
  return lead === '' && tail === '' ? -0.1 : words.likenessTo(`${row} ${inText} ${lead} ${tail}`).softHeld
}

function edgeFit(beside: string, { words }: Wanted, isBefore: boolean): number {
  if (beside === '') return -0.1
  const all = beside.split(' ')
  const near = (isBefore ? all.slice(-3) : all.slice(0, 2)).join(' ')
  return words.likenessTo(near).softHeld
}

function nearFit(finding: Finding, { words }: Wanted): { fit: number; most: number } {
  const nearby = facts.nearbyOf(finding)
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

function conceptsBeside(finding: Finding, wanted: Wanted): { near: number; any: number } {
  const { lead, tail } = finding.cues
  const isSilent = wanted.said.length === 0 || (lead === '' && tail === '')
  return isSilent ? { near: -0.1, any: -0.1 } : conceptsIn(facts.besideOf(finding), wanted)
}

function conceptsIn(folded: string, { said }: Wanted): { near: number; any: number } {
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

const AROUND = ['heading', 'section', 'row', 'column', 'group', 'loose', 'named', 'lead', 'inText'] as const

function aroundFit({ cues }: Finding, { around }: Wanted): number {
  if (!around) return 0
  const labels = AROUND.map((kind) => cues[kind]).filter((label) => label !== '')
  return most(labels, (label) => around.likenessTo(label).softHeld)
}

export interface FieldFit {
  wanted: Wanted
  labels: readonly Likeness[]
  /** By names and synonyms in whichever language; read on first use. */
  named: (label: number) => number
  relations: Float32Array
  exact: Float32Array
  soft: Float32Array
}

export function fitOf(view: PageView, wanted: Wanted): FieldFit {
  const labels = view.labels.map((label) => wanted.words.phraseLikenessTo(label))
  return {
    wanted,
    labels,
    named: (label) => {
      const text = view.labels[label]!
      return wanted.naming.mayBeNamed(text) ? wanted.naming.likenessTo(text) : 0
    },
    relations: Float32Array.from(view.labels, (_, label) => relatedness(wanted.asked, view.toldBy(label))),
    ...bestFits(view, labels),
  }
}

const LISTS: ReadonlySet<string> = new Set('tight hint link loose named lead tail'.split(' '))

function bestFits(view: PageView, fits: readonly Likeness[]): { exact: Float32Array; soft: Float32Array } {
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
      const fit = fits[label]!
      const bySoft = isList ? fit.softHeld * 0.6 + fit.soft * 0.4 : fit.soft
      exact[row] = Math.max(exact[row]!, fit.exact * trust)
      soft[row] = Math.max(soft[row]!, bySoft * trust)
    }
  }
  return { exact, soft }
}

export const STRONG_CUES = 'inText colon row column cell marked tile named'.split(' ') as readonly CueKind[]
const WEAK_CUES: readonly CueKind[] = ['group', 'tight', 'hint', 'before', 'heading', 'section']

function namedBest(
  { named }: FieldFit,
  view: PageView,
  row: number,
  kinds: readonly CueKind[],
): { fit: number; label: number } {
  let most = { fit: 0, label: -1 }
  for (const kind of kinds) {
    const label = labelAt(view, row, kind)
    if (label < 0) continue
    const fit = named(label)
    if (fit > most.fit || most.label < 0) most = { fit, label }
  }
  return most
}

export function relatedTo(
  told: Float32Array,
  view: PageView,
  row: number,
  kinds: readonly CueKind[],
): number {
  let most = 0
  for (const kind of kinds) {
    const label = labelAt(view, row, kind)
    if (label >= 0) most = Math.max(most, told[label]!)
  }
  return most
}

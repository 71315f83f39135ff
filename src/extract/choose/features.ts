import { CUE_KINDS } from '../findings/cues.ts'
import type { CueKind } from '../findings/cues.ts'
import { relatedness } from './relations.ts'
import type { Finding } from '../findings/finding.ts'
import { matchesOf } from '../../language/matches-of.ts'
import type { Wanted } from './field.ts'
import type { FindingFacts } from './finding-facts.ts'
import { NamedFits, STRONG_CUES, WEAK_CUES, bestFits, labelFits } from './fit.ts'
import type { LabelFits } from './fit.ts'
import { isImpossible } from './impossible.ts'
import { LOOKS, lookFit } from './looks.ts'
import { TRAITS } from './page-view.ts'
import type { PageView } from './page-view.ts'
import { readValue } from './read-value.ts'
import { statementIn } from './statement.ts'
import type { Reading, Scalar } from '../values/read-scalar.ts'

const FITS = [
  'bestExact',
  'bestSoft',
  'exactGap',
  'softGap',
  'exactRival',
  'softRival',
  'named',
  'namedGap',
  'namedRival',
  'namedWeak',
  'textExact',
  'textSoft',
  'lineHeld',
  'leadLast',
  'tailFirst',
  'said',
  'saidNear',
  'nearFit',
  'nearMost',
  'nearRival',
  'told',
  'toldWeak',
  'toldText',
  'toldNear',
  'toldRival',
  'numbersBefore',
  'isBracketed',
  'lookFit',
  'lookLack',
  'lookExcess',
  'sureLack',
  'kindFit',
  'kindRank',
  'kindCount',
  'distinct',
  'titled',
  'saidLabel',
  'isHeadline',
  'unitFit',
  'sideFit',
  'side',
  'wantsSide',
  'oldFit',
  'isOld',
  'wholeness',
  'isMoney',
  'naming',
  'ownerFit',
  'isOwner',
  'agent',
  'around',
  'aroundHas',
  'coverage',
  'isYes',
  'type',
  'exactChoice',
  'prior',
  'priorGap',
  'priorRank',
  'agreement',
] as const

/** What is known about a finding and a field, as a row of numbers. None of them tells which field it is. */
export const FEATURES: readonly string[] = [
  ...CUE_KINDS.map((kind) => `${kind}.exact`),
  ...CUE_KINDS.map((kind) => `${kind}.soft`),
  ...FITS,
  ...LOOKS.map(({ name }) => `look.${name}`),
  ...TRAITS,
]

const TYPES = ['text', 'number', 'boolean', 'choice', 'date', 'url', 'email']

/** A field on a page: what each of its labels has to do with it, and the findings that may be its value. */
export interface Candidates {
  wanted: Wanted
  /** Numbers of findings, in the order of the page. */
  rows: Int32Array
  values: (Scalar | undefined)[]
  features: Float32Array
}

const MOST_CANDIDATES = 80

interface Seen {
  wanted: Wanted
  /** How surely each label of the page speaks of the field. */
  told: Float32Array
  fits: LabelFits
  named: NamedFits
  exact: Float32Array
  soft: Float32Array
  prior: Float32Array
}

/** The findings that may be the value of each field, with their features. */
export function candidatesFor(
  view: PageView,
  wanted: readonly Wanted[],
  reading: Reading,
  extra: (field: Wanted) => ReadonlySet<number> = () => NOTHING,
): Candidates[] {
  const seen = wanted.map((one): Seen => {
    const fits = labelFits(view, one)
    const told = Float32Array.from(view.labels, (_, label) => relatedness(one.asked, view.toldBy(label)))
    return {
      wanted: one,
      told,
      fits,
      named: new NamedFits(view, one),
      ...bestFits(view, fits),
      prior: new Float32Array(0),
    }
  })
  const rivalExact = rivals(seen.map(({ exact }) => exact))
  const rivalSoft = rivals(seen.map(({ soft }) => soft))
  return seen.map((own, at) => {
    const { rows, values, prior } = likely(view, own, reading, extra(own.wanted))
    const seenHere = { ...own, prior }
    const others = seen.filter((_, other) => other !== at)
    return {
      wanted: own.wanted,
      rows,
      values,
      features: featuresOf(view, seenHere, {
        rows,
        values,
        exact: rivalExact(at),
        soft: rivalSoft(at),
        others,
      }),
    }
  })
}

const NOTHING: ReadonlySet<number> = new Set()

/** The most likely findings by common sense: named so, of the kind, or what the page is about. */
function likely(view: PageView, seen: Seen, reading: Reading, extra: ReadonlySet<number>) {
  const { wanted, exact, soft, fits, told } = seen
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
    if (isImpossible(finding, wanted, view.facts(row).form)) continue
    // Who made or did something is not called like the thing itself.
    if (wanted.isAgent > 0.7 && wanted.titled === 0 && subject !== undefined && finding.text === subject)
      continue
    const kindFits = finding.kind !== undefined && wanted.kinds.has(finding.kind)
    const label = Math.max((exact[row]! + soft[row]!) / 2, relatedTo(told, view, row, TELLING_CUES) * 0.6)
    const named = wanted.isName * view.standingAt(row) * 0.8
    const text = fits.held[view.texts[row]!]! * 0.3
    const first = kindFits ? (ofKind++ < 6 ? 0.35 : 0.2) : 0
    const typed = isTyped(finding) ? 0.25 : 0
    const title = finding.reader === 'title' || finding.reader === 'meta' ? 0.15 : 0
    const standing = wanted.type === 'text' ? 0.2 * view.standingAt(row) : 0
    const look = wantsLook ? lookFit(wanted.looks, view.facts(row).looks).fit * 0.3 : 0
    const owner = wanted.isOwner ? Math.min(1, view.siteNames.of(finding.text)) * 0.4 : 0
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
    const value = readValue(findings[row]!, wanted, reading)
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

const NOTHING_SAID =
  /^(?:n\s?\/\s?a|none|not (?:stated|given|disclosed|available|known|applicable|published|announced)|unknown|tb[acd]|to be (?:announced|confirmed)|[–—-]|keine angaben?|k\.\s?a\.|unbekannt|non (?:communiqué|renseigné|précisé|disponibile|indicato)e?|no (?:disponible|indicado)|onbekend|n\.v\.t\.|okänt|ukendt|nie podano)$/iu

/** Whether a day stands beside its time, where both together are asked for. */
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

/** Tests whether findings are of the type of a field; pages say the same again and again. */
function typeTest(wanted: Wanted): (finding: Finding) => boolean {
  if (wanted.type !== 'boolean' && wanted.type !== 'choice') return () => false
  const known = new Map<string, boolean>()
  return (finding) => {
    let isTyped = known.get(finding.text)
    if (isTyped === undefined) known.set(finding.text, (isTyped = isOfType(finding, wanted)))
    return isTyped
  }
}

/** Whether a text can be told to be a value of the field by its form alone. */
function isOfType({ text, kind }: Finding, wanted: Wanted): boolean {
  if (wanted.type === 'boolean') {
    const said = text.length < 200 ? statementIn(text, wanted) : undefined
    return said !== undefined && (said.coverage > 0 || (wanted.isStock && text.length > 3))
  }
  if (wanted.type === 'choice')
    return text.length < 80 && readValue({ text, reader: 'text', kind }, wanted, {}) !== undefined
  return false
}

/** For each of them, row by row, the greatest value that any of the others has. */
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

interface Rivalry {
  rows: Int32Array
  values: readonly (Scalar | undefined)[]
  exact: Float32Array
  soft: Float32Array
  others: readonly Seen[]
}

function featuresOf(view: PageView, seen: Seen, rivalry: Rivalry): Float32Array {
  const { wanted, fits, exact, soft, prior } = seen
  const { rows } = rivalry
  const count = rows.length
  const values = new Float32Array(count * FEATURES.length)
  const most = { exact: greatest(exact, rows), soft: greatest(soft, rows), prior: greatest(prior, rows) }
  const named = Array.from(rows, (row) => seen.named.best(row, STRONG_CUES))
  const mostNamed = named.reduce((top, { fit }) => Math.max(top, fit), 0)
  const mostWanted = wanted.looks.reduce((top, one) => Math.max(top, one), 0)
  const ranked = Array.from(rows, (row) => prior[row]!).toSorted((one, other) => other - one)
  const kinds = CUE_KINDS.length
  let ofKind = 0
  const fitting = Array.from(rows).filter(
    (row) => kindFitOf(view.findings[row]!, wanted) > 0 && !view.findings[row]!.spot?.isAside,
  )
  const kindCount = Math.min(new Set(fitting.map((row) => view.findings[row]!.text)).size, 20)
  const isOption = wanted.type === 'choice' || wanted.type === 'boolean'
  const distinct = isOption ? Math.min(new Set(rivalry.values).size, 10) : -1
  rows.forEach((row, at) => {
    const finding = view.findings[row]!
    let column = 0
    const put = (value: number) => (values[column++ * count + at] = value)
    for (const by of [fits.exact, fits.soft])
      for (let kind = 0; kind < kinds; kind++) {
        const label = view.labelsOf[row * kinds + kind]!
        put(label < 0 ? -0.1 : by[label]!)
      }
    const facts = view.facts(row)
    const { looks } = facts
    const look = lookFit(wanted.looks, looks)
    const text = view.texts[row]!
    const kindFit = kindFitOf(finding, wanted)
    const strong = named[at]!
    const rivalNamed =
      strong.label < 0
        ? 0
        : rivalry.others.reduce((top, other) => Math.max(top, other.named.of(strong.label)), 0)
    const { near, any } = saidBeside(finding, facts, wanted)
    const around = aroundFit(finding, wanted)
    const nearby = nearFit(facts, wanted)
    const told = {
      told: relatedTo(seen.told, view, row, STRONG_CUES),
      toldWeak: relatedTo(seen.told, view, row, FAR_CUES),
      toldText: seen.told[text]!,
      toldNear: relatedness(wanted.asked, facts.toldNearby),
    }
    const statement = wanted.type === 'boolean' ? statementIn(finding.text, wanted) : undefined
    const isText = wanted.type === 'text' || wanted.type === 'number'
    const fit: Record<(typeof FITS)[number], number> = {
      bestExact: exact[row]!,
      bestSoft: soft[row]!,
      exactGap: most.exact - exact[row]!,
      softGap: most.soft - soft[row]!,
      exactRival: exact[row]! - rivalry.exact[row]!,
      softRival: soft[row]! - rivalry.soft[row]!,
      named: strong.fit,
      namedGap: mostNamed - strong.fit,
      namedRival: strong.fit - rivalNamed,
      namedWeak: seen.named.best(row, WEAK_CUES).fit,
      textExact: fits.exact[text]!,
      textSoft: fits.soft[text]!,
      lineHeld: heldIn(finding, wanted),
      leadLast: edgeFit(finding.cues.lead, wanted, true),
      tailFirst: edgeFit(finding.cues.tail, wanted, false),
      said: any,
      saidNear: near,
      nearFit: nearby.fit,
      nearMost: nearby.most,
      nearRival:
        facts.nearby.length === 0
          ? 0
          : nearby.fit -
            rivalry.others.reduce((top, other) => Math.max(top, nearFit(facts, other.wanted).fit), 0),
      ...told,
      toldRival:
        Math.max(told.told, told.toldNear) -
        rivalry.others.reduce(
          (top, other) =>
            Math.max(
              top,
              relatedTo(other.told, view, row, STRONG_CUES),
              relatedness(other.wanted.asked, facts.toldNearby),
            ),
          0,
        ),
      numbersBefore: Math.min(finding.cues.lead.match(/\p{N}[\p{N}.,:]*/gu)?.length ?? 0, 6),
      isBracketed: Number(/[([]\s?$/.test(finding.cues.lead)),
      lookFit: look.fit,
      lookLack: mostWanted - look.fit,
      lookExcess: look.excess,
      sureLack: sureLack(wanted.looks, looks),
      kindFit,
      kindRank: kindFit > 0 ? Math.min(ofKind++, 20) : -1,
      kindCount,
      distinct,
      titled: wanted.titled,
      saidLabel: wanted.said.length === 0 ? -0.1 : saidIn(facts.labels, wanted).any,
      isHeadline: Number(
        finding.spot?.level === 1 && finding.reader !== 'mention' && finding.reader !== 'part',
      ),
      unitFit: isText ? unitFitOf(finding, facts, wanted) : 0,
      sideFit: wanted.side * finding.side,
      side: finding.side,
      wantsSide: wanted.side,
      oldFit: oldFitOf(facts, wanted),
      isOld: Number(facts.isOld),
      wholeness: wholenessOf(finding, wanted),
      isMoney: wanted.type === 'number' ? Number(facts.hasCurrency) : 0,
      ownerFit: (wanted.isOwner ? 1 : -1) * view.siteNames.of(finding.text),
      isOwner: Number(wanted.isOwner),
      naming: wanted.isName * view.standingAt(row),
      agent: facts.isAfterAgentCue ? wanted.isAgent : 0,
      around,
      aroundHas: wanted.around ? 1 : 0,
      coverage: statement ? statement.coverage : -1,
      isYes: statement ? Number(statement.value) : -1,
      type: TYPES.indexOf(wanted.type),
      exactChoice: wanted.type === 'choice' ? 1 / Math.max(1, finding.text.split(' ').length) : -1,
      prior: prior[row]!,
      priorGap: most.prior - prior[row]!,
      priorRank: Math.min(ranked.indexOf(prior[row]!), 30),
      agreement: Math.min(view.sameText(row), 6),
    }
    for (const name of FITS) put(fit[name])
    for (let at = 0; at < LOOKS.length; at++)
      put(looks[at]! > 0 ? 0.2 + wanted.looks[at]! * looks[at]! : -wanted.looks[at]!)
    for (const trait of view.traits(row)) put(trait)
  })
  return values
}

function greatest(values: Float32Array, rows: Int32Array): number {
  let most = 0
  for (const row of rows) most = Math.max(most, values[row]!)
  return most
}

const indexOfLook = (name: string) => LOOKS.findIndex((look) => look.name === name)
const SURE = [['money'], ['date', 'year', 'time', 'duration'], ['phone'], ['email'], ['url']].map((names) =>
  names.map(indexOfLook),
)

/** How surely a text is no such value as is wanted, where that can be seen. */
function sureLack(wanted: Float32Array, looks: Float32Array): number {
  let lack = 0
  for (const group of SURE) {
    const want = group.reduce((most, at) => Math.max(most, wanted[at]!), 0)
    if (want > 0.8 && !group.some((at) => looks[at]! > 0)) lack = Math.max(lack, want)
  }
  return lack
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

/** How surely one of some labels of a finding speaks of a field. */
function relatedTo(told: Float32Array, view: PageView, row: number, kinds: readonly CueKind[]): number {
  let most = 0
  for (const kind of kinds) {
    const label = view.labelsOf[row * CUE_KINDS.length + CUE_KINDS.indexOf(kind)]!
    if (label >= 0) most = Math.max(most, told[label]!)
  }
  return most
}

const FAR_CUES: readonly CueKind[] = [...WEAK_CUES, 'after', 'hint', 'tight']
const TELLING_CUES: readonly CueKind[] = [...STRONG_CUES, 'lead', 'tail', 'before', 'tight']

/** How well the words beside a value name the field, the nearest counting most: how much of the field they have, and the best of them. */
function nearFit(facts: FindingFacts, { words }: Wanted): { fit: number; most: number } {
  const { nearby } = facts
  if (nearby.length === 0) return NOT_BESIDE
  const own = words.phrasedWords
  let fit = 0
  let all = 0
  let most = 0
  own.forEach((word, at) => {
    const weight = words.weightOf(word)
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

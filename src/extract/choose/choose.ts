import { scoreRows, sigmoid, compileForest } from '../../learned/forest.ts'
import type { CompiledForest, Forest } from '../../learned/forest.ts'
import type { Finding } from '../findings/cues.ts'
import type { ReadablePage } from '../page.ts'
import type { ReadContext, Scalar } from '../values/read-scalar.ts'
import { wantedOf } from './field.ts'
import type { Wanted } from './field.ts'
import type { Field } from './similarity.ts'
import { viewOf } from './page-view.ts'
import type { PageView } from './page-view.ts'
import { readValue } from './read-value.ts'
import { rank, featureAt, bestOf } from './ranking.ts'
import type { Ranking, Ranked } from './ranking.ts'
import { rankWithSite, knownRows, siteKnowledge, traceOf, similarTraces } from './site-knowledge.ts'
import type { PageTrace } from './site-knowledge.ts'
import { readFileSync } from 'node:fs'
import { lazy } from '../../language/memoize.ts'

export interface Chosen {
  finding: Finding
  value: Scalar
  /** How probably it is right, from 0 to 1. */
  confidence: number
}

interface ChooseContext {
  readContext: ReadContext
  model: Model
  siblings?: readonly PageTrace[]
}

/** The finding of a page that fits each field best, with how probably it is right, and what the page teaches about others. */
export function chooseScalars(
  page: ReadablePage,
  fields: readonly Field[],
  { readContext, model, siblings = [] }: ChooseContext,
): { chosen: ReadonlyMap<Field, Chosen>; trace: PageTrace } {
  const view = viewOf(page)
  const wanted = fields.map(wantedOf)
  const alike = similarTraces(view, siblings)
  const site = alike.length > 0 ? siteKnowledge(alike) : undefined
  const alone = rank(model.place, view, wanted, readContext, site && knownRows(site, view))
  const ranking = site ? rankWithSite(alone, site) : alone
  const chosen = new Map<Field, Chosen>()
  for (const choice of choose(ranking)) {
    const { rows, values } = ranking.fields[choice.field]!
    chosen.set(fields[choice.field]!, {
      finding: view.findings[rows[choice.at]!]!,
      value: values[choice.at]!,
      confidence: Math.max(
        confidenceOf(ranking, choice, model.trust),
        isTitleOfPage(view, rows[choice.at]!, wanted[choice.field]!) ? SURE_TITLE : 0,
      ),
    })
  }
  addCurrencies(chosen, wanted, readContext)
  return { chosen, trace: traceOf(alone) }
}

const SURE_TITLE = 0.75

function isTitleOfPage(
  { findings, subject }: PageView,
  row: number,
  { titled, named, isOwner }: Wanted,
): boolean {
  const isTitle = titled === 1 && !isOwner && /^(?:title|headline|heading|name)$/.test(named.at(-1) ?? '')
  return isTitle && findings[row]!.spot?.level === 1 && findings[row]!.text === findings[subject]?.text
}

const SURE = 0.9

function addCurrencies(
  chosen: Map<Field, Chosen>,
  wanted: readonly Wanted[],
  readContext: ReadContext,
): void {
  const prices = [...chosen.values()].filter(
    ({ finding: { kind, text }, value, confidence }) =>
      typeof value === 'number' && confidence > 0.5 && (kind === 'money' || /\p{Sc}/u.test(text)),
  )
  for (const one of wanted) {
    const own = chosen.get(one.field)
    if (!one.wantsCurrency || (own && own.finding.spot === undefined && own.confidence > 0.5)) continue
    for (const { finding, confidence } of prices) {
      const value = readValue(finding, one, readContext)
      if (value === undefined) continue
      chosen.set(one.field, { finding, value, confidence: Math.max(confidence, SURE) })
      break
    }
  }
}

function confidenceOf(ranking: Ranking, choice: Choice, trust: CompiledForest): number {
  const values = Float32Array.from(trustFeatures(ranking, choice))
  return sigmoid(scoreRows(trust, { rows: 1, values, columns: TRUST_FEATURES.length, shared: NONE })[0]!)
}

const NONE = new Float32Array(0)

interface Choice {
  field: number
  at: number
  score: number
  lead: number
  isTaken: boolean
}

const CONSIDERED = 12
/** What a finding loses, in log-odds, when another field that fits it better has it. */
const TAKEN = 3

/** Chooses a finding for each field that has any. Fields compete: the surest goes first, and what it takes others seldom get. */
export function choose(ranking: Ranking): Choice[] {
  const options = ranking.fields.map(({ scores }) => bestOf(scores, CONSIDERED))
  const open = new Set(options.keys())
  const taken = new Set<string>()
  const choices: Choice[] = []
  while (open.size > 0) {
    let next: Choice | undefined
    for (const field of open) {
      const choice = best(ranking, field, options[field]!, taken)
      if (!choice) open.delete(field)
      else if (!next || choice.score > next.score) next = choice
    }
    if (!next) break
    choices.push(next)
    open.delete(next.field)
    const ranked = ranking.fields[next.field]!
    if (ranked.wanted.type !== 'boolean' && !ranked.wanted.wantsCurrency)
      taken.add(placeOf(ranking, ranked, next.at))
  }
  return choices
}

function placeOf({ view }: Ranking, { rows }: Ranked, at: number): string {
  const { text, spot } = view.findings[rows[at]!]!
  return `${text.toLowerCase()} ${spot?.line ?? ''}`
}

function best(
  ranking: Ranking,
  field: number,
  options: readonly number[],
  taken: ReadonlySet<string>,
): Choice | undefined {
  const ranked = ranking.fields[field]!
  const { scores, values, wanted } = ranked
  let first: Omit<Choice, 'lead' | 'field'> | undefined
  const rated = options.map((at) => {
    const isTaken =
      wanted.type !== 'boolean' && !wanted.wantsCurrency && taken.has(placeOf(ranking, ranked, at))
    return { at, isTaken, score: scores[at]! - (isTaken ? TAKEN : 0) }
  })
  for (const one of rated) if (!first || one.score > first.score) first = one
  if (!first) return undefined
  const value = values[first.at]
  let second = -Infinity
  for (const { at, score } of rated) if (values[at] !== value) second = Math.max(second, score)
  return { ...first, field, lead: second === -Infinity ? 10 : Math.min(10, first.score - second) }
}

function agreeing({ scores, values }: Ranked, at: number): number {
  let count = 0
  scores.forEach((score, other) => {
    if (other !== at && values[other] === values[at] && score > scores[at]! - 3) count++
  })
  return Math.min(count, 5)
}

const FITS = (
  'bestExact bestSoft exactGap exactRival softRival named namedRival namedWeak textSoft lineHeld ' +
  'leadLast nearFit told toldNear toldText toldRival lookFit lookLack kindFit kindCount kindRank titled ' +
  'samePath unitFit naming type prior priorGap standing chars isAside reader'
).split(' ')

export const TRUST_FEATURES: readonly string[] = ['score', 'lead', 'isTaken', 'agreeing', ...FITS]

export function trustFeatures({ fields }: Ranking, choice: Choice): number[] {
  const ranked = fields[choice.field]!
  return [
    choice.score,
    choice.lead,
    Number(choice.isTaken),
    agreeing(ranked, choice.at),
    ...FITS.map((name) => featureAt(ranked, choice.at, name)),
  ]
}

export interface StoredModel {
  /** How well a finding fits a field, by its page alone. */
  place: Forest
  trust: Forest
  /** How well a column of records fits a field. */
  column: Forest
  assign: Forest
  sheet: Forest
}

export type Model = Record<keyof StoredModel, CompiledForest>

/** The model that comes with the service; read when the first page asks for it. */
export const shippedModel = lazy(() => {
  const stored = JSON.parse(readFileSync(new URL('model.json', import.meta.url), 'utf8')) as StoredModel
  const forests = Object.entries(stored) as [keyof StoredModel, Forest][]
  return Object.fromEntries(forests.map(([name, forest]) => [name, compileForest(forest)])) as Model
})

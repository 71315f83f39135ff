import { scoreRows, sigmoid } from '../../learned/forest.ts'
import type { CompiledForest } from '../../learned/forest.ts'
import type { Finding } from '../findings/finding.ts'
import type { ReadablePage } from '../page.ts'
import type { Reading, Scalar } from '../values/read-scalar.ts'
import { choose, TRUST_FEATURES, trustFeatures } from './choose.ts'
import type { Choice } from './choose.ts'
import { wantedOf } from './field.ts'
import type { Field } from './asked.ts'
import type { Wanted } from './field.ts'
import type { Model } from './model.ts'
import { viewOf } from './page-view.ts'
import type { PageView } from './page-view.ts'
import { readValue } from './read-value.ts'
import { rank } from './ranking.ts'
import type { Ranking } from './ranking.ts'
import { rankWithSite, rowsKnownBy, siteKnowledge, traceOf, tracesAlike } from './site-knowledge.ts'
import type { PageTrace } from './site-knowledge.ts'

/** What a page has for a field. */
export interface Chosen {
  finding: Finding
  value: Scalar
  /** How probably it is right, from 0 to 1. */
  confidence: number
}

interface Choosing {
  reading: Reading
  model: Model
  /** What other pages of the site left behind. */
  siblings?: readonly PageTrace[]
}

/** The finding of a page that fits each field best, with how probably it is right, and what the page teaches about others. */
export function chooseScalars(
  page: ReadablePage,
  fields: readonly Field[],
  { reading, model, siblings = [] }: Choosing,
): { chosen: ReadonlyMap<Field, Chosen>; trace: PageTrace } {
  const view = viewOf(page)
  const wanted = fields.map(wantedOf)
  const alike = tracesAlike(view, siblings)
  const site = alike.length > 0 ? siteKnowledge(alike) : undefined
  const alone = rank(model.place, view, wanted, reading, site && rowsKnownBy(site, view))
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
  addCurrencies(chosen, wanted, reading)
  return { chosen, trace: traceOf(alone) }
}

const SURE_TITLE = 0.75

/** The first heading, where the page is about what it says, is the title, and the name of the thing. */
function isTitleOfPage(
  { findings, subject }: PageView,
  row: number,
  { titled, named, isOwner }: Wanted,
): boolean {
  const isTitle = titled === 1 && !isOwner && /^(?:title|headline|heading|name)$/.test(named.at(-1) ?? '')
  return isTitle && findings[row]!.spot?.level === 1 && findings[row]!.text === findings[subject]?.text
}

const SURE = 0.9

/** The currency of a page's price is what stands beside it, unless the page names it for machines. */
function addCurrencies(chosen: Map<Field, Chosen>, wanted: readonly Wanted[], reading: Reading): void {
  const prices = [...chosen.values()].filter(
    ({ finding: { kind, text }, value, confidence }) =>
      typeof value === 'number' && confidence > 0.5 && (kind === 'money' || /\p{Sc}/u.test(text)),
  )
  for (const one of wanted) {
    const own = chosen.get(one.field)
    if (!one.wantsCurrency || (own && own.finding.spot === undefined && own.confidence > 0.5)) continue
    for (const { finding, confidence } of prices) {
      const value = readValue(finding, one, reading)
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

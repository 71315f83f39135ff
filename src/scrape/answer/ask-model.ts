import { deadline } from '../../concurrency/abort.ts'
import type { Document } from '../../contract/document.ts'
import type { Format, FormatOf } from '../../contract/formats.ts'
import { without } from '../../contract/without.ts'
import {
  answerWithModel,
  complaintsAbout,
  extractWithModel,
  highlightsWithModel,
  summarizeWithModel,
  pointedAt,
  realigned,
} from '../../extract/extract.ts'
import type { Material, ModelAnswer, RecordLink } from '../../extract/extract.ts'
import { Fault } from '../../fault.ts'
import { costOf, createBudget, tokensIn } from '../../llm/llm.ts'
import type { CountedBudget, Model, Prices } from '../../llm/llm.ts'
import { isExtraction } from '../admit/format-prices.ts'
import type { Tracked } from '../understand/formats/formats.ts'
import { saidFields } from '../understand/formats/said.ts'
import type { DerivedPage } from '../understand/derived-page.ts'
import { createSharedAnswers } from './shared-answers.ts'

/** Lets a model answer what the embedded engine has answered already. */
export type AskModel = Ask & {
  keepAnswers(sharedAs: string): Disposable
}

type Ask = (page: DerivedPage, request: ModelRequest, signal: AbortSignal) => Promise<DerivedPage>

interface ModelRequest {
  formats: readonly Format[]
  timeMs: number
  /** Requests with the same name and formats ask the same about the same: they wait for one answer, each as long as it has time. */
  sharedAs?: string | undefined
}

/** A model gets this part of the time that a request has left, so that what was found without it can still be told. */
const SHARE_OF_TIME = 0.7

export interface ModelLimits {
  mostTokens?: number | undefined
  /** Absent: no cost is reported. */
  prices?: Prices | undefined
}

/** Without a model the embedded engine's answers stay what they are, as they do when a model fails. */
export function createAskModel(model: Model | undefined, { mostTokens, prices }: ModelLimits = {}): AskModel {
  const shared = createSharedAnswers<Answered>()
  const askModel: Ask = async (page, { formats, timeMs, sharedAs }, signal) => {
    const { material, ...rest } = page
    if (model === undefined || !material?.markdown.trim() || page.refusal) return final(rest, formats)
    using time = deadline(signal, Math.ceil(timeMs * SHARE_OF_TIME))
    using asking = sharedAs === undefined ? undefined : shared.enter(sharedAs)
    const budget = createBudget(mostTokens, 'WINNOW_LLM_MAX_TOKENS')
    const outcomes = await Promise.all(
      formats.map(async (format, place) => {
        const turn = TURNS[format.type] as Turn<Format> | undefined
        if (!turn) return undefined
        const own = createBudget()
        const counted = model.within(budget).within(own)
        const ask = async (over: AbortSignal): Promise<Answered> => {
          const change = await turn(format, page, { model: counted, material, signal: over })
          return { ...change, ...spentOf(own) }
        }
        const answer = asking ? asking.answerTo(`${place}`, time, ask) : ask(time)
        return await outcomeOf(answer, format, signal, () => spentOf(own))
      }),
    )
    return final(
      outcomes.reduce<DerivedPage>((told, outcome) => outcome?.(told) ?? told, rest),
      formats,
    )
  }
  return Object.assign(askModel, { keepAnswers: shared.enter })

  function spentOf({ spent }: CountedBudget): Spent {
    const { cost } = costOf(spent, prices)
    return { tokens: tokensIn(spent), cost }
  }
}

interface Spent {
  tokens: number
  cost?: number | undefined
}

type Answered = Change & Spent

export function isForModel({ formats }: { formats: readonly Format[] }): boolean {
  return formats.some((format) =>
    format.type === 'changeTracking' ? isExtraction(format) : format.type in TURNS,
  )
}

/** Puts every text into its field. The doubts of the embedded engine are warnings where its own answer stayed. */
export function final(page: DerivedPage, formats: readonly Format[]): DerivedPage {
  const { doubts = {}, said, ...rest } = page
  const others = without(rest.fields, ['answer', 'highlights'])
  const fields = said ? { ...others, ...saidFields(formats, said) } : rest.fields
  return { ...rest, fields: warned(fields, Object.values(doubts)) }
}

function warned(fields: Partial<Document>, warnings: readonly string[]): Partial<Document> {
  const said = new Set([...(fields.warning === undefined ? [] : [fields.warning]), ...warnings])
  return said.size === 0 ? fields : { ...fields, warning: [...said].join(' ') }
}

interface Occasion {
  model: Model
  material: Material
  signal: AbortSignal
}

type Turn<Wanted extends Format> = (wanted: Wanted, page: DerivedPage, occasion: Occasion) => Promise<Change>

interface Change {
  engine?: string
  fields?: Partial<Document>
  said?: { text: string | undefined }
  tracked?: Tracked
  records?: RecordLink[] | undefined
  warnings: readonly string[]
}

type Outcome = (page: DerivedPage) => DerivedPage

async function outcomeOf(
  answer: Promise<Answered>,
  { type }: Format,
  signal: AbortSignal,
  spentInVain: () => Spent,
): Promise<Outcome> {
  try {
    const change = await answer
    return (page) => changed(page, type, change)
  } catch (failure) {
    // Only a caller whose own time is over gets nothing.
    if (signal.aborted || !(failure instanceof Fault)) throw failure
    const reason = failure.code === 'SCRAPE_TIMEOUT' ? 'It took too long.' : failure.message
    return (page) => unanswered(page, type, reason, spentInVain())
  }
}

/** What the embedded engine doubted about its own answer is void. */
function changed(page: DerivedPage, type: Format['type'], change: Answered): DerivedPage {
  const { engine, fields, said, tracked, records, warnings } = change
  const { [type]: _, ...doubts } = page.doubts ?? {}
  return {
    ...page,
    fields: warned({ ...page.fields, ...fields }, warnings),
    metadata: { ...counting(page.metadata, change), ...(engine !== undefined && { engine }) },
    doubts,
    ...(said && { said: { ...page.said, [type]: said.text } }),
    ...(tracked && { tracked }),
    ...(records && { records }),
  }
}

function counting(metadata: DerivedPage['metadata'], { tokens, cost }: Spent): DerivedPage['metadata'] {
  return {
    ...metadata,
    tokensUsed: (metadata.tokensUsed ?? 0) + tokens,
    ...(cost !== undefined && { modelCost: (metadata.modelCost ?? 0) + cost }),
  }
}

function unanswered({ tracked, ...page }: DerivedPage, type: Format['type'], reason: string, spent: Spent) {
  return {
    ...page,
    fields: warned(page.fields, [`The model did not answer, so the embedded engine did. ${reason}`]),
    metadata: counting(page.metadata, spent),
    // Compared with what a model found before, the embedded engine's answer would look like a change of the page.
    ...(tracked && type !== 'changeTracking' && { tracked }),
    isProvisional: true,
  }
}

const TURNS: { [Name in Format['type']]?: Turn<FormatOf<Name>> } = {
  async json({ schema, prompt }, { fields, records }, occasion) {
    const embedded = { value: fields.json, evidence: [], missing: [], ...fields.extraction }
    const { extraction, ...change } = await extracted({ schema, prompt }, embedded, occasion)
    return {
      ...change,
      fields: { json: extraction.value, extraction: shown(extraction, occasion) },
      records: records && realigned(records, fields.json, extraction.value),
    }
  },
  async changeTracking({ schema, prompt }, { tracked }, occasion) {
    if (!tracked) return { warnings: [] }
    const { extraction, ...change } = await extracted({ schema, prompt }, tracked, occasion)
    return { ...change, tracked: extraction }
  },
  summary: (_wanted, { fields: { summary } }, occasion) =>
    told(summarizeWithModel(...toModel(occasion), { summary }, occasion.signal), occasion, (text) => ({
      fields: { summary: text },
    })),
  question: ({ question }, { said }, occasion) => answered(question, said?.question, occasion),
  highlights: ({ query }, { said }, occasion) => highlighted(query, said?.highlights, occasion),
  query: ({ prompt, mode }, { said }, occasion) =>
    mode === 'directQuote'
      ? highlighted(prompt, said?.query, occasion)
      : answered(prompt, said?.query, occasion),
}

function answered(question: string, known: string | undefined, occasion: Occasion): Promise<Change> {
  const embedded = known === undefined ? {} : { answer: known }
  return told(
    answerWithModel(...toModel(occasion), question, embedded, occasion.signal),
    occasion,
    (text) => ({ said: { text } }),
  )
}

async function highlighted(query: string, known: string | undefined, occasion: Occasion): Promise<Change> {
  const embedded = { highlights: known?.split('\n\n') ?? [] }
  const { value, ...answer } = await highlightsWithModel(
    ...toModel(occasion),
    query,
    embedded,
    occasion.signal,
  )
  const passages = value.length > 0 ? value.join('\n\n') : undefined
  return await told(Promise.resolve({ ...answer, value: passages }), occasion, (text) => ({ said: { text } }))
}

function toModel({ model, material }: Occasion): [Model, Material] {
  return [model, material]
}

async function told(
  asked: Promise<ModelAnswer<string | undefined>>,
  { model }: Occasion,
  changeFor: (text: string | undefined) => Pick<Change, 'fields' | 'said'>,
): Promise<Change> {
  const { value, warnings } = await asked
  return { engine: model.name, ...changeFor(value), warnings }
}

type Wish = Pick<FormatOf<'json'>, 'schema' | 'prompt'>

/** What the model found, with the evidence of those values that it left as they were. */
async function extracted(wish: Wish, embedded: Tracked, { model, material, signal }: Occasion) {
  const validate = (value: unknown) => (wish.schema === undefined ? [] : complaintsAbout(value, wish.schema))
  const answer = await extractWithModel(model, material, wish, embedded, validate, signal)
  const { value, warnings, evidence, unsupported } = answer
  const isThere = (field: string) => (pointedAt(value, field) ?? undefined) !== undefined
  const extraction = {
    value,
    evidence: evidence.map((one) => ({ source: 'model', confidence: 0, ...one })),
    missing: [...new Set([...embedded.missing, ...unsupported])].filter((field) => !isThere(field)),
    unsupported,
  }
  const required = validate(value).filter(({ keyword }) => keyword === 'required')
  return {
    engine: model.name,
    extraction,
    warnings: [
      ...warnings,
      ...required.map(({ message }) => `Required, but not found on the page: ${message}`),
    ],
  }
}

function shown({ evidence, missing, unsupported = [] }: Tracked, { model }: Occasion) {
  return { engine: model.name, evidence, missing, ...(unsupported.length > 0 && { unsupported }) }
}

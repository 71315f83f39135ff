import { deadline } from '../../concurrency/abort.ts'
import type { Document } from '../../contract/document.ts'
import type { Format, FormatOf } from '../../contract/formats.ts'
import { without } from '../../contract/without.ts'
import {
  answerWithModel,
  validateAgainstSchema,
  extractWithModel,
  highlightsWithModel,
  summarizeWithModel,
  valueAtPointer,
  realignLinks,
} from '../../extract/extract.ts'
import type { Material, ModelAnswer, RecordLink } from '../../extract/extract.ts'
import { Fault } from '../../fault.ts'
import { costOf, createBudget, tokensIn } from '../../llm/llm.ts'
import type { CountedBudget, Model, Prices } from '../../llm/llm.ts'
import { isExtraction } from '../admit/format-prices.ts'
import type { Tracked } from '../understand/formats/formats.ts'
import { textFields } from '../understand/formats/format-texts.ts'
import type { DerivedPage } from '../understand/derived-page.ts'
import { createSharedAnswers } from './shared-answers.ts'

/** Lets a model answer what the embedded engine has answered already. */
export type AskModel = Ask & {
  retainAnswers(shareKey: string): Disposable
}

type Ask = (page: DerivedPage, request: ModelRequest, signal: AbortSignal) => Promise<DerivedPage>

interface ModelRequest {
  formats: readonly Format[]
  timeMs: number
  /** Requests with the same name and formats ask the same about the same: they wait for one answer, each as long as it has time. */
  shareKey?: string | undefined
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
  const shared = createSharedAnswers<CountedResult>()
  const askModel: Ask = async (page, { formats, timeMs, shareKey }, signal) => {
    const { material, ...rest } = page
    if (model === undefined || !material?.markdown.trim() || page.refusal) return finalizePage(rest, formats)
    using modelSignal = deadline(signal, Math.ceil(timeMs * SHARE_OF_TIME))
    using sharedAnswers = shareKey === undefined ? undefined : shared.join(shareKey)
    const budget = createBudget(mostTokens, 'WINNOW_LLM_MAX_TOKENS')
    const outcomes = await Promise.all(
      formats.map(async (format, place) => {
        const task = MODEL_TASKS[format.type] as ModelTask<Format> | undefined
        if (!task) return undefined
        const own = createBudget()
        const counted = model.withBudget(budget).withBudget(own)
        const ask = async (over: AbortSignal): Promise<CountedResult> => {
          const result = await task(format, page, { model: counted, material, signal: over })
          return { ...result, ...usageOf(own) }
        }
        const answer = sharedAnswers ? sharedAnswers.answer(`${place}`, modelSignal, ask) : ask(modelSignal)
        return await updateFrom(answer, format, signal, () => usageOf(own))
      }),
    )
    return finalizePage(
      outcomes.reduce<DerivedPage>((updated, outcome) => outcome?.(updated) ?? updated, rest),
      formats,
    )
  }
  return Object.assign(askModel, { retainAnswers: shared.join })

  function usageOf({ spent }: CountedBudget): TokenUsage {
    const { cost } = costOf(spent, prices)
    return { tokens: tokensIn(spent), cost }
  }
}

interface TokenUsage {
  tokens: number
  cost?: number | undefined
}

type CountedResult = ModelResult & TokenUsage

export function isForModel({ formats }: { formats: readonly Format[] }): boolean {
  return formats.some((format) =>
    format.type === 'changeTracking' ? isExtraction(format) : format.type in MODEL_TASKS,
  )
}

/** Puts every text into its field. The doubts of the embedded engine are warnings where its own answer stayed. */
export function finalizePage(page: DerivedPage, formats: readonly Format[]): DerivedPage {
  const { doubts = {}, formatText: said, ...rest } = page
  const others = without(rest.fields, ['answer', 'highlights'])
  const fields = said ? { ...others, ...textFields(formats, said) } : rest.fields
  return { ...rest, fields: withWarnings(fields, Object.values(doubts)) }
}

function withWarnings(fields: Partial<Document>, warnings: readonly string[]): Partial<Document> {
  const said = new Set([...(fields.warning === undefined ? [] : [fields.warning]), ...warnings])
  return said.size === 0 ? fields : { ...fields, warning: [...said].join(' ') }
}

interface ModelContext {
  model: Model
  material: Material
  signal: AbortSignal
}

type ModelTask<Wanted extends Format> = (
  wanted: Wanted,
  page: DerivedPage,
  context: ModelContext,
) => Promise<ModelResult>

interface ModelResult {
  engine?: string
  fields?: Partial<Document>
  formatText?: { text: string | undefined }
  tracked?: Tracked
  records?: RecordLink[] | undefined
  warnings: readonly string[]
}

type PageUpdate = (page: DerivedPage) => DerivedPage

async function updateFrom(
  answer: Promise<CountedResult>,
  { type }: Format,
  signal: AbortSignal,
  wastedUsage: () => TokenUsage,
): Promise<PageUpdate> {
  try {
    const result = await answer
    return (page) => applyResult(page, type, result)
  } catch (failure) {
    // Only a caller whose own time is over gets nothing.
    if (signal.aborted || !(failure instanceof Fault)) throw failure
    const reason = failure.code === 'SCRAPE_TIMEOUT' ? 'It took too long.' : failure.message
    return (page) => withoutModelAnswer(page, type, reason, wastedUsage())
  }
}

/** What the embedded engine doubted about its own answer is void. */
function applyResult(page: DerivedPage, type: Format['type'], result: CountedResult): DerivedPage {
  const { engine, fields, formatText, tracked, records, warnings } = result
  const { [type]: _, ...doubts } = page.doubts ?? {}
  return {
    ...page,
    fields: withWarnings({ ...page.fields, ...fields }, warnings),
    metadata: { ...addUsage(page.metadata, result), ...(engine !== undefined && { engine }) },
    doubts,
    ...(formatText && { formatText: { ...page.formatText, [type]: formatText.text } }),
    ...(tracked && { tracked }),
    ...(records && { records }),
  }
}

function addUsage(metadata: DerivedPage['metadata'], { tokens, cost }: TokenUsage): DerivedPage['metadata'] {
  return {
    ...metadata,
    tokensUsed: (metadata.tokensUsed ?? 0) + tokens,
    ...(cost !== undefined && { modelCost: (metadata.modelCost ?? 0) + cost }),
  }
}

function withoutModelAnswer(
  { tracked, ...page }: DerivedPage,
  type: Format['type'],
  reason: string,
  usage: TokenUsage,
) {
  return {
    ...page,
    fields: withWarnings(page.fields, [`The model did not answer, so the embedded engine did. ${reason}`]),
    metadata: addUsage(page.metadata, usage),
    // Compared with what a model found before, the embedded engine's answer would look like a change of the page.
    ...(tracked && type !== 'changeTracking' && { tracked }),
    isProvisional: true,
  }
}

const MODEL_TASKS: { [Name in Format['type']]?: ModelTask<FormatOf<Name>> } = {
  async json({ schema, prompt }, { fields, records }, context) {
    const embedded = { value: fields.json, evidence: [], missing: [], ...fields.extraction }
    const { extraction, ...change } = await askExtraction({ schema, prompt }, embedded, context)
    return {
      ...change,
      fields: { json: extraction.value, extraction: toExtraction(extraction, context) },
      records: records && realignLinks(records, fields.json, extraction.value),
    }
  },
  async changeTracking({ schema, prompt }, { tracked }, context) {
    if (!tracked) return { warnings: [] }
    const { extraction, ...change } = await askExtraction({ schema, prompt }, tracked, context)
    return { ...change, tracked: extraction }
  },
  summary: (_wanted, { fields: { summary } }, context) =>
    toTextResult(
      summarizeWithModel(...modelArguments(context), { summary }, context.signal),
      context,
      (text) => ({
        fields: { summary: text },
      }),
    ),
  question: ({ question }, { formatText: said }, context) => askQuestion(question, said?.question, context),
  highlights: ({ query }, { formatText: said }, context) => askHighlights(query, said?.highlights, context),
  query: ({ prompt, mode }, { formatText: said }, context) =>
    mode === 'directQuote'
      ? askHighlights(prompt, said?.query, context)
      : askQuestion(prompt, said?.query, context),
}

function askQuestion(
  question: string,
  known: string | undefined,
  context: ModelContext,
): Promise<ModelResult> {
  const embedded = known === undefined ? {} : { answer: known }
  return toTextResult(
    answerWithModel(...modelArguments(context), question, embedded, context.signal),
    context,
    (text) => ({ formatText: { text } }),
  )
}

async function askHighlights(
  query: string,
  known: string | undefined,
  context: ModelContext,
): Promise<ModelResult> {
  const embedded = { highlights: known?.split('\n\n') ?? [] }
  const { value, ...answer } = await highlightsWithModel(
    ...modelArguments(context),
    query,
    embedded,
    context.signal,
  )
  const passages = value.length > 0 ? value.join('\n\n') : undefined
  return await toTextResult(Promise.resolve({ ...answer, value: passages }), context, (text) => ({
    formatText: { text },
  }))
}

function modelArguments({ model, material }: ModelContext): [Model, Material] {
  return [model, material]
}

async function toTextResult(
  answering: Promise<ModelAnswer<string | undefined>>,
  { model }: ModelContext,
  resultFor: (text: string | undefined) => Pick<ModelResult, 'fields' | 'formatText'>,
): Promise<ModelResult> {
  const { value, warnings } = await answering
  return { engine: model.name, ...resultFor(value), warnings }
}

type ExtractionOptions = Pick<FormatOf<'json'>, 'schema' | 'prompt'>

/** What the model found, with the evidence of those values that it left as they were. */
async function askExtraction(
  options: ExtractionOptions,
  embedded: Tracked,
  { model, material, signal }: ModelContext,
) {
  const validate = (value: unknown) =>
    options.schema === undefined ? [] : validateAgainstSchema(value, options.schema)
  const answer = await extractWithModel(model, material, options, embedded, validate, signal)
  const { value, warnings, evidence, unsupported } = answer
  const isThere = (field: string) => (valueAtPointer(value, field) ?? undefined) !== undefined
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

function toExtraction({ evidence, missing, unsupported = [] }: Tracked, { model }: ModelContext) {
  return { engine: model.name, evidence, missing, ...(unsupported.length > 0 && { unsupported }) }
}

import { Fault } from '../fault.ts'
import { attempt } from './attempt.ts'
import type { Endpoint, Outcome } from './attempt.ts'
import type { Budget } from './budget.ts'
import { tokensOf } from './estimate-tokens.ts'
import type { ProviderQuirks } from './provider-quirks.ts'
import type { Message, CompletionResponse, OutputMode, CompletionRequest } from './provider.ts'
import type { Question } from './question.ts'
import { isTooLong } from './status-fault.ts'

export interface AskContext {
  endpoint: Endpoint
  model: string | undefined
  quirks: ProviderQuirks
  wait: Wait
  budget: Budget
}

export interface Effort {
  /** A small question is not worth every try: a tool is left out where there is something stricter. */
  skipsTool: boolean
  /** Whether the schema is also told in words where the endpoint is given it: many accept it and do not heed it. */
  repeatsSchema: boolean
  attempts: number
  attemptMs: number
  totalMs: number
  mostBytes: number
}

export interface Conversation extends Pick<Question, 'system' | 'temperature' | 'outputTokens' | 'isLong'> {
  messages: readonly Message[]
  shape?: { schema: object; name: string } | undefined
}

/** A complaint about this very schema says nothing about the next one. */
const ABOUT_SCHEMA = /invalid schema|schema for|in context=|schema (is|at|too|has)/i

export async function ask(
  context: AskContext,
  conversation: Conversation,
  { effort, endsAt }: { effort: Effort; endsAt: number },
  signal: AbortSignal,
): Promise<CompletionResponse> {
  const { quirks } = context
  const rejected: OutputMode[] = []
  let refusal: Fault | undefined
  for (const mode of outputModesOf(context, conversation.shape?.schema, effort)) {
    const outcome = await askInMode(mode)
    if (outcome.state === 'answered') {
      quirks.disable(rejected)
      return outcome.response
    }
    refusal = outcome.fault
    if (mode !== undefined && !ABOUT_SCHEMA.test(outcome.errorMessage)) rejected.push(mode)
  }
  throw refusal ?? new Fault('UNAVAILABLE', "The model's endpoint knows no way to be asked this.")

  async function askInMode(mode: OutputMode | undefined) {
    for (;;) {
      const request = requestOf(context, conversation, mode, effort)
      const outcome = await retry(
        () => attemptInBudget(context, request, effort, signal),
        { attempts: effort.attempts, endsAt, wait: context.wait },
        signal,
      )
      if (outcome.state === 'answered' || quirks.learn(outcome.errorMessage, request) === undefined)
        return outcome
    }
  }
}

async function attemptInBudget(
  { endpoint, quirks, budget }: AskContext,
  request: CompletionRequest,
  effort: Effort,
  signal: AbortSignal,
): Promise<Outcome> {
  budget.check()
  const outcome = await attempt(endpoint, request, effort, signal)
  const usage = outcome.state === 'answered' ? outcome.response.usage : outcome.usage
  if (usage) budget.spend(usage)
  if (outcome.state === 'refused' && isTooLong(outcome.fault)) {
    quirks.lowerMaxPromptTokens(request.messages.reduce((sum, message) => sum + tokensOf(message), 0))
  }
  return outcome
}

function outputModesOf({ quirks, endpoint }: AskContext, schema: object | undefined, effort: Effort) {
  if (schema === undefined) return [undefined]
  const { outputModes, supportsSchema } = endpoint.provider
  const isSkipped = (way: OutputMode) => effort.skipsTool && way === 'tool' && outputModes.includes('schema')
  const isFit = (way: OutputMode) =>
    !isSkipped(way) && quirks.isAvailable(way) && (supportsSchema?.(schema, way) ?? true)
  return outputModes.filter((way) => way === 'plain' || isFit(way))
}

function requestOf(
  { model, quirks: { known: quirks } }: AskContext,
  { system, messages, shape, temperature, outputTokens, isLong = false }: Conversation,
  mode: OutputMode | undefined,
  { repeatsSchema }: Effort,
): CompletionRequest {
  const includesSchema = shape !== undefined && (repeatsSchema || mode === 'object' || mode === 'plain')
  return {
    model,
    system: includesSchema ? `${system}\n\n${SCHEMA_INSTRUCTION}\n${JSON.stringify(shape.schema)}` : system,
    messages: quirks.has('no-images') ? messages.map((message) => ({ ...message, images: [] })) : messages,
    shape: shape && mode && { ...shape, mode },
    temperature: quirks.has('no-temperature') ? undefined : temperature,
    outputTokens,
    isStreamed: (isLong || quirks.has('streamed')) && !quirks.has('unstreamed'),
    quirks: new Set(quirks),
  }
}

const SCHEMA_INSTRUCTION = 'Answer with one JSON object that fits this JSON Schema, and nothing else:'

export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

const FIRST_PAUSE_MS = 500
const MOST_PAUSE_MS = 8000
const MOST_PATIENCE_MS = 60_000

async function retry(
  once: () => Promise<Outcome>,
  { attempts, endsAt, wait }: { attempts: number; endsAt: number; wait: Wait },
  signal: AbortSignal,
): Promise<Exclude<Outcome, { state: 'failed' | 'refused' }>> {
  for (let tried = 1; ; tried++) {
    const outcome = await once()
    if (outcome.state === 'refused') throw outcome.fault
    if (outcome.state !== 'failed') return outcome
    const pauseMs = outcome.retryAfterMs ?? pauseAfter(tried)
    const isWorthIt = pauseMs <= MOST_PATIENCE_MS && performance.now() + pauseMs < endsAt
    if (tried >= attempts || !isWorthIt) throw withDelay(outcome.fault, outcome.retryAfterMs)
    await wait(pauseMs, signal)
  }
}

/** Chance keeps those who were turned away together from coming back together. */
function pauseAfter(tried: number): number {
  const longest = Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1))
  return longest * (0.5 + Math.random() / 2)
}

function withDelay(fault: Fault, afterMs: number | undefined): Fault {
  if (afterMs === undefined) return fault
  return new Fault(fault.code, fault.message, {
    cause: fault.cause,
    retryAfterSeconds: Math.ceil(afterMs / 1000),
  })
}

export type Send = (conversation: Conversation) => Promise<CompletionResponse>

/** Endpoints that are told no limit have a small one of their own. */
const USUAL_OUTPUT_TOKENS = 4096
const GROWTH = 4

/** Asks once more with a larger limit when the limit cut the answer off; if that fails, its beginning is the answer. */
export async function askComplete(send: Send, conversation: Conversation): Promise<CompletionResponse> {
  const reply = await send(conversation)
  if (!reply.isCut) return reply
  const outputTokens = (conversation.outputTokens ?? USUAL_OUTPUT_TOKENS) * GROWTH
  try {
    return await send({ ...conversation, outputTokens })
  } catch {
    return reply
  }
}

export function messageOf({ prompt, history = [], images = [] }: Question): Message {
  return {
    role: 'user',
    content: prompt,
    ...(history.length > 0 && { history }),
    ...(images.length > 0 && { images }),
  }
}

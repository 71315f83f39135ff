import { Fault } from '../fault.ts'
import { attempt } from './attempt.ts'
import type { Endpoint, Outcome } from './attempt.ts'
import type { Budget } from './budget.ts'
import { tokensOf } from './estimate-tokens.ts'
import type { Manners } from './manners.ts'
import type { Message, Reply, Way, Wish } from './provider.ts'
import type { Question } from './question.ts'
import { isTooLong } from './status-fault.ts'

export interface Asked {
  endpoint: Endpoint
  model: string | undefined
  manners: Manners
  wait: Wait
  budget: Budget
}

export interface Effort {
  /** A small question is not worth every try: a tool is left out where there is something stricter. */
  skipsTool: boolean
  /** Whether the schema is also told in words where the endpoint is given it: many accept it and do not heed it. */
  tellsSchema: boolean
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
  asked: Asked,
  conversation: Conversation,
  { effort, endsAt }: { effort: Effort; endsAt: number },
  signal: AbortSignal,
): Promise<Reply> {
  const { manners } = asked
  const closed: Way[] = []
  let refusal: Fault | undefined
  for (const way of waysOf(asked, conversation.shape?.schema, effort)) {
    const outcome = await askInWay(way)
    if (outcome.state === 'answered') {
      manners.close(closed)
      return outcome.reply
    }
    refusal = outcome.fault
    if (way !== undefined && !ABOUT_SCHEMA.test(outcome.complaint)) closed.push(way)
  }
  throw refusal ?? new Fault('UNAVAILABLE', "The model's endpoint knows no way to be asked this.")

  async function askInWay(way: Way | undefined) {
    for (;;) {
      const wish = wishOf(asked, conversation, way, effort)
      const outcome = await persist(
        () => attemptWithin(asked, wish, effort, signal),
        { attempts: effort.attempts, endsAt, wait: asked.wait },
        signal,
      )
      if (outcome.state === 'answered' || manners.learn(outcome.complaint, wish) === undefined) return outcome
    }
  }
}

async function attemptWithin(
  { endpoint, manners, budget }: Asked,
  wish: Wish,
  effort: Effort,
  signal: AbortSignal,
): Promise<Outcome> {
  budget.check()
  const outcome = await attempt(endpoint, wish, effort, signal)
  const usage = outcome.state === 'answered' ? outcome.reply.usage : outcome.usage
  if (usage) budget.spend(usage)
  if (outcome.state === 'refused' && isTooLong(outcome.fault)) {
    manners.narrow(wish.messages.reduce((sum, message) => sum + tokensOf(message), 0))
  }
  return outcome
}

function waysOf({ manners, endpoint }: Asked, schema: object | undefined, effort: Effort) {
  if (schema === undefined) return [undefined]
  const { ways, fits } = endpoint.provider
  const isSkipped = (way: Way) => effort.skipsTool && way === 'tool' && ways.includes('schema')
  const isFit = (way: Way) => !isSkipped(way) && manners.isOpen(way) && (fits?.(schema, way) ?? true)
  return ways.filter((way) => way === 'plain' || isFit(way))
}

function wishOf(
  { model, manners: { quirks } }: Asked,
  { system, messages, shape, temperature, outputTokens, isLong = false }: Conversation,
  way: Way | undefined,
  { tellsSchema }: Effort,
): Wish {
  const isTold = shape !== undefined && (tellsSchema || way === 'object' || way === 'plain')
  return {
    model,
    system: isTold ? `${system}\n\n${IN_WORDS}\n${JSON.stringify(shape.schema)}` : system,
    messages: quirks.has('no-images') ? messages.map((message) => ({ ...message, images: [] })) : messages,
    shape: shape && way && { ...shape, way },
    temperature: quirks.has('no-temperature') ? undefined : temperature,
    outputTokens,
    isStreamed: (isLong || quirks.has('streamed')) && !quirks.has('unstreamed'),
    quirks: new Set(quirks),
  }
}

const IN_WORDS = 'Answer with one JSON object that fits this JSON Schema, and nothing else:'

export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

const FIRST_PAUSE_MS = 500
const MOST_PAUSE_MS = 8000
const MOST_PATIENCE_MS = 60_000

async function persist(
  once: () => Promise<Outcome>,
  { attempts, endsAt, wait }: { attempts: number; endsAt: number; wait: Wait },
  signal: AbortSignal,
): Promise<Exclude<Outcome, { state: 'failed' | 'refused' }>> {
  for (let tried = 1; ; tried++) {
    const outcome = await once()
    if (outcome.state === 'refused') throw outcome.fault
    if (outcome.state !== 'failed') return outcome
    const pauseMs = outcome.afterMs ?? pauseAfter(tried)
    const isWorthIt = pauseMs <= MOST_PATIENCE_MS && performance.now() + pauseMs < endsAt
    if (tried >= attempts || !isWorthIt) throw withDelay(outcome.fault, outcome.afterMs)
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

export type Put = (conversation: Conversation) => Promise<Reply>

/** Endpoints that are told no limit have a small one of their own. */
const USUAL_OUTPUT_TOKENS = 4096
const GROWTH = 4

/** Asks once more with a larger limit when the limit cut the answer off; if that fails, its beginning is the answer. */
export async function askWhole(put: Put, conversation: Conversation): Promise<Reply> {
  const reply = await put(conversation)
  if (!reply.isCut) return reply
  const outputTokens = (conversation.outputTokens ?? USUAL_OUTPUT_TOKENS) * GROWTH
  try {
    return await put({ ...conversation, outputTokens })
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

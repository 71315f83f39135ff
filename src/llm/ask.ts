import { Fault } from '../fault.ts'
import { attempt } from './attempt.ts'
import type { Endpoint, Outcome } from './attempt.ts'
import type { Budget } from './budget.ts'
import { tokensOf } from './estimate-tokens.ts'
import type { Manners } from './manners.ts'
import { persist } from './persist.ts'
import type { Wait } from './persist.ts'
import type { Message, Reply, Way, Wish } from './provider.ts'
import type { Question } from './question.ts'
import { isTooLong } from './too-long.ts'

/** An endpoint and its model, with what was learned about them. */
export interface Asked {
  endpoint: Endpoint
  model: string | undefined
  manners: Manners
  wait: Wait
  /** Counts the tokens of every request, also of one that failed, and stops when none are left. */
  budget: Budget
}

/** How much is done for an answer. */
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

/** What was said so far, and what is expected next. */
export interface Conversation extends Pick<Question, 'system' | 'temperature' | 'outputTokens' | 'isLong'> {
  messages: readonly Message[]
  shape?: { schema: object; name: string } | undefined
}

/** A complaint about this very schema says nothing about the next one. */
const ABOUT_SCHEMA = /invalid schema|schema for|in context=|schema (is|at|too|has)/i

/** The reply to the first wording that the endpoint does not call a bad one. */
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

/** A text has one way. Words alone are never ruled out. */
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
    system: isTold ? `${system}\n\n${schemaInWords(shape.schema)}` : system,
    messages: quirks.has('no-images') ? messages.map((message) => ({ ...message, images: [] })) : messages,
    shape: shape && way && { ...shape, way },
    temperature: quirks.has('no-temperature') ? undefined : temperature,
    outputTokens,
    isStreamed: (isLong || quirks.has('streamed')) && !quirks.has('unstreamed'),
    quirks: new Set(quirks),
  }
}

function schemaInWords(schema: object): string {
  return `Answer with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`
}

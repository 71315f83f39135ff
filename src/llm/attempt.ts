import { InvalidResponseDataError } from '@ai-sdk/provider'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { deadline } from '../concurrency/abort.ts'
import { parsedJson } from '../language/parsed-json.ts'
import { estimateTokens, tokensOf } from './estimate-tokens.ts'
import { isStrict } from './provider-of.ts'
import { countOf, listOf, loose, textOf } from './provider.ts'
import type { Access, Provider, Reply, Wish } from './provider.ts'
import type { Usage } from './question.ts'
import { exchangeWith, isEventStream, isOver } from './send.ts'
import type { Exchange, Sent } from './send.ts'
import { ABOUT_FORM, ABOUT_IMAGES, retryAfterMs, statusFault, TOO_LONG, WRONG_KEY } from './status-fault.ts'

export interface Endpoint extends Access {
  provider: Provider
  request: EgressRequest
}

/**
 * How one request ended. `misunderstood`: the endpoint calls it a bad request, so that another wording may do. `failed`: the
 * same request may succeed later.
 */
export type Outcome =
  | { state: 'answered'; reply: Reply & { usage: Usage } }
  | { state: 'misunderstood'; complaint: string; fault: Fault; usage?: Usage }
  | { state: 'failed'; fault: Fault; afterMs?: number | undefined; usage?: Usage }
  | { state: 'refused'; fault: Fault; usage?: Usage }

const MISUNDERSTOOD = new Set([400, 422])
const PASSING = new Set([408, 409, 425, 429])

export async function attempt(
  endpoint: Endpoint,
  wish: Wish,
  { mostBytes, attemptMs }: { mostBytes: number; attemptMs: number },
  signal: AbortSignal,
): Promise<Outcome> {
  using time = deadline(signal, attemptMs)
  const exchange = exchangeWith(endpoint.request, mostBytes, time)
  const model = endpoint.provider.open(endpoint, wish, exchange.fetch)
  if (model === undefined)
    throw new Fault('UNAVAILABLE', 'The model has no name: WINNOW_LLM_MODEL is not set.')
  try {
    const options = { ...optionsOf(wish), ...endpoint.provider.options(wish), abortSignal: time }
    return outcomeOf(await generate(model, options, wish.isStreamed, exchange), wish, exchange)
  } catch (cause) {
    const { sent, failure } = exchange
    const usage = { inputTokens: sizeOf(wish), outputTokens: 0 }
    if (signal.aborted) throw cause
    if (sent !== undefined) return troubleIn(sent, endpoint.key, cause, wish)
    // The endpoint was asked and may have answered: what it read is counted.
    if (isFinal(failure)) return { state: 'refused', fault: failure as Fault, usage }
    if (time.aborted) return { state: 'failed', fault: tooSlow(attemptMs, cause), usage }
    if (failure === undefined) throw cause
    const reason = failure instanceof Fault ? ` ${failure.message}` : ''
    return {
      state: 'failed',
      fault: new Fault('UNAVAILABLE', `The model could not be reached.${reason}`, { cause: failure }),
    }
  }
}

export function tooSlow(timeoutMs: number, cause: unknown): Fault {
  return new Fault('UNAVAILABLE', `The model did not answer within ${timeoutMs / 1000} seconds.`, { cause })
}

/** Faults of the connection have codes of targets; those of the endpoint itself have this one. */
function isFinal(failure: unknown): boolean {
  return failure instanceof Fault && failure.code === 'UNAVAILABLE'
}

function optionsOf(wish: Wish): Partial<LanguageModelV4CallOptions> {
  const { shape, temperature, outputTokens, quirks } = wish
  return {
    ...(temperature !== undefined && { temperature }),
    ...(outputTokens !== undefined && !quirks.has('no-limit') && { maxOutputTokens: outputTokens }),
    ...(shape?.way === 'object' && { responseFormat: { type: 'json' } }),
    ...(shape?.way === 'schema' && {
      responseFormat: { type: 'json', schema: shape.schema, name: shape.name },
    }),
    ...(shape?.way === 'tool' && {
      tools: [
        {
          type: 'function',
          name: shape.name,
          description: 'Gives the answer.',
          inputSchema: shape.schema,
          ...(isStrict(wish) && { strict: true }),
        },
      ],
      toolChoice: { type: 'tool', toolName: shape.name },
    }),
  }
}

/** Some endpoints answer with a stream that nobody asked for, or in one piece instead of a stream: it is read again as such. */
async function generate(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  isStreamed: boolean,
  exchange: Exchange,
): Promise<Generated> {
  const read = async (asStream: boolean) =>
    asStream ? await collected(await model.doStream(options)) : await model.doGenerate(options)
  const isOtherwise = () => exchange.sent?.status === 200 && isEventStream(exchange.sent) !== isStreamed
  try {
    const generated = await read(isStreamed)
    return isOtherwise() ? await read(!isStreamed) : generated
  } catch (failure) {
    if (!isOtherwise()) throw failure
    return await read(!isStreamed)
  }
}

interface Generated {
  content: readonly LanguageModelV4Content[]
  finishReason: { unified: string; raw: string | undefined }
  usage?: LanguageModelV4Usage
}

async function collected({ stream }: LanguageModelV4StreamResult): Promise<Generated> {
  const content: LanguageModelV4Content[] = []
  for await (const part of stream) {
    // A stream without a finish reason is whole when it says that it is over.
    if (part.type === 'error' && !InvalidResponseDataError.isInstance(part.error))
      throw new StreamError('The stream reports an error.', { cause: part.error })
    if (part.type === 'text-delta') content.push({ type: 'text', text: part.delta })
    if (part.type === 'tool-call') content.push(part)
    if (part.type === 'finish') return { content, finishReason: part.finishReason, usage: part.usage }
  }
  return { content, finishReason: { unified: 'error', raw: undefined } }
}

class StreamError extends Error {}

const MOST_REASON = 200

function outcomeOf(
  { content, finishReason, usage: told }: Generated,
  wish: Wish,
  { sent }: Exchange,
): Outcome {
  const call = content.find((part) => part.type === 'tool-call')
  const text = call?.input ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const usage = usageOf(told, text, wish)
  if (finishReason.unified === 'content-filter') {
    const reason = text.replaceAll(/\s+/g, ' ').trim() || `its endpoint stopped it (${finishReason.raw})`
    const fault = new Fault('UNAVAILABLE', `The model declined to answer: ${reason.slice(0, MOST_REASON)}.`)
    return { state: 'refused', fault, usage }
  }
  if (sent && isEventStream(sent) && finishReason.raw === undefined && !isOver(sent.text)) {
    const message = 'The model could not be reached. It broke off in the middle of its answer.'
    return { state: 'failed', fault: new Fault('UNAVAILABLE', message), usage }
  }
  return { state: 'answered', reply: { text, isCut: finishReason.unified === 'length', usage } }
}

function usageOf(told: LanguageModelV4Usage | undefined, text: string, wish: Wish): Usage {
  const cachedTokens = told?.inputTokens.cacheRead
  return {
    inputTokens: told?.inputTokens.total || sizeOf(wish),
    outputTokens: told?.outputTokens.total || estimateTokens(text),
    ...(cachedTokens && { cachedTokens }),
  }
}

function sizeOf({ system, messages }: Wish): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), estimateTokens(system))
}

function troubleIn(sent: Sent, key: string | undefined, cause: unknown, wish: Wish): Outcome {
  const hidden = errorIn(sent, cause)
  const status = sent.status === 200 ? hidden?.status : sent.status
  if (status === undefined) return unreadable(sent, wish)
  const complaint = complaintOf(hidden?.message ?? sent.text, key)
  const fault = statusFault(status, complaint)
  if (isMisunderstanding(status, complaint)) return { state: 'misunderstood', complaint, fault }
  if (PASSING.has(status) || status >= 500)
    return { state: 'failed', fault, afterMs: retryAfterMs(sent.headers) }
  return { state: 'refused', fault }
}

/** A reply that the provider package cannot read may be readable when it is asked for in another way. */
function unreadable({ text }: Sent, wish: Wish): Outcome {
  const message = "The model's endpoint answered with something that is no chat completion."
  const fault = new Fault('UNAVAILABLE', message)
  const usage = { inputTokens: sizeOf(wish), outputTokens: estimateTokens(text) }
  const { choices, content, candidates } = loose(parsedJson(text))
  const isReply = [choices, content, candidates].some((list) => listOf(list).length > 0)
  return isReply
    ? { state: 'misunderstood', complaint: message, fault, usage }
    : { state: 'refused', fault, usage }
}

function errorIn({ text }: Sent, cause: unknown): { message: string; status: number } | undefined {
  const [body] = [cause instanceof StreamError ? { error: cause.cause } : parsedJson(text)].flat()
  const { error, message, detail } = loose(body)
  const said = [loose(error)['message'], error, message, detail].map(textOf).find((one) => one !== '')
  if (!error && said === undefined) return undefined
  const { code, status } = loose(error)
  const told = countOf(code) ?? countOf(status) ?? 0
  return { message: said ?? text, status: told >= 400 ? told : 502 }
}

const MOST_COMPLAINT = 500

/** What an endpoint complains about, for the log. Some endpoints repeat the key that they do not accept. */
function complaintOf(said: string, key: string | undefined): string {
  return (key ? said.replaceAll(key, '[key]') : said).slice(0, MOST_COMPLAINT)
}

function isMisunderstanding(status: number, complaint: string): boolean {
  if (MISUNDERSTOOD.has(status)) return !TOO_LONG.test(complaint) && !WRONG_KEY.test(complaint)
  if ((status === 404 || status === 415) && ABOUT_IMAGES.test(complaint)) return true
  return (status === 500 || status === 501) && (ABOUT_FORM.test(complaint) || ABOUT_IMAGES.test(complaint))
}

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
import { tryParseJson } from '../language/try-parse-json.ts'
import { estimateTokens, tokensOf } from './estimate-tokens.ts'
import { isStrict } from './provider-of.ts'
import { countOf, listOf, toLooseObject, textOf } from './provider.ts'
import type { EndpointAccess, Provider, CompletionResponse, CompletionRequest } from './provider.ts'
import type { Usage } from './question.ts'
import { createExchange, isEventStream, isStreamEnd } from './send.ts'
import type { Exchange, RawResponse } from './send.ts'
import {
  FORMAT_ERROR,
  IMAGE_ERROR,
  retryAfterMs,
  statusFault,
  TOO_LONG_ERROR,
  WRONG_KEY_ERROR,
} from './status-fault.ts'

export interface Endpoint extends EndpointAccess {
  provider: Provider
  request: EgressRequest
}

/**
 * How one request ended. `misunderstood`: the endpoint calls it a bad request, so that another wording may do. `failed`: the
 * same request may succeed later.
 */
export type Outcome =
  | { state: 'answered'; response: CompletionResponse & { usage: Usage } }
  | { state: 'misunderstood'; errorMessage: string; fault: Fault; usage?: Usage }
  | { state: 'failed'; fault: Fault; retryAfterMs?: number | undefined; usage?: Usage }
  | { state: 'refused'; fault: Fault; usage?: Usage }

const BAD_REQUEST_STATUSES = new Set([400, 422])
const TRANSIENT_STATUSES = new Set([408, 409, 425, 429])

export async function attempt(
  endpoint: Endpoint,
  request: CompletionRequest,
  { mostBytes, attemptMs }: { mostBytes: number; attemptMs: number },
  signal: AbortSignal,
): Promise<Outcome> {
  using time = deadline(signal, attemptMs)
  const exchange = createExchange(endpoint.request, mostBytes, time)
  const model = endpoint.provider.createModel(endpoint, request, exchange.fetch)
  if (model === undefined)
    throw new Fault('UNAVAILABLE', 'The model has no name: WINNOW_LLM_MODEL is not set.')
  try {
    const options = { ...optionsOf(request), ...endpoint.provider.options(request), abortSignal: time }
    return outcomeOf(await generate(model, options, request.isStreamed, exchange), request, exchange)
  } catch (cause) {
    const { response, error } = exchange
    const usage = { inputTokens: inputTokensOf(request), outputTokens: 0 }
    if (signal.aborted) throw cause
    if (response !== undefined) return failedOutcome(response, endpoint.key, cause, request)
    // The endpoint was asked and may have answered: what it read is counted.
    if (isFinal(error)) return { state: 'refused', fault: error as Fault, usage }
    if (time.aborted) return { state: 'failed', fault: timeoutFault(attemptMs, cause), usage }
    if (error === undefined) throw cause
    const reason = error instanceof Fault ? ` ${error.message}` : ''
    return {
      state: 'failed',
      fault: new Fault('UNAVAILABLE', `The model could not be reached.${reason}`, { cause: error }),
    }
  }
}

export function timeoutFault(timeoutMs: number, cause: unknown): Fault {
  return new Fault('UNAVAILABLE', `The model did not answer within ${timeoutMs / 1000} seconds.`, { cause })
}

/** Faults of the connection have codes of targets; those of the endpoint itself have this one. */
function isFinal(failure: unknown): boolean {
  return failure instanceof Fault && failure.code === 'UNAVAILABLE'
}

function optionsOf(request: CompletionRequest): Partial<LanguageModelV4CallOptions> {
  const { shape, temperature, outputTokens, quirks } = request
  return {
    ...(temperature !== undefined && { temperature }),
    ...(outputTokens !== undefined && !quirks.has('no-limit') && { maxOutputTokens: outputTokens }),
    ...(shape?.mode === 'object' && { responseFormat: { type: 'json' } }),
    ...(shape?.mode === 'schema' && {
      responseFormat: { type: 'json', schema: shape.schema, name: shape.name },
    }),
    ...(shape?.mode === 'tool' && {
      tools: [
        {
          type: 'function',
          name: shape.name,
          description: 'Gives the answer.',
          inputSchema: shape.schema,
          ...(isStrict(request) && { strict: true }),
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
    asStream ? await collectStream(await model.doStream(options)) : await model.doGenerate(options)
  const isOtherwise = () =>
    exchange.response?.status === 200 && isEventStream(exchange.response) !== isStreamed
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

async function collectStream({ stream }: LanguageModelV4StreamResult): Promise<Generated> {
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
  { content, finishReason, usage: usageReported }: Generated,
  request: CompletionRequest,
  { response }: Exchange,
): Outcome {
  const call = content.find((part) => part.type === 'tool-call')
  const text = call?.input ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const usage = usageOf(usageReported, text, request)
  if (finishReason.unified === 'content-filter') {
    const reason = text.replaceAll(/\s+/g, ' ').trim() || `its endpoint stopped it (${finishReason.raw})`
    const fault = new Fault('UNAVAILABLE', `The model declined to answer: ${reason.slice(0, MOST_REASON)}.`)
    return { state: 'refused', fault, usage }
  }
  if (response && isEventStream(response) && finishReason.raw === undefined && !isStreamEnd(response.text)) {
    const message = 'The model could not be reached. It broke off in the middle of its answer.'
    return { state: 'failed', fault: new Fault('UNAVAILABLE', message), usage }
  }
  return { state: 'answered', response: { text, isCut: finishReason.unified === 'length', usage } }
}

function usageOf(
  reported: LanguageModelV4Usage | undefined,
  text: string,
  request: CompletionRequest,
): Usage {
  const cachedTokens = reported?.inputTokens.cacheRead
  return {
    inputTokens: reported?.inputTokens.total || inputTokensOf(request),
    outputTokens: reported?.outputTokens.total || estimateTokens(text),
    ...(cachedTokens && { cachedTokens }),
  }
}

function inputTokensOf({ system, messages }: CompletionRequest): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), estimateTokens(system))
}

function failedOutcome(
  sent: RawResponse,
  key: string | undefined,
  cause: unknown,
  request: CompletionRequest,
): Outcome {
  const reported = errorIn(sent, cause)
  const status = sent.status === 200 ? reported?.status : sent.status
  if (status === undefined) return unreadableOutcome(sent, request)
  const errorMessage = hideKey(reported?.message ?? sent.text, key)
  const fault = statusFault(status, errorMessage)
  if (isBadRequest(status, errorMessage)) return { state: 'misunderstood', errorMessage, fault }
  if (TRANSIENT_STATUSES.has(status) || status >= 500)
    return { state: 'failed', fault, retryAfterMs: retryAfterMs(sent.headers) }
  return { state: 'refused', fault }
}

/** A reply that the provider package cannot read may be readable when it is asked for in another way. */
function unreadableOutcome({ text }: RawResponse, request: CompletionRequest): Outcome {
  const message = "The model's endpoint answered with something that is no chat completion."
  const fault = new Fault('UNAVAILABLE', message)
  const usage = { inputTokens: inputTokensOf(request), outputTokens: estimateTokens(text) }
  const { choices, content, candidates } = toLooseObject(tryParseJson(text))
  const isReply = [choices, content, candidates].some((list) => listOf(list).length > 0)
  return isReply
    ? { state: 'misunderstood', errorMessage: message, fault, usage }
    : { state: 'refused', fault, usage }
}

function errorIn({ text }: RawResponse, cause: unknown): { message: string; status: number } | undefined {
  const [body] = [cause instanceof StreamError ? { error: cause.cause } : tryParseJson(text)].flat()
  const { error, message, detail } = toLooseObject(body)
  const said = [toLooseObject(error)['message'], error, message, detail].map(textOf).find((one) => one !== '')
  if (!error && said === undefined) return undefined
  const { code, status } = toLooseObject(error)
  const reportedStatus = countOf(code) ?? countOf(status) ?? 0
  return { message: said ?? text, status: reportedStatus >= 400 ? reportedStatus : 502 }
}

const MAX_ERROR_LENGTH = 500

/** What an endpoint complains about, for the log. Some endpoints repeat the key that they do not accept. */
function hideKey(said: string, key: string | undefined): string {
  return (key ? said.replaceAll(key, '[key]') : said).slice(0, MAX_ERROR_LENGTH)
}

function isBadRequest(status: number, errorMessage: string): boolean {
  if (BAD_REQUEST_STATUSES.has(status))
    return !TOO_LONG_ERROR.test(errorMessage) && !WRONG_KEY_ERROR.test(errorMessage)
  if ((status === 404 || status === 415) && IMAGE_ERROR.test(errorMessage)) return true
  return (
    (status === 500 || status === 501) && (FORMAT_ERROR.test(errorMessage) || IMAGE_ERROR.test(errorMessage))
  )
}

import { deadline } from '../concurrency/abort.ts'
import { tryParseJson } from '../language/try-parse-json.ts'
import type { Endpoint } from './attempt.ts'
import { countOf, listOf, toLooseObject, textOf } from './provider.ts'
import type { Lookup, LooseObject } from './provider.ts'
import { send } from './send.ts'

export interface ContextLimits {
  contextTokens: number
  supportsImages: boolean
}

type ReportedLimits = { [name in keyof ContextLimits]?: ContextLimits[name] | undefined }

const DEFAULT_CONTEXT_TOKENS = 32_000
/** A larger context is used only when the operator asks for it: every token of it is paid for. */
const MAX_REPORTED_CONTEXT_TOKENS = 128_000
const LOOKUP_MS = 5000
const MOST_BYTES = 8 * 1024 * 1024

export function promptTokensIn(contextTokens: number): number {
  return Math.floor(contextTokens * 0.75)
}

/** Asks an endpoint once what a model can read. Concurrent callers share the question; one that failed is asked again. */
export function createContextLimits(
  endpoint: Endpoint,
  model: string | undefined,
): () => Promise<ContextLimits> {
  let asking: Promise<ContextLimits> | undefined
  return () =>
    (asking ??= askLimits(endpoint, model).catch(() => {
      asking = undefined
      return limitsFrom({}, model)
    }))
}

async function askLimits(endpoint: Endpoint, model: string | undefined): Promise<ContextLimits> {
  const reported: ReportedLimits = {}
  for (const lookup of endpoint.provider.lookups(endpoint.root, model)) {
    const answer = await fetchInfo(endpoint, lookup)
    const { contextTokens, supportsImages } = reportedLimits(entryOf(answer, model))
    reported.supportsImages = supportsImages ?? reported.supportsImages
    reported.contextTokens = contextTokens
    if (contextTokens !== undefined) break
  }
  return limitsFrom(reported, model)
}

function limitsFrom(
  { contextTokens = DEFAULT_CONTEXT_TOKENS, supportsImages }: ReportedLimits,
  model = '',
): ContextLimits {
  return {
    contextTokens: Math.min(contextTokens, MAX_REPORTED_CONTEXT_TOKENS),
    supportsImages: supportsImages ?? IMAGE_MODELS.test(model),
  }
}

const IMAGE_MODELS =
  /gpt-(4o|4\.1|4-turbo|4\.5|[5-9])|\bo[3-9](-|$)|chatgpt|claude-(3|[a-z]+-[4-9])|gemini|pixtral|llava|vision|[-.\d]vl\b|-vl-|llama-?4|gemma-?[3-9]|minicpm-v|internvl|mistral-(small-3\.[1-9]|medium-3)/i

async function fetchInfo({ request, key, provider }: Endpoint, { url, body }: Lookup): Promise<LooseObject> {
  using time = deadline(new AbortController().signal, LOOKUP_MS)
  const { status, text } = await send(
    request,
    {
      url,
      headers: provider.headers(key),
      mostBytes: MOST_BYTES,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    time,
  )
  return status === 200 ? toLooseObject(tryParseJson(text)) : {}
}

function entryOf(answer: LooseObject, model: string | undefined): LooseObject {
  if (!Array.isArray(answer['data'])) return answer
  const entries = listOf(answer['data'])
  const own = entries.find(({ id }) => textOf(id) === model)
  return own ?? (entries.length === 1 && model === undefined ? entries[0]! : {})
}

/** Reads the fields that OpenRouter, Together, vLLM, Groq, Mistral, LM Studio, llama.cpp, Ollama, Google and Anthropic use. */
function reportedLimits(entry: LooseObject): ReportedLimits {
  const contextTokens = [
    'context_length',
    'max_model_len',
    'context_window',
    'max_context_length',
    'inputTokenLimit',
    'max_input_tokens',
  ]
    .map((name) => countOf(entry[name]))
    .find((count) => count !== undefined && count > 0)
  return {
    contextTokens: contextTokens ?? countOf(toLooseObject(entry['meta'])['n_ctx']) ?? ollamaContext(entry),
    supportsImages: supportsImages(entry),
  }
}

/** Ollama runs a model with `num_ctx` tokens and cuts off the rest; what the model could read is only an upper limit. */
function ollamaContext({ parameters, model_info: details }: LooseObject): number | undefined {
  const running = /^num_ctx\s+(\d+)/m.exec(textOf(parameters))?.[1]
  if (running !== undefined) return Number(running)
  const [, most] =
    Object.entries(toLooseObject(details)).find(([name]) => name.endsWith('.context_length')) ?? []
  return countOf(most) === undefined ? undefined : Math.min(countOf(most)!, DEFAULT_CONTEXT_TOKENS)
}

function supportsImages({ architecture, capabilities, type }: LooseObject): boolean | undefined {
  const modalities: unknown = toLooseObject(architecture)['input_modalities']
  if (Array.isArray(modalities)) return modalities.includes('image')
  if (Array.isArray(capabilities)) return (capabilities as unknown[]).includes('vision')
  const vision: unknown = toLooseObject(capabilities)['vision']
  if (typeof vision === 'boolean') return vision
  return textOf(type) === 'vlm' ? true : undefined
}

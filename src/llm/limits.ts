import { deadline } from '../concurrency/abort.ts'
import { parsedJson } from '../language/parsed-json.ts'
import type { Endpoint } from './attempt.ts'
import { countOf, listOf, loose, textOf } from './provider.ts'
import type { Lookup, Loose } from './provider.ts'
import { send } from './send.ts'

export interface Limits {
  contextTokens: number
  takesImages: boolean
}

type Told = { [name in keyof Limits]?: Limits[name] | undefined }

const USUAL_CONTEXT = 32_000
/** A larger context is used only when the operator asks for it: every token of it is paid for. */
const MOST_TOLD_CONTEXT = 128_000
const LOOKUP_MS = 5000
const MOST_BYTES = 8 * 1024 * 1024

export function roomIn(contextTokens: number): number {
  return Math.floor(contextTokens * 0.75)
}

/** Asks an endpoint once what a model can read. Concurrent callers share the question; one that failed is asked again. */
export function createLimits(endpoint: Endpoint, model: string | undefined): () => Promise<Limits> {
  let asking: Promise<Limits> | undefined
  return () =>
    (asking ??= askLimits(endpoint, model).catch(() => {
      asking = undefined
      return limitsFrom({}, model)
    }))
}

async function askLimits(endpoint: Endpoint, model: string | undefined): Promise<Limits> {
  const told: Told = {}
  for (const lookup of endpoint.provider.lookups(endpoint.root, model)) {
    const answer = await ask(endpoint, lookup)
    const { contextTokens, takesImages } = toldIn(entryOf(answer, model))
    told.takesImages = takesImages ?? told.takesImages
    told.contextTokens = contextTokens
    if (contextTokens !== undefined) break
  }
  return limitsFrom(told, model)
}

function limitsFrom({ contextTokens = USUAL_CONTEXT, takesImages }: Told, model = ''): Limits {
  return {
    contextTokens: Math.min(contextTokens, MOST_TOLD_CONTEXT),
    takesImages: takesImages ?? KNOWN_TO_TAKE_IMAGES.test(model),
  }
}

const KNOWN_TO_TAKE_IMAGES =
  /gpt-(4o|4\.1|4-turbo|4\.5|[5-9])|\bo[3-9](-|$)|chatgpt|claude-(3|[a-z]+-[4-9])|gemini|pixtral|llava|vision|[-.\d]vl\b|-vl-|llama-?4|gemma-?[3-9]|minicpm-v|internvl|mistral-(small-3\.[1-9]|medium-3)/i

async function ask({ request, key, provider }: Endpoint, { url, body }: Lookup): Promise<Loose> {
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
  return status === 200 ? loose(parsedJson(text)) : {}
}

function entryOf(answer: Loose, model: string | undefined): Loose {
  if (!Array.isArray(answer['data'])) return answer
  const entries = listOf(answer['data'])
  const own = entries.find(({ id }) => textOf(id) === model)
  return own ?? (entries.length === 1 && model === undefined ? entries[0]! : {})
}

/** Reads the fields that OpenRouter, Together, vLLM, Groq, Mistral, LM Studio, llama.cpp, Ollama, Google and Anthropic use. */
function toldIn(entry: Loose): Told {
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
    contextTokens: contextTokens ?? countOf(loose(entry['meta'])['n_ctx']) ?? ollamaContext(entry),
    takesImages: imagesIn(entry),
  }
}

/** Ollama runs a model with `num_ctx` tokens and cuts off the rest; what the model could read is only an upper limit. */
function ollamaContext({ parameters, model_info: details }: Loose): number | undefined {
  const running = /^num_ctx\s+(\d+)/m.exec(textOf(parameters))?.[1]
  if (running !== undefined) return Number(running)
  const [, most] = Object.entries(loose(details)).find(([name]) => name.endsWith('.context_length')) ?? []
  return countOf(most) === undefined ? undefined : Math.min(countOf(most)!, USUAL_CONTEXT)
}

function imagesIn({ architecture, capabilities, type }: Loose): boolean | undefined {
  const modalities: unknown = loose(architecture)['input_modalities']
  if (Array.isArray(modalities)) return modalities.includes('image')
  if (Array.isArray(capabilities)) return (capabilities as unknown[]).includes('vision')
  const vision: unknown = loose(capabilities)['vision']
  if (typeof vision === 'boolean') return vision
  return textOf(type) === 'vlm' ? true : undefined
}

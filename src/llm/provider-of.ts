import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { fitsStrict, hasFreeformObject } from './strict-schema.ts'
import type { Message, Provider, CompletionRequest } from './provider.ts'

/** The provider behind a URL. Anthropic and Google also have an OpenAI-compatible path. */
export function providerOf({ hostname, pathname }: URL): Provider {
  const path = pathname.replace(/\/+$/, '')
  if (/\/(openai|chat)(\/|$)/.test(path)) return openai
  if (path.endsWith('/v1/messages') || hostname === 'api.anthropic.com') return anthropic
  if (path.includes('/v1beta') || hostname === 'generativelanguage.googleapis.com') return google
  return openai
}

const openai: Provider = {
  outputModes: ['schema', 'tool', 'object', 'plain'],
  createModel({ root, key = '' }, { model, quirks }, fetch) {
    const provider = createOpenAICompatible({
      name: OPENAI,
      baseURL: `${root.origin}${pathWithoutSlash(root)}`,
      ...(root.search !== '' && { queryParams: Object.fromEntries(root.searchParams) }),
      apiKey: key,
      fetch,
      supportsStructuredOutputs: true,
      includeUsage: !quirks.has('no-stream-options'),
      // A server with a single model may be asked without naming it; newer models of OpenAI refuse `max_tokens`.
      transformRequestBody: ({ model: name, max_tokens: most, ...body }) => ({
        ...(name !== '' && { model: name as string }),
        ...body,
        ...(most !== undefined && {
          [quirks.has('completion-limit') ? 'max_completion_tokens' : 'max_tokens']: most as number,
        }),
      }),
    })
    return provider(model ?? '')
  },
  options: (request) => ({
    // One text without images: not every server takes content in parts.
    prompt: promptOf(request, ({ content, history = [] }) => [[...history, content].join('\n\n')]),
    providerOptions: { [OPENAI]: { strictJsonSchema: isStrict(request) } },
  }),
  // Ollama returns the context of a model at a path of its own.
  lookups: (root, model) => [
    { url: new URL(`${pathWithoutSlash(root)}/models`, root) },
    ...(model === undefined ? [] : [{ url: new URL('/api/show', root), body: { model } }]),
  ],
  headers: (key) => ({ ...(key !== undefined && { authorization: `Bearer ${key}` }) }),
}

const OPENAI = 'endpoint'

/** The Messages API demands a limit; without one the package asks unknown models for 4096 tokens. */
const OUTPUT_TOKENS = 8192
/** Every Claude model can write so many. */
const SMALL_OUTPUT_TOKENS = 4096

/** The Messages API. The package forces a schema with native structured output or, for older models, with a tool. */
const anthropic: Provider = {
  outputModes: ['schema', 'plain'],
  createModel: ({ root, key = '' }, { model }, fetch) =>
    model === undefined
      ? undefined
      : createAnthropic({ baseURL: anthropicRoot(root), apiKey: key, fetch })(model),
  options: (request) => ({
    prompt: promptOf(request, ({ content, history = [] }) => [...history, content], CACHE_CONTROL),
    providerOptions: { anthropic: { toolStreaming: false } },
    maxOutputTokens: request.quirks.has('no-limit')
      ? SMALL_OUTPUT_TOKENS
      : (request.outputTokens ?? OUTPUT_TOKENS),
  }),
  lookups: (root, model) =>
    model === undefined ? [] : [{ url: new URL(`${anthropicRoot(root)}/models/${model}`) }],
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) }),
}

function anthropicRoot(root: URL): string {
  const path = pathWithoutSlash(root).replace(/\/messages$/, '')
  return `${root.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`
}

const CACHE_CONTROL: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }

const google: Provider = {
  outputModes: ['schema', 'tool', 'object', 'plain'],
  createModel({ root, key = '' }, request, fetch) {
    const { baseURL, model } = googleRoot(root, request.model)
    return model === undefined ? undefined : createGoogle({ baseURL, apiKey: key, fetch })(model)
  },
  options: (request) => ({ prompt: promptOf(request, ({ content, history = [] }) => [...history, content]) }),
  lookups(root, name) {
    const { baseURL, model } = googleRoot(root, name)
    return model === undefined
      ? []
      : [{ url: new URL(`${baseURL}/${model.includes('/') ? model : `models/${model}`}`) }]
  },
  headers: (key) => ({ ...(key !== undefined && { 'x-goog-api-key': key }) }),
  // Gemini answers an object schema without properties with an empty object.
  supportsSchema: (schema, way) => (way !== 'schema' && way !== 'tool') || !hasFreeformObject(schema),
}

function googleRoot(root: URL, given: string | undefined): { baseURL: string; model: string | undefined } {
  const path = pathWithoutSlash(root).replace(/:(stream)?generateContent$/i, '')
  const [, version = path, named] = /^(.*)\/models(?:\/([^/]+))?$/.exec(path) ?? []
  return { baseURL: `${root.origin}${version || '/v1beta'}`, model: named ?? given }
}

function pathWithoutSlash({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '')
}

function promptOf(
  { system, messages }: CompletionRequest,
  textsOf: (message: Message) => readonly string[],
  cached?: SharedV4ProviderOptions,
): LanguageModelV4Prompt {
  const mark =
    cached && messages.some(({ history = [] }) => history.length > 0) ? { providerOptions: cached } : {}
  return [
    { role: 'system', content: system, ...mark },
    ...messages.map((message): LanguageModelV4Prompt[number] => {
      const { role, history = [], images = [] } = message
      const texts = textsOf(message).map((text, at) => ({
        type: 'text' as const,
        text,
        ...(at === history.length - 1 && mark),
      }))
      if (role === 'assistant') return { role, content: texts }
      const shown = images.map(({ type, base64 }) => ({
        type: 'file' as const,
        mediaType: type,
        data: { type: 'data' as const, data: base64 },
      }))
      return { role, content: [...texts, ...shown] }
    }),
  ]
}

export function isStrict({ shape, quirks }: CompletionRequest): boolean {
  return shape !== undefined && !quirks.has('no-strict') && fitsStrict(shape.schema)
}

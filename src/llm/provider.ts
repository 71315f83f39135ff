import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { Image, Usage } from './question.ts'

/** How a reply is forced into a schema, the strictest first. `plain`: by the prompt alone. */
export type OutputMode = 'schema' | 'tool' | 'object' | 'plain'

export type Quirk =
  | 'no-temperature'
  | 'completion-limit'
  | 'no-limit'
  | 'no-strict'
  | 'streamed'
  | 'unstreamed'
  | 'no-stream-options'
  | 'no-images'

export interface Message {
  role: 'user' | 'assistant'
  content: string
  history?: readonly string[]
  images?: readonly Image[]
}

export interface Lookup {
  url: URL
  body?: object
}

export interface CompletionRequest {
  model: string | undefined
  system: string
  messages: readonly Message[]
  shape?: { mode: OutputMode; schema: object; name: string } | undefined
  temperature?: number | undefined
  outputTokens?: number | undefined
  isStreamed: boolean
  quirks: ReadonlySet<Quirk>
}

export interface CompletionResponse {
  text: string
  isCut: boolean
  usage: Partial<Usage>
}

/** Where a model is reached. The key is sent nowhere else and never logged. */
export interface EndpointAccess {
  root: URL
  key: string | undefined
}

export interface Provider {
  outputModes: readonly OutputMode[]
  createModel(
    access: EndpointAccess,
    request: CompletionRequest,
    fetch: typeof globalThis.fetch,
  ): LanguageModelV4 | undefined
  options(
    request: CompletionRequest,
  ): Pick<LanguageModelV4CallOptions, 'prompt'> & Partial<LanguageModelV4CallOptions>
  lookups(root: URL, model: string | undefined): readonly Lookup[]
  headers(key: string | undefined): Record<string, string>
  supportsSchema?(schema: object, mode: OutputMode): boolean
}

export interface LooseObject {
  readonly [name: string]: LooseObject | undefined
}

export function toLooseObject(value: unknown): LooseObject {
  return (typeof value === 'object' && value !== null ? value : {}) as LooseObject
}

export function listOf(value: unknown): readonly LooseObject[] {
  return Array.isArray(value) ? value.map(toLooseObject) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

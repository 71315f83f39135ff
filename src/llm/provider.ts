import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { Image, Usage } from './question.ts'

/** How a reply is forced into a schema, the strictest first. `plain`: by the prompt alone. */
export type Way = 'schema' | 'tool' | 'object' | 'plain'

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

export interface Wish {
  model: string | undefined
  system: string
  messages: readonly Message[]
  shape?: { way: Way; schema: object; name: string } | undefined
  temperature?: number | undefined
  outputTokens?: number | undefined
  isStreamed: boolean
  quirks: ReadonlySet<Quirk>
}

export interface Reply {
  text: string
  isCut: boolean
  usage: Partial<Usage>
}

/** Where a model is reached. The key is sent nowhere else and never logged. */
export interface Access {
  root: URL
  key: string | undefined
}

export interface Provider {
  ways: readonly Way[]
  open(access: Access, wish: Wish, fetch: typeof globalThis.fetch): LanguageModelV4 | undefined
  options(wish: Wish): Pick<LanguageModelV4CallOptions, 'prompt'> & Partial<LanguageModelV4CallOptions>
  lookups(root: URL, model: string | undefined): readonly Lookup[]
  headers(key: string | undefined): Record<string, string>
  fits?(schema: object, way: Way): boolean
}

export interface Loose {
  readonly [name: string]: Loose | undefined
}

export function loose(value: unknown): Loose {
  return (typeof value === 'object' && value !== null ? value : {}) as Loose
}

export function listOf(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.map(loose) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

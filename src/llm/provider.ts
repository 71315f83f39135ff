import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { Image, Usage } from './question.ts'

/** How a reply is forced into a schema, the strictest first. `plain`: by the prompt alone. */
export type Way = 'schema' | 'tool' | 'object' | 'plain'

/** A parameter that an endpoint refused or wants in another form. */
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
  /** Texts before the content that stay the same in the next question, so that an endpoint can cache them. */
  history?: readonly string[]
  /** Shown after the content. */
  images?: readonly Image[]
}

/** A request that may return how much a model can read. */
export interface Lookup {
  url: URL
  body?: object
}

/** A request, independent of the provider that gets it. */
export interface Wish {
  model: string | undefined
  system: string
  messages: readonly Message[]
  /** Absent: the answer is a text. */
  shape?: { way: Way; schema: object; name: string } | undefined
  temperature?: number | undefined
  outputTokens?: number | undefined
  isStreamed: boolean
  quirks: ReadonlySet<Quirk>
}

/** The reply of a model; the arguments of a tool call are its text. */
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

/** One family of endpoints, reached with a provider package of the AI SDK. */
export interface Provider {
  /** The ways it can be held to a schema. */
  ways: readonly Way[]
  /** Undefined: this provider needs the name of a model. */
  open(access: Access, wish: Wish, fetch: typeof globalThis.fetch): LanguageModelV4 | undefined
  /** Messages and options that differ from those of other providers. */
  options(wish: Wish): Pick<LanguageModelV4CallOptions, 'prompt'> & Partial<LanguageModelV4CallOptions>
  /** Requests that may return the limits of a model, best first, and the headers they need. */
  lookups(root: URL, model: string | undefined): readonly Lookup[]
  headers(key: string | undefined): Record<string, string>
  /** Whether the schema can be sent in this way. */
  fits?(schema: object, way: Way): boolean
}

/** A value from elsewhere whose shape is unknown. */
export interface Loose {
  readonly [name: string]: Loose | undefined
}

/** Allows access to the fields of any value; a value that is no object has none. */
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

/** The value that a text is the JSON of; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

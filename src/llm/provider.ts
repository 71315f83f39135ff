import type { Image, Usage } from './question.ts'

/** How an endpoint is held to a schema, the strictest first. `plain`: in words alone. */
export type Way = 'schema' | 'tool' | 'object' | 'plain'

/** Something an endpoint turned out to want otherwise than most. */
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
  /** Texts before the content that are the same in the next question, so that an endpoint can cache them. */
  history?: readonly string[]
  /** Shown after the content. */
  images?: readonly Image[]
}

/** A request that may tell how much a model reads. */
export interface Lookup {
  url: URL
  body?: object
}

/** A request before it is worded for an endpoint. */
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

/** What an endpoint answered. */
export interface Reply {
  text: string
  /** What the model called the tool with. */
  object?: unknown
  isCut: boolean
  usage: Partial<Usage>
}

/** The wire of one family of endpoints. */
export interface Provider {
  /** The ways it knows to hold a model to a schema. */
  ways: readonly Way[]
  /** Undefined: it cannot be asked without the name of a model. */
  address(root: URL, wish: Pick<Wish, 'model'> & Partial<Pick<Wish, 'isStreamed'>>): URL | undefined
  headers(key: string | undefined): Record<string, string>
  body(wish: Wish): object
  /** Where the endpoint may tell what a model can read, best first. */
  lookups(root: URL, model: string | undefined): readonly Lookup[]
  /** Whether the schema can be said in this way. */
  fits?(schema: object, way: Way): boolean
  /** The answer that the events of a stream amount to, or undefined when the stream broke off. */
  assemble(events: readonly unknown[]): unknown
  /** Undefined: that is no answer of such an endpoint. Throws a Fault when the model declined. */
  read(answer: unknown): Reply | undefined
}

/** A value from elsewhere, to be looked into. */
export interface Loose {
  readonly [name: string]: Loose | undefined
}

/** Lets a value be looked into without being sure of anything; what is no object has nothing in it. */
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

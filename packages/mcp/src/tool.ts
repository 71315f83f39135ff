import type { z } from 'zod'
import type { Winnow } from '../../client/src/client.ts'

/** An object as it came over a wire. */
export type JsonObject = Record<string, unknown>

/** What a tool may use while it answers one call. */
export interface ToolContext {
  client: Winnow
  /** Fires when the caller no longer waits. */
  signal: AbortSignal
  /** Where the files that `parse` is asked about are: beside this process, or with the caller. */
  files: 'local' | 'upload'
  /** Tells the caller how far the work is; nothing happens when it did not ask for that. */
  report(step: JobProgress): void
}

/** What a single request to the service needs. */
export type RequestContext = Pick<ToolContext, 'client'> & { signal: AbortSignal | undefined }

/** How far a job is. */
export interface JobProgress {
  done: number
  total?: number
  message: string
}

/** What a tool answers: one object, and what can be read about it later. */
export interface ToolOutput {
  value: JsonObject
  /** The resource that has all of it, where the value does not. */
  link?: { uri: string; name: string } | undefined
}

/** What callers may assume of a tool before they call it. */
interface Annotations {
  /** Changes nothing. */
  readOnly?: boolean
  /** What it changes cannot be brought back. */
  destructive?: boolean
  /** Calling it twice does no more than once. */
  idempotent?: boolean
  /** Reaches out to the web. */
  openWorld?: boolean
}

/** One tool: a row in the table of `tools.ts`. */
export interface Tool<Input = never> {
  /** Without the prefix. */
  name: string
  title: string
  /** For a model: what it does, when to take which, what it costs. */
  description: string
  input: z.ZodType<Input>
  output: z.ZodType
  annotations: Annotations
  /** How to ask for less, where an answer can be too long. */
  sizeAdvice?: string
  /** Turns the forms in which other servers of this protocol take their arguments into ours, before they are checked. */
  normalize?: ((given: JsonObject) => JsonObject) | undefined
  /** Callers without a key have it too. */
  isKeyless?: boolean
  run(input: Input, turn: ToolContext): Promise<ToolOutput>
}

/** A tool whatever its input is: it is only ever run with what its own schema made. */
export type AnyTool = Omit<Tool, 'input' | 'run'> & {
  input: z.ZodType
  run(input: unknown, turn: ToolContext): Promise<ToolOutput>
}

/** Checks a tool against its own schema and forgets which it was. */
export function tool<Input>(definition: Tool<Input>): AnyTool {
  return definition as unknown as AnyTool
}

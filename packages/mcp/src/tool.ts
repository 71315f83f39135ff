import type { z } from 'zod'
import type { Winnow } from '../../client/src/client.ts'

/** A parsed JSON object. */
export type JsonObject = Record<string, unknown>

/** The context of one tool call. */
export interface ToolContext {
  client: Winnow
  /** Aborts when the caller disconnects or cancels. */
  signal: AbortSignal
  /** Where `parse` finds files: on this machine or on the caller's. */
  files: 'local' | 'upload'
  /** Reports progress to the caller; ignored if the caller did not request it. */
  report(step: JobProgress): void
}

/** The part of the context that a single request needs. */
export type RequestContext = Pick<ToolContext, 'client'> & { signal: AbortSignal | undefined }

/** The progress of a job. */
export interface JobProgress {
  done: number
  total?: number
  message: string
}

/** The output of a tool: one object, and a link to the full result. */
export interface ToolOutput {
  value: JsonObject
  /** The resource with the full result, if the value is incomplete. */
  link?: { uri: string; name: string } | undefined
}

/** Hints for callers, as in MCP tool annotations. */
interface Annotations {
  /** Changes nothing. */
  readOnly?: boolean
  /** Its changes cannot be undone. */
  destructive?: boolean
  /** Repeated calls have the same effect as one. */
  idempotent?: boolean
  /** Accesses the web. */
  openWorld?: boolean
}

/** One tool: a row in the table of `tools.ts`. */
export interface Tool<Input = never> {
  /** Without the prefix. */
  name: string
  title: string
  /** For a model: what the tool does, when to use it, its cost. */
  description: string
  input: z.ZodType<Input>
  output: z.ZodType
  annotations: Annotations
  /** How to get a shorter response, for tools whose response can be too long. */
  sizeAdvice?: string
  /** Converts arguments in the forms of other MCP servers before validation. */
  normalize?: ((given: JsonObject) => JsonObject) | undefined
  /** Works without a key. */
  isKeyless?: boolean
  run(input: Input, turn: ToolContext): Promise<ToolOutput>
}

/** A tool with any input: `run` only gets input parsed by its own schema. */
export type AnyTool = Omit<Tool, 'input' | 'run'> & {
  input: z.ZodType
  run(input: unknown, turn: ToolContext): Promise<ToolOutput>
}

/** Type-checks a tool against its schema, then erases the input type. */
export function tool<Input>(definition: Tool<Input>): AnyTool {
  return definition as unknown as AnyTool
}

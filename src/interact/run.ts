import type { Language } from '../contract/code-run.ts'
import type { Remote, Stage } from '../browser/browser.ts'

/** What a program gave. */
export interface CodeOutcome {
  stdout: string
  stderr: string
  /** The last value, as text; what was printed when there is none. */
  result: string
  exitCode: number | null
  /** Whether it had to be ended, by time or memory. */
  killed: boolean
  truncated: boolean
  error?: string
}

export type RunCode = (
  program: { code: string; language: Language; timeoutMs: number },
  remote: Remote,
  signal: AbortSignal,
) => Promise<CodeOutcome>

/** What came of a wish in words. */
export interface PromptOutcome {
  /** Whether everything that was asked for was done and seen to have its effect. */
  done: boolean
  /** What was asked for, in words; and what could not be done. */
  output: string
  /** What was done, one sentence each, in order. */
  actions: TakenAction[]
  error?: string
  /** What is to be said about how it was done or how sure it is, in sentences for the caller. */
  warnings?: string[]
  /** The output as the `schema` of the request wants it. */
  data?: unknown
  /** What a model took for it. */
  usage?: RunUsage
  /** A program for `code` of a request that does the same again. It has secrets of the caller: never log or store it. */
  code?: string
}

/** What a model took for a run. */
export interface RunUsage {
  /** How often the model decided. */
  rounds: number
  inputTokens: number
  outputTokens: number
  /** Input tokens that came from the endpoint's prompt cache. */
  cachedTokens: number
  /** By the operator's prices; absent when there are none. */
  cost?: number
}

/** What a request may say besides its instruction. */
export interface PromptWishes {
  /** Values that the instruction calls `<name>`; no model or log gets to see them, and of the outcome only `code` has them. */
  variables?: Readonly<Record<string, VariableValue>> | undefined
  /** JSON Schema of the output. */
  schema?: Readonly<Record<string, unknown>> | undefined
  /** Tokens of a model that it may take. */
  maxTokens?: number | undefined
}

/** A text, or a file to be uploaded. */
export type VariableValue = string | { fileName: string; text: string } | { fileName: string; base64: string }

export interface TakenAction {
  /** `click`, `fill`, … */
  type: string
  /** What it was done to, as a person would call it. */
  target?: string
  value?: string
  /** What it changed, as far as could be seen. */
  effect?: string
}

export type RunPrompt = (
  prompt: string,
  stage: Stage,
  signal: AbortSignal,
  wishes?: PromptWishes,
) => Promise<PromptOutcome>

/** Answers a question from a page's markup: undefined when the page does not say. `spend` hears what a model took. */
export type AnswerFrom = (
  page: { html: string; url: string },
  question: string,
  signal: AbortSignal,
  spend?: (tokens: number) => void,
) => Promise<string | undefined>

import type { Language } from '../contract/code-run.ts'
import type { Remote, PageController } from '../browser/browser.ts'
import type { Usage } from '../llm/llm.ts'

export interface CodeOutcome {
  stdout: string
  stderr: string
  /** The last value, as text; what was printed when there is none. */
  result: string
  exitCode: number | null
  killed: boolean
  truncated: boolean
  error?: string
}

export type RunCode = (
  program: { code: string; language: Language; timeoutMs: number },
  remote: Remote,
  signal: AbortSignal,
) => Promise<CodeOutcome>

export interface PromptOutcome {
  /** Whether everything that was asked for was done and seen to have its effect. */
  done: boolean
  output: string
  actions: TakenAction[]
  error?: string
  warnings?: string[]
  data?: unknown
  usage?: RunUsage
  /** A program for `code` of a request that does the same again. It has secrets of the caller: never log or store it. */
  code?: string
}

interface RunUsage extends Required<Usage> {
  rounds: number
  cost?: number
}

export interface PromptRunOptions {
  /** Values that the instruction calls `<name>`; no model or log gets to see them, and of the outcome only `code` has them. */
  variables?: Readonly<Record<string, VariableValue>> | undefined
  schema?: Readonly<Record<string, unknown>> | undefined
  maxTokens?: number | undefined
}

export type VariableValue = string | { fileName: string; text: string } | { fileName: string; base64: string }

export interface TakenAction {
  type: string
  target?: string
  value?: string
  effect?: string
}

export type RunPrompt = (
  prompt: string,
  controller: PageController,
  signal: AbortSignal,
  options?: PromptRunOptions,
) => Promise<PromptOutcome>

/** Answers a question from a page's markup: undefined when the page does not say. `spend` hears what a model took. */
export type AnswerFrom = (
  page: { html: string; url: string },
  question: string,
  signal: AbortSignal,
  spend?: (tokens: number) => void,
) => Promise<string | undefined>

import type { Language } from '../contract/code-run.ts'
import type { Remote, PageController } from '../browser/browser.ts'
import type { Usage } from '../llm/llm.ts'

export interface CodeOutcome {
  stdout: string
  stderr: string
  /** The last value as text, or the output if there is none. */
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
  /** Whether each part of the instruction was done and its effect was seen. */
  done: boolean
  output: string
  actions: TakenAction[]
  error?: string
  warnings?: string[]
  data?: unknown
  usage?: RunUsage
  /**
   * A program for `code` that repeats the actions. It contains secrets of the caller: never log or store it.
   */
  code?: string
}

interface RunUsage extends Required<Usage> {
  rounds: number
  cost?: number
}

export interface PromptRunOptions {
  /**
   * Values that the instruction names as `<name>`. They never reach the model, the log, or any part of the
   * outcome except `code`.
   */
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

/**
 * Answers a question from a page's markup; undefined if the page has no answer. `spend` is called with the
 * model's usage.
 */
export type AnswerFrom = (
  page: { html: string; url: string },
  question: string,
  signal: AbortSignal,
  spend?: (tokens: number) => void,
) => Promise<string | undefined>

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
  /** Tokens that a model took for it. */
  tokens?: number
}

export interface TakenAction {
  /** `click`, `fill`, … */
  type: string
  /** What it was done to, as a person would call it. */
  target?: string
  value?: string
  /** What it changed, as far as could be seen. */
  effect?: string
}

export type RunPrompt = (prompt: string, stage: Stage, signal: AbortSignal) => Promise<PromptOutcome>

/** Answers a question from a page's markup: undefined when the page does not say. */
export type AnswerFrom = (
  page: { html: string; url: string },
  question: string,
  signal: AbortSignal,
) => Promise<string | undefined>

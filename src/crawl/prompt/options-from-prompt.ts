import { askForOptions } from './ask-for-options.ts'
import type { AskModel } from './ask-for-options.ts'
import type { CrawlPrompt } from './crawl-prompt.ts'
import { usableOptions } from './prompt-options.ts'
import type { PromptOptions } from './prompt-options.ts'
import { readWords } from './words/read-words.ts'

/** What a prompt was understood to ask for. */
export interface PromptReading {
  options: PromptOptions
  warning?: string
}

/**
 * The options that a prompt stands for, as a model reads it, or by fixed rules without one. Undefined when it says
 * nothing about how to crawl.
 */
export async function optionsFromPrompt(
  asked: CrawlPrompt,
  { askModel }: { askModel: AskModel | undefined },
  signal: AbortSignal,
): Promise<PromptReading | undefined> {
  const given = askModel ? await askForOptions(asked, askModel, signal) : readWords(asked)
  const { options, unusable } = usableOptions(given)
  if (Object.keys(options).length === 0) return undefined
  const warnings = [
    ...(askModel ? [] : [FIXED_RULES]),
    ...(unusable.length === 0 ? [] : [`What the prompt asks for cannot be set as ${unusable.join(', ')}.`]),
  ]
  return warnings.length === 0 ? { options } : { options, warning: warnings.join(' ') }
}

const FIXED_RULES =
  'No model is configured (WINNOW_LLM_URL): the options were read from the words by fixed rules.'

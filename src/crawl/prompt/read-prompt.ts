import type { AskModel } from './ask-for-options.ts'
import type { CrawlPrompt } from './crawl-prompt.ts'
import { optionsFromPrompt } from './options-from-prompt.ts'
import type { PromptReading } from './options-from-prompt.ts'

/** Reads a prompt; one that says nothing about how to crawl gives no options and a warning. 503 when the model fails. */
export type ReadPrompt = (asked: CrawlPrompt, signal: AbortSignal) => Promise<PromptReading>

/** Without a model, prompts are read by fixed rules. */
export function createReadPrompt({ askModel }: { askModel: AskModel | undefined }): ReadPrompt {
  return async (asked, signal) =>
    (await optionsFromPrompt(asked, { askModel }, signal)) ?? {
      options: {},
      warning: askModel ? NOTHING_FOUND : NOTHING_KNOWN,
    }
}

const NOTHING_FOUND =
  'The prompt could not be turned into crawl options. Say which pages are wanted, how many, or how deep to go.'
const NOTHING_KNOWN = `${NOTHING_FOUND} No model is configured (WINNOW_LLM_URL), so only fixed rules read it, in English and German: numbers of pages, depth, pauses, paths and usual parts of a site, subdomains, external links, the sitemap.`

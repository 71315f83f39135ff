import { Fault } from '../../fault.ts'
import type { AskModel } from './ask-for-options.ts'
import type { CrawlPrompt } from './crawl-prompt.ts'
import { optionsFromPrompt } from './options-from-prompt.ts'
import type { PromptReading } from './options-from-prompt.ts'

/** Reads a prompt; fails with 400 when it says nothing about how to crawl, and with 503 when the model does not answer. */
export type ReadPrompt = (asked: CrawlPrompt, signal: AbortSignal) => Promise<PromptReading>

/** Without a model, prompts are read by fixed rules. */
export function createReadPrompt({ askModel }: { askModel: AskModel | undefined }): ReadPrompt {
  return async (asked, signal) => {
    const reading = await optionsFromPrompt(asked, { askModel }, signal)
    if (reading === undefined) throw new Fault('BAD_REQUEST', askModel ? NOTHING_FOUND : NOTHING_KNOWN)
    return reading
  }
}

const NOTHING_FOUND =
  'Bad Request: prompt could not be turned into crawl options. Say which pages are wanted, how many, or how deep to go.'
const NOTHING_KNOWN = `${NOTHING_FOUND} No model is configured (WINNOW_LLM_URL), so only fixed rules read it, in English and German: numbers of pages, depth, pauses, paths and usual parts of a site, subdomains, external links, the sitemap.`

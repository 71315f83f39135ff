import { settleCrawl } from '../../contract/crawl-options.ts'
import type { CrawlOptions } from '../crawls.ts'
import { askForOptions } from './ask-for-options.ts'
import type { AskModel } from './ask-for-options.ts'
import { usableOptions } from './prompt-options.ts'
import type { CrawlPrompt, PromptOptions } from './prompt-options.ts'
import { readWords } from './words/read-words.ts'

export function applyPrompt(options: CrawlOptions, fromPrompt: PromptOptions): CrawlOptions {
  const { explicit } = options
  const own = Object.fromEntries(explicit.map((name) => [name, options[name]]))
  const wanted = own['regexOnFullURL'] === true ? withFullPatterns(fromPrompt) : fromPrompt
  return { ...options, ...settleCrawl({ ...wanted, ...own }), explicit }
}

/** A prompt's patterns are about paths; a caller who has patterns of his own searched in addresses gets them so too. */
function withFullPatterns(options: PromptOptions): PromptOptions {
  const { includePaths, excludePaths } = options
  return {
    ...options,
    ...(includePaths && { includePaths: includePaths.map(onFullUrl) }),
    ...(excludePaths && { excludePaths: excludePaths.map(onFullUrl) }),
  }
}

function onFullUrl(pattern: string): string {
  return pattern
    .replace(/^\^\//, '^[a-z]+://[^/]+/')
    .replace(/\(\/\|\$\)$/, '([/?#]|$)')
    .replace(/([^\\)])\$$/, '$1([?#]|$)')
}

export type ReadPrompt = (asked: CrawlPrompt, signal: AbortSignal) => Promise<PromptReading>

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

interface PromptReading {
  options: PromptOptions
  warning?: string
}

/** Undefined when the prompt says nothing about how to crawl. */
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

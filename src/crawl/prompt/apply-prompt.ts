import { settleCrawl } from '../../contract/crawl-options.ts'
import type { CrawlOptions } from '../crawls.ts'
import type { PromptOptions } from './prompt-options.ts'

/** Fills from a prompt what the caller did not set. */
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

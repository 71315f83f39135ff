import { z } from 'zod'
import { crawlFields } from '../../contract/crawl-options.ts'
import type { CrawlPreviewResponse } from '../../contract/crawl.ts'

/**
 * The options that a prompt may set: paths through a site, and nothing that the caller must decide, such as
 * robots.txt.
 */
const fields = {
  includePaths: crawlFields.includePaths,
  excludePaths: crawlFields.excludePaths,
  maxDiscoveryDepth: z.int().min(0).max(1000).optional(),
  crawlEntireDomain: crawlFields.crawlEntireDomain,
  allowExternalLinks: crawlFields.allowExternalLinks,
  allowSubdomains: crawlFields.allowSubdomains,
  sitemap: crawlFields.sitemap,
  ignoreQueryParameters: crawlFields.ignoreQueryParameters,
  deduplicateSimilarURLs: crawlFields.deduplicateSimilarURLs,
  delay: crawlFields.delay,
  limit: z.int().min(1).max(1_000_000).optional(),
}

export type PromptOptions = Omit<CrawlPreviewResponse['data'], 'url' | 'maxDepth'>

export const promptOptionsSchema = z.toJSONSchema(z.strictObject(fields), { io: 'input' })

/** Keeps the valid options from an untrusted source and names the invalid ones. */
export function usableOptions(given: unknown): { options: PromptOptions; unusable: string[] } {
  const options: Record<string, unknown> = {}
  const unusable: string[] = []
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  for (const [name, value] of entries) {
    if (value === null || value === undefined) continue
    const field = Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : undefined
    const parsed = field && usableValue(field, value)
    if (parsed !== undefined) options[name] = parsed.value
    if (parsed === undefined || !parsed.isWhole) unusable.push(name.slice(0, 40))
  }
  return { options: withoutEmptyLists(options), unusable: unusable.slice(0, 10) }
}

/** Keeps the valid entries of a list. Other values are kept whole or not at all. */
function usableValue(field: z.ZodType, value: unknown): { value: unknown; isWhole: boolean } | undefined {
  const whole = field.safeParse(value)
  if (whole.success) return { value: whole.data, isWhole: true }
  if (!Array.isArray(value)) return undefined
  return { value: value.filter((entry) => field.safeParse([entry]).success).slice(0, 100), isWhole: false }
}

function withoutEmptyLists(options: Record<string, unknown>): PromptOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  )
}

export interface CrawlPrompt {
  prompt: string
  url: string
}

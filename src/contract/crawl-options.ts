import { z } from 'zod'
import { PathPatterns } from './fields.ts'

const DEFAULTS = {
  includePaths: [] as string[],
  excludePaths: [] as string[],
  regexOnFullURL: false,
  sitemap: 'include' as z.output<typeof Sitemap>,
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: true,
  limit: 10_000,
  crawlEntireDomain: false,
  allowExternalLinks: false,
  allowSubdomains: false,
  ignoreRobotsTxt: false,
}

export const RobotsUserAgent = z
  .string()
  .regex(/^[\x20-\x7e]{1,256}$/, 'must be one line of at most 256 ASCII characters')
  .describe('Whose rules in robots.txt to follow.')

export const Sitemap = z.enum(['include', 'skip', 'only'])

/**
 * How a site is crawled. No default is filled here, because a prompt may set what the caller did not: that has to be
 * known until `settleCrawl` fills them.
 */
export const crawlFields = {
  prompt: z
    .string()
    .max(10_000)
    .optional()
    .describe('Which pages are wanted, in words; sets options that are left out.'),
  includePaths: PathPatterns.optional().meta({
    description: 'Regular expressions; only paths that match one are visited.',
    default: DEFAULTS.includePaths,
  }),
  excludePaths: PathPatterns.optional().meta({
    description: 'Regular expressions; paths that match one are not visited.',
    default: DEFAULTS.excludePaths,
  }),
  regexOnFullURL: flag('regexOnFullURL', 'Match the patterns with the whole URL instead of its path.'),
  maxDiscoveryDepth: z
    .int()
    .min(0)
    .optional()
    .describe('How many links away from the start a page may be found.'),
  sitemap: Sitemap.optional().meta({
    description: 'Whether the sitemap of the site is used.',
    default: DEFAULTS.sitemap,
  }),
  ignoreQueryParameters: flag(
    'ignoreQueryParameters',
    'Take addresses that differ only in the query for one.',
  ),
  deduplicateSimilarURLs: flag(
    'deduplicateSimilarURLs',
    'Treat similar URLs, such as with and without www, as one.',
  ),
  limit: z.int().min(1).optional().meta({ description: 'How many pages at most.', default: DEFAULTS.limit }),
  crawlEntireDomain: flag(
    'crawlEntireDomain',
    'Also visit pages beside and above the start, not only below it.',
  ),
  allowExternalLinks: flag('allowExternalLinks', 'Follow links to other sites, one step far.'),
  allowSubdomains: flag('allowSubdomains', 'Also visit subdomains.'),
  ignoreRobotsTxt: flag('ignoreRobotsTxt', 'Visit what robots.txt asks not to visit.'),
  robotsUserAgent: RobotsUserAgent.optional(),
  delay: z
    .number()
    .positive()
    .max(60)
    .optional()
    .describe('Seconds between two pages; they are then visited one by one.'),
  maxConcurrency: z.int().positive().optional().describe('How many pages are visited at once, at most.'),
}

type CrawlFields = z.output<z.ZodObject<typeof crawlFields>>

/** Fills what was left out, and says what the caller had set, which a prompt must not change. */
export function normalizeCrawlOptions(options: CrawlFields) {
  return {
    ...DEFAULTS,
    ...options,
    maxConcurrency: options.delay === undefined ? options.maxConcurrency : 1,
    explicit: Object.keys(options) as (keyof CrawlFields)[],
  }
}

function flag(name: keyof typeof DEFAULTS, description: string) {
  return z.boolean().optional().meta({ description, default: DEFAULTS[name] })
}

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
  .describe('The user agent whose robots.txt rules apply.')

export const Sitemap = z.enum(['include', 'skip', 'only'])

/**
 * Options of a crawl. They have no defaults here, because a prompt may set fields that the caller left out,
 * until `normalizeCrawlOptions` fills the rest.
 */
export const crawlFields = {
  prompt: z
    .string()
    .max(10_000)
    .optional()
    .describe('The wanted pages in plain language; sets only options that are left out.'),
  includePaths: PathPatterns.optional().meta({
    description: 'Regular expressions; only pages whose path matches one are visited.',
    default: DEFAULTS.includePaths,
  }),
  excludePaths: PathPatterns.optional().meta({
    description: 'Regular expressions; pages whose path matches one are not visited.',
    default: DEFAULTS.excludePaths,
  }),
  regexOnFullURL: flag('regexOnFullURL', 'Match the patterns against the whole URL instead of its path.'),
  maxDiscoveryDepth: z.int().min(0).optional().describe('The most links between the start and a page.'),
  sitemap: Sitemap.optional().meta({
    description: "How to use the site's sitemap.",
    default: DEFAULTS.sitemap,
  }),
  ignoreQueryParameters: flag('ignoreQueryParameters', 'Treat URLs that differ only in the query as one.'),
  deduplicateSimilarURLs: flag(
    'deduplicateSimilarURLs',
    'Treat similar URLs, such as with and without www, as one.',
  ),
  limit: z.int().min(1).optional().meta({ description: 'The most pages to visit.', default: DEFAULTS.limit }),
  crawlEntireDomain: flag(
    'crawlEntireDomain',
    'Visit all pages of the site, not only those below the path of the start.',
  ),
  allowExternalLinks: flag('allowExternalLinks', 'Follow links to other sites, one link deep.'),
  allowSubdomains: flag('allowSubdomains', 'Also visit subdomains.'),
  ignoreRobotsTxt: flag('ignoreRobotsTxt', 'Ignore robots.txt.'),
  robotsUserAgent: RobotsUserAgent.optional(),
  delay: z
    .number()
    .positive()
    .max(60)
    .optional()
    .describe('Seconds between two pages, which are then visited one by one.'),
  maxConcurrency: z.int().positive().optional().describe('The most pages visited at once.'),
}

type CrawlFields = z.output<z.ZodObject<typeof crawlFields>>

/** Fills defaults and returns the names of the fields that the caller set, which a prompt must not change. */
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

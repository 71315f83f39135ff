import { z } from 'zod'
import {
  responseObject,
  successResponse,
  clientFields,
  HeaderMap,
  Id,
  Location,
  PathPatterns,
  DefaultTrue,
  DefaultFalse,
} from './fields.ts'
import { AuditMetadata } from './audit.ts'
import { crawlFields, RobotsUserAgent, Sitemap } from './crawl-options.ts'
import { ThreatProtectionOverride } from './threat-protection.ts'
import { SiteUrl } from './url.ts'

export const MapRequest = z
  .strictObject({
    url: SiteUrl,
    search: z.string().max(500).optional().describe('Words to rank the URLs by.'),
    sitemap: Sitemap.default('include').describe("How to use the site's sitemap."),
    includeSubdomains: z
      .boolean()
      .optional()
      .meta({ description: 'Also list URLs of subdomains.', default: true }),
    allowSubdomains: z.boolean().optional().describe('The same as includeSubdomains, which wins.'),
    ignoreQueryParameters: DefaultTrue.describe('Treat URLs that differ only in the query as one.'),
    limit: z.int().min(1).max(100_000).default(5000).describe('The most URLs to list.'),
    timeout: z.int().positive().optional().describe('Milliseconds until the request is stopped.'),
    location: Location,
    ignoreCache: DefaultFalse.describe('Visit the site again instead of using stored results.'),
    useIndex: DefaultTrue.describe('Use the results of earlier visits.'),
    filterByPath: z.boolean().optional().meta({
      description: 'Only list URLs below the path of the given one.',
      default: true,
    }),
    crawlEntireDomain: z
      .boolean()
      .optional()
      .describe(
        'Also list pages outside the path of the given URL: the opposite of filterByPath, which wins.',
      ),
    maxDiscoveryDepth: crawlFields.maxDiscoveryDepth,
    deduplicateSimilarURLs: DefaultTrue.describe('Treat similar URLs, such as with and without www, as one.'),
    delay: z.number().positive().max(60).optional().describe('Seconds between two pages of a host.'),
    headers: HeaderMap.default({}),
    includePaths: PathPatterns.default([]).describe(
      'Regular expressions; only URLs whose path matches one are listed.',
    ),
    excludePaths: PathPatterns.default([]).describe(
      'Regular expressions; URLs whose path matches one are not listed.',
    ),
    regexOnFullURL: DefaultFalse.describe('Match the patterns against the whole URL instead of its path.'),
    allowExternalLinks: DefaultFalse.describe('Also list links to other sites.'),
    ignoreRobotsTxt: DefaultFalse.describe('Ignore robots.txt.'),
    robotsUserAgent: RobotsUserAgent.optional(),
    threatProtection: ThreatProtectionOverride.optional(),
    auditMetadata: AuditMetadata.optional(),
    ...clientFields,
  })
  .transform(({ allowSubdomains, crawlEntireDomain, ...request }) => ({
    ...request,
    includeSubdomains: request.includeSubdomains ?? allowSubdomains ?? true,
    filterByPath: request.filterByPath ?? !crawlEntireDomain,
  }))
  .meta({ example: { url: 'https://example.com' } })
export type MapRequest = z.output<typeof MapRequest>

export const MapResponse = successResponse({
  id: Id,
  links: z.array(
    responseObject({ url: z.string(), title: z.string().optional(), description: z.string().optional() }),
  ),
  warning: z.string().optional(),
})

import { z } from 'zod'
import { PagesOutput } from '../outputs.ts'
import { pathSegment, startJob } from '../call.ts'
import { COLLECTIONS, collectPages, stateOf } from '../collect-pages.ts'
import type { Collection } from '../collect-pages.ts'
import { normalizeCrawl, normalizeOptions } from '../normalize-options.ts'
import { batchFields, NestedOptions } from '../scrape-input.ts'
import { tool } from '../tool.ts'
import type { ToolOutput, AnyTool, JsonObject, ToolContext } from '../tool.ts'
import { superviseJob, waitForJob } from '../wait-for-job.ts'
import type { Job } from '../wait-for-job.ts'
import { Id, joinWarnings, WaitSeconds, Webhook } from './job-input.ts'

const Range = {
  skip: z.int().min(0).optional().describe('Number of pages to skip.'),
  limit: z.int().min(1).max(1000).optional().describe('Maximum number of pages.'),
}

const PAGING_ADVICE = 'Request fewer pages at once from the status tool (skip, limit).'

const Paths = z.array(z.string()).optional()

/** Tools for many pages at once. */
export const collectionTools: AnyTool[] = [
  tool({
    name: 'crawl',
    title: 'Crawl a site',
    description:
      'Reads many pages of a site, from a start URL along its links and sitemap. Set `limit`: the default is 10000 pages. Waits up to waitSeconds and returns the pages read so far; a longer crawl continues, and winnow_check_crawl_status returns the rest. Cancelling the call cancels the crawl. Use winnow_batch_scrape when the URLs are known. Costs 1 credit a page.',
    input: z.looseObject({
      url: z.string().min(1).describe('Start URL.'),
      prompt: z.string().max(10_000).optional().describe('The wanted pages, in words.'),
      limit: z.int().min(1).optional().describe('Maximum number of pages.'),
      includePaths: Paths.describe('Regular expressions; only paths that match one are visited.'),
      excludePaths: Paths.describe('Regular expressions; paths that match one are not visited.'),
      regexOnFullURL: z.boolean().optional(),
      maxDiscoveryDepth: z.int().min(0).optional().describe('Maximum link depth.'),
      sitemap: z.enum(['include', 'skip', 'only']).optional(),
      crawlEntireDomain: z.boolean().optional().describe('Include pages outside the start path.'),
      allowSubdomains: z.boolean().optional(),
      allowExternalLinks: z.boolean().optional(),
      ignoreQueryParameters: z.boolean().optional(),
      deduplicateSimilarURLs: z.boolean().optional(),
      ignoreRobotsTxt: z.boolean().optional(),
      delay: z.number().optional().describe('Seconds between two pages.'),
      maxConcurrency: z.int().positive().optional(),
      webhook: Webhook.optional(),
      zeroDataRetention: z.boolean().optional(),
      scrapeOptions: NestedOptions.optional(),
      waitSeconds: WaitSeconds,
    }),
    output: PagesOutput,
    annotations: { openWorld: true },
    sizeAdvice: PAGING_ADVICE,
    normalize: normalizeCrawl,
    run: ({ waitSeconds, ...body }, context) => startAndWait('crawl', { body, waitSeconds, context }),
  }),
  tool({
    name: 'batch_scrape',
    title: 'Scrape many pages',
    description:
      'Reads a list of known URLs; accepts every option of winnow_scrape. Waits up to waitSeconds; winnow_check_batch_status returns later pages. Cancelling the call cancels the batch. Costs 1 credit a page.',
    input: z.looseObject({
      urls: z.array(z.string().min(1)).min(1).describe('URLs of the pages.'),
      ...batchFields,
      ignoreInvalidURLs: z.boolean().optional(),
      maxConcurrency: z.int().positive().optional(),
      webhook: Webhook.optional(),
      waitSeconds: WaitSeconds,
    }),
    output: PagesOutput,
    annotations: { openWorld: true },
    sizeAdvice: PAGING_ADVICE,
    normalize: normalizeOptions,
    run: ({ waitSeconds, ...body }, context) => startAndWait('batch', { body, waitSeconds, context }),
  }),
  statusTool('crawl', 'check_crawl_status', 'winnow_crawl'),
  statusTool('batch', 'check_batch_status', 'winnow_batch_scrape'),
]

function statusTool(kind: Collection, name: string, starter: string): AnyTool {
  return tool({
    name,
    title: `Status of a ${kind}`,
    description: `Returns the state of a ${kind} of ${starter} and its pages, including failed ones. Use skip to continue after the last response. With zeroDataRetention the pages can be read only once. Free.`,
    input: z.strictObject({ id: Id, ...Range }),
    output: PagesOutput,
    annotations: { readOnly: true, idempotent: true },
    sizeAdvice: PAGING_ADVICE,
    run: ({ id, ...range }, context) => collectPages(kind, id, { range, context }),
  })
}

async function startAndWait(
  kind: Collection,
  { body, waitSeconds, context }: { body: JsonObject; waitSeconds: number; context: ToolContext },
): Promise<ToolOutput> {
  const { path, statusTool } = COLLECTIONS[kind]
  const { url: _statusUrl, ...started } = await startJob(context, { path, body })
  const id = String(started['id'])
  const job: Job = {
    id,
    kind,
    statusTool,
    status: (signal) => stateOf(kind, id, { client: context.client, signal }),
    cancel: () => context.client.request('DELETE', `${path}/${pathSegment(id)}`),
  }
  return await superviseJob(job, context, async () => {
    await waitForJob(job, waitSeconds, context)
    const { value, link } = await collectPages(kind, id, { context })
    return { value: { ...started, ...value, ...joinWarnings(started, value) }, link }
  })
}

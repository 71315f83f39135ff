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
  skip: z.int().min(0).optional().describe('How many pages to leave out at the beginning.'),
  limit: z.int().min(1).max(1000).optional().describe('How many pages at most.'),
}

const PAGING_ADVICE = 'Ask the status tool for fewer pages at once (skip, limit).'

const Paths = z.array(z.string()).optional()

/** Tools for many pages at once. */
export const collectionTools: AnyTool[] = [
  tool({
    name: 'crawl',
    title: 'Crawl a site',
    description:
      'Reads many pages of a site, from a start address along its links and sitemap. Set `limit`: the default is 10000 pages. Waits up to waitSeconds and gives the pages read so far; a crawl that takes longer goes on, and winnow_check_crawl_status gives the rest. Cancelling the call cancels the crawl. Use winnow_batch_scrape when the addresses are known. Costs 1 credit a page.',
    input: z.looseObject({
      url: z.string().min(1).describe('Where to start.'),
      prompt: z.string().max(10_000).optional().describe('Which pages are wanted, in words.'),
      limit: z.int().min(1).optional().describe('How many pages at most.'),
      includePaths: Paths.describe('Regular expressions; only paths that match one are visited.'),
      excludePaths: Paths.describe('Regular expressions; paths that match one are not visited.'),
      regexOnFullURL: z.boolean().optional(),
      maxDiscoveryDepth: z.int().min(0).optional().describe('How many links away from the start.'),
      sitemap: z.enum(['include', 'skip', 'only']).optional(),
      crawlEntireDomain: z.boolean().optional().describe('Also pages beside and above the start.'),
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
      'Reads a list of known addresses; every option of winnow_scrape can be given. Waits up to waitSeconds; winnow_check_batch_status gives what comes later. Cancelling the call cancels the batch. Costs 1 credit a page.',
    input: z.looseObject({
      urls: z.array(z.string().min(1)).min(1).describe('The addresses of the pages.'),
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
    description: `Tells how far a ${kind} of ${starter} is and gives its pages, those that failed among them. Use skip to read on where the last answer ended. With zeroDataRetention all pages can be read once. Free.`,
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

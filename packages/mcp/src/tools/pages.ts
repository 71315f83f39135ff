import { z } from 'zod'
import { DocumentOutput, MapOutput, SearchOutput } from '../outputs.ts'
import { singleRequest, documentOf, send } from '../call.ts'
import { normalizeNestedOptions, normalizeOptions } from '../normalize-options.ts'
import { NestedOptions, pageFields } from '../scrape-input.ts'
import { tool } from '../tool.ts'
import type { AnyTool } from '../tool.ts'

const Domains = z.array(z.string()).optional()
const NameList = z.array(z.union([z.string(), z.looseObject({ type: z.string() })])).optional()

/** Tools that answer at once with pages or addresses. */
export const pageTools: AnyTool[] = [
  tool({
    name: 'scrape',
    title: 'Scrape a page',
    description:
      'Reads one page or public document (PDF, DOCX, XLSX, …) at a known URL: Markdown by default, or HTML, links, a screenshot, data by a JSON Schema, an answer to a question. Use winnow_search when the URL is not known, winnow_map to find pages of a site, winnow_crawl or winnow_batch_scrape for many pages, winnow_parse for a local file. Recent copies are answered from the cache. Costs 1 credit a page; json 5, question or highlights 5.',
    input: z.looseObject({ url: z.string().min(1).describe('The address of the page.'), ...pageFields }),
    output: DocumentOutput,
    // Actions may press any button of the page.
    annotations: { openWorld: true },
    sizeAdvice: 'Ask for fewer formats, or for part of the page (includeTags, excludeTags).',
    normalize: normalizeOptions,
    isKeyless: true,
    async run(body, context) {
      const envelope = await send(context, { method: 'POST', path: '/v2/scrape', body })
      return { value: documentOf(envelope) }
    },
  }),
  tool({
    name: 'search',
    title: 'Search the web',
    description:
      'Searches the web and gives titles, addresses and passages; with scrapeOptions.formats also the content of each result. Use it when no URL is known. Costs 2 credits for every 10 results, and 1 for each scraped one.',
    input: z.looseObject({
      query: z.string().min(1).max(2000),
      limit: z.int().min(1).max(100).optional().describe('Results of each source (default 10).'),
      sources: NameList.describe('web (default), news, images.'),
      categories: NameList.describe('github, research, pdf, developer.'),
      includeDomains: Domains.describe('Search only here.'),
      excludeDomains: Domains.describe('Leave these out.'),
      tbs: z.string().optional().describe('Time: qdr:h, qdr:d, qdr:w, qdr:m, qdr:y.'),
      location: z.string().optional(),
      country: z.string().optional(),
      lang: z.string().optional(),
      highlights: z.boolean().optional().describe('Passages that go with the query (default true).'),
      timeout: z.int().optional().describe('Milliseconds.'),
      scrapeOptions: NestedOptions.optional(),
    }),
    output: SearchOutput,
    annotations: { readOnly: true, openWorld: true },
    sizeAdvice: 'Ask for fewer results (limit) or for fewer formats of each.',
    normalize: normalizeNestedOptions,
    isKeyless: true,
    run: singleRequest((body) => ({ method: 'POST', path: '/v2/search', body })),
  }),
  tool({
    name: 'map',
    title: 'Map a site',
    description:
      'Lists the addresses of a site, from its sitemap and its pages, without reading them. Use it before winnow_scrape or winnow_batch_scrape to find the right pages; `search` puts those that go with some words first. Costs 1 credit.',
    input: z.looseObject({
      url: z.string().min(1),
      search: z.string().max(500).optional().describe('Put addresses that go with these words first.'),
      sitemap: z.enum(['include', 'skip', 'only']).optional(),
      includeSubdomains: z.boolean().optional(),
      ignoreQueryParameters: z.boolean().optional(),
      limit: z.int().min(1).max(100_000).optional().describe('Default 5000.'),
      includePaths: z.array(z.string()).optional().describe('Regular expressions of paths to list.'),
      excludePaths: z.array(z.string()).optional(),
      maxDiscoveryDepth: z.int().min(0).optional().describe('Links away from the start, at most.'),
      timeout: z.int().optional().describe('Milliseconds.'),
    }),
    output: MapOutput,
    annotations: { readOnly: true, idempotent: true, openWorld: true },
    sizeAdvice: 'Narrow it with search, includePaths, excludePaths or limit, or map a folder of the site.',
    run: singleRequest((body) => ({ method: 'POST', path: '/v2/map', body })),
  }),
]

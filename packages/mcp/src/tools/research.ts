import { z } from 'zod'
import { AnyOutput } from '../outputs.ts'
import { singleRequest, pathSegment } from '../call.ts'
import { tool } from '../tool.ts'
import type { AnyTool } from '../tool.ts'

const Query = z.string().min(1).max(500)
const PaperId = z
  .string()
  .min(1)
  .max(512)
  .regex(/[^.]/, 'must be an id')
  .describe('An id from winnow_research_search_papers.')
const PAPERS = '/v2/search/research/papers'
const NO_INDEX =
  'A service without an index of papers returns no results and a warning: then use winnow_search with categories ["research"].'
const annotations = { readOnly: true, idempotent: true, openWorld: true }

/** Searches in special indexes that a service may have. */
export const researchTools: AnyTool[] = [
  tool({
    name: 'developer_search',
    title: 'Search developer documentation',
    description:
      'Searches documentation, repositories and developer questions, and returns passages with their URLs. Costs 2 credits for every 10 results.',
    input: z.looseObject({
      query: Query,
      k: z.int().min(1).max(100).optional().describe('Number of results (default 10).'),
      skills: z.literal('only').optional(),
    }),
    output: AnyOutput,
    annotations,
    run: singleRequest((body) => ({ method: 'POST', path: '/v2/search/developer', body })),
  }),
  tool({
    name: 'research_search_papers',
    title: 'Search papers',
    description: `Searches an index of papers. ${NO_INDEX}`,
    input: z.strictObject({
      query: Query,
      k: z.int().min(1).max(500).optional(),
      authors: z.array(z.string()).optional(),
      categories: z.array(z.string()).optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    }),
    output: AnyOutput,
    annotations,
    run: singleRequest((query) => ({ method: 'GET', path: PAPERS, query })),
  }),
  tool({
    name: 'research_inspect_paper',
    title: 'One paper',
    description: `Returns the index entry of a paper. ${NO_INDEX}`,
    input: z.strictObject({ paperId: PaperId }),
    output: AnyOutput,
    annotations,
    run: singleRequest(({ paperId }) => ({ method: 'GET', path: `${PAPERS}/${pathSegment(paperId)}` })),
  }),
  tool({
    name: 'research_related_papers',
    title: 'Find similar papers',
    description: `Returns papers that are similar to, cite, or are cited by the first of seed_ids. ${NO_INDEX}`,
    input: z.strictObject({
      seed_ids: z.array(PaperId).min(1).max(10),
      intent: Query.describe('Topic of the wanted papers.'),
      mode: z.enum(['similar', 'citers', 'references']).optional(),
      k: z.int().min(1).max(500).optional(),
      rerank: z.boolean().optional(),
    }),
    output: AnyOutput,
    annotations,
    run: singleRequest(({ seed_ids: [seed = '', ...anchor], ...query }) => ({
      method: 'GET',
      path: `${PAPERS}/${pathSegment(seed)}/similar`,
      query: { ...query, ...(anchor.length > 0 && { anchor }) },
    })),
  }),
  tool({
    name: 'research_read_paper',
    title: 'Read a paper',
    description: `Returns passages of a paper that match a question. ${NO_INDEX}`,
    input: z.strictObject({ paperId: PaperId, question: Query, k: z.int().min(1).max(50).optional() }),
    output: AnyOutput,
    annotations,
    run: singleRequest(({ paperId, question, k }) => ({
      method: 'GET',
      path: `${PAPERS}/${pathSegment(paperId)}`,
      query: { query: question, k },
    })),
  }),
]

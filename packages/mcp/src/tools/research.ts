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
  'A service without an index of papers answers with none and says so: then use winnow_search with categories ["research"].'
const annotations = { readOnly: true, idempotent: true, openWorld: true }

/** Searches that some services have an index of their own for. */
export const researchTools: AnyTool[] = [
  tool({
    name: 'developer_search',
    title: 'Search developer documentation',
    description:
      'Searches documentation, repositories and questions of developers, and gives passages with their addresses. Costs 2 credits for every 10 results.',
    input: z.looseObject({
      query: Query,
      k: z.int().min(1).max(100).optional().describe('How many results (default 10).'),
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
    description: `Gives what an index knows about a paper. ${NO_INDEX}`,
    input: z.strictObject({ paperId: PaperId }),
    output: AnyOutput,
    annotations,
    run: singleRequest(({ paperId }) => ({ method: 'GET', path: `${PAPERS}/${pathSegment(paperId)}` })),
  }),
  tool({
    name: 'research_related_papers',
    title: 'Papers like these',
    description: `Gives papers that are similar to, cite, or are cited by the first of seed_ids. ${NO_INDEX}`,
    input: z.strictObject({
      seed_ids: z.array(PaperId).min(1).max(10),
      intent: Query.describe('What you are looking for.'),
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
    description: `Gives passages of a paper that go with a question. ${NO_INDEX}`,
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

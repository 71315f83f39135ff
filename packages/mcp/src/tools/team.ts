import { z } from 'zod'
import { AnyOutput } from '../outputs.ts'
import { singleRequest, pathSegment } from '../call.ts'
import { tool } from '../tool.ts'
import type { AnyTool } from '../tool.ts'
import { Id } from './job-input.ts'

const feedbackFields = {
  rating: z.enum(['good', 'partial', 'bad']),
  valuableSources: z.array(z.looseObject({ url: z.string(), reason: z.string().optional() })).optional(),
  missingContent: z
    .array(z.looseObject({ topic: z.string(), description: z.string().optional() }))
    .optional(),
  querySuggestions: z.string().optional(),
}

const Codes = z.array(z.string()).optional()

/** Tools about the team and about what the service answered. */
export const teamTools: AnyTool[] = [
  tool({
    name: 'credit_usage',
    title: 'Credits',
    description: 'Tells the credits that are left (view "current") or used by period ("historical"). Free.',
    input: z.strictObject({
      view: z.enum(['current', 'historical']).default('current'),
      byApiKey: z.boolean().optional().describe('One line for each key, with view "historical".'),
    }),
    output: AnyOutput,
    annotations: { readOnly: true, idempotent: true },
    run: singleRequest(({ view, byApiKey }) =>
      view === 'current'
        ? { method: 'GET', path: '/v2/team/credit-usage' }
        : { method: 'GET', path: '/v2/team/credit-usage/historical', query: { byApiKey } },
    ),
  }),
  tool({
    name: 'search_feedback',
    title: 'Rate a search',
    description: 'Tells the service how good the results of a search were. Free.',
    input: z.looseObject({
      searchId: Id.describe('`id` of the answer of winnow_search.'),
      ...feedbackFields,
    }),
    output: AnyOutput,
    annotations: { idempotent: true },
    run: singleRequest(({ searchId, ...body }) => ({
      method: 'POST',
      path: `/v2/search/${pathSegment(searchId)}/feedback`,
      body,
    })),
  }),
  tool({
    name: 'feedback',
    title: 'Rate an answer',
    description: 'Tells the service how good a scrape, search, parse or map was. Free.',
    input: z.looseObject({
      endpoint: z.string().meta({ enum: ['search', 'scrape', 'parse', 'map'] }),
      jobId: Id.describe('The id of what was answered.'),
      ...feedbackFields,
      issues: Codes,
      tags: Codes,
      note: z.string().optional(),
      url: z.string().optional(),
      pageNumbers: z.array(z.int()).optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
    }),
    output: AnyOutput,
    annotations: { idempotent: true },
    run: singleRequest((body) => ({ method: 'POST', path: '/v2/feedback', body })),
  }),
]

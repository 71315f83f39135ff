import { z } from 'zod'
import {
  responseObject,
  successResponse,
  Timestamp,
  clientFields,
  Id,
  queryInteger,
  DefaultFalse,
  OptionalBoolean,
} from './fields.ts'
import { AuditMetadata } from './audit.ts'
import { JsonSchema } from './json-schema.ts'
import { ThreatProtectionOverride } from './threat-protection.ts'
import { UrlTexts, SiteUrl } from './url.ts'
import { webhook } from './webhook.ts'
import { omit } from './omit.ts'

const Effort = z.enum(['low', 'medium', 'high'])
const AgentMode = z.enum(['extract', 'chat'])

/** A list of addresses is a batch from there on. */
const MAX_URLS = 1000

export const AgentRequest = z
  .strictObject({
    prompt: z
      .string()
      .trim()
      .min(1)
      .max(10_000)
      .meta({ description: 'What data to find.', example: 'The founders of Example Inc.' }),
    urls: UrlTexts.max(MAX_URLS)
      .pipe(z.array(SiteUrl))
      .default([])
      .describe('Where to look: the task begins there and stays on their sites.'),
    strictConstrainToURLs: DefaultFalse.describe(
      'Request nothing but exactly the given urls, redirects included.',
    ),
    schema: JsonSchema.optional().describe('The form of the data, as a JSON Schema.'),
    model: z
      .enum(['spark-1-mini', 'spark-1-pro', 'spark-2'])
      .default('spark-1-mini')
      .describe('`spark-1-mini` is cheaper, `spark-1-pro` better at complex tasks.'),
    maxCredits: z.number().positive().default(2500).describe('How many credits the task may spend.'),
    auditMetadata: AuditMetadata.optional(),
    threatProtection: ThreatProtectionOverride.optional(),
    webhook: webhook('agent').optional(),
    effort: Effort.optional(),
    threadId: Id.optional().describe('A conversation to go on with.'),
    mode: AgentMode.default('extract').describe('`chat` answers in words, `extract` with data.'),
    exchange: z.record(z.string(), z.unknown()).optional().describe('Accepted and ignored.'),
    ...clientFields,
  })
  .refine(({ urls, strictConstrainToURLs }) => urls.length > 0 || !strictConstrainToURLs, {
    path: ['strictConstrainToURLs'],
    message: 'needs urls to keep to',
  })
  .transform((request) => omit(request, ['exchange']))
  .meta({ example: { prompt: 'The founders of Example Inc.' } })
export type AgentRequest = z.output<typeof AgentRequest>

export const AgentResponse = successResponse({
  id: Id,
  threadId: Id.optional(),
  threadTurn: z.int().optional(),
  warning: z.string().optional().describe('Unknown fields that were ignored.'),
})

const AgentState = z.enum(['processing', 'completed', 'failed', 'cancelled'])

const Suggestion = responseObject({ label: z.string(), prompt: z.string() })

/** Answer of `GET /agent/{id}`; a failed task is a successful answer. */
export const AgentStatusResponse = successResponse({
  status: AgentState,
  data: z.unknown().optional().describe('What was found, once the task is completed.'),
  error: z.string().optional().describe('Why the task failed.'),
  warning: z.string().optional(),
  model: z.string().optional(),
  effort: Effort.optional(),
  expiresAt: Timestamp.describe('Until when the result is kept.'),
  creditsUsed: z.number().optional(),
  tokensUsed: z.number().optional().describe('Tokens that models took, also for requests that failed.'),
  modelCost: z.number().optional().describe("What these tokens cost by the operator's prices."),
  threadId: Id.optional(),
  threadTurn: z.int().optional(),
  mode: AgentMode.optional(),
  message: z.string().optional().describe('The answer in words.'),
  suggestions: z.array(Suggestion).optional(),
  partial: z.unknown().optional().describe('What was found before the task ended early.'),
  partialSchemaValid: OptionalBoolean.describe(
    'Whether `partial` is as the schema wants it, where one was given.',
  ),
  stopReason: z.string().optional().describe('Why the task ended.'),
  sources: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe(
      'The pages that each value is from, by JSON pointers into `data`, or into `partial` without it.',
    ),
  missing: z.array(z.string()).optional().describe('JSON pointers of what was found nowhere.'),
})
export type AgentStatusResponse = z.output<typeof AgentStatusResponse>

export const AgentListQuery = z.object({
  before: queryInteger({ min: 0 })
    .optional()
    .describe('Only tasks started before this moment, in milliseconds since 1970.'),
})

export const AgentListResponse = successResponse({
  agents: z.array(
    responseObject({
      id: Id,
      createdAt: Timestamp,
      targetHint: z.string(),
      origin: z.string(),
      integration: z.string().optional(),
      settings: responseObject({ hidden: z.boolean(), starred: z.boolean(), label: z.string().optional() }),
      status: AgentState,
      options: responseObject({
        urls: z.array(z.string()).optional(),
        prompt: z.string(),
        schema: z.unknown().optional(),
        model: z.string(),
        effort: Effort.optional(),
      }).optional(),
    }),
  ),
  next: z.string().optional().describe('Where older tasks are found.'),
})
export type AgentListResponse = z.output<typeof AgentListResponse>

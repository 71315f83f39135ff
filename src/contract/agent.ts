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

/** Longer lists of URLs belong in a batch. */
const MAX_URLS = 1000

export const AgentRequest = z
  .strictObject({
    prompt: z
      .string()
      .trim()
      .min(1)
      .max(10_000)
      .meta({ description: 'The data to find.', example: 'The founders of Example Inc.' }),
    urls: UrlTexts.max(MAX_URLS)
      .pipe(z.array(SiteUrl))
      .default([])
      .describe('Start URLs; the task stays on their sites.'),
    strictConstrainToURLs: DefaultFalse.describe('Request only the given URLs, including redirects.'),
    schema: JsonSchema.optional().describe('The JSON Schema of the data.'),
    model: z
      .enum(['spark-1-mini', 'spark-1-pro', 'spark-2'])
      .default('spark-1-mini')
      .describe('`spark-1-mini` is cheaper, `spark-1-pro` better at complex tasks.'),
    maxCredits: z.number().positive().default(2500).describe('The most credits that the task may spend.'),
    auditMetadata: AuditMetadata.optional(),
    threatProtection: ThreatProtectionOverride.optional(),
    webhook: webhook('agent').optional(),
    effort: Effort.optional(),
    threadId: Id.optional().describe('The id of a conversation to continue.'),
    mode: AgentMode.default('extract').describe('`chat` responds with text, `extract` with data.'),
    exchange: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Accepted for compatibility; has no effect.'),
    ...clientFields,
  })
  .refine(({ urls, strictConstrainToURLs }) => urls.length > 0 || !strictConstrainToURLs, {
    path: ['strictConstrainToURLs'],
    message: 'requires urls',
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

/** Response of `GET /agent/{id}`; a failed task is a successful response. */
export const AgentStatusResponse = successResponse({
  status: AgentState,
  data: z.unknown().optional().describe('The data, once the task is completed.'),
  error: z.string().optional().describe('The error of a failed task.'),
  warning: z.string().optional(),
  model: z.string().optional(),
  effort: Effort.optional(),
  expiresAt: Timestamp.describe('When the result expires.'),
  creditsUsed: z.number().optional(),
  tokensUsed: z.number().optional().describe('Tokens used by models, including failed requests.'),
  modelCost: z.number().optional().describe("The price of these tokens at the operator's rates."),
  threadId: Id.optional(),
  threadTurn: z.int().optional(),
  mode: AgentMode.optional(),
  message: z.string().optional().describe('The answer as text.'),
  suggestions: z.array(Suggestion).optional(),
  partial: z.unknown().optional().describe('The data found before the task ended early.'),
  partialSchemaValid: OptionalBoolean.describe('Whether `partial` matches the schema, if there is one.'),
  stopReason: z.string().optional().describe('The reason why the task ended.'),
  sources: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('The source pages of each value, by JSON pointers into `data`, or into `partial` without it.'),
  missing: z.array(z.string()).optional().describe('JSON pointers of values that were not found.'),
})
export type AgentStatusResponse = z.output<typeof AgentStatusResponse>

export const AgentListQuery = z.object({
  before: queryInteger({ min: 0 })
    .optional()
    .describe('Only tasks started before this time, in milliseconds since 1970.'),
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
  next: z.string().optional().describe('The URL of older tasks.'),
})
export type AgentListResponse = z.output<typeof AgentListResponse>

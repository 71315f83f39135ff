import { z } from 'zod'
import {
  responseObject,
  successResponse,
  Timestamp,
  QueryBoolean,
  queryInteger,
  Id,
  pageFields,
  clientFields,
} from './fields.ts'
import { WebUrl } from './url.ts'

const billingPeriod = {
  billingPeriodStart: Timestamp.nullable(),
  billingPeriodEnd: Timestamp.nullable(),
}

/** Response of `GET /team/credit-usage`. Unlimited credits are numbers too, because clients format them. */
export const CreditUsageResponse = successResponse({
  data: responseObject({ remainingCredits: z.number(), planCredits: z.number(), ...billingPeriod }),
})
export type CreditUsageResponse = z.output<typeof CreditUsageResponse>

export const TokenUsageResponse = successResponse({
  data: responseObject({ remainingTokens: z.number(), planTokens: z.number(), ...billingPeriod }),
})
export type TokenUsageResponse = z.output<typeof TokenUsageResponse>

export const UsageHistoryQuery = z.object({
  byApiKey: QueryBoolean.prefault(false).describe('One line per key.'),
})

const period = {
  startDate: Timestamp.nullable(),
  endDate: Timestamp.nullable(),
  apiKey: z.string().optional(),
}

export const CreditHistoryResponse = successResponse({
  periods: z.array(responseObject({ ...period, creditsUsed: z.number() })),
})
export type CreditHistoryResponse = z.output<typeof CreditHistoryResponse>

export const TokenHistoryResponse = successResponse({
  periods: z.array(responseObject({ ...period, tokensUsed: z.number() })),
})
export type TokenHistoryResponse = z.output<typeof TokenHistoryResponse>

export const QueueStatusResponse = successResponse({
  jobsInQueue: z.int().describe('Active and waiting jobs together.'),
  activeJobsInQueue: z.int(),
  waitingJobsInQueue: z.int(),
  maxConcurrency: z.int(),
  mostRecentSuccess: Timestamp.nullable(),
})

export const ConcurrencyResponse = successResponse({ concurrency: z.int(), maxConcurrency: z.int() })

const ActivityEndpoint = z.enum([
  'scrape',
  'parse',
  'crawl',
  'batch_scrape',
  'search',
  'extract',
  'map',
  'agent',
  'browser',
  'interact',
])

export const ActivityQuery = z.object({
  endpoint: ActivityEndpoint.optional(),
  limit: queryInteger({ min: 1, max: 100 }).prefault(50),
  cursor: z.string().min(1).max(512).optional(),
})

export const ActivityResponse = successResponse({
  data: z.array(
    responseObject({
      id: z.string(),
      endpoint: ActivityEndpoint,
      api_version: z.string(),
      created_at: Timestamp,
      target: z.string().nullable(),
    }),
  ),
  cursor: z.string().nullable(),
  has_more: z.boolean(),
})

const DeliveryState = z
  .enum(['waiting', 'delivered', 'failed'])
  .describe('waiting: another attempt follows; failed: no further attempts.')

export const WebhookDeliveriesQuery = z.object({
  jobId: Id.optional().describe('Only deliveries of this job.'),
  state: DeliveryState.optional(),
  ...pageFields,
})

export const WebhookDeliveriesResponse = successResponse({
  deliveries: z.array(
    responseObject({
      id: Id.describe('The webhookId in the delivery.'),
      jobId: Id,
      type: z.string().meta({ example: 'crawl.page' }),
      state: DeliveryState,
      attempts: z.int(),
      lastStatus: z
        .int()
        .nullable()
        .describe('The last HTTP status of the receiver; null without a response.'),
      lastError: z.string().nullable(),
      createdAt: Timestamp,
      nextAttemptAt: Timestamp.nullable(),
      endedAt: Timestamp.nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
})

export const CapabilitiesResponse = successResponse({
  version: z.string(),
  browser: z.string().meta({ description: '`ok`, `being unpacked`, or `unavailable` with the reason.' }),
  database: z.enum(['embedded', 'server']),
  ocr: responseObject({
    languages: z.array(z.string()).meta({ description: "Tesseract's language codes." }),
  }),
  model: responseObject({
    name: z.string().nullable().meta({ description: 'null: the embedded engine is used.' }),
    pro: z.string().nullable().meta({ description: 'The second, larger model, if there is one.' }),
  }),
  search: responseObject({ providers: z.array(z.string()) }),
  code: responseObject({ languages: z.array(z.string()) }),
  urlRisk: responseObject({ provider: z.string().nullable() }),
  keyless: z.boolean(),
  warnings: z
    .array(z.string())
    .meta({ description: 'Recommended changes for the operator, such as settings of the database server.' }),
})
export type Capabilities = Omit<z.output<typeof CapabilitiesResponse>, 'success'>

export const CatalogueResponse = successResponse({
  cohorts: z
    .array(z.strictObject({ cohort: z.string(), about: z.string() }))
    .describe('Kinds of third-party tools.'),
  note: z.string(),
})

export const EligibilityResponse = successResponse({
  eligible: z.boolean().describe('Whether a request without a key would be admitted now.'),
  reason: z
    .enum(['requests', 'credits', 'disabled'])
    .optional()
    .describe('Why not: the daily limit of this IP address is used up, or a key is always required.'),
  retryAfterSeconds: z.int().optional().describe('Seconds until the daily limit resets.'),
})
export type EligibilityResponse = z.output<typeof EligibilityResponse>

export const SupportRequest = z.strictObject({
  question: z.string().trim().min(1).max(10_000),
  jobId: Id.optional().describe('The id of the job that the question is about.'),
  ...clientFields,
})

export const SupportResponse = successResponse({ answer: z.string() })

const MAX_METADATA_BYTES = 8192

export const feedbackFields = {
  rating: z.enum(['good', 'partial', 'bad']),
  valuableSources: z
    .array(z.strictObject({ url: WebUrl, reason: z.string().max(2000).optional() }))
    .max(50)
    .default([])
    .describe('The useful results.'),
  missingContent: z
    .array(
      z.strictObject({ topic: z.string().min(1).max(2000), description: z.string().max(2000).optional() }),
    )
    .max(50)
    .default([])
    .describe('Missing content.'),
  querySuggestions: z.string().max(2000).optional(),
  ...clientFields,
}

const Codes = z.array(z.string().min(1).max(256)).max(20).default([])

export const FeedbackRequest = z.strictObject({
  endpoint: z.enum(['search', 'scrape', 'parse', 'map', 'alexandria']),
  jobId: Id.describe('The job that the feedback rates.'),
  ...feedbackFields,
  issues: Codes,
  tags: Codes,
  note: z.string().max(4000).optional(),
  url: WebUrl.optional(),
  pageNumbers: z.array(z.int().min(1)).max(100).default([]),
  metadata: z
    .record(z.string(), z.unknown())
    .default({})
    .refine(
      (metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES,
      `must have at most ${MAX_METADATA_BYTES} bytes as JSON`,
    ),
})
export type FeedbackRequest = z.output<typeof FeedbackRequest>

export const FeedbackResponse = successResponse({
  feedbackId: Id,
  creditsRefunded: z.number(),
  alreadySubmitted: z.boolean().optional(),
  dailyCapReached: z.boolean().optional(),
  creditsRefundedToday: z.number().optional(),
  dailyRefundCap: z.number().optional(),
  warning: z.string().optional(),
})
export type FeedbackResponse = z.output<typeof FeedbackResponse>

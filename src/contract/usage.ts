import { z } from 'zod'
import { answer, Success, Timestamp } from './answer.ts'
import { Flag, whole } from './query.ts'

const billingPeriod = {
  billingPeriodStart: Timestamp.nullable(),
  billingPeriodEnd: Timestamp.nullable(),
}

/** Answer of `GET /team/credit-usage`. Numbers even where credits never run out: clients format them. */
export const CreditUsageAnswer = answer({
  success: Success,
  data: answer({ remainingCredits: z.number(), planCredits: z.number(), ...billingPeriod }),
})
export type CreditUsageAnswer = z.output<typeof CreditUsageAnswer>

/** Answer of `GET /team/token-usage`. */
export const TokenUsageAnswer = answer({
  success: Success,
  data: answer({ remainingTokens: z.number(), planTokens: z.number(), ...billingPeriod }),
})
export type TokenUsageAnswer = z.output<typeof TokenUsageAnswer>

/** Query of `GET /team/credit-usage/historical` and `GET /team/token-usage/historical`. */
export const UsageHistoryQuery = z.object({
  byApiKey: Flag.prefault(false).describe('One line for each key.'),
})
export type UsageHistoryQuery = z.output<typeof UsageHistoryQuery>

const period = {
  startDate: Timestamp.nullable(),
  endDate: Timestamp.nullable(),
  apiKey: z.string().optional(),
}

/** Answer of `GET /team/credit-usage/historical`, oldest first. */
export const CreditHistoryAnswer = answer({
  success: Success,
  periods: z.array(answer({ ...period, creditsUsed: z.number() })),
})
export type CreditHistoryAnswer = z.output<typeof CreditHistoryAnswer>

/** Answer of `GET /team/token-usage/historical`, oldest first. */
export const TokenHistoryAnswer = answer({
  success: Success,
  periods: z.array(answer({ ...period, tokensUsed: z.number() })),
})
export type TokenHistoryAnswer = z.output<typeof TokenHistoryAnswer>

/** Answer of `GET /team/queue-status`. */
export const QueueStatusAnswer = answer({
  success: Success,
  jobsInQueue: z.int().describe('Active and waiting ones together.'),
  activeJobsInQueue: z.int(),
  waitingJobsInQueue: z.int(),
  maxConcurrency: z.int(),
  mostRecentSuccess: Timestamp.nullable(),
})
export type QueueStatusAnswer = z.output<typeof QueueStatusAnswer>

/** Answer of `GET /concurrency-check`. */
export const ConcurrencyAnswer = answer({ success: Success, concurrency: z.int(), maxConcurrency: z.int() })
export type ConcurrencyAnswer = z.output<typeof ConcurrencyAnswer>

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

/** Query of `GET /team/activity`. */
export const ActivityQuery = z.object({
  endpoint: ActivityEndpoint.optional(),
  limit: whole({ min: 1, max: 100 }).prefault(50),
  cursor: z.string().min(1).max(512).optional(),
})
export type ActivityQuery = z.output<typeof ActivityQuery>

/** Answer of `GET /team/activity`: what the team did in the last 24 hours. */
export const ActivityAnswer = answer({
  success: Success,
  data: z.array(
    answer({
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
export type ActivityAnswer = z.output<typeof ActivityAnswer>

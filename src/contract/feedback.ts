import { z } from 'zod'
import { answer, Success } from './answer.ts'
import { clientFields } from './client-fields.ts'
import { Id } from './ids.ts'
import { WebUrl } from './url.ts'

const MAX_METADATA_BYTES = 8192

/** How good a result was, and what would have made it better. */
export const feedbackFields = {
  rating: z.enum(['good', 'partial', 'bad']),
  valuableSources: z
    .array(z.strictObject({ url: WebUrl, reason: z.string().max(2000).optional() }))
    .max(50)
    .default([])
    .describe('Which results were of use.'),
  missingContent: z
    .array(
      z.strictObject({ topic: z.string().min(1).max(2000), description: z.string().max(2000).optional() }),
    )
    .max(50)
    .default([])
    .describe('What was not found.'),
  querySuggestions: z.string().max(2000).optional(),
  ...clientFields,
}

const Codes = z.array(z.string().min(1).max(256)).max(20).default([])

/** Body of `POST /feedback`. */
export const FeedbackRequest = z.strictObject({
  endpoint: z.enum(['search', 'scrape', 'parse', 'map', 'alexandria']),
  jobId: Id.describe('What the feedback is about.'),
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

/** Answer of `POST /feedback` and `POST /search/{id}/feedback`. */
export const FeedbackAnswer = answer({
  success: Success,
  feedbackId: Id,
  creditsRefunded: z.number(),
  alreadySubmitted: z.boolean().optional(),
  dailyCapReached: z.boolean().optional(),
  creditsRefundedToday: z.number().optional(),
  dailyRefundCap: z.number().optional(),
  warning: z.string().optional(),
})
export type FeedbackAnswer = z.output<typeof FeedbackAnswer>

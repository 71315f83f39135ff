import { z } from 'zod'
import { answer, Success, Timestamp } from './answer.ts'
import { Id } from './ids.ts'
import { pageFields } from './query.ts'

const DeliveryState = z
  .enum(['waiting', 'delivered', 'failed'])
  .describe('waiting: another attempt follows; failed: given up.')

/** Query of `GET /team/webhook-deliveries`. */
export const WebhookDeliveriesQuery = z.object({
  jobId: Id.optional().describe('Only what this job reported.'),
  state: DeliveryState.optional(),
  ...pageFields,
})
export type WebhookDeliveriesQuery = z.output<typeof WebhookDeliveriesQuery>

/** Answer of `GET /team/webhook-deliveries`, newest first. Neither addresses nor contents are in it. */
export const WebhookDeliveriesAnswer = answer({
  success: Success,
  deliveries: z.array(
    answer({
      id: Id.describe('What the receiver knows as webhookId.'),
      jobId: Id,
      type: z.string().meta({ example: 'crawl.page' }),
      state: DeliveryState,
      attempts: z.int(),
      lastStatus: z.int().nullable().describe('What the receiver answered last; null when it did not.'),
      lastError: z.string().nullable(),
      createdAt: Timestamp,
      nextAttemptAt: Timestamp.nullable(),
      endedAt: Timestamp.nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
})
export type WebhookDeliveriesAnswer = z.output<typeof WebhookDeliveriesAnswer>

import { z } from 'zod'
import { answer, Success } from './answer.ts'
import { clientFields } from './client-fields.ts'
import { Id } from './ids.ts'

/** Body of `POST /support/ask`. */
export const SupportRequest = z.strictObject({
  question: z.string().trim().min(1).max(10_000),
  jobId: Id.optional().describe('The job that the question is about.'),
  ...clientFields,
})
export type SupportRequest = z.output<typeof SupportRequest>

/** Answer of `POST /support/ask`. */
export const SupportAnswer = answer({ success: Success, answer: z.string() })
export type SupportAnswer = z.output<typeof SupportAnswer>

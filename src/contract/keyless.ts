import { z } from 'zod'
import { answer, Success } from './answer.ts'

/** Answer of `GET /keyless/eligibility`. */
export const EligibilityAnswer = answer({
  success: Success,
  eligible: z.boolean().describe('Whether a request without a key would be let in now.'),
  reason: z
    .enum(['requests', 'credits', 'disabled'])
    .optional()
    .describe('What stands against it: the day of this address is used up, or everybody needs a key.'),
  retryAfterSeconds: z.int().optional().describe('How long the day lasts that is used up.'),
})
export type EligibilityAnswer = z.output<typeof EligibilityAnswer>

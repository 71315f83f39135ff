import { z } from 'zod'
import { answer, Success } from './answer.ts'

/** Answer of `DELETE /admin/v1/teams/{id}/data` and of `DELETE /admin/v1/teams/{id}`. */
export const ErasedAnswer = answer({
  success: Success,
  erased: z
    .record(z.string(), z.int().min(0))
    .describe('How many things of each kind were removed, such as `scrapes` or `crawlDocuments`.'),
})

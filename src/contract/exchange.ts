import { z } from 'zod'
import { answer, Success } from './answer.ts'

/** Answer of `GET /exchange/discover`. */
export const CatalogueAnswer = answer({
  success: Success,
  cohorts: z
    .array(z.strictObject({ cohort: z.string(), about: z.string() }))
    .describe('Kinds of third-party tools.'),
  note: z.string(),
})
export type CatalogueAnswer = z.output<typeof CatalogueAnswer>

import { z } from 'zod'
import { whole } from './query.ts'

/** What a signed address carries: a picture, a document, a live session. */
export const SignedQuery = z.object({
  expires: whole({ min: 0 }).describe('Until when the address holds, in seconds since 1970.'),
  signature: z.string().max(100),
})
export type SignedQuery = z.output<typeof SignedQuery>

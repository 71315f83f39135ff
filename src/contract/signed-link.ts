import { z } from 'zod'
import { whole } from './query.ts'

/** What a signed link to a picture or document carries. */
export const BlobQuery = z.object({
  expires: whole({ min: 0 }).describe('Until when the link holds, in seconds since 1970.'),
  signature: z.string().max(100),
})

import { z } from 'zod'
import { answer, Success, Timestamp } from './answer.ts'
import { originField } from './client-fields.ts'
import { Id } from './ids.ts'

/** The largest file that is taken. */
export const MAX_FILE_BYTES = 52_428_800

/** Body of `POST /parse/upload-url`. */
export const UploadUrlRequest = z.strictObject({
  filename: z.string().trim().min(1).max(512).meta({ example: 'report.pdf' }),
  contentType: z.string().max(255).optional(),
  declaredSizeBytes: z.int().min(0).max(MAX_FILE_BYTES).optional(),
  ...originField,
})
export type UploadUrlRequest = z.output<typeof UploadUrlRequest>

/** Answer of `POST /parse/upload-url`. */
export const UploadUrlAnswer = answer({
  success: Success,
  data: answer({
    uploadUrl: z.string().describe('Where to send the bytes of the file.'),
    uploadRef: z.string().describe('What to parse the file with afterwards. Works once.'),
    method: z.enum(['PUT', 'POST']).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    fields: z.record(z.string(), z.string()).optional(),
    expiresAt: Timestamp,
    maxSizeBytes: z.int(),
  }),
})
export type UploadUrlAnswer = z.output<typeof UploadUrlAnswer>

/** Path of `PUT /parse/upload/{uploadId}`. */
export const UploadParams = z.object({ uploadId: Id })

/** Query of `PUT /parse/upload/{uploadId}`; the reference is the credential. */
export const UploadQuery = z.object({ uploadRef: z.string().min(1).max(4096) })

import { z } from 'zod'
import { answer } from './answer.ts'

/** The one form of every error. */
export const ErrorAnswer = answer({
  success: z.literal(false),
  error: z.string().describe('What went wrong, for people.'),
  code: z.string().optional().describe('What went wrong, for programs.'),
  details: z
    .unknown()
    .optional()
    .describe('Particulars. For an invalid request, a list of `{path, message}`, one for each field.'),
  requestId: z.string().optional().describe('Names this request in the log of the service.'),
  reason: z
    .enum(['requests', 'credits'])
    .optional()
    .describe('Which daily limit of the keyless tier is used up.'),
  retry_after_seconds: z.number().optional().describe('When trying again makes sense, on the keyless tier.'),
  feedbackErrorCode: z.string().optional().describe('Why feedback was not taken.'),
  runId: z.string().optional().describe('The run that keeps a thread busy.'),
  checkId: z.string().optional().describe('The check that is already running.'),
}).meta({
  example: { success: false, code: 'BAD_REQUEST', error: 'Bad Request: url is required' },
})
export type ErrorAnswer = z.output<typeof ErrorAnswer>

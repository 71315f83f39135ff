import { z } from 'zod'
import { answer, Success } from './answer.ts'
import { clientFields } from './client-fields.ts'
import { Id } from './ids.ts'
import {
  Code,
  CodeTimeout,
  Language,
  lifetimeFields,
  RecordSession,
  runFields,
  viewFields,
} from './code-run.ts'

/** Body of `POST /scrape/{id}/interact`: a program or a wish in words; the program wins. */
export const InteractRequest = z
  .strictObject({
    code: Code.optional(),
    prompt: z.string().min(1).max(10_000).optional().describe('What to do on the page, in words.'),
    language: Language.default('node'),
    timeout: CodeTimeout,
    existingSessionId: Id.optional().describe('A session of the team to use instead of one for this scrape.'),
    recordSession: RecordSession,
    ...lifetimeFields,
    ...clientFields,
  })
  .transform(({ code, prompt, language, ...others }, context) => {
    if (code?.trim()) return { ...others, task: { kind: 'code' as const, code, language } }
    if (prompt?.trim()) return { ...others, task: { kind: 'prompt' as const, prompt } }
    context.addIssue({ code: 'custom', path: ['code'], message: 'or prompt is required' })
    return z.NEVER
  })
  .meta({ example: { prompt: 'Click the first link and tell me the title of the page' } })
export type InteractRequest = z.output<typeof InteractRequest>

/** Answer of `POST /scrape/{id}/interact`; a program that fails is answered too. */
export const InteractAnswer = answer({
  success: z
    .boolean()
    .describe('Whether the program ran without failing, or everything wished for was done.'),
  sessionId: z.string().optional(),
  ...viewFields,
  output: z.string().optional().describe('What came of the wish in words.'),
  actions: z
    .array(
      answer({
        type: z.string().describe('`click`, `fill`, …'),
        target: z.string().optional().describe('What it was done to.'),
        value: z.string().optional(),
        effect: z.string().optional().describe('What it changed, as far as could be seen.'),
      }),
    )
    .optional()
    .describe('What was done for the wish, in order.'),
  warning: z.string().optional().describe('What is to be known about how it was done.'),
  ...runFields,
})
export type InteractAnswer = z.output<typeof InteractAnswer>

/** Answer of `DELETE /scrape/{id}/interact`. */
export const InteractStopAnswer = answer({
  success: Success,
  status: z.string().optional(),
  sessionDurationMs: z.number().optional(),
  creditsBilled: z.number().optional(),
  cleanupQueued: z.boolean().optional(),
})
export type InteractStopAnswer = z.output<typeof InteractStopAnswer>

import { z } from 'zod'
import { answer, Success, Timestamp } from './answer.ts'
import { clientFields } from './client-fields.ts'
import {
  Code,
  CodeTimeout,
  Language,
  lifetimeFields,
  RecordSession,
  runFields,
  viewFields,
} from './code-run.ts'
import { Id } from './ids.ts'
import { Profile } from './profile.ts'

/** Body of `POST /browser`. */
export const BrowserRequest = z.strictObject({
  ...lifetimeFields,
  streamWebView: z.boolean().default(true).describe('Whether the session can be watched.'),
  recordSession: RecordSession,
  profile: Profile.optional(),
  ...clientFields,
})
export type BrowserRequest = z.output<typeof BrowserRequest>

/** Answer of `POST /browser`. */
export const BrowserAnswer = answer({
  success: Success,
  id: Id,
  ...viewFields,
  expiresAt: Timestamp,
  warning: z.string().optional().describe('Unknown fields that were ignored.'),
})
export type BrowserAnswer = z.output<typeof BrowserAnswer>

/** Body of `POST /browser/{id}/execute`. */
export const BrowserExecuteRequest = z.strictObject({
  code: Code,
  language: Language.default('node'),
  timeout: CodeTimeout,
  ...clientFields,
})
export type BrowserExecuteRequest = z.output<typeof BrowserExecuteRequest>

/** Answer of `POST /browser/{id}/execute`. */
export const BrowserExecuteAnswer = answer({
  success: z.boolean().describe('Whether the program ran without failing.'),
  ...runFields,
})
export type BrowserExecuteAnswer = z.output<typeof BrowserExecuteAnswer>

/** Query of `GET /browser`. */
export const BrowserListQuery = z.object({ status: z.enum(['active', 'destroyed']).optional() })
export type BrowserListQuery = z.output<typeof BrowserListQuery>

/** Answer of `GET /browser`. */
export const BrowserListAnswer = answer({
  success: Success,
  sessions: z.array(
    answer({
      id: Id,
      status: z.enum(['active', 'destroyed', 'error']),
      ...viewFields,
      streamWebView: z.boolean(),
      createdAt: Timestamp,
      lastActivity: Timestamp,
    }),
  ),
})
export type BrowserListAnswer = z.output<typeof BrowserListAnswer>

/** Answer of `GET /browser/{id}/replay`. */
export const ReplayAnswer = answer({
  success: Success,
  id: Id,
  status: z.enum(['active', 'destroyed']),
  steps: z
    .array(
      answer({
        at: Timestamp.describe('When the action began.'),
        type: z.string().describe('`click`, `fill`, `goto`, …'),
        target: z
          .string()
          .optional()
          .describe('The element: its role and name, or in programs how it was found.'),
        value: z.string().optional().describe('What was typed, chosen or opened. Secrets are `••••`.'),
        effect: z.string().optional().describe('Which page it led to.'),
        error: z.string().optional().describe('Why it failed.'),
        url: z.string().describe('The page afterwards.'),
        picture: z
          .string()
          .optional()
          .describe('URL of a JPEG of the page afterwards; it works for 24 hours, for whoever has it.'),
      }),
    )
    .describe('The actions in their order.'),
  truncated: z.boolean().describe('Whether steps or pictures are missing because there were too many.'),
  warning: z.string().optional().describe('What is missing.'),
  expiresAt: Timestamp,
})
export type ReplayAnswer = z.output<typeof ReplayAnswer>

/** Answer of `DELETE /browser/{id}`. */
export const BrowserStopAnswer = answer({
  success: Success,
  status: z.string().optional(),
  sessionDurationMs: z.number(),
  creditsBilled: z.number(),
})
export type BrowserStopAnswer = z.output<typeof BrowserStopAnswer>

/** The name in `/browser/profiles/{name}`. */
export const ProfileParams = z.object({ name: z.string().min(1).max(128) })

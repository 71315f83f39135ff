import { z } from 'zod'
import { OptionalText, DefaultFalse } from './fields.ts'

const MAX_CODE_BYTES = 100_000

export const Code = z
  .string()
  .min(1)
  .refine((code) => Buffer.byteLength(code) <= MAX_CODE_BYTES, `must have at most ${MAX_CODE_BYTES} bytes`)
  .meta({ description: 'The program; `page` is the open page.', example: 'return await page.title()' })

export const Language = z.enum(['python', 'node', 'bash'])
export type Language = z.output<typeof Language>

export const codeFields = {
  language: Language.default('node'),
  // In seconds, unlike the timeouts of other requests.
  timeout: z.int().min(1).max(300).default(30).describe('Seconds until the program is stopped.'),
}

export const lifetimeFields = {
  ttl: z.int().min(30).max(3600).default(600).describe('Seconds until the session ends.'),
  activityTtl: z.int().min(10).max(3600).default(300).describe('Seconds without use until the session ends.'),
}

export const RecordSession = DefaultFalse.describe(
  'Whether to record the actions, with a screenshot after each; see `/replay`.',
)

export const runFields = {
  stdout: OptionalText,
  result: OptionalText.describe('The value of the last expression, or else the output.'),
  stderr: OptionalText,
  exitCode: z.int().nullish(),
  killed: z.boolean().optional(),
  truncated: z.boolean().optional(),
  error: OptionalText,
}

/** Signed URLs to watch or control a session until it expires. Anyone with the URL can use it. */
export const viewFields = {
  cdpUrl: OptionalText.describe('WebSocket URL of the DevTools protocol.'),
  liveViewUrl: OptionalText.describe(
    'Page that shows the session live; absent when `streamWebView` is false.',
  ),
  interactiveLiveViewUrl: OptionalText.describe('The same page with mouse and keyboard control.'),
}

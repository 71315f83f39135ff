import { z } from 'zod'
import { OptionalText, DefaultFalse } from './fields.ts'

const MAX_CODE_BYTES = 100_000

export const Code = z
  .string()
  .min(1)
  .refine((code) => Buffer.byteLength(code) <= MAX_CODE_BYTES, `must have at most ${MAX_CODE_BYTES} bytes`)
  .meta({ description: 'A program; `page` is the open page.', example: 'return await page.title()' })

export const Language = z.enum(['python', 'node', 'bash'])
export type Language = z.output<typeof Language>

export const codeFields = {
  language: Language.default('node'),
  // In seconds, unlike the timeouts of other requests.
  timeout: z.int().min(1).max(300).default(30).describe('Seconds that it may take.'),
}

export const lifetimeFields = {
  ttl: z.int().min(30).max(3600).default(600).describe('Seconds that the session lives at most.'),
  activityTtl: z.int().min(10).max(3600).default(300).describe('Seconds that it lives without being used.'),
}

export const RecordSession = DefaultFalse.describe(
  'Whether the actions are recorded, with a picture after each; see `/replay`.',
)

export const runFields = {
  stdout: OptionalText,
  result: OptionalText.describe('The last value, or what was printed.'),
  stderr: OptionalText,
  exitCode: z.int().nullish(),
  killed: z.boolean().optional(),
  truncated: z.boolean().optional(),
  error: OptionalText,
}

/** Where a session can be watched or taken over, until it expires, by whoever has the address. */
export const viewFields = {
  cdpUrl: OptionalText.describe('WebSocket that speaks the DevTools protocol.'),
  liveViewUrl: OptionalText.describe(
    'Page that shows the session live; without it when `streamWebView` is off.',
  ),
  interactiveLiveViewUrl: OptionalText.describe('The same page, with mouse and keyboard.'),
}

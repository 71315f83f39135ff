import { z } from 'zod'
import { addIssue } from './validation-issue.ts'
import {
  responseObject,
  successResponse,
  Timestamp,
  clientFields,
  Id,
  Profile,
  DefaultTrue,
  OptionalText,
} from './fields.ts'
import { Code, codeFields, lifetimeFields, RecordSession, runFields, viewFields } from './code-run.ts'
import { JsonSchema } from './json-schema.ts'

export const BrowserRequest = z.strictObject({
  ...lifetimeFields,
  streamWebView: DefaultTrue.describe('Whether the session can be watched.'),
  recordSession: RecordSession,
  profile: Profile.optional(),
  ...clientFields,
})
export type BrowserRequest = z.output<typeof BrowserRequest>

export const BrowserResponse = successResponse({
  id: Id,
  ...viewFields,
  expiresAt: Timestamp,
  warning: OptionalText.describe('Unknown fields that were ignored.'),
})

export const BrowserExecuteRequest = z.strictObject({
  code: Code,
  ...codeFields,
  ...clientFields,
})
export type BrowserExecuteRequest = z.output<typeof BrowserExecuteRequest>

export const BrowserExecuteResponse = responseObject({
  success: z.boolean().describe('Whether the program ran without failing.'),
  ...runFields,
})
export type BrowserExecuteResponse = z.output<typeof BrowserExecuteResponse>

export const BrowserListQuery = z.object({ status: z.enum(['active', 'destroyed']).optional() })
export type BrowserListQuery = z.output<typeof BrowserListQuery>

export const BrowserListResponse = successResponse({
  sessions: z.array(
    responseObject({
      id: Id,
      status: z.enum(['active', 'destroyed', 'error']),
      ...viewFields,
      streamWebView: z.boolean(),
      createdAt: Timestamp,
      lastActivity: Timestamp,
    }),
  ),
})

export const ReplayResponse = successResponse({
  id: Id,
  status: z.enum(['active', 'destroyed']),
  steps: z
    .array(
      responseObject({
        at: Timestamp.describe('When the action began.'),
        type: z.string().describe('`click`, `fill`, `goto`, …'),
        target: OptionalText.describe('The element: its role and name, or in programs how it was found.'),
        value: OptionalText.describe('What was typed, chosen or opened. Secrets are `••••`.'),
        effect: OptionalText.describe('Which page it led to.'),
        error: OptionalText.describe('Why it failed.'),
        url: z.string().describe('The page afterwards.'),
        picture: OptionalText.describe(
          'URL of a JPEG of the page afterwards; it works for 24 hours, for whoever has it.',
        ),
      }),
    )
    .describe('The actions in their order.'),
  truncated: z.boolean().describe('Whether steps or pictures are missing because there were too many.'),
  warning: OptionalText.describe('What is missing.'),
  expiresAt: Timestamp,
})

export const BrowserStopResponse = successResponse({
  status: OptionalText,
  sessionDurationMs: z.number(),
  creditsBilled: z.number(),
})

export const ProfileParams = z.object({ name: z.string().min(1).max(128) })

const MAX_FILE_BYTES = 5 * 1024 * 1024
const FileName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^/\\\0]+$/, 'must be a file name without a path')

const VariableValue = z.union([
  z.string().max(10_000),
  z.strictObject({ fileName: FileName, text: z.string().max(MAX_FILE_BYTES) }),
  z.strictObject({ fileName: FileName, base64: z.base64().max(Math.ceil((MAX_FILE_BYTES * 4) / 3) + 4) }),
])

const MAX_VARIABLES = 50

const Variables = z.record(z.string(), VariableValue).superRefine((variables, context) => {
  const names = Object.keys(variables)
  if (names.length > MAX_VARIABLES) addIssue(context, [], `must have at most ${MAX_VARIABLES} entries`)
  for (const name of names.filter((one) => !/^[\w-]{1,40}$/.test(one))) {
    addIssue(context, [name], 'must have a name of at most 40 letters, digits, _ and -')
  }
})

/** Body of `POST /scrape/{id}/interact`: a program or an instruction; the program wins. */
export const InteractRequest = z
  .strictObject({
    code: Code.optional(),
    prompt: z.string().min(1).max(10_000).optional().describe('What to do on the page, in words.'),
    variables: Variables.optional().meta({
      description:
        'Values that the prompt calls `<name>`: texts, or files to upload. They are filled in on the website of the session only; no model or log gets to see them, and only `code` of the answer contains them.',
      example: { password: 's3cret' },
    }),
    schema: JsonSchema.optional().describe(
      'JSON Schema of the output. The answer has it as `data`. Needs a model.',
    ),
    maxTokens: z
      .int()
      .min(1000)
      .max(1_000_000_000)
      .optional()
      .describe("Tokens of a model that the prompt may take; the operator's limit holds as well."),
    ...codeFields,
    existingSessionId: Id.optional().describe('A session of the team to use instead of one for this scrape.'),
    recordSession: RecordSession,
    ...lifetimeFields,
    ...clientFields,
  })
  .transform(({ code, prompt, language, variables, schema, maxTokens, ...others }, context) => {
    if (code?.trim()) return { ...others, task: { kind: 'code' as const, code, language } }
    if (prompt?.trim()) {
      const options = {
        ...(variables && { variables }),
        ...(schema && { schema }),
        ...(maxTokens !== undefined && { maxTokens }),
      }
      return { ...others, task: { kind: 'prompt' as const, prompt, ...options } }
    }
    addIssue(context, ['code'], 'or prompt is required')
    return z.NEVER
  })
  .meta({ example: { prompt: 'Click the first link and tell me the title of the page' } })
export type InteractRequest = z.output<typeof InteractRequest>

/** Answer of `POST /scrape/{id}/interact`; a program that fails is answered too. */
export const InteractResponse = responseObject({
  success: z
    .boolean()
    .describe('Whether the program ran without failing, or everything wished for was done.'),
  sessionId: OptionalText,
  ...viewFields,
  output: OptionalText.describe('What came of the wish in words.'),
  actions: z
    .array(
      responseObject({
        type: z.string().describe('`click`, `fill`, …'),
        target: OptionalText.describe('What it was done to.'),
        value: OptionalText,
        effect: OptionalText.describe('What it changed, as far as could be seen.'),
      }),
    )
    .optional()
    .describe('What was done for the wish, in order.'),
  data: z.unknown().optional().describe('The output as `schema` wants it.'),
  usage: responseObject({
    rounds: z.int().describe('How often the model decided.'),
    inputTokens: z.int(),
    outputTokens: z.int(),
    cachedTokens: z.int().describe("Input tokens that came from the endpoint's prompt cache."),
    cost: z.number().optional().describe("By the operator's prices; absent when there are none."),
  })
    .optional()
    .describe('What a model took for the prompt.'),
  code: OptionalText.describe(
    'A program that does the same actions again without planner or model: send it as `code`. It contains what was typed, passwords included.',
  ),
  warning: OptionalText.describe('What is to be known about how it was done.'),
  ...runFields,
})
export type InteractResponse = z.output<typeof InteractResponse>

export const InteractStopResponse = successResponse({
  status: OptionalText,
  sessionDurationMs: z.number().optional(),
  creditsBilled: z.number().optional(),
  cleanupQueued: z.boolean().optional(),
})

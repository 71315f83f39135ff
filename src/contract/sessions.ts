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
  success: z.boolean().describe('Whether the program ended without an error.'),
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
        at: Timestamp.describe('When the action started.'),
        type: z.string().describe('`click`, `fill`, `goto`, …'),
        target: OptionalText.describe('The element: its role and name, or the locator of a program.'),
        value: OptionalText.describe('The typed, chosen or opened value. Secrets are `••••`.'),
        effect: OptionalText.describe('The page to which it led.'),
        error: OptionalText.describe('The error of the action.'),
        url: z.string().describe('The page after the action.'),
        picture: OptionalText.describe(
          'URL of a JPEG of the page after the action; anyone with the URL can open it for 24 hours.',
        ),
      }),
    )
    .describe('The actions in order.'),
  truncated: z.boolean().describe('Whether steps or images are missing because there were too many.'),
  warning: OptionalText.describe('The missing parts.'),
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
    addIssue(context, [name], 'must have names of at most 40 letters, digits, _ and -')
  }
})

/** Body of `POST /scrape/{id}/interact`: a program or an instruction; the program wins. */
export const InteractRequest = z
  .strictObject({
    code: Code.optional(),
    prompt: z
      .string()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Instructions for the page, in plain language.'),
    variables: Variables.optional().meta({
      description:
        'Values that the prompt refers to as `<name>`: texts, or files to upload. They are used only on the website of the session; no model or log gets them, and only `code` of the response contains them.',
      example: { password: 's3cret' },
    }),
    schema: JsonSchema.optional().describe(
      'JSON Schema of the output, which the response has as `data`. Requires a model.',
    ),
    maxTokens: z
      .int()
      .min(1000)
      .max(1_000_000_000)
      .optional()
      .describe("The most model tokens for the prompt; the operator's limit applies too."),
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

/** Response of `POST /scrape/{id}/interact`; a failed program is a successful response. */
export const InteractResponse = responseObject({
  success: z
    .boolean()
    .describe('Whether the program ended without an error, or all instructions were carried out.'),
  sessionId: OptionalText,
  ...viewFields,
  output: OptionalText.describe('The result of the prompt in plain language.'),
  actions: z
    .array(
      responseObject({
        type: z.string().describe('`click`, `fill`, …'),
        target: OptionalText.describe('The target of the action.'),
        value: OptionalText,
        effect: OptionalText.describe('The observed effect.'),
      }),
    )
    .optional()
    .describe('The actions for the prompt, in order.'),
  data: z.unknown().optional().describe('The output, matching `schema`.'),
  usage: responseObject({
    rounds: z.int().describe('The number of model decisions.'),
    inputTokens: z.int(),
    outputTokens: z.int(),
    cachedTokens: z.int().describe("Input tokens from the endpoint's prompt cache."),
    cost: z.number().optional().describe("The price at the operator's rates; absent without rates."),
  })
    .optional()
    .describe('The model usage of the prompt.'),
  code: OptionalText.describe(
    'A program that repeats the actions without planner or model: send it as `code`. It contains typed values, including passwords.',
  ),
  warning: OptionalText.describe('Notes on how the prompt was carried out.'),
  ...runFields,
})
export type InteractResponse = z.output<typeof InteractResponse>

export const InteractStopResponse = successResponse({
  status: OptionalText,
  sessionDurationMs: z.number().optional(),
  creditsBilled: z.number().optional(),
  cleanupQueued: z.boolean().optional(),
})

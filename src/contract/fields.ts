import { z } from 'zod'
import { addIssue } from './validation-issue.ts'

/**
 * An object in a response. Responses may get new fields later, so the published schema is open, while our own
 * types stay exact.
 */
export function responseObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape).meta({ additionalProperties: true })
}

/** Present and true in every successful response; clients reject a response without it. */
export const Success = z.literal(true)

/** The body of a successful response. */
export function successResponse<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return responseObject({ success: Success, ...shape })
}

/** Fields shared by many requests and responses; each use has its own description. */
export const DefaultTrue = z.boolean().default(true)
export const DefaultFalse = z.boolean().default(false)
export const OptionalBoolean = z.boolean().optional()
export const OptionalText = z.string().optional()
export const OptionalNumber = z.number().optional()

export const Timestamp = z.iso.datetime({ offset: true })

/** A successful response without data. */
export const OkResponse = responseObject({ success: Success })
export type OkResponse = z.output<typeof OkResponse>

/** The id of a job, scrape, key or other stored object. */
export const Id = z.guid().toLowerCase()

export const IdParams = z.object({ id: Id })
export const SnapshotParams = z.object({ id: Id, snapshotId: Id })
export const ThreadParams = z.object({ threadId: Id })
export const CheckParams = z.object({ id: Id, checkId: Id })

/** Headers that identify a request, so that a repeat is detected. */
export const IdempotencyHeaders = z.object({
  'x-idempotency-key': Id.optional().describe('A UUID; a second request with the same value gets 409.'),
})

// Fields in this file use `prefault`: a converted value would lose a `default` in the description.

/** A whole number in a query string. */
export function queryInteger({ min, max }: { min: number; max?: number }) {
  const number = max === undefined ? z.int().min(min) : z.int().min(min).max(max)
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    number,
  )
}

/** `true` or `false` in a query string. */
export const QueryBoolean = z.preprocess((value) => BOOLEANS.get(value) ?? value, z.boolean())

const BOOLEANS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
])

/** A query parameter that may occur several times. */
export function queryList<Item extends z.ZodType>(item: Item, max = 100) {
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item).max(max))
}

/** A time in a query string, converted to UTC because PostgreSQL accepts fewer offsets and years. */
export const QueryTimestamp = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine(isCommonYear, 'must be in the years 1970 to 9999')
  .transform((moment) => moment.toISOString())
  .meta({ example: '2026-01-31T12:00:00Z' })

function isCommonYear(moment: Date): boolean {
  return moment.getUTCFullYear() >= 1970 && moment.getUTCFullYear() <= 9999
}

/** Paging of lists: each page has the cursor of the next one. */
export const pageFields = {
  limit: queryInteger({ min: 1, max: 100 }).prefault(25).describe('The most items on a page.'),
  cursor: z.string().min(1).max(512).optional().describe('`nextCursor` of the previous page.'),
}

export const PageQuery = z.object(pageFields)

/** Every published client adds this to every JSON body. */
export const originField = {
  origin: z.string().max(1024).default('api').describe('The client that sent the request, for logs.'),
}

/** Fields by which clients identify themselves; they have no effect on the work. */
export const clientFields = {
  ...originField,
  integration: z
    .string()
    .max(256)
    .nullish()
    .transform((name) => name ?? undefined)
    .describe('The integration that sent the request, for logs.'),
}

/** A catalogue of third-party tools that clients request by default and this service does not have. */
export const toolFields = {
  domainTools: z.boolean().optional().describe('Accepted for compatibility; has no effect.'),
  toolDetail: z
    .enum(['compact', 'summary', 'full'])
    .optional()
    .describe('Accepted for compatibility; has no effect.'),
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** HTTP headers to send. Invalid names and values are refused here rather than when they are sent. */
export const HeaderMap = z.record(z.string(), z.string()).superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) addIssue(context, [name], 'is not a valid header name')
    if (!HEADER_VALUE.test(value))
      addIssue(context, [name], 'must be a header value: one line of Latin-1 characters')
  }
})

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

export const Location = z
  .strictObject({
    country: z
      .string()
      .toUpperCase()
      .refine(isCountry, 'must be a two-letter country code (ISO 3166-1), such as US')
      .default('US')
      .meta({ description: 'A two-letter country code.', example: 'DE' }),
    languages: z
      .array(
        z
          .string()
          .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as en or en-US'),
      )
      .default([])
      .meta({ description: 'Languages in order of preference.', example: ['de-DE', 'en'] }),
  })
  .prefault({})
  .describe('The location and languages with which the page is requested.')
export type Location = z.output<typeof Location>

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && regionNames.of(code) !== undefined
}

/** Regular expressions for paths. Only their syntax is checked here; the crawl limits their running time. */
export const PathPatterns = z
  .array(z.string().min(1).max(1000).refine(isPattern, 'must be a valid regular expression'))
  .max(100)
export type PathPatterns = z.output<typeof PathPatterns>

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

export const Profile = z
  .strictObject({
    name: z.string().min(1).max(128),
    saveChanges: DefaultTrue.describe('Save the changes of this use.'),
  })
  .describe('A browser profile stored under a name: its cookies and storage.')
export type Profile = z.output<typeof Profile>

/** Screenshot settings, for the format and the action. */
export const screenshotFields = {
  fullPage: DefaultFalse.describe('The whole page instead of the visible part.'),
  quality: z.int().min(1).max(100).optional().describe('From 1 (small file) to 100 (best quality).'),
  viewport: z
    .strictObject({ width: z.int().min(1).max(7680), height: z.int().min(1).max(4320) })
    .optional()
    .describe('The viewport size in pixels.'),
}

/** The signature of a URL for an image, a document or a live session. */
export const SignedQuery = z.object({
  expires: queryInteger({ min: 0 }).describe('When the URL expires, in seconds since 1970.'),
  signature: z.string().max(100),
})
export type SignedQuery = z.output<typeof SignedQuery>

/** The body of every error. */
export const ErrorResponse = responseObject({
  success: z.literal(false),
  error: z.string().describe('The error for people.'),
  code: z.string().optional().describe('The error code for programs.'),
  details: z.unknown().optional().meta({
    description: 'Details. For an invalid request, a list of `{path, message}`, one per field.',
  }),
  requestId: z.string().optional().describe('The id of this request in the log of the service.'),
  reason: z.enum(['requests', 'credits']).optional().describe('The daily keyless limit that is used up.'),
  retry_after_seconds: z.number().optional().describe('Seconds until a retry makes sense, without a key.'),
  feedbackErrorCode: z.string().optional().describe('Why the feedback was refused.'),
  runId: z.string().optional().describe('The run that uses the thread.'),
  checkId: z.string().optional().describe('The check that is already running.'),
}).meta({
  example: { success: false, code: 'BAD_REQUEST', error: 'Bad Request: url is required' },
})

const closedSchemas = new WeakSet<z.core.$ZodType>()

/**
 * Marks an object inside a request whose unknown fields are refused, like those of the request itself.
 * Unknown fields of other nested objects are ignored with a warning; a typing error must not disable a policy
 * or an option.
 */
export function closed<Schema extends z.ZodType>(schema: Schema): Schema {
  closedSchemas.add(schema)
  return schema
}

/** A refined or described schema is a new one with the original as its parent. */
export function isClosed(schema: z.core.$ZodType): boolean {
  const { parent } = schema._zod
  return closedSchemas.has(schema) || (parent !== undefined && isClosed(parent))
}

/**
 * Accepts a short form of an object: `expand` turns it into the object, which is then validated as usual.
 * Both forms are published. A plain union would publish both too, but its issues do not name the inner field.
 */
export function shorthand<Schema extends z.ZodType>(
  schema: Schema,
  { short, expand }: { short: Record<string, unknown>; expand: (value: unknown) => unknown },
) {
  const published = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const { $schema: _, ...object } = published
  const variants = published.oneOf ?? [object]
  return z.preprocess(expand, z.union([schema])).meta({ anyOf: [short, ...variants] })
}

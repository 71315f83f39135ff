import { z } from 'zod'
import { addIssue } from './validation-issue.ts'

/**
 * An object in an answer. Answers may gain fields later, so the published description leaves them open, while our own
 * types stay exact.
 */
export function responseObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape).meta({ additionalProperties: true })
}

/** Present and true in every successful answer; clients reject an answer without it. */
export const Success = z.literal(true)

/** The body of a successful response. */
export function successResponse<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return responseObject({ success: Success, ...shape })
}

/** Fields of many requests and answers; each use describes what it is about. */
export const DefaultTrue = z.boolean().default(true)
export const DefaultFalse = z.boolean().default(false)
export const OptionalBoolean = z.boolean().optional()
export const OptionalText = z.string().optional()
export const OptionalNumber = z.number().optional()

export const Timestamp = z.iso.datetime({ offset: true })

/** The answer of an operation that has nothing else to say. */
export const OkResponse = responseObject({ success: Success })
export type OkResponse = z.output<typeof OkResponse>

/** The id of a job, scrape, key or any other thing the service keeps. */
export const Id = z.guid().toLowerCase()

export const IdParams = z.object({ id: Id })
export const SnapshotParams = z.object({ id: Id, snapshotId: Id })
export const ThreadParams = z.object({ threadId: Id })
export const CheckParams = z.object({ id: Id, checkId: Id })

/** The headers that name a request so that a repeat of it is noticed. */
export const IdempotencyHeaders = z.object({
  'x-idempotency-key': Id.optional().describe(
    'A UUID; a second request with the same one is refused with 409.',
  ),
})

// Fields of this file take their defaults by `prefault`: what is converted first loses a `default` in the description.

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

/** A query parameter that may be given several times. */
export function queryList<Item extends z.ZodType>(item: Item, max = 100) {
  return z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item).max(max))
}

/** A moment in a query string. It comes out in UTC, because PostgreSQL takes fewer offsets and years than the form has. */
export const QueryTimestamp = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine(isCommonYear, 'must be in the years 1970 to 9999')
  .transform((moment) => moment.toISOString())
  .meta({ example: '2026-01-31T12:00:00Z' })

function isCommonYear(moment: Date): boolean {
  return moment.getUTCFullYear() >= 1970 && moment.getUTCFullYear() <= 9999
}

/** How lists are paged: the cursor of the next page comes with each page. */
export const pageFields = {
  limit: queryInteger({ min: 1, max: 100 }).prefault(25).describe('How many items a page has at most.'),
  cursor: z.string().min(1).max(512).optional().describe('The nextCursor of the page before.'),
}

export const PageQuery = z.object(pageFields)

/** Every published client adds this to every JSON body. */
export const originField = {
  origin: z.string().max(1024).default('api').describe('Where the request comes from, for logs.'),
}

/** What clients say about themselves, without effect on the work. */
export const clientFields = {
  ...originField,
  integration: z
    .string()
    .max(256)
    .nullish()
    .transform((name) => name ?? undefined)
    .describe('The integration that sends the request, for logs.'),
}

/** A catalogue of third-party tools that clients ask for by default and that this service does not have. */
export const toolFields = {
  domainTools: z.boolean().optional().describe('Accepted and ignored.'),
  toolDetail: z.enum(['compact', 'summary', 'full']).optional().describe('Accepted and ignored.'),
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** HTTP headers to send along. Names and values that cannot be sent are refused here rather than on the way out. */
export const HeaderMap = z.record(z.string(), z.string()).superRefine((headers, context) => {
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) addIssue(context, [name], 'is not a valid header name')
    if (!HEADER_VALUE.test(value))
      addIssue(context, [name], 'must be a header value: one line of Latin characters')
  }
})

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

export const Location = z
  .strictObject({
    country: z
      .string()
      .toUpperCase()
      .refine(isCountry, 'must be a country code of two letters (ISO 3166-1), such as US')
      .default('US')
      .meta({ description: 'A country code of two letters.', example: 'DE' }),
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
  .describe('From where, and for speakers of what, the page is asked for.')
export type Location = z.output<typeof Location>

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && regionNames.of(code) !== undefined
}

/** Regular expressions over paths. That they are valid is checked here; running them safely is the crawl's business. */
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
    saveChanges: DefaultTrue.describe('Keep what this use changes.'),
  })
  .describe('A browser profile kept under a name: its cookies and storage.')
export type Profile = z.output<typeof Profile>

/** How a picture of the page is taken, as a format and as an action. */
export const screenshotFields = {
  fullPage: DefaultFalse.describe('The whole page instead of what the viewport shows.'),
  quality: z.int().min(1).max(100).optional().describe('From 1 (small file) to 100 (best picture).'),
  viewport: z
    .strictObject({ width: z.int().min(1).max(7680), height: z.int().min(1).max(4320) })
    .optional()
    .describe('The size of the window in pixels.'),
}

/** What a signed address carries: a picture, a document, a live session. */
export const SignedQuery = z.object({
  expires: queryInteger({ min: 0 }).describe('Until when the address holds, in seconds since 1970.'),
  signature: z.string().max(100),
})
export type SignedQuery = z.output<typeof SignedQuery>

/** The one form of every error. */
export const ErrorResponse = responseObject({
  success: z.literal(false),
  error: z.string().describe('What went wrong, for people.'),
  code: z.string().optional().describe('What went wrong, for programs.'),
  details: z.unknown().optional().meta({
    description: 'Particulars. For an invalid request, a list of `{path, message}`, one for each field.',
  }),
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

const closedSchemas = new WeakSet<z.core.$ZodType>()

/**
 * Marks an object inside a request whose unknown fields are refused, like those of the request itself. Everywhere else
 * inside a request they are ignored with a warning: a typing error must not switch off a policy or an option.
 */
export function closed<Schema extends z.ZodType>(schema: Schema): Schema {
  closedSchemas.add(schema)
  return schema
}

/** Refining or describing a schema makes another one, with the first as its parent. */
export function isClosed(schema: z.core.$ZodType): boolean {
  const { parent } = schema._zod
  return closedSchemas.has(schema) || (parent !== undefined && isClosed(parent))
}

/**
 * Lets a short form stand for an object: `expand` turns it into the object, which is then checked like any other.
 * Both forms are published; a plain union would publish them too, but its complaints do not name the inner field.
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

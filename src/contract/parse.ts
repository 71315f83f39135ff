import { z } from 'zod'
import { tryParseJson } from '../language/try-parse-json.ts'
import { MESSAGE_LIMITS, exceededJsonLimit } from './json-text.ts'
import { contentFields, ignoredFields, Timeout, zeroDataRetention } from './scrape-options.ts'
import { faultIssue } from './validate.ts'
import { omit } from './omit.ts'
import { responseObject, successResponse, Timestamp, originField, Id, DefaultTrue } from './fields.ts'

/**
 * Options that need a browser or the cache, which a file does not have. The listed values have no effect and
 * are accepted.
 */
const VALUES_WITHOUT_EFFECT: Record<string, (value: unknown) => boolean> = {
  actions: (value) => Array.isArray(value) && value.length === 0,
  waitFor: (value) => value === 0,
  location: () => false,
  mobile: (value) => value === false,
  profile: () => false,
  proxy: (value) => value === 'basic' || value === 'auto',
  minAge: () => false,
  lockdown: (value) => value === false,
}

const PAGE_FORMATS = new Set(['screenshot', 'changeTracking', 'branding', 'audio', 'video', 'rawBase64'])

const IGNORED_OPTIONS = [
  'maxAge',
  'storeInCache',
  'actions',
  'waitFor',
  'location',
  'mobile',
  'profile',
  'proxy',
  'minAge',
  'lockdown',
  'fastMode',
  'useMock',
  'domainTools',
  'toolDetail',
] as const

const UnsupportedOption = z
  .unknown()
  .optional()
  .describe('Not supported for files: values with an effect are refused.')

const parseFields = {
  ...contentFields,
  timeout: Timeout.default(30_000),
  skipTlsVerification: DefaultTrue.describe('Has no effect: nothing is fetched.'),
  zeroDataRetention,
  maxAge: z.int().min(0).optional().describe('Accepted for compatibility; files are not cached.'),
  storeInCache: z.boolean().optional().describe('Accepted for compatibility; files are not cached.'),
  actions: UnsupportedOption,
  waitFor: UnsupportedOption,
  location: UnsupportedOption,
  mobile: UnsupportedOption,
  profile: UnsupportedOption,
  proxy: UnsupportedOption,
  minAge: UnsupportedOption,
  lockdown: UnsupportedOption,
  ...ignoredFields,
}

/** Options for an uploaded file: those of a scrape without browser and cache options. */
export const ParseOptions = z
  .strictObject(parseFields)
  .superRefine(refusePageOptions, { when: () => true })
  .transform(normalizeParseOptions)
  .meta({ example: { formats: ['markdown'] } })
export type ParseOptions = z.output<typeof ParseOptions>

/** The `options` part of a multipart body: JSON text of `ParseOptions`. */
export const ParseOptionsPart = z.object({
  options: z
    .string()
    .default('{}')
    .transform((text, context) => {
      const limitIssue = exceededJsonLimit(text, MESSAGE_LIMITS)
      const options = limitIssue === undefined ? parseObject(text) : undefined
      if (options === undefined)
        context.addIssue({ code: 'custom', message: limitIssue ?? 'must be a JSON object' })
      return options ?? z.NEVER
    }),
})

function parseObject(text: string): object | undefined {
  const read = tryParseJson(text.replace(/^\ufeff/, ''))
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
}

export const ParseUploadRequest = z
  .strictObject({
    uploadRef: z.string().min(1).max(4096).describe('The `uploadRef` from the response of the upload URL.'),
    ...parseFields,
  })
  .superRefine(refusePageOptions, { when: () => true })
  .transform(({ uploadRef, ...options }) => ({ uploadRef, ...normalizeParseOptions(options) }))
export type ParseUploadRequest = z.output<typeof ParseUploadRequest>

/**
 * Runs even when other fields are invalid: the error code tells a client that it called the wrong endpoint.
 */
function refusePageOptions(options: Record<string, unknown>, context: z.core.$RefinementCtx): void {
  if (typeof options !== 'object' || options === null) return
  for (const [name, hasNoEffect] of Object.entries(VALUES_WITHOUT_EFFECT)) {
    if (options[name] !== undefined && !hasNoEffect(options[name])) addRefusal(name, [name], context)
  }
  if (!Array.isArray(options['formats'])) return
  for (const [index, format] of options['formats'].entries()) {
    const name = typeof format === 'string' ? format : format?.type
    if (PAGE_FORMATS.has(name)) addRefusal(`the ${name} format`, ['formats', index], context)
  }
}

function addRefusal(option: string, path: (string | number)[], context: z.core.$RefinementCtx): void {
  const message = `Parse does not support ${option} for files. Leave it out, or scrape a URL instead.`
  context.addIssue(faultIssue('PARSE_UNSUPPORTED_OPTIONS', path, message))
}

function normalizeParseOptions(options: z.output<z.ZodObject<typeof parseFields>>) {
  return omit(options, IGNORED_OPTIONS)
}

/** The size limit of a file. */
export const MAX_FILE_BYTES = 52_428_800

export const UploadUrlRequest = z.strictObject({
  filename: z.string().trim().min(1).max(512).meta({ example: 'report.pdf' }),
  contentType: z.string().max(255).optional(),
  declaredSizeBytes: z.int().min(0).max(MAX_FILE_BYTES).optional(),
  ...originField,
})

export const UploadUrlResponse = successResponse({
  data: responseObject({
    uploadUrl: z.string().describe('The URL to upload the bytes of the file to.'),
    uploadRef: z.string().describe('The reference for parsing the file. Works once.'),
    method: z.enum(['PUT', 'POST']).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    fields: z.record(z.string(), z.string()).optional(),
    expiresAt: Timestamp,
    maxSizeBytes: z.int(),
  }),
})

export const UploadParams = z.object({ uploadId: Id })

/** Query of `PUT /parse/upload/{uploadId}`; the reference is the credential. */
export const UploadQuery = z.object({ uploadRef: z.string().min(1).max(4096) })

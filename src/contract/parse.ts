import { z } from 'zod'
import { tryParseJson } from '../language/try-parse-json.ts'
import { MESSAGE_LIMITS, overJsonLimit } from './json-text.ts'
import { contentFields, ignoredFields, Timeout, zeroDataRetention } from './scrape-options.ts'
import { refusal } from './validate.ts'
import { without } from './without.ts'
import { answer, success, Timestamp, originField, Id, On } from './fields.ts'

/** Options that need a page in a browser or in the cache; a file is neither. Each value it takes does nothing. */
const IDLE_VALUES: Record<string, (value: unknown) => boolean> = {
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

const WITHOUT_EFFECT = [
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

const Idle = z.unknown().optional().describe('Not for files: a value with an effect is refused.')

const parseFields = {
  ...contentFields,
  timeout: Timeout.default(30_000),
  skipTlsVerification: On.describe('Without effect: nothing is fetched.'),
  zeroDataRetention,
  maxAge: z.int().min(0).optional().describe('Accepted and ignored: files are not cached.'),
  storeInCache: z.boolean().optional().describe('Accepted and ignored: files are not cached.'),
  actions: Idle,
  waitFor: Idle,
  location: Idle,
  mobile: Idle,
  profile: Idle,
  proxy: Idle,
  minAge: Idle,
  lockdown: Idle,
  ...ignoredFields,
}

/** What can be asked about an uploaded file: the options of a scrape without those of a browser and of the cache. */
export const ParseOptions = z
  .strictObject(parseFields)
  .superRefine(refusePageOptions, { when: () => true })
  .transform(settleParse)
  .meta({ example: { formats: ['markdown'] } })
export type ParseOptions = z.output<typeof ParseOptions>

/** The `options` part of a multipart body: the text of an object for `ParseOptions`. */
export const ParseOptionsPart = z.object({
  options: z
    .string()
    .default('{}')
    .transform((text, context) => {
      const tooMuch = overJsonLimit(text, MESSAGE_LIMITS)
      const options = tooMuch === undefined ? readObject(text) : undefined
      if (options === undefined)
        context.addIssue({ code: 'custom', message: tooMuch ?? 'must be a JSON object' })
      return options ?? z.NEVER
    }),
})

function readObject(text: string): object | undefined {
  const read = tryParseJson(text.replace(/^\ufeff/, ''))
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
}

export const ParseUploadRequest = z
  .strictObject({
    uploadRef: z.string().min(1).max(4096).describe('What the upload was answered with.'),
    ...parseFields,
  })
  .superRefine(refusePageOptions, { when: () => true })
  .transform(({ uploadRef, ...options }) => ({ uploadRef, ...settleParse(options) }))
export type ParseUploadRequest = z.output<typeof ParseUploadRequest>

/** Runs even when other fields are wrong, on what was sent: the code tells a client that it asked the wrong endpoint. */
function refusePageOptions(options: Record<string, unknown>, context: z.core.$RefinementCtx): void {
  if (typeof options !== 'object' || options === null) return
  for (const [name, isIdle] of Object.entries(IDLE_VALUES)) {
    if (options[name] !== undefined && !isIdle(options[name])) refuse(name, [name], context)
  }
  if (!Array.isArray(options['formats'])) return
  for (const [index, format] of options['formats'].entries()) {
    const name = typeof format === 'string' ? format : format?.type
    if (PAGE_FORMATS.has(name)) refuse(`the ${name} format`, ['formats', index], context)
  }
}

function refuse(what: string, path: (string | number)[], context: z.core.$RefinementCtx): void {
  const message = `Parse works on a file and does not support ${what}; scrape does.`
  context.addIssue(refusal('PARSE_UNSUPPORTED_OPTIONS', path, message))
}

function settleParse(options: z.output<z.ZodObject<typeof parseFields>>) {
  return without(options, WITHOUT_EFFECT)
}

/** The largest file that is taken. */
export const MAX_FILE_BYTES = 52_428_800

export const UploadUrlRequest = z.strictObject({
  filename: z.string().trim().min(1).max(512).meta({ example: 'report.pdf' }),
  contentType: z.string().max(255).optional(),
  declaredSizeBytes: z.int().min(0).max(MAX_FILE_BYTES).optional(),
  ...originField,
})

export const UploadUrlAnswer = success({
  data: answer({
    uploadUrl: z.string().describe('Where to send the bytes of the file.'),
    uploadRef: z.string().describe('What to parse the file with afterwards. Works once.'),
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

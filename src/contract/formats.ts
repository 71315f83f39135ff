import { z } from 'zod'
import { JsonSchema } from './json-schema.ts'
import { addIssue } from './validation-issue.ts'
import { screenshotFields, shorthand, DefaultFalse } from './fields.ts'

const MAX_TEXT = 10_000

const SIMPLE_FORMATS = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'summary',
  'branding',
  'product',
  'menu',
  'audio',
  'video',
  'rawBase64',
] as const

/** Formats without required options, which may be given by name. */
const FORMAT_NAMES = [...SIMPLE_FORMATS, 'screenshot', 'changeTracking'] as const

const JsonFormat = z
  .strictObject({
    type: z.enum(['json', 'deterministicJson']),
    prompt: z.string().max(MAX_TEXT).optional().describe('The data to read from the page.'),
    schema: JsonSchema.optional(),
    checkPromptInjection: DefaultFalse.describe('Refuse pages that contain instructions for the model.'),
  })
  .transform(withoutEmptySchema)
  .describe('Data of the page. Without a prompt and a schema: its main entity.')

const changeTrackingFields = {
  modes: z
    .array(z.enum(['git-diff', 'json']))
    .default([])
    .describe('How to describe the change.'),
  schema: JsonSchema.optional(),
  prompt: z.string().max(MAX_TEXT).optional().describe('The fields to compare in json mode.'),
  tag: z
    .string()
    .max(256)
    .nullable()
    .default(null)
    .describe('Scrapes are compared with earlier ones of the same tag.'),
}

const ChangeTrackingFormat = z
  .strictObject({ type: z.literal('changeTracking'), ...changeTrackingFields })
  .transform(withoutEmptySchema)

const AttributesFormat = z.strictObject({
  type: z.literal('attributes'),
  selectors: z
    .array(z.strictObject({ selector: z.string().min(1), attribute: z.string().min(1) }))
    .describe('The attributes and elements to read.'),
})

const QueryFormat = z.strictObject({
  type: z.literal('query'),
  prompt: requiredText('The question to answer or the passages to find.'),
  mode: z
    .enum(['freeform', 'directQuote'])
    .default('freeform')
    .describe('An answer, or passages of the page, which are in `highlights` too.'),
})

const FormatObject = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(SIMPLE_FORMATS) }),
  z.strictObject({ type: z.literal('screenshot'), ...screenshotFields }),
  JsonFormat,
  ChangeTrackingFormat,
  AttributesFormat,
  z.strictObject({
    type: z.literal('question'),
    question: requiredText('The question to answer from the page.'),
  }),
  z.strictObject({ type: z.literal('highlights'), query: requiredText('The passages to find on the page.') }),
  QueryFormat,
])

/** One result to derive from a page: a name, or an object with options. */
const Format = shorthand(FormatObject, {
  short: { type: 'string', enum: [...FORMAT_NAMES] },
  expand: (value) => (typeof value === 'string' ? { type: value } : value),
})
export type Format = z.output<typeof FormatObject>
export type FormatName = Format['type']
/** The format with this name, with its options. */
export type FormatOf<Name extends FormatName, Member = Format> = Member extends { type: infer Type }
  ? Name extends Type
    ? Member
    : never
  : never

const FormatList = z
  .array(Format)
  .superRefine(checkCombination)
  .describe('The results to derive from the page: names, or objects with options.')

/** The formats of a scrape; the default is markdown. */
export const Formats = FormatList.transform((formats): Format[] =>
  formats.length > 0 ? formats : [{ type: 'markdown' }],
).prefault(['markdown'])

/** Formats that may also be given as top-level options. */
export const formatOptions = {
  screenshot: formatOption(screenshotFields),
  changeTracking: formatOption(changeTrackingFields),
}
type FormatOptions = z.output<z.ZodObject<typeof formatOptions>>

/** Combines the formats with those given as options; a format in the list wins. */
export function withFormatOptions(formats: readonly Format[], options: FormatOptions): Format[] {
  const { screenshot, changeTracking } = options
  const added: Format[] = [
    ...(screenshot ? [{ type: 'screenshot' as const, ...screenshot }] : []),
    ...(changeTracking ? [withoutEmptySchema({ type: 'changeTracking' as const, ...changeTracking })] : []),
  ]
  return [...formats, ...added.filter(({ type }) => formats.every((format) => format.type !== type))]
}

const SEARCHABLE = new Set<FormatName>([
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'summary',
  'product',
  'menu',
  'json',
  'question',
  'highlights',
  'query',
  'screenshot',
])

/** The formats of a search's hits; without formats, hits are not scraped. */
export const SearchFormats = FormatList.superRefine((formats, context) => {
  for (const [index, { type }] of formats.entries()) {
    const takes = [...SEARCHABLE].join(', ')
    if (!SEARCHABLE.has(type)) addIssue(context, [index], `must be a format that search supports: ${takes}`)
  }
}).default([])

function checkCombination(formats: Format[], context: z.core.$RefinementCtx): void {
  const addFormatIssue = (index: number, message: string) => addIssue(context, [index], message)
  const types = formats.map((format) => format.type)
  const changeTracking = types.indexOf('changeTracking')
  const rawBase64 = types.indexOf('rawBase64')
  for (const [type, done] of Object.entries(SINGLE_FORMATS)) {
    const second = types.indexOf(type as FormatName, types.indexOf(type as FormatName) + 1)
    if (second > 0) addFormatIssue(second, `is a second ${type}; one is ${done}`)
  }
  const isJson = (type: FormatName) => type === 'json' || type === 'deterministicJson'
  const secondJson = types.findLastIndex(isJson)
  if (types.findIndex(isJson) < secondJson)
    addFormatIssue(secondJson, 'requires the field `json`, which another format of the request returns')
  if (changeTracking >= 0 && !types.includes('markdown'))
    addFormatIssue(changeTracking, 'requires the markdown format too')
  if (rawBase64 >= 0 && types.length > 1) addFormatIssue(rawBase64, 'must be the only format')
}

/** Formats with options that a request may have once, and the past participle for the message. */
const SINGLE_FORMATS = {
  screenshot: 'taken',
  question: 'answered',
  highlights: 'answered',
  query: 'answered',
}

/** A schema without fields counts as none; then the prompt applies, or the main entity. */
function withoutEmptySchema<Options extends { schema?: JsonSchema | undefined }>(options: Options): Options {
  const { schema, ...rest } = options
  return schema !== undefined && isEmpty(schema) ? (rest as Options) : options
}

function isEmpty({ type = 'object', properties = {}, ...others }: JsonSchema): boolean {
  const hasFields = Object.keys(properties as object).length > 0
  return (
    type === 'object' && !hasFields && Object.keys(others).every((keyword) => IGNORABLE_KEYWORDS.has(keyword))
  )
}

/** Keywords that do not name a field. */
const IGNORABLE_KEYWORDS = new Set(['$schema', '$id', 'required', 'additionalProperties'])

function requiredText(description: string) {
  return z.string().trim().min(1).max(MAX_TEXT).describe(description)
}

function formatOption<Shape extends z.ZodRawShape>(fields: Shape) {
  return shorthand(z.strictObject(fields).optional(), {
    short: { type: 'boolean' },
    expand: (value) => (value === true ? {} : value === false ? undefined : value),
  })
    .optional()
    .describe('The same as the format with that name, which wins if both are given.')
}

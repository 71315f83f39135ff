import { z } from 'zod'
import { JsonSchema } from './json-schema.ts'
import { screenshotFields } from './screenshot.ts'
import { shorthand } from './shorthand.ts'

const MAX_TEXT = 10_000

const PLAIN = [
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

/** The formats that need no particulars and may be asked for by name alone. */
const NAMES_ALONE = [...PLAIN, 'screenshot', 'changeTracking'] as const

const PlainFormat = z.strictObject({ type: z.enum(PLAIN) })

const ScreenshotFormat = z.strictObject({ type: z.literal('screenshot'), ...screenshotFields })

/** `screenshot` as an option beside the formats: yes, no, or how. */
export const ScreenshotOption = option(screenshotFields)

const JsonFormat = z
  .strictObject({
    type: z.enum(['json', 'deterministicJson']),
    prompt: z.string().max(MAX_TEXT).optional().describe('What to read from the page.'),
    schema: JsonSchema.optional(),
    checkPromptInjection: z.boolean().default(false).describe('Refuse pages that try to instruct the model.'),
  })
  .refine((format) => format.prompt || format.schema, 'needs a prompt or a schema')

const changeTrackingFields = {
  modes: z
    .array(z.enum(['git-diff', 'json']))
    .default([])
    .describe('How to describe the change, besides that there is one.'),
  schema: JsonSchema.optional(),
  prompt: z.string().max(MAX_TEXT).optional().describe('What to compare in json mode.'),
  tag: z
    .string()
    .max(256)
    .nullable()
    .default(null)
    .describe('Scrapes are compared with earlier ones of the same tag.'),
}

const ChangeTrackingFormat = z.strictObject({ type: z.literal('changeTracking'), ...changeTrackingFields })

/** `changeTracking` as an option beside the formats: yes, no, or how. */
export const ChangeTrackingOption = option(changeTrackingFields)

const AttributesFormat = z.strictObject({
  type: z.literal('attributes'),
  selectors: z
    .array(z.strictObject({ selector: z.string().min(1), attribute: z.string().min(1) }))
    .min(1)
    .describe('Which attributes of which elements to read.'),
})

const QuestionFormat = z.strictObject({
  type: z.literal('question'),
  question: text('What to answer from the page.'),
})

const HighlightsFormat = z.strictObject({
  type: z.literal('highlights'),
  query: text('What to find on the page.'),
})

const QueryFormat = z.strictObject({
  type: z.literal('query'),
  prompt: text('What to answer or find.'),
  mode: z
    .enum(['freeform', 'directQuote'])
    .default('freeform')
    .describe('An answer, or passages of the page.'),
})

const FormatObject = z.discriminatedUnion('type', [
  PlainFormat,
  ScreenshotFormat,
  JsonFormat,
  ChangeTrackingFormat,
  AttributesFormat,
  QuestionFormat,
  HighlightsFormat,
  QueryFormat,
])

/** One thing to derive from a page: a name, or an object with particulars. */
const Format = shorthand(FormatObject, {
  short: { type: 'string', enum: [...NAMES_ALONE] },
  expand: (value) => (typeof value === 'string' ? { type: value } : value),
})
export type Format = z.output<typeof FormatObject>
export type FormatName = Format['type']
/** The format of a name, with its particulars. */
export type FormatOf<Name extends FormatName, Each = Format> = Each extends { type: infer Type }
  ? Name extends Type
    ? Each
    : never
  : never

const FormatList = z
  .array(Format)
  .superRefine(checkTogether)
  .describe('What to derive from the page: names, or objects with particulars.')

/** The formats of a scrape; none asked for means markdown. */
export const Formats = FormatList.transform((formats): Format[] =>
  formats.length > 0 ? formats : [{ type: 'markdown' }],
).prefault(['markdown'])

/** What may stand beside the formats although it is one. */
interface FormatOptions {
  screenshot?: z.output<typeof ScreenshotOption>
  changeTracking?: z.output<typeof ChangeTrackingOption>
}

/** The formats together with those that were asked for as options; a format that is there already stays as it is. */
export function withFormatOptions(formats: readonly Format[], options: FormatOptions): Format[] {
  const { screenshot, changeTracking } = options
  const asked: Format[] = [
    ...(screenshot ? [{ type: 'screenshot' as const, ...screenshot }] : []),
    ...(changeTracking ? [{ type: 'changeTracking' as const, ...changeTracking }] : []),
  ]
  return [...formats, ...asked.filter(({ type }) => formats.every((format) => format.type !== type))]
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

/** The formats of a search's hits; none asked for means that hits are not scraped. */
export const SearchFormats = FormatList.superRefine((formats, context) => {
  for (const [index, { type }] of formats.entries()) {
    if (!SEARCHABLE.has(type)) {
      context.addIssue({
        code: 'custom',
        path: [index],
        message: `must be a format that search takes: ${[...SEARCHABLE].join(', ')}`,
      })
    }
  }
}).default([])

function checkTogether(formats: Format[], context: z.core.$RefinementCtx): void {
  const complain = (index: number, message: string) =>
    context.addIssue({ code: 'custom', path: [index], message })
  const types = formats.map((format) => format.type)
  const changeTracking = types.indexOf('changeTracking')
  const rawBase64 = types.indexOf('rawBase64')
  const given = new Map<string, Format>()
  for (const [index, format] of formats.entries()) {
    const field = answeredField(format)
    const other = field && given.get(field)
    if (other)
      complain(index, `gives '${field}', and so does another ${other.type} format; one of them is given`)
    if (field) given.set(field, format)
  }
  const secondScreenshot = types.indexOf('screenshot', types.indexOf('screenshot') + 1)
  if (secondScreenshot > 0) complain(secondScreenshot, 'is a second screenshot; one is taken')
  if (changeTracking >= 0 && !types.includes('markdown'))
    complain(changeTracking, 'needs markdown among the formats too')
  if (rawBase64 >= 0 && types.length > 1) complain(rawBase64, 'must be the only format')
}

/** The field that a format with particulars gives, where it is one that several can give. */
function answeredField(format: Format): string | undefined {
  if (format.type === 'json' || format.type === 'deterministicJson') return 'json'
  if (format.type === 'question') return 'answer'
  if (format.type === 'highlights') return 'highlights'
  if (format.type === 'query') return format.mode === 'directQuote' ? 'highlights' : 'answer'
  return undefined
}

function text(description: string) {
  return z.string().trim().min(1).max(MAX_TEXT).describe(description)
}

function option<Shape extends z.ZodRawShape>(fields: Shape) {
  return shorthand(z.strictObject(fields).optional(), {
    short: { type: 'boolean' },
    expand: (value) => (value === true ? {} : value === false ? undefined : value),
  })
    .optional()
    .describe('The same as the format of that name, which wins when both are given.')
}

import { z } from 'zod'
import { addIssue } from './validation-issue.ts'
import { shorthand } from './fields.ts'

const MAX_TEXT = 256

/** Assistants that fill in forms send an empty string for omitted fields. */
const emptyToUndefined = (text: string) => text || undefined
const LocaleText = z.string().max(MAX_TEXT).transform(emptyToUndefined).optional()

function languageCode(text: string): string | undefined {
  const [language = '', region] = text.split(/[-_]/)
  return emptyToUndefined([language.toLowerCase(), ...(region === undefined ? [] : [region])].join('-'))
}

export const localeFields = {
  tbs: LocaleText.meta({
    description: 'The age limit: qdr:h, d, w, m or y, or cdr:1,cd_min:…,cd_max:…; sbd:1 sorts by date.',
    example: 'qdr:w',
  }),
  filter: LocaleText,
  lang: z
    .string()
    .regex(/^([a-z]{2,3}([-_][a-z]{2,8})?)?$/i, 'must be a language code, such as en or pt-BR')
    .transform(languageCode)
    .optional()
    .describe('A language code. Default: en for providers that require one, otherwise any.'),
  country: z
    .string()
    .toLowerCase()
    .regex(/^([a-z]{2})?$/, 'must be a two-letter country code, such as us')
    .transform(emptyToUndefined)
    .optional()
    .describe('A two-letter country code. Default: us, unless location is given.'),
  location: LocaleText.meta({ description: 'A place.', example: 'Berlin, Germany' }),
}

type Locale = z.output<z.ZodObject<typeof localeFields>>

const expandName = (value: unknown) => (typeof value === 'string' ? { type: value } : value)

const Source = shorthand(
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('web'), ...localeFields }),
    z.strictObject({ type: z.enum(['news', 'images', 'alexandria']) }),
  ]),
  { short: { type: 'string', enum: ['web', 'news', 'images', 'alexandria'] }, expand: expandName },
)

/**
 * The sources to search. `alexandria` is a catalogue that clients request by default and this service does
 * not have.
 */
export const Sources = z
  .array(Source)
  .prefault(['web'])
  .describe('The sources to search; `alexandria` is ignored.')

/** Each source once, with its locale; web may override it. */
export function resolveSources(sources: z.output<typeof Sources>, shared: Locale) {
  const wanted = sources.length > 0 ? sources : [{ type: 'web' as const }]
  const seen = new Set<string>()
  const resolved: ReturnType<typeof resolveSource>[] = []
  for (const { type, ...own } of wanted) {
    if (type !== 'alexandria' && !seen.has(type)) resolved.push(resolveSource(type, own, shared))
    seen.add(type)
  }
  return resolved
}

function resolveSource(type: 'web' | 'news' | 'images', own: Locale, shared: Locale) {
  const location = own.location ?? shared.location
  return {
    type,
    tbs: own.tbs ?? shared.tbs,
    filter: own.filter ?? shared.filter,
    lang: own.lang ?? shared.lang,
    country: own.country ?? shared.country ?? (location === undefined ? 'us' : undefined),
    location,
  }
}

const DEVELOPER_ALIASES = new Set<unknown>([
  'repo',
  'code',
  'docs',
  'devdex',
  'repo_search',
  'developer_index',
])

const Category = shorthand(
  z.strictObject({ type: z.preprocess(renameAlias, z.enum(['github', 'research', 'pdf', 'developer'])) }),
  {
    short: { type: 'string', enum: ['github', 'research', 'pdf', 'developer'] },
    expand: expandName,
  },
)

export const Categories = z
  .array(Category)
  .superRefine((categories, context) => {
    const index = categories.findIndex(({ type }) => type === 'developer')
    if (index < 0 || categories.every(({ type }) => type === 'developer')) return
    addIssue(context, [index], 'is developer, which must be the only category')
  })
  .transform((categories) => [...new Set(categories.map(({ type }) => type))])
  .prefault([])
  .describe('The kinds of results; empty means all.')

function renameAlias(type: unknown): unknown {
  return DEVELOPER_ALIASES.has(type) ? 'developer' : type
}

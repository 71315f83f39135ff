import { z } from 'zod'
import { shorthand } from './shorthand.ts'

const MAX_TEXT = 256

/** When and where results should be from. */
export const localeFields = {
  tbs: z.string().max(MAX_TEXT).optional().meta({
    description: 'From when: qdr:h, d, w, m or y, or cdr:1,cd_min:…,cd_max:…; sbd:1 sorts by date.',
    example: 'qdr:w',
  }),
  filter: z.string().max(MAX_TEXT).optional(),
  lang: z.string().max(MAX_TEXT).optional().meta({ description: 'A language code.', default: 'en' }),
  country: z
    .string()
    .toLowerCase()
    .regex(/^[a-z]{2}$/, 'must be a country code of two letters, such as us')
    .optional()
    .describe('A country code of two letters. Default: us, unless location is given.'),
  location: z.string().max(MAX_TEXT).optional().meta({ description: 'A place.', example: 'Berlin, Germany' }),
}

type Locale = z.output<z.ZodObject<typeof localeFields>>

const typeOf = (value: unknown) => (typeof value === 'string' ? { type: value } : value)

const Source = shorthand(
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('web'), ...localeFields }),
    z.strictObject({ type: z.enum(['news', 'images', 'alexandria']) }),
  ]),
  { short: { type: 'string', enum: ['web', 'news', 'images', 'alexandria'] }, expand: typeOf },
)

/** Where to search. `alexandria` is a catalogue that clients ask for by default and that has nothing here. */
export const Sources = z.array(Source).prefault(['web']).describe('Where to search; `alexandria` is ignored.')

/** Each source once, with the locale it is searched with; web may bring its own. */
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
    lang: own.lang ?? shared.lang ?? 'en',
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
    expand: typeOf,
  },
)

/** Which kinds of results are wanted; none means all. */
export const Categories = z
  .array(Category)
  .superRefine((categories, context) => {
    const index = categories.findIndex(({ type }) => type === 'developer')
    if (index < 0 || categories.every(({ type }) => type === 'developer')) return
    context.addIssue({
      code: 'custom',
      path: [index],
      message: 'is developer, which must be the only category',
    })
  })
  .transform((categories) => [...new Set(categories.map(({ type }) => type))])
  .prefault([])
  .describe('Which kinds of results are wanted; none means all.')

function renameAlias(type: unknown): unknown {
  return DEVELOPER_ALIASES.has(type) ? 'developer' : type
}

import { z } from 'zod'

const Text = z.string().min(1).max(10_000)
const JsonSchema = z.record(z.string(), z.unknown()).describe('A JSON Schema.')

const NAMES = [
  'markdown',
  'html',
  'rawHtml',
  'links',
  'images',
  'summary',
  'screenshot',
  'changeTracking',
  'branding',
  'product',
  'menu',
  'audio',
  'video',
] as const

const contentFormats = [
  z.strictObject({
    type: z.literal('json'),
    prompt: Text.optional().describe('What to read from the page.'),
    schema: JsonSchema.optional(),
  }),
  z.strictObject({ type: z.literal('question'), question: Text }),
  z.strictObject({ type: z.literal('highlights'), query: Text }),
  z.strictObject({
    type: z.literal('attributes'),
    selectors: z.array(z.strictObject({ selector: z.string(), attribute: z.string() })).min(1),
  }),
  z.strictObject({
    type: z.literal('query'),
    prompt: Text,
    mode: z.enum(['freeform', 'directQuote']).optional(),
  }),
] as const

const pageFormats = [
  z.strictObject({
    type: z.literal('screenshot'),
    fullPage: z.boolean().optional(),
    quality: z.int().min(1).max(100).optional(),
    viewport: z.strictObject({ width: z.int(), height: z.int() }).optional(),
  }),
  z.strictObject({
    type: z.literal('changeTracking'),
    modes: z.array(z.enum(['git-diff', 'json'])).optional(),
    schema: JsonSchema.optional(),
    prompt: Text.optional(),
    tag: z.string().max(256).nullable().optional(),
  }),
] as const

const SAID = 'What to give back (default: markdown). Data that fits a schema: {"type":"json","schema":…}.'

/** The formats of a page. */
const PageFormats = z.array(z.union([z.enum(NAMES), ...contentFormats, ...pageFormats])).describe(SAID)

const FileFormats = z
  .array(z.union([z.enum(['markdown', 'html', 'rawHtml', 'links', 'images', 'summary']), ...contentFormats]))
  .describe(SAID)

const Parser = z.union([
  z.enum(['pdf', 'image']),
  z.strictObject({
    type: z.literal('pdf'),
    mode: z.enum(['fast', 'auto', 'ocr']).optional(),
    maxPages: z.int().min(1).max(10_000).optional(),
    pages: z.boolean().optional(),
    blocks: z.boolean().optional(),
    pageMarkers: z.boolean().optional(),
  }),
])

const Action = z.looseObject({
  type: z.enum([
    'wait',
    'click',
    'write',
    'press',
    'scroll',
    'screenshot',
    'scrape',
    'executeJavascript',
    'pdf',
  ]),
  selector: z.string().optional().describe('CSS selector (click, scroll, wait).'),
  milliseconds: z.int().optional().describe('How long to wait.'),
  text: z.string().optional().describe('What to write into the focused element.'),
  key: z.string().optional().describe('Which key to press, such as Enter.'),
  direction: z.enum(['up', 'down']).optional(),
  script: z.string().optional().describe('JavaScript to run in the page.'),
  fullPage: z.boolean().optional(),
})

/** What can be asked about content, of a page or of a file. */
const contentFields = {
  onlyMainContent: z.boolean().optional().describe('Leave out navigation and the like (default true).'),
  includeTags: z.array(z.string()).optional().describe('CSS selectors of what to keep.'),
  excludeTags: z.array(z.string()).optional().describe('CSS selectors of what to leave out.'),
  parsers: z.array(Parser).optional().describe('How PDFs and pictures are read.'),
  removeBase64Images: z.boolean().optional(),
  redactPII: z
    .union([z.boolean(), z.looseObject({})])
    .optional()
    .describe('Take out personal data.'),
  timeout: z.int().min(1000).max(300_000).optional().describe('Milliseconds the work may take.'),
  zeroDataRetention: z.boolean().optional().describe('Keep nothing of it.'),
}

/** The options of a file. */
export const fileFields = { formats: FileFormats.optional(), ...contentFields }

/** The options of a page. */
export const pageFields = {
  formats: PageFormats.optional(),
  ...contentFields,
  waitFor: z.int().min(0).max(60_000).optional().describe('Milliseconds to wait before the page is read.'),
  actions: z.array(Action).max(50).optional().describe('What to do on the page before it is read, in order.'),
  mobile: z.boolean().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  location: z
    .strictObject({ country: z.string().optional(), languages: z.array(z.string()).optional() })
    .optional(),
  skipTlsVerification: z.boolean().optional(),
  blockAds: z.boolean().optional(),
  proxy: z.enum(['basic', 'enhanced', 'auto', 'stealth']).optional(),
  maxAge: z
    .int()
    .min(0)
    .optional()
    .describe('Milliseconds a cached copy may be old (default two days; 0: fetch now).'),
  minAge: z.int().min(0).optional().describe('Answer only from the cache, with a copy at least this old.'),
  storeInCache: z.boolean().optional(),
  lockdown: z.boolean().optional().describe('Answer only from the cache; request nothing.'),
  profile: z
    .strictObject({ name: z.string().min(1).max(128), saveChanges: z.boolean().optional() })
    .optional()
    .describe('A browser profile to use, with its cookies.'),
}

/** The same options under `scrapeOptions`: the common ones are listed, the service checks the others. */
export const NestedOptions = z
  .looseObject({
    formats: PageFormats.optional(),
    onlyMainContent: z.boolean().optional(),
    waitFor: z.int().optional(),
    maxAge: z.int().optional(),
  })
  .describe('How each page is scraped: any option of winnow_scrape.')

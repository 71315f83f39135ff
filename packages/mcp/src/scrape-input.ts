import { z } from 'zod'

/**
 * What the tools say about options is for those who choose them. Everything is open to more: the service has the last word
 * on its options, and says what is wrong with one, so that none has to be known here to be used.
 */
const PAGE_FORMATS = [
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
  'rawBase64',
]

const FILE_FORMATS = ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary']

const FORMAT_HELP =
  'Names, or objects: {"type":"json","schema":<JSON Schema>,"prompt":…} for data, {"type":"question","question":…}, {"type":"highlights","query":…}, {"type":"attributes","selectors":[{"selector":…,"attribute":…}]}'

function formats(names: string[], moreHelp: string) {
  const Named = z.union([z.string().meta({ enum: names }), z.looseObject({ type: z.string() })])
  return z
    .array(Named)
    .optional()
    .describe(`What to give back (default markdown). ${FORMAT_HELP}${moreHelp}.`)
}

const Action = z.looseObject({
  type: z.string().meta({
    enum: ['wait', 'click', 'write', 'press', 'scroll', 'screenshot', 'scrape', 'executeJavascript', 'pdf'],
  }),
  selector: z.string().optional().describe('CSS selector (click, scroll, wait).'),
  milliseconds: z.int().optional().describe('How long to wait.'),
  text: z.string().optional().describe('What to write into the focused element.'),
  key: z.string().optional().describe('Such as Enter.'),
  direction: z
    .string()
    .optional()
    .meta({ enum: ['up', 'down'] }),
  script: z.string().optional().describe('JavaScript to run in the page.'),
})

/** What can be asked about content, of a page or of a file. */
const contentFields = {
  onlyMainContent: z.boolean().optional().describe('Leave out navigation and the like (default true).'),
  includeTags: z.array(z.string()).optional().describe('CSS selectors of what to keep.'),
  excludeTags: z.array(z.string()).optional().describe('CSS selectors of what to leave out.'),
  parsers: z
    .array(z.union([z.string(), z.looseObject({ type: z.string() })]))
    .optional()
    .describe('How PDFs are read: [{"type":"pdf","mode":"fast"|"auto"|"ocr","maxPages":…}].'),
  redactPII: z
    .union([z.boolean(), z.looseObject({})])
    .optional()
    .describe('Take out personal data.'),
  timeout: z.int().optional().describe('Milliseconds, 1000 to 3600000.'),
  zeroDataRetention: z.boolean().optional().describe('Keep nothing of it.'),
}

/** The options of a file. */
export const fileFields = { formats: formats(FILE_FORMATS, ''), ...contentFields }

/** The options of a page that are named wherever they can be given. */
const commonFields = {
  formats: formats(
    PAGE_FORMATS,
    ', {"type":"screenshot","fullPage":true}, {"type":"changeTracking","modes":["git-diff"]}',
  ),
  ...contentFields,
  waitFor: z.int().optional().describe('Milliseconds to wait before the page is read.'),
  maxAge: z
    .int()
    .optional()
    .describe('Milliseconds a cached copy may be old (default two days; 0: fetch now).'),
}

/** The options of a page. */
export const pageFields = {
  ...commonFields,
  actions: z.array(Action).optional().describe('What to do on the page before it is read, in order.'),
  mobile: z.boolean().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  location: z
    .looseObject({ country: z.string().optional(), languages: z.array(z.string()).optional() })
    .optional(),
  skipTlsVerification: z.boolean().optional(),
  removeBase64Images: z.boolean().optional(),
  blockAds: z.boolean().optional(),
  proxy: z
    .string()
    .optional()
    .meta({ enum: ['basic', 'enhanced', 'auto', 'stealth'] }),
  minAge: z.int().optional().describe('Answer only from the cache, with a copy at least this old.'),
  storeInCache: z.boolean().optional(),
  lockdown: z.boolean().optional().describe('Answer only from the cache; request nothing.'),
  profile: z
    .looseObject({ name: z.string(), saveChanges: z.boolean().optional() })
    .optional()
    .describe('A browser profile to use, with its cookies.'),
}

/** The same options for many pages: the others are as winnow_scrape has them. */
export const batchFields = commonFields

/** The same options under `scrapeOptions`. */
export const NestedOptions = z
  .looseObject({ formats: z.array(z.unknown()).optional() })
  .describe('How each page is scraped: any option of winnow_scrape.')

import { z } from 'zod'

/**
 * Descriptions explain options to the model that chooses them. All objects allow further fields: the service
 * validates its options, so that new ones can be used without a change here.
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
  return z.array(Named).optional().describe(`Output formats (default markdown). ${FORMAT_HELP}${moreHelp}.`)
}

const Action = z.looseObject({
  type: z.string().meta({
    enum: ['wait', 'click', 'write', 'press', 'scroll', 'screenshot', 'scrape', 'executeJavascript', 'pdf'],
  }),
  selector: z.string().optional().describe('CSS selector (click, scroll, wait).'),
  milliseconds: z.int().optional().describe('Time to wait in milliseconds.'),
  text: z.string().optional().describe('Text to type into the focused element.'),
  key: z.string().optional().describe('Such as Enter.'),
  direction: z
    .string()
    .optional()
    .meta({ enum: ['up', 'down'] }),
  script: z.string().optional().describe('JavaScript to run in the page.'),
})

/** Options for the content of a page or a file. */
const contentFields = {
  onlyMainContent: z
    .boolean()
    .optional()
    .describe('Leave out navigation, footers and the like (default true).'),
  includeTags: z.array(z.string()).optional().describe('CSS selectors to keep.'),
  excludeTags: z.array(z.string()).optional().describe('CSS selectors to leave out.'),
  parsers: z
    .array(z.union([z.string(), z.looseObject({ type: z.string() })]))
    .optional()
    .describe('PDF parsing: [{"type":"pdf","mode":"fast"|"auto"|"ocr","maxPages":…}].'),
  redactPII: z
    .union([z.boolean(), z.looseObject({})])
    .optional()
    .describe('Remove personal data.'),
  timeout: z.int().optional().describe('Milliseconds, 1000 to 3600000.'),
  zeroDataRetention: z.boolean().optional().describe('Store nothing of this request.'),
}

/** The options of a file. */
export const fileFields = { formats: formats(FILE_FORMATS, ''), ...contentFields }

/** The page options that every tool with pages describes. */
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
    .describe('Maximum age of a cached page in milliseconds (default two days; 0: fetch now).'),
}

/** The options of a page. */
export const pageFields = {
  ...commonFields,
  actions: z.array(Action).optional().describe('Actions on the page before it is read, in order.'),
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
  minAge: z.int().optional().describe('Use only the cache, with an entry of at least this age.'),
  storeInCache: z.boolean().optional(),
  lockdown: z.boolean().optional().describe('Use only the cache; send no request.'),
  profile: z
    .looseObject({ name: z.string(), saveChanges: z.boolean().optional() })
    .optional()
    .describe('Browser profile with its cookies.'),
}

/** The same options for many pages; winnow_scrape describes the others. */
export const batchFields = commonFields

/** The same options under `scrapeOptions`. */
export const NestedOptions = z
  .looseObject({ formats: z.array(z.unknown()).optional() })
  .describe('How each page is scraped: any option of winnow_scrape.')

import { z } from 'zod'
import { responseObject, Timestamp } from './fields.ts'
import { Branding } from './branding.ts'
import { Menu } from './menu.ts'
import { DocumentMetadata } from './metadata.ts'
import { Product } from './product.ts'

const PdfPage = responseObject({ pageNumber: z.int(), markdown: z.string() })
type PdfPage = z.output<typeof PdfPage>

const Block = responseObject({
  id: z.string(),
  type: z.string().meta({ description: 'The kind of block.', example: 'section_header' }),
  label: z.string().nullable(),
  bbox: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .nullable()
    .describe('Left, top, right and bottom, as fractions of the page from 0 to 1.'),
  content: z.string(),
  markdownSpan: z
    .tuple([z.int(), z.int()])
    .nullable()
    .describe('First character of the Markdown, and the one after the last.'),
  readingOrder: z.int(),
  source: z.string().nullable(),
  confidence: responseObject({ layout: z.number().nullable(), ocr: z.number().nullable() }),
})

/** The position of each block on one page of a PDF. */
const PdfPageBlocks = responseObject({
  pageNumber: z.int(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  status: z.enum(['ok', 'partial', 'failed']),
  items: z.array(Block),
})
type PdfPageBlocks = z.output<typeof PdfPageBlocks>

const ActionResults = responseObject({
  screenshots: z.array(z.string()).optional(),
  scrapes: z.array(responseObject({ url: z.string(), html: z.string() })).optional(),
  javascriptReturns: z.array(responseObject({ type: z.string(), value: z.unknown() })).optional(),
  pdfs: z.array(z.string()).optional(),
})

const ChangeTracking = responseObject({
  previousScrapeAt: Timestamp.nullish().describe('The time of the previous scrape, if any.'),
  changeStatus: z.enum(['new', 'same', 'changed', 'removed']),
  visibility: z.enum(['visible', 'hidden']),
  diff: z.string().optional().describe('The changes, line by line.'),
  json: z.record(z.string(), z.unknown()).optional().describe('The changes, value by value.'),
})

/** The sources of the values in `json`, and the values that were not found. */
const Extraction = responseObject({
  engine: z.string().describe('`embedded`, or the model that was used.'),
  evidence: z.array(
    responseObject({
      field: z.string().describe('The value, as a JSON pointer into `json`.'),
      url: z.string().optional(),
      selector: z.string().optional().describe('CSS selector of the element with the value.'),
      section: z.string().optional().describe('The headings above the value, if a model read it.'),
      text: z.string().describe('The text on the page.'),
      source: z
        .string()
        .describe('The kind of source, such as `json-ld` or `table`; `model` if a model read it.'),
      confidence: z.number(),
    }),
  ),
  missing: z.array(z.string()).describe('JSON pointers of schema fields that were not found.'),
  unsupported: z
    .array(z.string())
    .optional()
    .describe('Values of a model that were dropped because they are not on the page.'),
})

const Attribute = responseObject({ selector: z.string(), attribute: z.string(), values: z.array(z.string()) })

export const documentFields = {
  markdown: z.string().optional(),
  html: z.string().optional(),
  rawHtml: z.string().optional(),
  rawBase64: z.string().optional(),
  summary: z.string().optional(),
  links: z.array(z.string()).optional(),
  images: z.array(z.string()).optional(),
  screenshot: z.string().optional().describe('The URL of the image.'),
  audio: z.string().optional().describe('The URL of the recording.'),
  video: z.string().optional().describe('The URL of the recording.'),
  json: z.unknown().optional().describe('The requested data.'),
  extraction: Extraction.optional().describe('The sources of the values in `json`.'),
  answer: z.string().optional().describe('The answer to the question.'),
  highlights: z.string().optional().describe('The passages that match the query.'),
  attributes: z.array(Attribute).optional(),
  actions: ActionResults.optional().describe(
    'The results of the actions, each list in the order of the actions.',
  ),
  changeTracking: ChangeTracking.optional(),
  branding: Branding.optional(),
  product: Product.optional(),
  menu: Menu.optional(),
  pages: z
    .array(PdfPage)
    .optional()
    .describe('The Markdown of each page, if the pdf parser was set to return it.'),
  blocks: z
    .array(PdfPageBlocks)
    .optional()
    .describe('The layout of each page, if the pdf parser was set to return it.'),
  warning: z.string().optional().describe('Missing or unusual parts of the result, and why.'),
  agent_hints: z.array(z.string()).optional(),
  metadata: DocumentMetadata.optional(),
}

export const Document = responseObject(documentFields).meta({
  id: 'Document',
  description: 'The result of a page or file: the requested formats and metadata.',
})
export type Document = z.output<typeof Document>

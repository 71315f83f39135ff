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
  type: z.string().meta({ description: 'What kind of block it is.', example: 'section_header' }),
  label: z.string().nullable(),
  bbox: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .nullable()
    .describe('Left, top, right and bottom, as shares of the page from 0 to 1.'),
  content: z.string(),
  markdownSpan: z
    .tuple([z.int(), z.int()])
    .nullable()
    .describe('From which to before which character of the markdown.'),
  readingOrder: z.int(),
  source: z.string().nullable(),
  confidence: responseObject({ layout: z.number().nullable(), ocr: z.number().nullable() }),
})

/** Where what stands on one page of a PDF. */
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
  previousScrapeAt: Timestamp.nullish().describe('When the page was last looked at, if ever.'),
  changeStatus: z.enum(['new', 'same', 'changed', 'removed']),
  visibility: z.enum(['visible', 'hidden']),
  diff: z.string().optional().describe('What changed, line by line.'),
  json: z.record(z.string(), z.unknown()).optional().describe('What changed, value by value.'),
})

/** Where the values of `json` were read, and which were not found. */
const Extraction = responseObject({
  engine: z.string().describe('`embedded`, or the model that was asked.'),
  evidence: z.array(
    responseObject({
      field: z.string().describe('The value, as a JSON pointer into `json`.'),
      url: z.string().optional(),
      selector: z.string().optional().describe('A CSS selector of the element that shows it.'),
      section: z.string().optional().describe('The headings above it, where a model read it.'),
      text: z.string().describe('As the page shows it.'),
      source: z
        .string()
        .describe('What kind of place it is, such as `json-ld` or `table`; `model` where a model read it.'),
      confidence: z.number(),
    }),
  ),
  missing: z.array(z.string()).describe('Fields of the schema that were not found, as JSON pointers.'),
  unsupported: z
    .array(z.string())
    .optional()
    .describe('Values that a model gave and that were left out because they do not stand on the page.'),
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
  screenshot: z.string().optional().describe('The address of the picture.'),
  audio: z.string().optional().describe('The address of the recording.'),
  video: z.string().optional().describe('The address of the recording.'),
  json: z.unknown().optional().describe('The data that was asked for.'),
  extraction: Extraction.optional().describe('Where the values of `json` were read.'),
  answer: z.string().optional().describe('The answer to the question that was asked.'),
  highlights: z.string().optional().describe('The passages that were asked for.'),
  attributes: z.array(Attribute).optional(),
  actions: ActionResults.optional().describe('What the actions gave, each list in the order of the actions.'),
  changeTracking: ChangeTracking.optional(),
  branding: Branding.optional(),
  product: Product.optional(),
  menu: Menu.optional(),
  pages: z.array(PdfPage).optional().describe('Page by page, when the pdf parser was asked for it.'),
  blocks: z.array(PdfPageBlocks).optional().describe('The layout, when the pdf parser was asked for it.'),
  warning: z.string().optional().describe('What is missing or unusual, and why.'),
  agent_hints: z.array(z.string()).optional(),
  metadata: DocumentMetadata.optional(),
}

export const Document = responseObject(documentFields).meta({
  id: 'Document',
  description: 'What a page or file gives: the formats that were asked for, and metadata.',
})
export type Document = z.output<typeof Document>

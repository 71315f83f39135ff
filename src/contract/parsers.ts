import { z } from 'zod'
import { shorthand, DefaultFalse } from './fields.ts'

const PdfParser = z
  .strictObject({
    type: z.literal('pdf'),
    mode: z
      .enum(['fast', 'auto', 'ocr'])
      .default('auto')
      .describe('Read embedded text, recognise text in images, or choose as needed.'),
    maxPages: z.int().min(1).max(10_000).optional().describe('The most pages to read.'),
    pages: z.boolean().optional().describe('Also return the Markdown of each page.'),
    pageMarkdown: z.boolean().optional().describe('The old name of `pages`.'),
    blocks: DefaultFalse.describe('Also return the layout of each page.'),
    pageMarkers: DefaultFalse.describe('Mark page breaks in the Markdown.'),
  })
  .transform(({ pageMarkdown, ...parser }) => ({ ...parser, pages: parser.pages ?? pageMarkdown ?? false }))

const ImageParser = z.strictObject({ type: z.literal('image') })

const Parser = shorthand(z.discriminatedUnion('type', [PdfParser, ImageParser]), {
  short: { type: 'string', enum: ['pdf', 'image'] },
  expand: (value) => (typeof value === 'string' ? { type: value } : value),
})

export const Parsers = z
  .array(Parser)
  .prefault(['pdf', 'image'])
  .describe('Which of PDFs and images are parsed instead of returned raw; an empty list means neither.')
export type ParserList = z.output<typeof Parsers>

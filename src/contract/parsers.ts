import { z } from 'zod'
import { shorthand, DefaultFalse } from './fields.ts'

const PdfParser = z
  .strictObject({
    type: z.literal('pdf'),
    mode: z
      .enum(['fast', 'auto', 'ocr'])
      .default('auto')
      .describe('Embedded text, pictures of text, or what is needed.'),
    maxPages: z.int().min(1).max(10_000).optional().describe('Read no more pages than this.'),
    pages: z.boolean().optional().describe('Give the markdown of each page too.'),
    pageMarkdown: z.boolean().optional().describe('The old name of `pages`.'),
    blocks: DefaultFalse.describe('Give the layout of each page too.'),
    pageMarkers: DefaultFalse.describe('Mark in the markdown where a page begins.'),
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
  .describe('Which of PDFs and pictures are read rather than given back raw; an empty list means neither.')
export type ParserList = z.output<typeof Parsers>

import { z } from 'zod'
import { answer } from './answer.ts'

/** The markdown of one page of a PDF. */
export const PdfPage = answer({ pageNumber: z.int(), markdown: z.string() })
export type PdfPage = z.output<typeof PdfPage>

const Block = answer({
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
  confidence: answer({ layout: z.number().nullable(), ocr: z.number().nullable() }),
})

/** Where what stands on one page of a PDF. */
export const PdfPageBlocks = answer({
  pageNumber: z.int(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  status: z.enum(['ok', 'partial', 'failed']),
  items: z.array(Block),
})
export type PdfPageBlocks = z.output<typeof PdfPageBlocks>

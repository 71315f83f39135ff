import { basename } from 'node:path'
import { z } from 'zod'
import { ParseOutput } from '../outputs.ts'
import { documentOf, send } from '../call.ts'
import { ToolFailure } from '../failure.ts'
import { readLocalFile } from '../local-file.ts'
import { normalizeOptions } from '../normalize-options.ts'
import { fileFields } from '../scrape-input.ts'
import { tool } from '../tool.ts'
import type { ToolOutput, AnyTool, JsonObject, ToolContext } from '../tool.ts'
import { awaitingUpload } from '../upload-command.ts'
import type { UploadPlace } from '../upload-command.ts'

const PARSE_DESCRIPTION =
  'Reads a document that is not on the web (PDF, DOCX, XLSX, PPTX, EPUB, e-mail, pictures by OCR, HTML, …; at most 50 MB) and gives Markdown or data. A document with a public URL goes to winnow_scrape. Costs 1 credit, and 1 for each further page of a PDF.'

const ContentType = z.string().max(255).optional().describe('Only when the name does not tell it.')
const FilePath = z.string().min(1).max(4096)
const UploadRef = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('What an earlier answer of this tool named.')

/** The tool for files, as it is where the files are. */
export function parseTool(files: ToolContext['files']): AnyTool {
  return files === 'local' ? parseLocal : parseUploaded
}

const common = {
  name: 'parse',
  title: 'Parse a file',
  output: ParseOutput,
  annotations: { readOnly: true },
  sizeAdvice: 'Ask for fewer formats, or for fewer pages (parsers with maxPages).',
  normalize: normalizeOptions,
  isKeyless: true,
} as const

const parseLocal = tool({
  ...common,
  description: `${PARSE_DESCRIPTION} filePath is a file of the machine that runs this server.`,
  input: oneSource(
    z.looseObject({
      filePath: FilePath.optional().describe('An absolute path.'),
      uploadRef: UploadRef,
      contentType: ContentType,
      ...fileFields,
    }),
  ),
  async run({ filePath, uploadRef, contentType, ...options }, context) {
    if (filePath === undefined) return parseRef(uploadRef!, options, context)
    const { data, filename } = await readLocalFile(filePath)
    const form = new FormData()
    form.set('options', JSON.stringify(options))
    form.set('file', new Blob([data], { type: contentType ?? '' }), filename)
    const envelope = await context.client.request('POST', '/v2/parse', { form, signal: context.signal })
    return { value: documentOf(envelope as JsonObject) }
  },
})

const parseUploaded = tool({
  ...common,
  description: `${PARSE_DESCRIPTION} Two steps: with filePath it answers a short-lived upload command; run it, then call again with uploadRef.`,
  input: oneSource(
    z.looseObject({
      filePath: FilePath.optional().describe('The path of the file where you can run the command.'),
      uploadRef: UploadRef,
      contentType: ContentType,
      declaredSizeBytes: z.int().optional(),
      ...fileFields,
    }),
  ),
  async run({ filePath, uploadRef, contentType, declaredSizeBytes, ...options }, context) {
    if (filePath === undefined) return parseRef(uploadRef!, options, context)
    const filename = basename(filePath.replaceAll('\\', '/'))
    if (filename === '') throw new ToolFailure('BAD_REQUEST', 'filePath names no file.')
    const body = { filename, contentType, declaredSizeBytes }
    const envelope = await send(context, { method: 'POST', path: '/v2/parse/upload-url', body })
    return { value: awaitingUpload((envelope['data'] ?? envelope) as UploadPlace, filePath, options) }
  },
})

async function parseRef(uploadRef: string, options: JsonObject, context: ToolContext): Promise<ToolOutput> {
  const envelope = await send(context, { method: 'POST', path: '/v2/parse', body: { uploadRef, ...options } })
  return { value: documentOf(envelope) }
}

function oneSource<
  Schema extends z.ZodType<{ filePath?: string | undefined; uploadRef?: string | undefined }>,
>(schema: Schema) {
  return schema.refine(({ filePath, uploadRef }) => (filePath === undefined) !== (uploadRef === undefined), {
    message: 'give exactly one of filePath and uploadRef',
  })
}

import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { checkThreatOverride, insufficientCredits, keylessOptions } from '../../access/access.ts'
import type { Caller, Usage } from '../../access/access.ts'
import { OkResponse } from '../../contract/fields.ts'
import {
  ParseOptions,
  ParseOptionsPart,
  ParseUploadRequest,
  MAX_FILE_BYTES,
  UploadParams,
  UploadQuery,
  UploadUrlResponse,
  UploadUrlRequest,
} from '../../contract/parse.ts'
import { ScrapeResponse } from '../../contract/scrape.ts'
import { validate, validateTolerantly } from '../../contract/validate.ts'
import { Fault, badRequest } from '../../fault.ts'
import type { Spool } from '../../documents/documents.ts'
import { isConverted } from '../../scrape/understand/understand.ts'
import { isSupportedFile, unsupportedFile } from '../../scrape/upload/upload.ts'
import { priceOfParse, rejectUnsupported } from '../../scrape/admit/admit.ts'
import type { ParseUpload, Upload, UploadRefs } from '../../scrape/scrape.ts'
import { chargePage } from './charge-page.ts'
import { createUploadBudget } from './upload-budget.ts'
import type { ChargedPageNeeds } from './charge-page.ts'
import { route } from '../server/route.ts'
import { limitTimeout, applyZeroRetention } from '../server/request-rules.ts'
import { addWarning } from '../server/warnings.ts'

export interface ParseNeeds extends ChargedPageNeeds {
  parseUpload: ParseUpload
  spool: Spool
  uploadRefs: UploadRefs
  usage: Pick<Usage, 'credits'>
}

const UPLOAD_FORM = {
  contentType: 'multipart/form-data',
  required: true,
  json: ParseUploadRequest,
  schema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: { type: 'string', format: 'binary', description: 'The document, at most 50 MB.' },
      options: {
        type: 'string',
        description: 'A JSON object with the options of a scrape that make sense for a file.',
        example: '{"formats": ["markdown"]}',
      },
    },
  },
}

export function parseRoutes(needs: ParseNeeds) {
  const reserve = createUploadBudget()
  return [
    route('POST /v2/parse', 'Parse a file', {
      access: 'team',
      scope: 'parse',
      keyless: true,
      bucket: 'parse',
      tag: 'Parse',
      description:
        'Accepts a form with the parts `file` and, in any order, `options`; or JSON with the `uploadRef` of an uploaded file.',
      upload: UPLOAD_FORM,
      response: ScrapeResponse,
      async handle({ caller, request, signal }) {
        await refuseWithoutCredits(needs.usage, caller.teamId)
        await using held = new AsyncDisposableStack()
        using memory = memoryReservation(reserve, caller.teamId, signal)
        const { reserveMemory } = memory
        await reserveMemory(Math.min(announcedBytes(request), MEMORY_BYTES))
        const {
          options: asked,
          warning,
          open,
        } = request.isMultipart()
          ? await readForm(request, needs.spool, reserveMemory, held)
          : readUploadedFile(request, caller, needs, reserveMemory, held)
        const options = limitTimeout(needs, applyZeroRetention(caller, keylessOptions(caller, asked)))
        request.auditedInput = options
        checkThreatOverride(caller, options.threatProtection)
        rejectUnsupported(options)
        const job = { price: priceOfParse(options), timeoutMs: options.timeout }
        const response = await chargePage(
          needs,
          { caller, signal },
          job,
          async ({ id, acquireSlot, addSlotMetadata }) => {
            const time = await acquireSlot()
            const upload = await open()
            const { size, head } = upload.file
            if (!isConverted({ ...upload, head }, options)) await reserveMemory(MEMORY_COPIES * size)
            const parseRequest = { ...options, teamId: caller.teamId }
            const { metadata, ...document } = await needs.parseUpload(upload, parseRequest, time)
            // Feedback finds the team of a parsed file by the id of the charge.
            return addSlotMetadata({ ...document, metadata: { ...metadata!, scrapeId: id } })
          },
        )
        return addWarning(ScrapeResponse, response, warning)
      },
    }),
    ...uploadRoutes(needs.uploadRefs),
  ]
}

/** A request to parse with its file. A file that can be read only once is opened last. */
interface ParseInput {
  options: ParseOptions
  warning: string | undefined
  open: () => Promise<Upload>
}

type ReserveMemory = (bytes: number) => Promise<void>

/**
 * The memory reserved by one request. It releases its reservation before it waits for more, so that two
 * requests never wait for each other.
 */
function memoryReservation(
  reserve: ReturnType<typeof createUploadBudget>,
  teamId: string,
  signal: AbortSignal,
): Disposable & { reserveMemory: ReserveMemory } {
  let reservation: Disposable | undefined
  const release = () => {
    reservation?.[Symbol.dispose]()
    reservation = undefined
  }
  return {
    async reserveMemory(bytes) {
      release()
      reservation = await reserve(teamId, bytes, signal)
    },
    [Symbol.dispose]: release,
  }
}

/** The number of copies of a page, text or base64 file in memory: bytes, text, and the reading thread's. */
const MEMORY_COPIES = 3

/** The part of a file held in memory while it is received; the rest is on disk. */
const MEMORY_BYTES = 2 * 1024 * 1024

/** A file uploaded earlier, with its options in the body. */
function readUploadedFile(
  request: FastifyRequest,
  caller: Pick<Caller, 'teamId' | 'zeroDataRetention'>,
  { uploadRefs, spool }: ParseNeeds,
  reserveMemory: ReserveMemory,
  held: AsyncDisposableStack,
): ParseInput {
  if (request.body === undefined || !/json/i.test(request.headers['content-type'] ?? '')) {
    throw badRequest(
      "the body is not supported here. Send a multipart form with the part 'file', or JSON with an 'uploadRef'.",
    )
  }
  const { value, warning } = validateTolerantly(ParseUploadRequest, request.body)
  const { uploadRef, ...options } = value
  const open = async () => {
    const inMemory = options.zeroDataRetention || caller.zeroDataRetention
    if (inMemory) await reserveMemory(MAX_FILE_BYTES)
    const { fileName, contentType, chunks } = held.use(await uploadRefs.take(caller.teamId, uploadRef))
    return { fileName, contentType, file: held.use(await spool.take(chunks, inMemory)) }
  }
  return { options, warning, open }
}

async function readForm(
  request: FastifyRequest,
  spool: Spool,
  reserveMemory: ReserveMemory,
  held: AsyncDisposableStack,
): Promise<ParseInput> {
  const { upload, options: text } = await readParts(request, spool, reserveMemory, held)
  if (upload === undefined) throw badRequest("the form has no part 'file' with a file name. Add one.")
  const { options } = validate(ParseOptionsPart, { options: text })
  const { value, warning } = validateTolerantly(ParseOptions, options)
  return { options: value, warning, open: async () => upload }
}

/** Any error while reading a form is a problem of the form. */
async function* mapFormErrors<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (cause) {
    if (cause instanceof Fault || String((cause as { code?: unknown }).code).startsWith('FST_')) throw cause
    throw badRequest('the multipart form is malformed or was cut off. Send it again.', { cause })
  }
}

/** A team without credits gets the error before its file is read. */
async function refuseWithoutCredits(usage: ParseNeeds['usage'], teamId: string): Promise<void> {
  const credits = await usage.credits(teamId)
  if (credits !== null && credits < 1) throw insufficientCredits(1, credits)
}

/** The size of the body: its Content-Length, or the limit. */
function announcedBytes(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'])
  return Math.min(Number.isSafeInteger(length) ? length : MAX_FILE_BYTES, MAX_FILE_BYTES)
}

interface Parts {
  upload?: Upload
  options?: string
}

/** Reads the parts in any order. Options with a content type may arrive as a file part. */
async function readParts(
  request: FastifyRequest,
  spool: Spool,
  reserveMemory: ReserveMemory,
  held: AsyncDisposableStack,
): Promise<Parts> {
  const read: Parts = {}
  for await (const part of mapFormErrors(request.parts())) {
    if (part.fieldname === 'file' && part.type === 'file') {
      if (read.upload) throw badRequest('the form has more than one file. Send one request per file.')
      // Options may precede the file. They are validated later.
      const inMemory = /"zeroDataRetention"\s*:\s*true/.test(read.options ?? '')
      if (inMemory) await reserveMemory(announcedBytes(request))
      const file = held.use(await spool.take(mapFormErrors(untruncatedFile(part.file)), inMemory))
      read.upload = { fileName: part.filename ?? '', contentType: part.mimetype, file }
    } else if (part.fieldname === 'options') {
      if (read.options !== undefined) throw badRequest("the form has the part 'options' twice. Send it once.")
      read.options = part.type === 'file' ? (await part.toBuffer()).toString() : textOf(part.value)
    } else {
      throw unexpectedPart(part.fieldname)
    }
  }
  return read
}

/** The framework truncates a file at the limit without an error. */
async function* untruncatedFile(file: MultipartFile['file']): AsyncGenerator<Uint8Array> {
  yield* file as AsyncIterable<Uint8Array>
  if (file.truncated) throw tooLarge()
}

function tooLarge(): Fault {
  return badRequest(`the file is larger than ${MAX_FILE_BYTES} bytes (50 MB). Send a smaller one.`)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function unexpectedPart(name: string): Fault {
  if (name === 'file') return badRequest("the part 'file' is text. Send it as a file, with a file name.")
  return badRequest(`the form has an unknown part '${name.slice(0, 100)}'. Use 'file' and 'options'.`)
}

function uploadRoutes(uploadRefs: UploadRefs) {
  return [
    route('POST /v2/parse/upload-url', 'Get a URL to upload a file to', {
      access: 'team',
      scope: 'parse',
      keyless: true,
      bucket: 'parse',
      tag: 'Parse',
      description:
        'The URL is valid for ten minutes and one file. Send the bytes to `uploadUrl`, then parse with `uploadRef`.',
      body: UploadUrlRequest,
      response: UploadUrlResponse,
      async handle({ caller, body, publicUrl }) {
        const { filename: fileName, contentType = '' } = body
        if (!isSupportedFile(fileName, contentType)) throw unsupportedFile()
        const { id, uploadRef, expiresAt } = await uploadRefs.open({
          holder: caller,
          fileName,
          contentType,
        })
        const uploadUrl = `${publicUrl()}/v2/parse/upload/${id}?uploadRef=${uploadRef}`
        return {
          success: true,
          data: {
            uploadUrl,
            uploadRef,
            method: 'PUT',
            headers: { 'content-type': 'application/octet-stream' },
            expiresAt: expiresAt.toISOString(),
            maxSizeBytes: MAX_FILE_BYTES,
          },
        }
      },
    }),
    route('PUT /v2/parse/upload/:uploadId', 'Upload a file', {
      access: 'signed',
      tag: 'Parse',
      description: 'The URL comes from `POST /v2/parse/upload-url` and is signed.',
      upload: {
        contentType: 'application/octet-stream',
        required: true,
        schema: { type: 'string', format: 'binary' },
      },
      params: UploadParams,
      query: UploadQuery,
      response: OkResponse,
      errors: { 409: 'A file was already uploaded here.' },
      async handle({ params, query, request }) {
        if (/json|multipart/i.test(request.headers['content-type'] ?? '')) {
          const message =
            'The request has no file. Send the bytes of the file itself, as application/octet-stream.'
          throw new Fault('UNSUPPORTED_MEDIA_TYPE', message)
        }
        if (Number(request.headers['content-length']) > MAX_FILE_BYTES) throw tooLarge()
        await uploadRefs.fill(params.uploadId, query.uploadRef, mapUploadErrors(upToLimit(request.raw)))
        return { success: true }
      },
    }),
  ]
}

/** A broken connection is the sender's error; the bytes received so far are deleted. */
async function* mapUploadErrors(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw badRequest('the upload was cut off. Send the file again.', { cause })
  }
}

async function* upToLimit(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_FILE_BYTES) throw tooLarge()
    yield chunk
  }
}

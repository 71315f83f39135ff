import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { checkThreatOverride, insufficient, optionsFor } from '../../access/access.ts'
import type { Caller, Usage } from '../../access/access.ts'
import { Done } from '../../contract/fields.ts'
import {
  ParseOptions,
  ParseOptionsPart,
  ParseUploadRequest,
  MAX_FILE_BYTES,
  UploadParams,
  UploadQuery,
  UploadUrlAnswer,
  UploadUrlRequest,
} from '../../contract/parse.ts'
import { ScrapeAnswer } from '../../contract/scrape.ts'
import { validate, validateTolerantly } from '../../contract/validate.ts'
import { Fault, badRequest } from '../../fault.ts'
import type { Spool } from '../../documents/documents.ts'
import { isConverted } from '../../scrape/understand/understand.ts'
import { isSupportedFile, unsupportedFile } from '../../scrape/upload/upload.ts'
import { priceOfParse, rejectUnsupported } from '../../scrape/admit/admit.ts'
import type { ParseUpload, Upload, UploadRefs } from '../../scrape/scrape.ts'
import { chargedPage } from './charged-page.ts'
import { createUploadBudget } from './upload-budget.ts'
import type { PageNeeds } from './charged-page.ts'
import { route } from '../server/route.ts'
import { inTime, asUnkept } from '../server/request-rules.ts'
import { withWarning } from '../server/warned.ts'

export interface ParseNeeds extends PageNeeds {
  parseUpload: ParseUpload
  spool: Spool
  uploadRefs: UploadRefs
  usage: Pick<Usage, 'credits'>
}

const FORM = {
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
        'Takes a form with the parts `file` and, in any order, `options`; or JSON with the `uploadRef` of a file that was uploaded before.',
      upload: FORM,
      answer: ScrapeAnswer,
      async handle({ who, request, signal }) {
        await refusePenniless(needs.usage, who.teamId)
        await using held = new AsyncDisposableStack()
        using room = roomIn(reserve, who.teamId, signal)
        const { makeRoom } = room
        await makeRoom(Math.min(announcedBytes(request), MEMORY_BYTES))
        const {
          options: asked,
          warning,
          open,
        } = request.isMultipart()
          ? await readForm(request, needs.spool, makeRoom, held)
          : readReferred(request, who, needs, makeRoom, held)
        const options = inTime(needs, asUnkept(who, optionsFor(who, asked)))
        request.asked = options
        checkThreatOverride(who, options.threatProtection)
        rejectUnsupported(options)
        const job = { price: priceOfParse(options), timeoutMs: options.timeout }
        const answer = await chargedPage(needs, { who, signal }, job, async ({ id, take, tell }) => {
          const time = await take()
          const upload = await open()
          const { size, head } = upload.file
          if (!isConverted({ ...upload, head }, options)) await makeRoom(WHOLE_COPIES * size)
          const wish = { ...options, teamId: who.teamId }
          const { metadata, ...document } = await needs.parseUpload(upload, wish, time)
          // Feedback finds the team of a parsed file by the id of the charge.
          return tell({ ...document, metadata: { ...metadata!, scrapeId: id } })
        })
        return withWarning(ScrapeAnswer, answer, warning)
      },
    }),
    ...uploadRoutes(needs.uploadRefs),
  ]
}

/** What a caller wants done, and the file for it. A file that can be had only once is opened when all else is settled. */
interface Asked {
  options: ParseOptions
  warning: string | undefined
  open: () => Promise<Upload>
}

type MakeRoom = (bytes: number) => Promise<void>

/** The room that one request has. It gives up what it has before it waits for more, so that no two wait for each other. */
function roomIn(
  reserve: ReturnType<typeof createUploadBudget>,
  teamId: string,
  signal: AbortSignal,
): Disposable & { makeRoom: MakeRoom } {
  let room: Disposable | undefined
  const giveUp = () => {
    room?.[Symbol.dispose]()
    room = undefined
  }
  return {
    async makeRoom(bytes) {
      giveUp()
      room = await reserve(teamId, bytes, signal)
    },
    [Symbol.dispose]: giveUp,
  }
}

/** How often a page, text or file in base64 is held at a time: as bytes, as text, and for the thread that reads it. */
const WHOLE_COPIES = 3

/** What is held of a file while it is taken in; the rest is on the disk. */
const MEMORY_BYTES = 2 * 1024 * 1024

/** A file that was uploaded before, with its options in the body. */
function readReferred(
  request: FastifyRequest,
  who: Pick<Caller, 'teamId' | 'zeroDataRetention'>,
  { uploadRefs, spool }: ParseNeeds,
  makeRoom: MakeRoom,
  held: AsyncDisposableStack,
): Asked {
  if (request.body === undefined || !/json/i.test(request.headers['content-type'] ?? '')) {
    throw badRequest("send a multipart form with the part 'file', or JSON with an 'uploadRef'.")
  }
  const { value, warning } = validateTolerantly(ParseUploadRequest, request.body)
  const { uploadRef, ...options } = value
  const open = async () => {
    const inMemory = options.zeroDataRetention || who.zeroDataRetention
    if (inMemory) await makeRoom(MAX_FILE_BYTES)
    const { fileName, contentType, chunks } = held.use(await uploadRefs.take(who.teamId, uploadRef))
    return { fileName, contentType, file: held.use(await spool.take(chunks, inMemory)) }
  }
  return { options, warning, open }
}

async function readForm(
  request: FastifyRequest,
  spool: Spool,
  makeRoom: MakeRoom,
  held: AsyncDisposableStack,
): Promise<Asked> {
  const { upload, options: text } = await readParts(request, spool, makeRoom, held)
  if (upload === undefined) throw badRequest("the form has no part 'file' with a file name.")
  const { options } = validate(ParseOptionsPart, { options: text })
  const { value, warning } = validateTolerantly(ParseOptions, options)
  return { options: value, warning, open: async () => upload }
}

/** Whatever goes wrong while a form is read is the form's fault, named by the framework or not. */
async function* ofForm<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (cause) {
    if (cause instanceof Fault || String((cause as { code?: unknown }).code).startsWith('FST_')) throw cause
    throw badRequest('the multipart form is not well-formed, or was cut off.', { cause })
  }
}

/** A team without credits is told so before its file is read. */
async function refusePenniless(usage: ParseNeeds['usage'], teamId: string): Promise<void> {
  const credits = await usage.credits(teamId)
  if (credits !== null && credits < 1) throw insufficient(1, credits)
}

/** What the body will occupy: what it says, or the most it may be. */
function announcedBytes(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'])
  return Math.min(Number.isSafeInteger(length) ? length : MAX_FILE_BYTES, MAX_FILE_BYTES)
}

interface Parts {
  upload?: Upload
  options?: string
}

/** Reads the parts in whatever order they come. Options that carry a content type may come as a file of their own. */
async function readParts(
  request: FastifyRequest,
  spool: Spool,
  makeRoom: MakeRoom,
  held: AsyncDisposableStack,
): Promise<Parts> {
  const read: Parts = {}
  for await (const part of ofForm(request.parts())) {
    if (part.fieldname === 'file' && part.type === 'file') {
      if (read.upload) throw badRequest('the form has more than one file.')
      // Options may come before the file. They are validated later.
      const inMemory = /"zeroDataRetention"\s*:\s*true/.test(read.options ?? '')
      if (inMemory) await makeRoom(announcedBytes(request))
      const file = held.use(await spool.take(ofForm(wholeFile(part.file)), inMemory))
      read.upload = { fileName: part.filename ?? '', contentType: part.mimetype, file }
    } else if (part.fieldname === 'options') {
      if (read.options !== undefined) throw badRequest("the form has 'options' twice.")
      read.options = part.type === 'file' ? (await part.toBuffer()).toString() : textOf(part.value)
    } else {
      throw unexpected(part.fieldname)
    }
  }
  return read
}

/** The framework ends a file at the limit without a word. */
async function* wholeFile(file: MultipartFile['file']): AsyncGenerator<Uint8Array> {
  yield* file as AsyncIterable<Uint8Array>
  if (file.truncated) throw tooLarge()
}

function tooLarge(): Fault {
  return badRequest(`the file is larger than ${MAX_FILE_BYTES} bytes (50 MB).`)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function unexpected(name: string): Fault {
  if (name === 'file') return badRequest("the part 'file' is text; it must be a file, with a file name.")
  return badRequest(`the form has a part '${name.slice(0, 100)}'; it takes 'file' and 'options'.`)
}

function uploadRoutes(uploadRefs: UploadRefs) {
  return [
    route('POST /v2/parse/upload-url', 'Get a place to upload a file to', {
      access: 'team',
      scope: 'parse',
      keyless: true,
      bucket: 'parse',
      tag: 'Parse',
      description:
        'The place is good for ten minutes and one file. Send the bytes to `uploadUrl`, then parse with `uploadRef`.',
      body: UploadUrlRequest,
      answer: UploadUrlAnswer,
      async handle({ who, body, publicUrl }) {
        const { filename: fileName, contentType = '' } = body
        if (!isSupportedFile(fileName, contentType)) throw unsupportedFile()
        const { id, uploadRef, expiresAt } = await uploadRefs.open({
          holder: who,
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
      description: 'The address comes from `POST /v2/parse/upload-url` and carries its own permission.',
      upload: {
        contentType: 'application/octet-stream',
        required: true,
        schema: { type: 'string', format: 'binary' },
      },
      params: UploadParams,
      query: UploadQuery,
      answer: Done,
      alsoFails: { 409: 'A file was uploaded here already.' },
      async handle({ params, query, request }) {
        if (/json|multipart/i.test(request.headers['content-type'] ?? '')) {
          const message = 'Send the bytes of the file itself, as application/octet-stream.'
          throw new Fault('UNSUPPORTED_MEDIA_TYPE', message)
        }
        if (Number(request.headers['content-length']) > MAX_FILE_BYTES) throw tooLarge()
        await uploadRefs.fill(params.uploadId, query.uploadRef, ofUpload(upToLimit(request.raw)))
        return { success: true }
      },
    }),
  ]
}

/** A connection that breaks is the sender's; what was sent so far is forgotten. */
async function* ofUpload(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw badRequest('the upload was cut off.', { cause })
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

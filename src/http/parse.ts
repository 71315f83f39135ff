import type { FastifyRequest } from 'fastify'
import { checkThreatOverride, insufficient } from '../access/access.ts'
import type { Usage } from '../access/access.ts'
import { Done } from '../contract/answer.ts'
import { ParseOptionsPart, ParseUploadRequest } from '../contract/parse.ts'
import type { ParseOptions } from '../contract/parse.ts'
import { ScrapeAnswer } from '../contract/scrape.ts'
import {
  MAX_FILE_BYTES,
  UploadParams,
  UploadQuery,
  UploadUrlAnswer,
  UploadUrlRequest,
} from '../contract/upload.ts'
import { validate } from '../contract/validate.ts'
import { Fault } from '../fault.ts'
import { priceOfParse } from '../scrape/scrape.ts'
import type { ParseUpload, Upload } from '../scrape/scrape.ts'
import { chargedPage } from './charged-page.ts'
import { createUploadBudget } from './upload-budget.ts'
import type { PageNeeds } from './charged-page.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

export interface ParseNeeds extends PageNeeds {
  parseUpload: ParseUpload
  usage: Pick<Usage, 'balance'>
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

/** An uploaded document in the formats asked for. */
export function parseRoutes(needs: ParseNeeds): Route[] {
  const reserve = createUploadBudget()
  return [
    route({
      method: 'POST',
      path: '/v2/parse',
      access: 'team',
      bucket: 'parse',
      tag: 'Parse',
      summary: 'Parse a file',
      description:
        'Takes a form with the parts `file` and, in any order, `options`; or JSON with the `uploadRef` of a file that was uploaded before.',
      upload: FORM,
      answer: ScrapeAnswer,
      async handle({ who, request, signal }) {
        if (!request.isMultipart()) return parseReference(request)
        await refusePenniless(needs.usage, who.teamId)
        using _memory = await reserve(who.teamId, announcedBytes(request), signal)
        const { upload, options } = await readForm(request)
        checkThreatOverride(who, options.threatProtection)
        const job = { price: priceOfParse(options), timeoutMs: options.timeout }
        return await chargedPage(needs, { who, signal }, job, async ({ take, bill }) =>
          bill(await needs.parseUpload(upload, options, await take())),
        )
      },
    }),
    ...uploadRoutes(),
  ]
}

function parseReference(request: FastifyRequest): never {
  if (request.body === undefined) {
    throw new Fault(
      'BAD_REQUEST',
      "Bad Request: send a multipart form with the part 'file', or JSON with an 'uploadRef'.",
    )
  }
  validate(ParseUploadRequest, request.body)
  return notBuilt('Parsing by reference')()
}

async function readForm(request: FastifyRequest): Promise<{ upload: Upload; options: ParseOptions }> {
  const { upload, options } = await readParts(request).catch((cause: unknown) => {
    // Whatever goes wrong while a form is read is the form's fault, named by the framework or not.
    if (cause instanceof Fault || String((cause as { code?: unknown }).code).startsWith('FST_')) throw cause
    throw new Fault('BAD_REQUEST', 'Bad Request: the multipart form is not well-formed, or was cut off.', {
      cause,
    })
  })
  if (upload === undefined)
    throw new Fault('BAD_REQUEST', "Bad Request: the form has no part 'file' with a file name.")
  return { upload, options: validate(ParseOptionsPart, options) }
}

/** A team without credits is told so before its file is read. */
async function refusePenniless(usage: ParseNeeds['usage'], teamId: string): Promise<void> {
  const { credits } = await usage.balance(teamId)
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
async function readParts(request: FastifyRequest): Promise<Parts> {
  const read: Parts = {}
  for await (const part of request.parts()) {
    if (part.fieldname === 'file' && part.type === 'file') {
      if (read.upload) throw new Fault('BAD_REQUEST', 'Bad Request: the form has more than one file.')
      read.upload = {
        fileName: part.filename ?? '',
        contentType: part.mimetype,
        bytes: await part.toBuffer(),
      }
    } else if (part.fieldname === 'options') {
      if (read.options !== undefined)
        throw new Fault('BAD_REQUEST', "Bad Request: the form has 'options' twice.")
      read.options = part.type === 'file' ? (await part.toBuffer()).toString() : textOf(part.value)
    } else {
      throw unexpected(part.fieldname)
    }
  }
  return read
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function unexpected(name: string): Fault {
  if (name === 'file')
    return new Fault(
      'BAD_REQUEST',
      "Bad Request: the part 'file' is text; it must be a file, with a file name.",
    )
  return new Fault(
    'BAD_REQUEST',
    `Bad Request: the form has a part '${name.slice(0, 100)}'; it takes 'file' and 'options'.`,
  )
}

function uploadRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/parse/upload-url',
      access: 'team',
      bucket: 'parse',
      tag: 'Parse',
      summary: 'Get a place to upload a file to',
      body: UploadUrlRequest,
      answer: UploadUrlAnswer,
      handle: notBuilt('Uploading by reference'),
    }),
    route({
      method: 'PUT',
      path: '/v2/parse/upload/:uploadId',
      access: 'signed',
      tag: 'Parse',
      summary: 'Upload a file',
      upload: {
        contentType: 'application/octet-stream',
        required: true,
        schema: { type: 'string', format: 'binary' },
      },
      params: UploadParams,
      query: UploadQuery,
      answer: Done,
      handle: notBuilt('Uploading by reference'),
    }),
  ]
}

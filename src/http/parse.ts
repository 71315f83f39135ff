import type { FastifyRequest } from 'fastify'
import { checkThreatOverride } from '../access/access.ts'
import { Done } from '../contract/answer.ts'
import { ParseOptionsPart, ParseUploadRequest } from '../contract/parse.ts'
import type { ParseOptions } from '../contract/parse.ts'
import { ScrapeAnswer } from '../contract/scrape.ts'
import { UploadParams, UploadQuery, UploadUrlAnswer, UploadUrlRequest } from '../contract/upload.ts'
import { validate } from '../contract/validate.ts'
import { Fault } from '../fault.ts'
import { priceOfParse } from '../scrape/scrape.ts'
import type { Upload, parseUpload } from '../scrape/scrape.ts'
import { chargedPage } from './charged-page.ts'
import type { PageNeeds } from './charged-page.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

export interface ParseNeeds extends PageNeeds {
  parseUpload: typeof parseUpload
}

const FORM = {
  contentType: 'multipart/form-data',
  required: true,
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
        const { upload, options } = await readForm(request)
        checkThreatOverride(who, options.threatProtection)
        const job = { price: priceOfParse(options), timeoutMs: options.timeout }
        return chargedPage(needs, { who, signal }, job, () => needs.parseUpload(upload, options))
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

/** Reads the parts in whatever order they come. */
async function readParts(request: FastifyRequest): Promise<{ upload?: Upload; options?: string }> {
  const read: { upload?: Upload; options?: string } = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') throw unexpected(part.fieldname)
      read.upload = {
        fileName: part.filename ?? '',
        contentType: part.mimetype,
        bytes: await part.toBuffer(),
      }
    } else if (part.fieldname === 'options') {
      read.options = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
    } else {
      throw unexpected(part.fieldname)
    }
  }
  return read
}

function unexpected(name: string): Fault {
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
      params: UploadParams,
      query: UploadQuery,
      answer: Done,
      handle: notBuilt('Uploading by reference'),
    }),
  ]
}

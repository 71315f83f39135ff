import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY_LIMITS, MESSAGE_LIMITS, createJsonScan } from '../../contract/json-text.ts'
import { Fault, badRequest } from '../../fault.ts'

/**
 * Clients send `Content-Type: application/json` with GET and DELETE too, without a body: that is not an
 * error.
 */
export function addJsonParser(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const { bodyLimit: maxBytes, config } = request.routeOptions
    const isMessage = config.isJsonRpc === true
    const announcedBytes = Number(request.headers['content-length'])
    const text = await readJsonBody({ payload, announcedBytes, maxBytes, isMessage })
    if (isMessage) return text
    if (text === '') return undefined
    try {
      return JSON.parse(text) as unknown
    } catch (cause) {
      throw new Fault('BAD_REQUEST_INVALID_JSON', 'Bad Request: the body is not valid JSON.', { cause })
    }
  })
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('*', (request, payload, done) => {
    if (request.routeOptions.config.takesBytes) done(null, payload)
    else
      done(
        new Fault(
          'UNSUPPORTED_MEDIA_TYPE',
          'This endpoint accepts only application/json. Set the Content-Type header.',
        ),
      )
  })
}

interface Body {
  payload: Readable
  /** The Content-Length; NaN without one. */
  announcedBytes: number
  maxBytes: number
  isMessage: boolean
}

/**
 * Reads a JSON body as text. Its size and structure are checked chunk by chunk, because `JSON.parse` would
 * block the event loop for seconds on a body that is nested millions of levels deep. A refused body is read
 * and dropped up to twice the limit, because many clients read a response only after they have sent
 * everything.
 */
function readJsonBody({ payload, announcedBytes, maxBytes, isMessage }: Body): Promise<string> {
  return new Promise((resolve, reject) => {
    const scan = createJsonScan(isMessage ? MESSAGE_LIMITS : BODY_LIMITS)
    let chunks: Uint8Array[] = []
    let size = 0
    let refusal = announcedBytes > maxBytes ? tooLarge(maxBytes) : undefined
    if (refusal && announcedBytes > 2 * maxBytes) return reject(refusal)

    function onData(chunk: Uint8Array): void {
      size += chunk.length
      refusal ??= size > maxBytes ? tooLarge(maxBytes) : tooComplex(scan(chunk))
      if (refusal) chunks = []
      else chunks.push(chunk)
      if (size > 2 * maxBytes) finish()
    }

    function finish(): void {
      payload.off('data', onData).off('end', finish).off('error', fail)
      if (refusal) reject(refusal)
      else resolve(Buffer.concat(chunks, size).toString())
    }

    function fail(cause: Error): void {
      refusal ??= badRequest('the body was cut off. Send it again.', { cause })
      finish()
    }

    payload.on('data', onData).on('end', finish).on('error', fail)
  })
}

function tooLarge(maxBytes: number): Fault {
  return new Fault(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than ${maxBytes / 1024 / 1024} MiB. Send less in one request.`,
  )
}

function tooComplex(limitIssue: string | undefined): Fault | undefined {
  return limitIssue === undefined ? undefined : badRequest(`the body ${limitIssue}.`)
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import { MAX_FILE_BYTES } from '../../src/contract/parse.ts'
import { API_KEY, useSharedApp } from '../support/app.ts'

const app = useSharedApp()
const PIECE = Buffer.alloc(1024 * 1024, 'a')
const BOUNDARY = 'a-boundary-of-the-form'

/** The bytes of a file. */
function* bytes(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= PIECE.length) yield PIECE.subarray(0, left)
}

function* form(size: number, ...parts: string[]): Generator<Buffer> {
  for (const part of parts) {
    yield Buffer.from(part)
    if (part === FILE) yield* bytes(size)
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${BOUNDARY}--\r\n`)
}

const FILE = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.html"\r\ncontent-type: text/html\r\n\r\n`
const OPTIONS = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="options"\r\n\r\n{}`
const UNKEPT = OPTIONS.replace('{}', '{"zeroDataRetention":true}')
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** Sends up to the limit, in chunks or with a Content-Length, and reads the response. */
function send(
  path: string,
  { method = 'POST', headers = {}, body }: { method?: string; headers?: object; body: Iterable<Buffer> },
): Promise<{ status: number; code: string; error: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(app().url + path, {
      method,
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
    })
    sent.once('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.once('end', () => {
        resolve({ status: response.statusCode!, ...JSON.parse(Buffer.concat(pieces).toString()) })
        sent.destroy()
      })
    })
    // The service may respond and close the connection while the rest is still being sent.
    sent.once('error', (failure) => setImmediate(reject, failure))
    void pump(sent, body)
  })
}

async function pump(sent: ReturnType<typeof request>, body: Iterable<Buffer>): Promise<void> {
  const gone = once(sent, 'close')
  for (const piece of body) {
    if (sent.destroyed) return
    if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), gone])
  }
  sent.end()
}

async function uploadPath(): Promise<string> {
  const { body } = await app().call('/v2/parse/upload-url', { json: { filename: 'a.html' } })
  return body.data.uploadUrl.slice(body.data.uploadUrl.indexOf('/v2/'))
}

const OVER = MAX_FILE_BYTES + 1
const FAR_OVER = MAX_FILE_BYTES + 40 * PIECE.length
const sizeOf = (pieces: Iterable<Buffer>) => [...pieces].reduce((sum, { length }) => sum + length, 0)

describe('A file above 50 MB is refused with a 4xx and the reason', () => {
  const forms: [string, size: number, isChunked: boolean, parts: string[]][] = [
    ['a form with the file first', OVER, false, [FILE, OPTIONS]],
    ['a form with the options first, in chunks', FAR_OVER, true, [OPTIONS, FILE]],
    ['a form of which nothing is stored on disk, in chunks', OVER, true, [UNKEPT, FILE]],
  ]
  for (const [what, size, isChunked, parts] of forms) {
    it(what, async () => {
      const length = isChunked ? {} : { 'content-length': sizeOf(form(size, ...parts)) }
      const body = form(size, ...parts)
      const answer = await send('/v2/parse', { headers: { ...MULTIPART, ...length }, body })
      assert.deepEqual([answer.status, answer.code], [400, 'BAD_REQUEST'])
      assert.match(answer.error, /larger than 52428800 bytes \(50 MB\)/)
    })
  }

  for (const [what, length] of [
    ['an upload', { 'content-length': FAR_OVER }],
    ['an upload in chunks', {}],
  ] as const) {
    it(what, async () => {
      const headers = { 'content-type': 'application/octet-stream', ...length }
      const answer = await send(await uploadPath(), { method: 'PUT', headers, body: bytes(FAR_OVER) })
      assert.deepEqual([answer.status, answer.code], [400, 'BAD_REQUEST'])
      assert.match(answer.error, /larger than 52428800 bytes \(50 MB\)/)
    })
  }

  it('a size that is declared before the upload', async () => {
    const json = { filename: 'a.pdf', declaredSizeBytes: OVER }
    const { status, body } = await app().call('/v2/parse/upload-url', { json })
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'])
    assert.match(body.error, /declaredSizeBytes must be at most 52428800/)
  })

  it('options of a form, and JSON, that are too large themselves', async () => {
    const options = OPTIONS.replace('{}', `{"origin":"${'a'.repeat(11 * PIECE.length)}"}`)
    const parts = Buffer.from(`${options}\r\n`)
    const answer = await send('/v2/parse', { headers: MULTIPART, body: [parts, ...form(1, FILE)] })
    assert.ok(answer.status >= 400 && answer.status < 500, JSON.stringify(answer))
    const json = await send('/v2/parse', {
      headers: { 'content-type': 'application/json' },
      body: bytes(15 * PIECE.length),
    })
    assert.ok(json.status >= 400 && json.status < 500, JSON.stringify(json))
  })
})

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { assertResponsive } from '../support/assert-cheap.ts'

const app = useSharedApp()

/** What a request may hold up others at most, in milliseconds of a machine at rest. */
const HELD_UP_MS = 100

const MANY_KEYS = Array.from({ length: 700_000 }, (_, place) => `"key ${place}":1`).join(',')
const WRONG = Array.from({ length: 100_000 }, () => 'x')

const hostile: [string, string, RegExp][] = [
  ['brackets', '['.repeat(5_000_000) + ']'.repeat(5_000_000), /nested more than 200 levels deep/],
  ['open brackets', '['.repeat(5_000_000), /nested more than 200 levels deep/],
  ['nested objects', '{"a":'.repeat(1_900_000), /nested more than 200 levels deep/],
  ['keys', `{${MANY_KEYS}}`, /more than 10000 keys/],
  ['numbers', `[${'1,'.repeat(4_999_999)}1]`, /more than 110000 values/],
  ['formats', JSON.stringify({ url: 'http://127.0.0.1:1/', formats: WRONG }), /more than 10000 values/],
]

describe('a body that is costly to parse or to validate', () => {
  for (const [name, body, message] of hostile)
    it(`is refused without holding up other requests: ${name}`, async () => {
      const answer = await assertResponsive(() => post('/v2/scrape', body), HELD_UP_MS)
      assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'])
      assert.match(answer.body.error, message)
    })

  it('is refused as an MCP message', async () => {
    for (const body of ['['.repeat(2_000_000), `[${'1,'.repeat(200_000)}1]`]) {
      const { status, body: answer } = await assertResponsive(() => post('/v2/mcp', body), HELD_UP_MS)
      assert.equal(status, 400)
      assert.match(answer.error.message, /nested more than 200 levels deep|more than 10000 values/)
    }
  })

  it('is refused as the options of a form', async () => {
    const form = new FormData()
    form.append('options', '['.repeat(5_000_000))
    form.append('file', new File(['text'], 'file.txt'))
    const answer = await assertResponsive(() => app().call('/v2/parse', { body: form }), HELD_UP_MS)
    assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'])
    assert.match(answer.body.error, /options is nested more than 200 levels deep/)
  })
})

describe('a body within the limits', () => {
  it('is accepted with depth, keys and values that requests have', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, place) => [`field ${place}`, { type: 'string' }]),
    )
    const { status, body } = await post(
      '/v2/batch/scrape',
      JSON.stringify({
        urls: Array.from({ length: 20_000 }, () => 'no url'),
        formats: [{ type: 'json', schema: { type: 'object', properties } }],
      }),
    )
    assert.equal(status, 400)
    assert.match(body.error, /urls must contain at least one valid/)
  })

  it('is refused at last when its list of wrong values is as long as it may be', async () => {
    const body = JSON.stringify({ url: 'http://127.0.0.1:1/', formats: WRONG.slice(0, 9_990) })
    const answer = await assertResponsive(() => post('/v2/scrape', body), HELD_UP_MS)
    assert.match(answer.body.error, /formats\[0\].* \(and 9989 more/)
  })
})

describe('a refused body', () => {
  it('is read on, so that a client that sends all of it first gets the answer', async () => {
    const body = '['.repeat(9_000_000)
    const answer = await raw(`content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`)
    assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*nested more than 200 levels deep/)
  })

  it('is 413 when it is larger than 10 MiB, whether it says so or not', async () => {
    const size = 12 * 1024 * 1024
    const announced = await raw(`content-length: ${size}\r\nconnection: close\r\n\r\n${' '.repeat(size)}`)
    assert.match(announced, /^HTTP\/1\.1 413 [\s\S]*larger than 10 MiB/)
    const chunks = `${(1024 * 1024).toString(16)}\r\n${' '.repeat(1024 * 1024)}\r\n`.repeat(12)
    const chunked = await raw(`transfer-encoding: chunked\r\nconnection: close\r\n\r\n${chunks}0\r\n\r\n`)
    assert.match(chunked, /^HTTP\/1\.1 413 [\s\S]*larger than 10 MiB/)
  })

  it('is 400 when it is compressed', async () => {
    const { status, body } = await app().call('/v2/scrape', {
      body: gzipSync('{"url":"http://127.0.0.1:1/"}'),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST_INVALID_JSON'])
  })
})

function post(path: string, body: string) {
  return app().call(path, {
    body,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  })
}

/** Sends everything before it reads anything, as many clients do. */
async function raw(rest: string): Promise<string> {
  const { hostname, port } = new URL(app().url)
  const socket = connect(Number(port), hostname)
  const head = `POST /v2/scrape HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${API_KEY}\r\ncontent-type: application/json\r\n`
  socket.pause()
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(head + rest, () => resolve())
  })
  return await text(socket)
}

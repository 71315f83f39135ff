import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UploadUrlResponse } from '../../src/contract/parse.ts'
import { useApp } from '../support/app.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useApp()
const PAGE = Buffer.from('<h1>Grain</h1><p>A phrase that is nowhere in the clear.</p>')

async function place(filename = 'a.html', key?: string) {
  const { status, body } = await app().call('/v2/parse/upload-url', {
    json: { filename },
    ...(key && { key }),
  })
  assert.equal(status, 200, JSON.stringify(body))
  return UploadUrlResponse.parse(body).data
}

function put(uploadUrl: string, body: Uint8Array, headers: Record<string, string> = {}) {
  return app().call(uploadUrl.slice(uploadUrl.indexOf('/v2/')), {
    method: 'PUT',
    key: null,
    body,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })
}

function parse(uploadRef: string, options: object = {}, key?: string) {
  return app().call('/v2/parse', { json: { uploadRef, ...options }, ...(key && { key }) })
}

describe('a file by reference', () => {
  it('is uploaded without a key, parsed once, and gone', async () => {
    const { uploadUrl, uploadRef, method, maxSizeBytes, expiresAt } = await place()
    assert.deepEqual([method, maxSizeBytes], ['PUT', 52_428_800])
    assert.ok(Date.parse(expiresAt) > Date.now() + 9 * 60_000)
    assert.deepEqual(await put(uploadUrl, PAGE).then(({ status, body }) => [status, body]), [
      200,
      { success: true },
    ])
    const [stored] = await app().database.db.rows<{ bytes: Buffer }>('select bytes from upload_pieces')
    assert.equal(stored!.bytes.length, PAGE.length)
    assert.equal(stored!.bytes.includes('nowhere in the clear'), false)
    const { status, body } = await parse(uploadRef, { formats: ['markdown'] })
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(body.data.markdown, /# Grain/)
    const { sourceFile, sourceURL } = body.data.metadata
    assert.deepEqual([sourceFile, sourceURL], ['a.html', 'a.html'])
    assert.deepEqual(await app().database.db.rows('select from upload_pieces'), [])
    const again = await parse(uploadRef)
    assert.deepEqual([again.status, again.body.code], [400, 'BAD_REQUEST'])
    assert.match(again.body.error, /already used/)
  })

  it('comes in pieces when it is large', async () => {
    const large = Buffer.from(`<p>${'grain '.repeat(500_000)}`)
    const { uploadUrl, uploadRef } = await place()
    assert.equal((await put(uploadUrl, large)).status, 200)
    const { body } = await parse(uploadRef, { zeroDataRetention: true })
    assert.equal(body.data.markdown.length, large.length - 4)
  })

  const wrong: [
    string,
    () => Promise<{ status: number; body: { code: string; error: string } }>,
    number,
    string,
    RegExp,
  ][] = [
    [
      'another team',
      async () => {
        const { uploadUrl, uploadRef } = await place()
        await put(uploadUrl, PAGE)
        const { key } = await app().team()
        return parse(uploadRef, {}, key)
      },
      403,
      'FORBIDDEN',
      /another team/,
    ],
    [
      'a reference that is not ours',
      () => parse('9dbb1f80-2b37-4a2f-9ad9-1a0f9b2d6a10.AAAA'),
      400,
      'BAD_REQUEST',
      /uploadRef is not valid/,
    ],
    ['a reference that is no reference', () => parse('x'), 400, 'BAD_REQUEST', /uploadRef is not valid/],
    [
      'a reference without its secret',
      async () => parse((await place()).uploadRef.split('.')[0]!),
      400,
      'BAD_REQUEST',
      /uploadRef is not valid/,
    ],
    [
      'parsing before uploading',
      async () => parse((await place()).uploadRef),
      400,
      'BAD_REQUEST',
      /No file was uploaded/,
    ],
    [
      'uploading twice',
      async () => {
        const { uploadUrl } = await place()
        await put(uploadUrl, PAGE)
        return put(uploadUrl, PAGE)
      },
      409,
      'CONFLICT',
      /already/,
    ],
    [
      'uploading to the place of another',
      async () => {
        const [one, two] = [await place(), await place()]
        return put(one.uploadUrl.replace(/uploadRef=.*/, `uploadRef=${two.uploadRef}`), PAGE)
      },
      400,
      'BAD_REQUEST',
      /uploadRef is not valid/,
    ],
    [
      'a file over the limit',
      async () => put((await place()).uploadUrl, new Uint8Array(52_428_801)),
      400,
      'BAD_REQUEST',
      /52428800/,
    ],
    [
      'a form instead of the bytes',
      async () => put((await place()).uploadUrl, PAGE, { 'content-type': 'multipart/form-data; boundary=b' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /bytes of the file/,
    ],
    [
      'an expired reference',
      async () => {
        const { uploadUrl, uploadRef } = await place()
        await put(uploadUrl, PAGE)
        await app().database.db.rows(`update uploads set expires_at = now() where id = $1`, [
          uploadRef.split('.')[0],
        ])
        return parse(uploadRef)
      },
      400,
      'BAD_REQUEST',
      /expired/,
    ],
    [
      'a kind that is not supported',
      () => app().call('/v2/parse/upload-url', { json: { filename: 'a.exe' } }),
      400,
      'UNSUPPORTED_FILE_TYPE',
      /Supported/,
    ],
    [
      'a declared size over the limit',
      () =>
        app().call('/v2/parse/upload-url', { json: { filename: 'a.pdf', declaredSizeBytes: 52_428_801 } }),
      400,
      'BAD_REQUEST',
      /declaredSizeBytes/,
    ],
  ]
  for (const [name, call, status, code, message] of wrong) {
    it(`answers ${name}`, async () => {
      await app().database.db.rows('delete from uploads')
      const answer = await call()
      assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body))
      assert.match(answer.body.error, message)
    })
  }

  it('is not consumed by a request that fails', async () => {
    const { uploadUrl, uploadRef } = await place()
    await put(uploadUrl, PAGE)
    assert.equal((await parse(uploadRef, { onlyCleanContent: true })).status, 501)
    assert.equal((await parse(uploadRef, { includeTags: ['['] })).status, 400)
    assert.equal((await parse(uploadRef)).status, 200)
    const [row] = await app().database.db.rows(`select file_name from uploads where id = $1`, [
      uploadRef.split('.')[0],
    ])
    assert.deepEqual(row, { file_name: '' })
  })

  it('may be tried again after it was cut off', async () => {
    const { uploadUrl, uploadRef } = await place()
    const id = uploadRef.split('.')[0]
    const gone = new AbortController()
    const body = new ReadableStream({
      async pull(stream) {
        stream.enqueue(new Uint8Array(2_000_000))
        const begun = await app().database.db.rows('select from upload_pieces where upload_id = $1', [id])
        if (begun.length > 0) gone.abort()
      },
    })
    const init = { method: 'PUT', body, duplex: 'half', signal: gone.signal } as RequestInit
    await assert.rejects(fetch(uploadUrl, init))
    const isOpen = async () =>
      (await app().database.db.rows(`select from uploads where id = $1 and state = 'open'`, [id])).length > 0
    await waitUntil(isOpen)
    assert.equal((await put(uploadUrl, PAGE)).status, 200)
    assert.equal((await parse(uploadRef)).status, 200)
  })

  it('is refused to a team that has parsed none of its last ten', async () => {
    const { key } = await app().team()
    for (let count = 0; count < 10; count++) await place('a.pdf', key)
    const { status, body, headers } = await app().call('/v2/parse/upload-url', {
      json: { filename: 'a.pdf' },
      key,
    })
    assert.deepEqual([status, body.code], [429, 'PARSE_UPLOAD_UNPARSED_LIMIT_REACHED'])
    assert.ok(Number(headers.get('retry-after')) > 0)
  })
})

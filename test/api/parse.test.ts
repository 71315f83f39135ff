import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ScrapeResponse } from '../../src/contract/scrape.ts'
import { useSharedApp } from '../support/app.ts'

const app = useSharedApp()

function form(parts: [string, Blob | string, string?][]): FormData {
  const data = new FormData()
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, fileName)
  }
  return data
}

const page = new Blob(['<title>T</title><h1>Grain</h1><p>See <a href="https://example.com/x">more</a>.</p>'])

describe('200', () => {
  const orders: [string, FormData][] = [
    [
      'file then options',
      form([
        ['file', page, 'a.html'],
        ['options', '{"formats":["markdown","links"]}'],
      ]),
    ],
    [
      'options as a file of their own, as FormData sends a typed part',
      form([
        ['file', page, 'a.html'],
        [
          'options',
          new Blob(['{"formats":["markdown","links"]}'], { type: 'application/json' }),
          'options.json',
        ],
      ]),
    ],
    [
      'options then file',
      form([
        ['options', '{"formats":["markdown","links"]}'],
        ['file', page, 'a.html'],
      ]),
    ],
  ]
  for (const [name, body] of orders) {
    it(`takes ${name}`, async () => {
      const answer = await app().call('/v2/parse', { body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      ScrapeResponse.parse(answer.body)
      assert.match(answer.body.data.markdown, /# Grain/)
      assert.deepEqual(answer.body.data.links, ['https://example.com/x'])
      assert.equal(answer.body.data.metadata.creditsUsed, 1)
    })
  }

  it('takes options that carry a content type of their own, as the specification shows', async () => {
    const text = [
      '--b',
      'Content-Disposition: form-data; name="options"',
      'Content-Type: application/json',
      '',
      '{"formats":["links"]}',
      '--b',
      'Content-Disposition: form-data; name="file"; filename="a.html"',
      'Content-Type: text/html',
      '',
      '<a href="https://example.com/y">y</a>',
      '--b--',
      '',
    ].join('\r\n')
    const answer = await app().call('/v2/parse', {
      body: text,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual(answer.body.data.links, ['https://example.com/y'])
  })

  it('takes a file of exactly 50 MiB', async () => {
    const large = new Blob([`<p>${'x '.repeat(25 * 1024 * 1024).slice(0, 50 * 1024 * 1024 - 3)}`])
    assert.equal(large.size, 50 * 1024 * 1024)
    const { status, body } = await app().call('/v2/parse', {
      body: form([
        ['file', large, 'large.html'],
        ['options', '{"formats":["links"],"timeout":120000}'],
      ]),
    })
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300))
  })
})

describe('400', () => {
  const wrong: [string, FormData | string, string, RegExp][] = [
    ['a form without a file', form([['options', '{}']]), 'BAD_REQUEST', /no part 'file'/],
    [
      'options that are not JSON',
      form([
        ['file', page, 'a.html'],
        ['options', '{oops'],
      ]),
      'BAD_REQUEST',
      /options/,
    ],
    [
      'options that are a list',
      form([
        ['file', page, 'a.html'],
        ['options', '[]'],
      ]),
      'BAD_REQUEST',
      /object/,
    ],
    [
      'an unknown option',
      form([
        ['file', page, 'a.html'],
        ['options', '{"colour":1}'],
      ]),
      'BAD_REQUEST',
      /colour/,
    ],
    [
      'another part',
      form([
        ['file', page, 'a.html'],
        ['extra', 'x'],
      ]),
      'BAD_REQUEST',
      /extra/,
    ],
    [
      'two files',
      form([
        ['file', page, 'a.html'],
        ['file', page, 'b.html'],
      ]),
      'BAD_REQUEST',
      /one file/,
    ],
    ['a kind that cannot be parsed', form([['file', page, 'a.png']]), 'UNSUPPORTED_FILE_TYPE', /Supported/],
    [
      'an option of the browser',
      form([
        ['file', page, 'a.html'],
        ['options', '{"mobile":true}'],
      ]),
      'PARSE_UNSUPPORTED_OPTIONS',
      /mobile/,
    ],
    [
      'a format of the browser',
      form([
        ['file', page, 'a.html'],
        ['options', '{"formats":["screenshot"]}'],
      ]),
      'PARSE_UNSUPPORTED_OPTIONS',
      /screenshot/,
    ],
  ]
  for (const [name, body, code, message] of wrong) {
    it(`answers ${name}`, async () => {
      const { id, key } = await app().team({ credits: 5 })
      const answer = await app().call('/v2/parse', { key, body })
      assert.deepEqual([answer.status, answer.body.code], [400, code], JSON.stringify(answer.body))
      assert.match(answer.body.error, message)
      assert.equal((await app().admin(`/teams/${id}`)).body.credits, 5)
    })
  }

  it('answers a form that is cut off', async () => {
    const answer = await app().call('/v2/parse', {
      body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n<p>',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'])
  })

  it('answers a form without a boundary', async () => {
    const answer = await app().call('/v2/parse', {
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    })
    assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'])
  })

  it('refuses a file over 50 MB', async () => {
    const large = new Blob([new Uint8Array(50 * 1024 * 1024 + 1)])
    const answer = await app().call('/v2/parse', { body: form([['file', large, 'large.html']]) })
    assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'])
    assert.match(answer.body.error, /50 MB/)
  })

  it('answers the bytes of a file instead of a form', async () => {
    const headers = { 'content-type': 'application/pdf' }
    const { status, body } = await app().call('/v2/parse', { body: '%PDF-1.7', headers })
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'])
    assert.match(body.error, /^Bad Request: .*Send a multipart form/)
  })

  it('answers a body that is no form', async () => {
    const answer = await app().call('/v2/parse', { method: 'POST' })
    assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'])
  })
})

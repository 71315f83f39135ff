import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { ADMIN_KEY, API_KEY, useApp } from '../support/app.ts'

const app = useApp({ WINNOW_KEYLESS: 'off' })

describe('401', () => {
  const wrong: [string, Record<string, string>][] = [
    ['no Authorization header', {}],
    ['a key that does not exist', { authorization: `Bearer fc-${'f'.repeat(32)}` }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['two words', { authorization: `Bearer ${API_KEY} ${API_KEY}` }],
    ['an endless key', { authorization: `Bearer ${'x'.repeat(5_000)}` }],
    ['the administration key', { authorization: 'Bearer an-admin-key-for-tests' }],
  ]
  for (const [name, headers] of wrong) {
    it(`answers ${name} with the envelope`, async () => {
      const {
        status,
        body,
        headers: answered,
      } = await app().call('/v2/scrape', { key: null, headers, json: { url: 'http://127.0.0.1/' } })
      assert.equal(status, 401)
      assert.equal(body.success, false)
      assert.equal(body.code, 'UNAUTHORIZED')
      assert.match(body.error, /^Unauthorized: /)
      assert.equal(answered.get('www-authenticate'), 'Bearer')
    })
  }

  it('tells the administration key from an unknown API key', async () => {
    const { status, body } = await app().call('/v2/team/credit-usage', { key: ADMIN_KEY })
    assert.equal(status, 401)
    assert.match(body.error, /administration key, which works for \/admin\/v1 only.*API key/)
  })

  it('tells an API key from an unknown administration key', async () => {
    const { status, body } = await app().call('/admin/v1/teams', { key: API_KEY })
    assert.equal(status, 401)
    assert.match(body.error, /this is an API key.*administration key/)
    const unknown = await app().call('/admin/v1/teams', { key: `wa-${'f'.repeat(48)}` })
    assert.equal(unknown.status, 401)
    assert.match(unknown.body.error, /not the administration key/)
  })

  it('comes before the body is looked at', async () => {
    const { status } = await app().call('/v2/scrape', {
      key: null,
      body: '{not json',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(status, 401)
  })

  it('answers a key from the moment it was deleted', async () => {
    const { key } = await app().team()
    const { body } = await app().call('/v2/team/api-keys', { key })
    assert.equal(
      (await app().call(`/v2/team/api-keys/${body.apiKeys[0].id}`, { key, method: 'DELETE' })).status,
      200,
    )
    assert.equal((await app().call('/v2/team/credit-usage', { key })).status, 401)
  })
})

describe('400', () => {
  const cases: [string, object | string, RegExp][] = [
    ['a missing url', {}, /url/],
    ['a url of the wrong type', { url: 7 }, /url/],
    ['a url without a host', { url: 'http://' }, /url/],
    ['another scheme', { url: 'ftp://example.com/' }, /url/],
    ['an unknown field', { url: 'http://example.com', renderJs: true }, /renderJs/],
    ['a format that does not exist', { url: 'http://example.com', formats: ['pdf'] }, /formats\[0\]/],
    ['a timeout below the least', { url: 'http://example.com', timeout: 5 }, /timeout/],
    ['a list instead of an object', [], /object/],
    ['a number instead of an object', '7', /object/],
    ['null', 'null', /object/],
  ]
  for (const [name, json, message] of cases) {
    it(`names the field for ${name}`, async () => {
      const text = typeof json === 'string' ? json : JSON.stringify(json)
      const { status, body } = await app().call('/v2/scrape', {
        body: text,
        headers: { 'content-type': 'application/json' },
      })
      assert.equal(status, 400, JSON.stringify(body))
      assert.equal(body.code, 'BAD_REQUEST')
      assert.match(body.error, message)
      assert.ok(Array.isArray(body.details) && typeof body.details[0].message === 'string')
    })
  }

  it('says that malformed JSON is malformed', async () => {
    const { status, body } = await app().call('/v2/scrape', {
      body: '{"url": ',
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST_INVALID_JSON'])
  })

  it('refuses an id that is not a UUID', async () => {
    const { status, body } = await app().call('/v2/crawl/not-a-uuid')
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'])
  })

  it('does not let a key named __proto__ through', async () => {
    const { status } = await app().call('/v2/scrape', {
      body: '{"url":"http://example.com","__proto__":{"x":1}}',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(status, 400)
  })
})

describe('402', () => {
  it('comes exactly when the credits are used up, and costs nothing', async () => {
    const { id, key } = await app().team({ credits: 0 })
    const { status, body } = await app().call('/v2/scrape', { key, json: { url: 'http://127.0.0.1:1/' } })
    assert.equal(status, 402)
    assert.equal(body.success, false)
    assert.match(body.error, /Insufficient credits/)
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 0)
  })
})

describe('404 and 405', () => {
  it('answers an unknown path with where to look', async () => {
    const { status, body } = await app().call('/v2/nothing-here')
    assert.equal(status, 404)
    assert.match(body.error, /GET \/v2\/nothing-here.*\/docs/)
  })

  it('names the methods of a path that takes others', async () => {
    const { status, body, headers } = await app().call('/v2/scrape')
    assert.deepEqual([status, body.code], [405, 'METHOD_NOT_ALLOWED'])
    assert.match(body.error, /takes POST, not GET/)
    assert.equal(headers.get('allow'), 'POST')
  })
})

describe('413 and 415', () => {
  it('refuses a JSON body over 10 MB', async () => {
    const { status, body } = await app().call('/v2/scrape', { json: { url: 'x'.repeat(11 * 1024 * 1024) } })
    assert.deepEqual([status, body.code], [413, 'PAYLOAD_TOO_LARGE'])
  })

  it('refuses another content type by name', async () => {
    const { status, body } = await app().call('/v2/scrape', {
      body: '<xml/>',
      headers: { 'content-type': 'application/xml' },
    })
    assert.deepEqual([status, body.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
  })
})

describe('bodies of another kind', () => {
  it('a form is refused where JSON is wanted', async () => {
    const form = new FormData()
    form.append('name', 'x')
    const { status, body } = await app().call('/v2/team/api-keys', { body: form })
    assert.deepEqual([status, body.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('bytes reach the endpoint that takes them', async () => {
    const path = '/v2/parse/upload/7e0b6f86-9d53-4f8e-9c0e-0d2f4a1c9b11?uploadRef=x'
    const { status, body } = await app().call(path, {
      method: 'PUT',
      body: 'bytes',
      headers: { 'content-type': 'application/pdf' },
    })
    assert.deepEqual([status, body.error], [400, 'This uploadRef is not one of ours.'])
  })
})

describe('429', () => {
  it('lets the limit through, then says for how long to wait', async () => {
    const { key } = await app().team({ limits: { perMinute: { status: 2 } } })
    const statuses = []
    for (let turn = 0; turn < 3; turn++)
      statuses.push((await app().call('/v2/concurrency-check', { key })).status)
    assert.deepEqual(statuses, [200, 200, 429])
    const { body, headers } = await app().call('/v2/concurrency-check', { key })
    const seconds = Number(headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60)
    assert.equal(body.success, false)
    assert.match(body.error, new RegExp(`retry after ${seconds}s`))
    assert.equal(body.details.retryAfterSeconds, seconds)
  })
})

describe('hostile requests', () => {
  it('gives a request id of its own when the given one could do harm in a log', async () => {
    const good = await app().call('/health', { headers: { 'x-request-id': 'trace-0123456789' } })
    assert.equal(good.headers.get('x-request-id'), 'trace-0123456789')
    const bad = await app().call('/health', { headers: { 'x-request-id': 'a b "{}"' } })
    assert.match(bad.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/)
  })

  it('does not hand out links to a host that the caller made up', async () => {
    const { port } = new URL(app().url)
    const seen = await new Promise<string>((resolve, reject) => {
      request(
        { port, host: '127.0.0.1', path: '/openapi.json', headers: { host: 'evil.example' } },
        (response) => {
          let text = ''
          response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text))
        },
      )
        .on('error', reject)
        .end()
    })
    assert.doesNotMatch(seen, /evil\.example/)
  })

  const raw: [string, string, RegExp][] = [
    ['a line that is no HTTP', 'HELLO\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'endless headers',
      `GET /health HTTP/1.1\r\nHost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 /,
    ],
    [
      'a control character in a header',
      'GET /health HTTP/1.1\r\nHost: x\r\nx-bad: a\u0001b\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a path with broken escapes',
      'GET /v2/crawl/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 4\d\d /,
    ],
    [
      'two lengths',
      'POST /v2/scrape HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      /^HTTP\/1\.1 400 /,
    ],
  ]
  for (const [name, text, expected] of raw) {
    it(`answers ${name} with a typed 4xx`, async () => {
      const answer = await exchange(text)
      assert.match(answer, expected)
      assert.match(answer, /"success":false/)
      assert.doesNotMatch(answer, /\bat .*\.ts:/)
    })
  }
})

function exchange(text: string): Promise<string> {
  const { port } = new URL(app().url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.setTimeout(5_000, () => socket.destroy())
  })
}

describe('a path of version 1', () => {
  const cases: [string, string, RegExp][] = [
    ['POST', '/v1/scrape', /^\/v1\/scrape is not served\. Use POST \/v2\/scrape\.$/],
    ['GET', '/v1/crawl/0190aaaa-0000-7000-8000-000000000000', /Use GET \/v2\/crawl\/0190/],
    ['GET', '/v1/batch/scrape/0190aaaa-0000-7000-8000-000000000000', /Use GET \/v2\/batch\/scrape\/0190/],
    ['POST', '/v1/batch/scrape', /Use POST \/v2\/batch\/scrape\./],
    ['POST', '/v1/map?x=1', /Use POST \/v2\/map\./],
    ['POST', '/v1/search', /Use POST \/v2\/search\./],
    ['POST', '/v1/extract', /Use POST \/v2\/extract\./],
    ['GET', '/v1/team/credit-usage', /Use GET \/v2\/team\/credit-usage\./],
    ['PUT', '/v1/scrape', /Use POST \/v2\/scrape\./],
    ['POST', '/v1/deep-research', /is not served, and version 2 has no \/v2\/deep-research\..*\/docs/],
    ['GET', '/v1/llmstxt/7', /version 2 has no/],
    ['GET', '/v1', /version 2 has no/],
  ]
  for (const [method, path, message] of cases) {
    it(`answers ${method} ${path} with 404 and what to use instead`, async () => {
      const { status, body } = await app().call(path, { method, key: null })
      assert.deepEqual([status, body.code], [404, 'NOT_FOUND'])
      assert.match(body.error, message)
    })
  }
})

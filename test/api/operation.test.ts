import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { describeApi } from '../../src/http/console/openapi.ts'
import { route } from '../../src/http/server/route.ts'
import { startTestApp, useApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

const app = useApp()

describe('probes', () => {
  it('/health says ok in plain text', async () => {
    const { status, body, headers } = await app().call('/health', { key: null })
    assert.deepEqual([status, body], [200, 'ok'])
    assert.match(headers.get('content-type')!, /^text\/plain/)
  })

  it('/ready says how each part is', async () => {
    const { status, body } = await app().call('/ready', { key: null })
    assert.equal(status, 200)
    assert.deepEqual([body.status, body.database, body.queue], ['ready', 'ok', 'ok'])
    assert.equal(body.browser, 'ok')
  })

  it('/metrics counts requests by route and status', async () => {
    await app().call('/v2/team/credit-usage')
    const { status, body } = await app().call('/metrics', { key: null })
    assert.equal(status, 200)
    assert.match(
      body,
      /winnow_http_request_seconds_count\{method="GET",route="\/v2\/team\/credit-usage",status="200"\} [1-9]/,
    )
    assert.match(body, /winnow_jobs\{kind="housekeeping",state="queued"\} \d/)
  })
})

describe('CORS', () => {
  it('is open, preflight included', async () => {
    const { status, headers } = await app().call('/v2/scrape', {
      method: 'OPTIONS',
      key: null,
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    assert.ok(status < 300)
    assert.equal(headers.get('access-control-allow-origin'), '*')
  })
})

describe('the API description', () => {
  it('is OpenAPI 3.1, complete and without a dangling reference', async () => {
    const { body } = await app().call('/openapi.json', { key: null })
    assert.equal(body.openapi, '3.1.0')
    assert.equal(body.components.securitySchemes.bearerAuth.scheme, 'bearer')
    for (const { name, description } of body.tags) assert.ok(description, `${name} is not explained`)
    const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object))
    assert.ok(operations.length > 80, `${operations.length}`)
    const ids = operations.map(({ operationId }) => operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const [, name] of JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      assert.ok(body.components.schemas[name!], `${name} is referred to and missing`)
    }
    assert.doesNotMatch(JSON.stringify(body), /#\/\$defs/)
  })

  it('says of every operation how it may fail', async () => {
    const { paths } = (await app().call('/openapi.json', { key: null })).body
    const failures = (method: string, path: string) =>
      Object.keys(paths[path][method].responses)
        .filter((status) => status !== '200')
        .join(' ')
    assert.equal(failures('post', '/v2/scrape'), '400 401 402 403 408 413 415 429 500 501 503 507')
    assert.equal(failures('post', '/v2/search'), '400 401 402 403 408 413 415 429 500 501 503 507')
    assert.equal(failures('get', '/v2/team/threat-protection'), '401 403 429 500 503 507')
    assert.equal(failures('get', '/v2/crawl/{id}'), '400 401 403 404 429 500 503 507')
    assert.equal(failures('delete', '/admin/v1/partners/{id}'), '400 401 404 500 503 507')
    assert.equal(failures('get', '/v2/keyless/eligibility'), '401 500 503')
  })

  it('says which operations answer without a key, as long as they do', async () => {
    const securityOf = async ({ call }: Pick<TestApp, 'call'>) => {
      const { paths } = (await call('/openapi.json', { key: null })).body
      return ['/v2/scrape', '/v2/search', '/v2/parse', '/v2/map'].map((path) => paths[path].post.security)
    }
    const needed = [{ bearerAuth: [] }]
    const optional = [{ bearerAuth: [] }, {}]
    assert.deepEqual(await securityOf(app()), [optional, optional, optional, needed])
    await using off = await startTestApp({ WINNOW_KEYLESS: 'off' })
    assert.deepEqual(await securityOf(off), [needed, needed, needed, needed])
  })

  it('says which bodies may be left out', async () => {
    const { paths } = (await app().call('/openapi.json', { key: null })).body
    const required = (path: string) => paths[path].post.requestBody.required
    assert.deepEqual(
      ['/v2/scrape', '/v2/parse', '/v2/team/api-keys', '/v2/monitor/{id}/run', '/admin/v1/teams'].map(
        required,
      ),
      [true, true, false, false, true],
    )
  })

  it('says what a query that is left out means', async () => {
    const { paths } = (await app().call('/openapi.json', { key: null })).body
    const [limit] = paths['/admin/v1/teams'].get.parameters
    assert.deepEqual(limit.schema, { type: 'integer', minimum: 1, maximum: 100, default: 25 })
  })

  it('names what only one route answers or takes', () => {
    const api = describeApi(
      [
        route('POST /thing', 'A thing', {
          access: 'open',
          tag: 'Operation',
          upload: {
            contentType: 'multipart/form-data',
            schema: { type: 'object' },
            required: true,
            json: z.strictObject({ reference: z.string() }),
          },
          response: z.object({ size: z.int() }),
          otherStatuses: { 503: 'When it is closed.' },
          errors: { 409: 'There is such a thing already.' },
          handle: () => undefined,
        }),
      ],
      '/',
      '0',
    ) as Described
    const { requestBody, responses } = api.paths['/thing']!.post
    assert.deepEqual(Object.keys(requestBody.content), ['multipart/form-data', 'application/json'])
    assert.ok(requestBody.content['application/json']!.schema.properties!.reference)
    const of = (status: number) => responses[status]!.content['application/json']!.schema
    assert.ok(of(503).properties!.size)
    assert.deepEqual(of(409), { $ref: '#/components/schemas/Error' })
    assert.equal(responses[409]!.description, 'There is such a thing already.')
  })

  it('has a page to read and try it that loads nothing from elsewhere', async () => {
    const { status, body, headers } = await app().call('/docs', { key: null })
    assert.equal(status, 200)
    assert.match(headers.get('content-security-policy')!, /default-src 'self'/)
    for (const [, source] of body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      if (source.startsWith('data:')) continue
      assert.match(source, /^\//)
      assert.equal((await app().call(source, { key: null })).status, 200, source)
    }
  })

  it('stands beside a console that loads nothing from elsewhere', async () => {
    const { status, body } = await app().call('/', { key: null })
    assert.equal(status, 200)
    for (const [, source] of body.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)) {
      if (source.startsWith('data:')) continue
      assert.equal((await app().call(source, { key: null })).status, 200, source)
    }
  })
})

type Content = Record<string, { schema: { properties?: Record<string, object>; $ref?: string } }>

interface Described {
  paths: Record<
    string,
    {
      post: {
        requestBody: { content: Content }
        responses: Record<number, { description: string; content: Content }>
      }
    }
  >
}

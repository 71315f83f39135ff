import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useApp } from '../support/app.ts'

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
    assert.match(body.browser, /^unavailable \(.+\)$/)
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
    const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object))
    assert.ok(operations.length > 80, `${operations.length}`)
    const ids = operations.map(({ operationId }) => operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const [, name] of JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      assert.ok(body.components.schemas[name!], `${name} is referred to and missing`)
    }
    assert.doesNotMatch(JSON.stringify(body), /#\/\$defs/)
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

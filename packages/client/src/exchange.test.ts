import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectionOf } from './connection.ts'
import type { ClientOptions } from './connection.ts'
import { exchange } from './exchange.ts'
import type { Request } from './exchange.ts'
import type { WinnowError } from './failure.ts'

async function answered(response: Response, request: Partial<Request> = {}, options: ClientOptions = {}) {
  const sent: { url: string; init: RequestInit & { headers: Record<string, string> } }[] = []
  const connection = connectionOf({
    apiKey: 'fc-1',
    apiUrl: 'http://winnow.test/v2',
    fetch: ((url: string, init: never) => {
      sent.push({ url, init })
      return Promise.resolve(response)
    }) as typeof fetch,
    ...options,
  })
  const asking = exchange(connection, { method: 'GET', path: '/v2/x', ...request }, undefined)
  const outcome: unknown = await asking.catch((failure: unknown) => failure)
  return { outcome: outcome as WinnowError & Record<string, unknown>, sent, ...sent[0]! }
}

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers })

describe('one exchange', () => {
  it('sends key, query and body, and names its origin', async () => {
    const { url, init } = await answered(json({ success: true }), {
      method: 'POST',
      query: { skip: 3, limit: undefined, anchor: ['a', 'b'] },
      body: { url: 'http://a.test' },
    })
    assert.equal(url, 'http://winnow.test/v2/x?skip=3&anchor=a&anchor=b')
    assert.equal(init.headers['authorization'], 'Bearer fc-1')
    assert.deepEqual(JSON.parse(init.body as string), { origin: 'winnow-client', url: 'http://a.test' })
  })

  it('returns the whole envelope with its warning', async () => {
    const envelope = { success: true, data: {}, warning: 'half of it is missing' }
    assert.deepEqual((await answered(json(envelope))).outcome, envelope)
  })

  it('reports all details of a failure', async () => {
    const body = {
      success: false,
      code: 'RATE_LIMITED',
      error: 'Too fast.',
      details: { limit: 1 },
      requestId: 'r',
    }
    const { outcome } = await answered(json(body, 429, { 'retry-after': '12' }))
    const { name, message, status, code, details, retryAfterSeconds, requestId } = outcome
    assert.deepEqual(
      { name, message, status, code, details, retryAfterSeconds, requestId },
      {
        name: 'WinnowError',
        message: 'Too fast.',
        status: 429,
        code: 'RATE_LIMITED',
        details: { limit: 1 },
        retryAfterSeconds: 12,
        requestId: 'r',
      },
    )
  })

  it('treats a failure with HTTP 200 as a failure', async () => {
    const { outcome } = await answered(
      json({ success: false, code: 'SCRAPE_DNS_RESOLUTION_ERROR', error: 'No.' }),
    )
    assert.deepEqual([outcome.status, outcome.code], [200, 'SCRAPE_DNS_RESOLUTION_ERROR'])
  })

  it('returns a failed script as a result', async () => {
    const failed = { success: false, exitCode: 1, error: 'ReferenceError' }
    assert.deepEqual((await answered(json(failed), { mayFail: true })).outcome, failed)
    assert.equal((await answered(json(failed))).outcome.code, 'HTTP_200')
  })

  it('does not follow a redirect, but reports its target', async () => {
    const moved = new Response(null, { status: 301, headers: { location: 'https://winnow.test/v2/x' } })
    const { outcome, init } = await answered(moved)
    assert.equal(init.redirect, 'manual')
    assert.equal(outcome.code, 'BAD_ANSWER')
    assert.match(outcome.message, /https:\/\/winnow\.test/)
  })

  it('detects a response that is not from the service', async () => {
    const { outcome } = await answered(new Response('<h1>It works!</h1>', { status: 200 }))
    assert.equal(outcome.code, 'BAD_ANSWER')
    assert.match(outcome.message, /no JSON/)
  })

  for (const path of [
    '@evil.test/x',
    '.evil.test/x',
    ':80@evil.test/x',
    '//evil.test/x',
    '/\\evil.test/x',
    '/\t/evil.test/x',
    '\\evil.test',
    'http://evil.test/x',
    'v2/x',
    '',
    '/../admin',
    '/v2/%2e%2E/../admin',
    '/.\t./admin',
    '/v2/crawl/',
    '/v2/crawl//errors',
    '/v2/./crawl',
    '/v2/%2E%2e?x=1',
  ])
    it(`sends no request for the path ${JSON.stringify(path)}`, async () => {
      const { outcome, sent } = await answered(
        json({ success: true }),
        { path },
        { apiUrl: 'http://winnow.test/base/v2' },
      )
      assert.deepEqual([outcome.code, sent], ['BAD_OPTION', []])
    })

  it('adds the query to the query of the path', async () => {
    const { url } = await answered(json({}), { path: '/v2/x?a=1#part', query: { b: 2 } })
    assert.equal(url, 'http://winnow.test/v2/x?a=1&b=2')
  })
})

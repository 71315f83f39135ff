import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { ADMIN_KEY, PARTNER_KEY, useApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const app = useApp({ WINNOW_KEYLESS: 'off' })
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

/** Stands for an existing page. */
const PAGE = 'http://site.test/article'

/** All endpoints of the specification and of existing clients, each with a valid body. */
const ENDPOINTS: [string, string, object?][] = [
  ['POST', '/v2/scrape', { url: PAGE }],
  ['GET', '/v2/scrape/ID'],
  ['POST', '/v2/scrape/ID/interact', { prompt: 'Click the button' }],
  ['DELETE', '/v2/scrape/ID/interact'],
  ['POST', '/v2/parse', { uploadRef: 'ref' }],
  ['POST', '/v2/parse/upload-url', { filename: 'a.pdf' }],
  ['POST', '/v2/batch/scrape', { urls: ['http://example.com'] }],
  ['GET', '/v2/batch/scrape/ID'],
  ['DELETE', '/v2/batch/scrape/ID'],
  ['GET', '/v2/batch/scrape/ID/errors'],
  ['POST', '/v2/crawl', { url: 'http://example.com' }],
  ['GET', '/v2/crawl/ID'],
  ['DELETE', '/v2/crawl/ID'],
  ['GET', '/v2/crawl/ID/errors'],
  ['GET', '/v2/crawl/active'],
  ['GET', '/v2/crawl/ongoing'],
  ['POST', '/v2/crawl/params-preview', { url: 'http://example.com', prompt: 'the blog' }],
  ['POST', '/v2/map', { url: PAGE }],
  ['POST', '/v2/search', { query: 'grain' }],
  ['POST', '/v2/search/ID/feedback', { rating: 'good' }],
  ['POST', '/v2/feedback', { endpoint: 'scrape', jobId: randomUUID(), rating: 'good' }],
  ['POST', '/v2/extract', { urls: [PAGE], prompt: 'the title' }],
  ['GET', '/v2/extract/ID'],
  ['POST', '/v2/agent', { prompt: 'the founders' }],
  ['GET', '/v2/agent'],
  ['GET', '/v2/agent/ID'],
  ['DELETE', '/v2/agent/ID'],
  ['GET', '/v2/agent/ID/trace'],
  ['GET', '/v2/agent/ID/snapshots/ID'],
  ['GET', '/v2/agent/threads/ID'],
  ['POST', '/v2/browser', {}],
  ['GET', '/v2/browser'],
  ['POST', '/v2/browser/ID/execute', { code: '1 + 1' }],
  ['DELETE', '/v2/browser/ID'],
  ['DELETE', '/v2/browser/profiles/shop'],
  ['POST', '/v2/interact', {}],
  ['GET', '/v2/interact'],
  ['POST', '/v2/interact/ID/execute', { code: '1 + 1' }],
  ['DELETE', '/v2/interact/ID'],
  ['GET', '/v2/team/credit-usage'],
  ['GET', '/v2/team/credit-usage/historical'],
  ['GET', '/v2/team/token-usage'],
  ['GET', '/v2/team/token-usage/historical'],
  ['GET', '/v2/team/queue-status'],
  ['GET', '/v2/team/activity'],
  ['GET', '/v2/team/webhook-deliveries'],
  ['GET', '/v2/team/threat-protection'],
  ['PUT', '/v2/team/threat-protection', { mode: 'normal' }],
  ['GET', '/v2/team/siem'],
  ['PUT', '/v2/team/siem', { enabled: false }],
  ['POST', '/v2/team/siem/test', {}],
  ['GET', '/v2/team/api-keys'],
  ['POST', '/v2/team/api-keys', {}],
  ['DELETE', '/v2/team/api-keys/ID'],
  ['GET', '/v2/concurrency-check'],
  [
    'POST',
    '/v2/monitor',
    { name: 'm', schedule: { text: 'hourly' }, targets: [{ type: 'scrape', urls: ['http://example.com'] }] },
  ],
  ['GET', '/v2/monitor'],
  ['GET', '/v2/monitor/ID'],
  ['PATCH', '/v2/monitor/ID', { name: 'n' }],
  ['DELETE', '/v2/monitor/ID'],
  ['POST', '/v2/monitor/ID/run', {}],
  ['GET', '/v2/monitor/ID/checks'],
  ['GET', '/v2/monitor/ID/checks/ID'],
  ['GET', '/v2/search/developer?query=x'],
  ['POST', '/v2/search/developer', { query: 'x' }],
  ['GET', '/v2/search/research/papers?query=x'],
  ['GET', '/v2/search/research/papers/p1'],
  ['GET', '/v2/search/research/papers/p1/similar?intent=x'],
  ['GET', '/v2/search/research/github?query=x'],
  ['POST', '/v2/support/ask', { question: 'why?' }],
  ['GET', '/v2/capabilities'],
  ['GET', '/exchange/discover'],
]

const PARTNER_ENDPOINTS: [string, string, object][] = [
  ['POST', '/partner/v1/accounts', { email: 'user@example.com' }],
  ['POST', '/partner/v1/api-keys/validate', { apiKey: 'fc-x' }],
  ['POST', '/partner/v1/api-keys/rotate', { apiKey: 'fc-x' }],
]

function filled(path: string): string {
  return path.replaceAll('ID', randomUUID())
}

function withSite(json: object | undefined, more: object = {}): { json?: object } {
  if (!json) return {}
  return { json: JSON.parse(JSON.stringify({ ...json, ...more }).replaceAll(PAGE, `${site.url}/article`)) }
}

describe('every endpoint', () => {
  for (const [method, path, json] of ENDPOINTS) {
    it(`${method} ${path} requires a key`, async () => {
      const { status, body } = await app().call(filled(path), { method, key: null, ...withSite(json) })
      assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED'])
    })

    it(`${method} ${path} responds to a valid request with a result, a refusal, or 501 with the reason`, async () => {
      const { status, body } = await app().call(filled(path), { method, ...withSite(json) })
      if (status === 200) {
        // An opened browser stays open until it is closed.
        if (body.cdpUrl) await app().call(`/v2/browser/${body.id}`, { method: 'DELETE' })
        return assert.equal(body.success, true)
      }
      assert.equal(body.success, false)
      const isRefused = /uploadRef is not valid|Threat protection is not enabled|There is no collector/.test(
        body.error,
      )
      assert.ok(isRefused || [404, 500, 501].includes(status), `${status} ${JSON.stringify(body)}`)
      assert.notEqual(body.code, 'UNKNOWN_ERROR')
      if (status === 501) assert.match(body.error, /is not part of this version/)
    })

    if (!json || path.includes('mcp')) continue
    it(`${method} ${path} names an unknown field`, async () => {
      const { status, body } = await app().call(filled(path), {
        method,
        ...withSite(json, { noSuchField: 1 }),
      })
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(body.error, /noSuchField/)
    })

    if (!path.startsWith('/v2')) continue
    it(`${method} ${path} accepts the origin that clients add`, async () => {
      const { body } = await app().call(filled(path), {
        method,
        ...withSite(json, { origin: 'js-sdk@4.42.0' }),
      })
      if (body.cdpUrl) await app().call(`/v2/browser/${body.id}`, { method: 'DELETE' })
      assert.doesNotMatch(String(body.error), /origin/)
    })
  }

  for (const [method, path] of ENDPOINTS.filter(([, path]) => path.includes('/ID'))) {
    it(`${method} ${path} refuses an invalid id`, async () => {
      const json = ENDPOINTS.find((one) => one[0] === method && one[1] === path)![2]
      const { status, body } = await app().call(path.replaceAll('ID', 'seven'), {
        method,
        ...(json && { json }),
      })
      assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'])
    })
  }
})

describe('the partner API', () => {
  for (const [method, path, json] of PARTNER_ENDPOINTS) {
    it(`${path} takes only a partner's key`, async () => {
      for (const key of [null, ADMIN_KEY, 'wp-unknown']) {
        assert.equal((await app().call(path, { method, key, json })).status, 401)
      }
      assert.notEqual((await app().call(path, { method, key: PARTNER_KEY, json })).status, 401)
    })
    it(`${path} names a missing field`, async () => {
      const { status, body } = await app().call(path, { method, key: PARTNER_KEY, json: {} })
      assert.equal(status, 400)
      assert.match(body.error, new RegExp(Object.keys(json)[0]!))
    })
  }
})

describe('threat-protection overrides', () => {
  const override = { mode: 'normal' }
  const requests: [string, object][] = [
    ['/v2/scrape', { url: 'http://127.0.0.1:1/', threatProtection: override }],
    ['/v2/agent', { prompt: 'x', threatProtection: override }],
    ['/v2/map', { url: 'http://example.com', threatProtection: override }],
    ['/v2/search', { query: 'x', threatProtection: override }],
    ['/v2/extract', { prompt: 'x', threatProtection: override }],
    ['/v2/batch/scrape', { urls: ['http://example.com'], threatProtection: override }],
    ['/v2/crawl', { url: 'http://example.com', scrapeOptions: { threatProtection: override } }],
  ]
  for (const [path, json] of requests) {
    it(`${path} refuses one from a team without threat protection`, async () => {
      const { status, body } = await app().call(path, { json })
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    })
  }

  it('refuses an override that the organization forbids, or that disables enforced screening', async () => {
    const organization = await app().admin('/organizations', {
      json: { name: 'Strict', threatProtection: { enabled: true, allowOverrides: false } },
    })
    const { key } = await app().team({ organizationId: organization.body.id })
    const ask = (mode: string) =>
      app().call('/v2/agent', { key, json: { prompt: 'x', threatProtection: { mode } } })
    assert.equal((await ask('normal')).status, 403)
    await app().admin(`/organizations/${organization.body.id}`, {
      method: 'PATCH',
      json: { threatProtection: { allowOverrides: true, enforced: true } },
    })
    assert.equal((await ask('off')).status, 403)
    assert.notEqual((await ask('normal')).status, 403)
  })

  it('never scrapes unscreened for an organization that has it enabled, also without a checker', async () => {
    const organization = await app().admin('/organizations', {
      json: { name: 'Screened', threatProtection: { enabled: true } },
    })
    const { key } = await app().team({ organizationId: organization.body.id })
    const { status, body } = await app().call('/v2/scrape', { key, json: { url: 'http://127.0.0.1:1/' } })
    assert.deepEqual([status, body.details.reason], [403, 'checker_unavailable'])
  })
})

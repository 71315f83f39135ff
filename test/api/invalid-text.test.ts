import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ADMIN_KEY, API_KEY, PARTNER_KEY, useSharedApp } from '../support/app.ts'

const app = useSharedApp()

const monitor = { schedule: { text: 'hourly' }, targets: [{ type: 'scrape', urls: ['http://example.com'] }] }

/** Where a caller's text would be kept or looked for, and the name of the field it stands in. */
const PLACES: [string, string, (text: string) => object, string][] = [
  ['/v2/team/api-keys', API_KEY, (name) => ({ name }), 'name'],
  ['/admin/v1/teams', ADMIN_KEY, (name) => ({ name }), 'name'],
  ['/admin/v1/organizations', ADMIN_KEY, (name) => ({ name }), 'name'],
  [
    '/admin/v1/organizations',
    ADMIN_KEY,
    (text) => ({ name: 'a', siem: { headers: { 'x-a': text } } }),
    'siem.headers.x-a',
  ],
  ['/admin/v1/partners', ADMIN_KEY, (name) => ({ name }), 'name'],
  ['/partner/v1/api-keys/validate', PARTNER_KEY, (apiKey) => ({ apiKey }), 'apiKey'],
  ['/v2/monitor', API_KEY, (name) => ({ ...monitor, name }), 'name'],
  [
    '/v2/scrape',
    API_KEY,
    (username) => ({ url: 'http://example.com', auditMetadata: { username } }),
    'auditMetadata.username',
  ],
  [
    '/v2/crawl',
    API_KEY,
    (text) => ({
      url: 'http://example.com',
      webhook: { url: 'http://example.com', metadata: { deep: [text] } },
    }),
    'webhook.metadata.deep[0]',
  ],
]

describe('400 for text that no database can keep', () => {
  for (const [path, key, body, field] of PLACES) {
    for (const [name, text] of [
      ['U+0000', 'a\0b'],
      ['half of a surrogate pair', 'a\ud800b'],
    ] as const) {
      it(`${name} in ${field} of ${path}`, async () => {
        const answer = await app().call(path, { key, json: body(text) })
        assert.equal(answer.status, 400, JSON.stringify(answer.body))
        assert.equal(
          answer.body.error,
          `Bad Request: ${field} must not contain U+0000 or half of a surrogate pair`,
        )
      })
    }
  }

  for (const [path, field] of [
    ['/jobs?kind=a%00', 'kind'],
    ['/teams?cursor=%00', 'cursor'],
  ] as const) {
    it(`U+0000 in ${path}`, async () => {
      const { status, body } = await app().admin(path)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(body.error, new RegExp(`^Bad Request: ${field} must not contain U\\+0000`))
    })
  }
})

describe('moments that PostgreSQL cannot read', () => {
  for (const path of ['/usage', '/audit']) {
    for (const field of ['from', 'to']) {
      it(`are refused in ${field} of ${path}`, async () => {
        for (const moment of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-00:01']) {
          const { status, body } = await app().admin(`${path}?${field}=${moment}`)
          assert.equal(status, 400, JSON.stringify(body))
          assert.equal(body.error, `Bad Request: ${field} must be in the years 1970 to 9999`)
        }
      })

      it(`are read as UTC in ${field} of ${path}`, async () => {
        for (const moment of [
          '2026-01-01T00:00:00%2B23:59',
          '9999-12-31T23:59:59.999999Z',
          '1970-01-01T00:00:00Z',
        ]) {
          const { status, body } = await app().admin(`${path}?${field}=${moment}`)
          assert.equal(status, 200, JSON.stringify(body))
        }
      })
    }
  }
})

describe('a body with very much that is wrong', () => {
  it('is answered shortly', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 9_000 }, (_, number) => [`field-${number}`, 1]))
    const { status, body } = await app().call('/v2/scrape', { json: unknown })
    assert.equal(status, 400)
    assert.match(body.error, /^Bad Request: url is required \(and 9000 more, the first 100 in details\)$/)
    assert.equal(body.details.length, 100)
  })
})

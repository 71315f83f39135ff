import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createSeal } from '../../src/access/access.ts'
import { ADMIN_KEY, API_KEY, PARTNER_KEY, useApp } from '../support/app.ts'

const app = useApp()

describe('the administration key', () => {
  for (const key of [null, API_KEY, PARTNER_KEY, `${ADMIN_KEY}x`]) {
    it(`is needed: ${key ?? 'nothing'} is refused`, async () => {
      const { status, body } = await app().admin('/organizations', { key })
      assert.deepEqual([status, body.success, body.code], [401, false, 'UNAUTHORIZED'])
    })
  }
})

describe('organizations', () => {
  it('are made with policies filled in, read and changed field by field', async () => {
    const made = await app().admin('/organizations', {
      json: { name: 'Acme', threatProtection: { enabled: true, policy: { blacklist: ['Evil.example'] } } },
    })
    assert.equal(made.status, 200)
    assert.equal(made.body.success, undefined)
    assert.deepEqual(made.body.threatProtection, {
      enabled: true,
      allowOverrides: true,
      enforced: false,
      policy: {
        mode: 'normal',
        blacklist: ['evil.example'],
        whitelist: [],
        blockedTlds: [],
        riskScoreThreshold: 75,
        failurePolicy: 'closed',
      },
    })
    const path = `/organizations/${made.body.id}`
    const changed = await app().admin(path, {
      method: 'PATCH',
      json: {
        threatProtection: { policy: { riskScoreThreshold: 10 } },
        siem: { enabled: true, format: 'cef' },
      },
    })
    assert.equal(changed.body.threatProtection.policy.riskScoreThreshold, 10)
    assert.deepEqual(changed.body.threatProtection.policy.blacklist, ['evil.example'])
    assert.equal(changed.body.siem.format, 'cef')
    assert.deepEqual((await app().admin(path)).body, changed.body)
  })

  it('are listed a page at a time', async () => {
    for (const name of ['A', 'B', 'C']) await app().admin('/organizations', { json: { name } })
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const { body } = await app().admin(`/organizations?limit=2${cursor && `&cursor=${cursor}`}`)
      assert.ok(body.data.length <= 2)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (body.nextCursor === null) break
      cursor = body.nextCursor
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.ok(seen.length >= 4)
  })

  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=!!!']) {
    it(`refuses ?${query}`, async () =>
      assert.equal((await app().admin(`/organizations?${query}`)).status, 400))
  }
})

describe('teams', () => {
  it('have neither limit nor end of credits when made without', async () => {
    const { body } = await app().admin('/teams', { json: { name: 'Free' } })
    assert.equal(body.credits, null)
    assert.equal(body.limits.concurrency, null)
    assert.ok(Object.values(body.limits.perMinute).every((limit) => limit === null))
    assert.ok(body.organizationId)
  })

  it('have their balance set and their limits replaced', async () => {
    const { body } = await app().admin('/teams', {
      json: { name: 'Paid', credits: 100, limits: { concurrency: 2, perMinute: { scrape: 5 } } },
    })
    assert.equal(body.credits, 100)
    const changed = await app().admin(`/teams/${body.id}`, {
      method: 'PATCH',
      json: { credits: 7, limits: { concurrency: 3 } },
    })
    assert.deepEqual(
      [changed.body.credits, changed.body.limits.concurrency, changed.body.limits.perMinute.scrape],
      [7, 3, null],
    )
    assert.equal(
      (await app().admin(`/teams/${body.id}`, { method: 'PATCH', json: { credits: null } })).body.credits,
      null,
    )
  })

  it('belong to an organization that exists', async () => {
    assert.equal(
      (await app().admin('/teams', { json: { name: 'X', organizationId: randomUUID() } })).status,
      404,
    )
  })

  it('get a webhook secret that is kept sealed', async () => {
    const { id } = await app().team()
    const { body } = await app().admin(`/teams/${id}/webhook-secret`, { method: 'POST' })
    const [row] = await app().database.db.rows<{ webhook_secret: Buffer }>(
      `select webhook_secret from teams where id = $1`,
      [id],
    )
    assert.ok(!row!.webhook_secret.includes(body.webhookSecret))
    assert.equal(
      createSeal('a-root-secret-for-tests', 'webhook secret').open(row!.webhook_secret),
      body.webhookSecret,
    )
  })
})

describe('API keys', () => {
  it('are readable once, listed by their end, and removed outright', async () => {
    const { id, key } = await app().team()
    assert.match(key, /^fc-[0-9a-f]{32}$/)
    const { body } = await app().admin(`/teams/${id}/api-keys`)
    assert.equal(body.data[0].lastFour, key.slice(-4))
    assert.ok(!JSON.stringify(body).includes(key))
    assert.equal((await app().call('/v2/team/credit-usage', { key })).status, 200)
    assert.equal((await app().admin(`/api-keys/${body.data[0].id}`, { method: 'DELETE' })).status, 200)
    assert.equal((await app().call('/v2/team/credit-usage', { key })).status, 401)
    assert.equal((await app().admin(`/api-keys/${body.data[0].id}`, { method: 'DELETE' })).status, 404)
  })

  it('are never stored as they are', async () => {
    const { key } = await app().team()
    const rows = await app().database.db.rows(`select * from api_keys`)
    assert.ok(!JSON.stringify(rows).includes(key))
  })
})

describe('partners', () => {
  it('are made with a key that is shown once, listed and removed', async () => {
    const made = await app().admin('/partners', { json: { name: 'Platform', couponCredits: 50 } })
    assert.equal(made.status, 200)
    assert.ok(made.body.partnerKey)
    const listed = await app().admin('/partners')
    assert.ok(
      listed.body.data.some(
        ({ id, couponCredits }: { id: string; couponCredits: number }) =>
          id === made.body.id && couponCredits === 50,
      ),
    )
    assert.ok(!JSON.stringify(listed.body).includes(made.body.partnerKey))
    assert.equal((await app().admin('/partners', { json: { name: 'Platform' } })).status, 409)
    const call = () =>
      app().call('/partner/v1/accounts', { key: made.body.partnerKey, json: { email: 'user@example.com' } })
    assert.notEqual((await call()).status, 401)
    assert.equal((await app().admin(`/partners/${made.body.id}`, { method: 'DELETE' })).status, 200)
    assert.equal((await call()).status, 401)
  })
})

describe('unknown ids', () => {
  const paths: [string, string, object?][] = [
    ['GET', '/organizations/ID'],
    ['PATCH', '/organizations/ID', { name: 'x' }],
    ['GET', '/teams/ID'],
    ['PATCH', '/teams/ID', { name: 'x' }],
    ['GET', '/teams/ID/api-keys'],
    ['POST', '/teams/ID/api-keys', {}],
    ['POST', '/teams/ID/webhook-secret'],
    ['DELETE', '/api-keys/ID'],
    ['GET', '/partners/ID'],
    ['DELETE', '/partners/ID'],
  ]
  for (const [method, path, json] of paths) {
    it(`${method} ${path} answers 404`, async () => {
      const { status, body } = await app().admin(path.replace('ID', randomUUID()), {
        method,
        ...(json && { json }),
      })
      assert.deepEqual([status, body.code], [404, 'NOT_FOUND'])
    })
    it(`${method} ${path} answers 400 to what is no id`, async () => {
      const { status } = await app().admin(path.replace('ID', 'seven'), { method, ...(json && { json }) })
      assert.equal(status, 400)
    })
  }
})

describe('insight', () => {
  it('tells what teams used, what ran and who changed what', async () => {
    const { id } = await app().team()
    const audit = await app().admin(`/audit?teamId=${id}`)
    assert.deepEqual(
      audit.body.data.map(({ action }: { action: string }) => action),
      ['api-key.create', 'team.create'],
    )
    assert.equal((await app().admin('/usage')).status, 200)
    const jobs = await app().admin('/jobs')
    assert.equal(jobs.status, 200)
    assert.ok(Array.isArray(jobs.body.data))
    assert.equal((await app().admin('/jobs?status=sleeping')).status, 400)
  })
})

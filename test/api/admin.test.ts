import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createCipher } from '../../src/access/access.ts'
import { Fault } from '../../src/fault.ts'
import { createFirstStart } from '../../src/store/store.ts'
import { ADMIN_KEY, API_KEY, PARTNER_KEY, useApp } from '../support/app.ts'

const app = useApp()

describe('the admin key', () => {
  for (const key of [null, API_KEY, PARTNER_KEY, `${ADMIN_KEY}x`]) {
    it(`is required: ${key ?? 'no key'} gets 401`, async () => {
      const { status, body } = await app().admin('/organizations', { key })
      assert.deepEqual([status, body.success, body.code], [401, false, 'UNAUTHORIZED'])
    })
  }
})

describe('organizations', () => {
  it('are created with default policies, read and changed field by field', async () => {
    const made = await app().admin('/organizations', {
      json: { name: 'Acme', threatProtection: { enabled: true, policy: { blacklist: ['Evil.example'] } } },
    })
    assert.equal(made.status, 200)
    assert.equal(made.body.success, undefined)
    const { policyUpdatedAt, ...threatProtection } = made.body.threatProtection
    assert.ok(Date.parse(policyUpdatedAt) > 0)
    assert.deepEqual(threatProtection, {
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
        siem: { enabled: true, url: 'https://siem.example.com', format: 'cef' },
      },
    })
    assert.equal(changed.body.threatProtection.policy.riskScoreThreshold, 10)
    assert.deepEqual(changed.body.threatProtection.policy.blacklist, ['evil.example'])
    assert.equal(changed.body.siem.format, 'cef')
    assert.deepEqual((await app().admin(path)).body, changed.body)
  })

  it('keep both of two concurrent changes', async () => {
    const { body } = await app().admin('/organizations', { json: { name: 'Busy' } })
    const path = `/organizations/${body.id}`
    for (let pair = 1; pair <= 10; pair++) {
      const changes = [
        { policy: { riskScoreThreshold: pair } },
        { policy: { blacklist: [`evil${pair}.example`] } },
      ]
      await Promise.all(
        changes.map((threatProtection) => app().admin(path, { method: 'PATCH', json: { threatProtection } })),
      )
      const { policy } = (await app().admin(path)).body.threatProtection
      assert.deepEqual([policy.riskScoreThreshold, policy.blacklist], [pair, [`evil${pair}.example`]])
    }
  })

  it('are listed in pages', async () => {
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
  it('have no limits and unlimited credits by default', async () => {
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

  it('get a webhook secret that is stored encrypted', async () => {
    const { id } = await app().team()
    const { body } = await app().admin(`/teams/${id}/webhook-secret`, { method: 'POST' })
    const [row] = await app().database.db.rows<{ webhook_secret: Buffer }>(
      `select webhook_secret from teams where id = $1`,
      [id],
    )
    assert.ok(!row!.webhook_secret.includes(body.webhookSecret))
    assert.equal(
      createCipher('a-root-secret-for-tests', 'webhook secret').decrypt(row!.webhook_secret),
      body.webhookSecret,
    )
  })

  it('accept no options for their webhook secret', async () => {
    const { id } = await app().team()
    const path = `/teams/${id}/webhook-secret`
    assert.equal((await app().admin(path, { json: {} })).status, 200)
    const { status, body } = await app().admin(path, { json: { webhookSecret: 'mine' } })
    assert.equal(status, 400)
    assert.match(body.error, /webhookSecret/)
  })
})

describe('API keys', () => {
  it('are readable once, listed by their last characters, and deleted', async () => {
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

  it('are never stored in plain text', async () => {
    const { key } = await app().team()
    const rows = await app().database.db.rows(`select * from api_keys`)
    assert.ok(!JSON.stringify(rows).includes(key))
  })
})

describe('partners', () => {
  it('are created with a key that is shown once, listed and deleted', async () => {
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

  it('cannot share a key: a WINNOW_PARTNER_KEY of another partner stops the start with an error', async () => {
    const { body } = await app().admin('/partners', { json: { name: 'Other' } })
    const start = createFirstStart(app().database.db)({
      apiKey: undefined,
      adminKey: undefined,
      partnerKey: body.partnerKey,
      concurrency: 1,
      threatProtection: {},
      siem: {},
    })
    await assert.rejects(start, (failure) => {
      assert.ok(failure instanceof Fault)
      assert.equal(failure.code, 'CONFLICT')
      assert.match(failure.message, /WINNOW_PARTNER_KEY.*'Other'/)
      return true
    })
  })
})

describe('deletions', () => {
  for (const path of ['/admin/v1/api-keys/{id}', '/admin/v1/partners/{id}']) {
    it(`DELETE ${path} has the response of the API description`, async () => {
      const { body } = await app().call('/openapi.json')
      const { schema } = body.paths[path].delete.responses['200'].content['application/json']
      assert.deepEqual(schema.required, ['success'])
    })
  }
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
    it(`${method} ${path} returns 404`, async () => {
      const { status, body } = await app().admin(path.replace('ID', randomUUID()), {
        method,
        ...(json && { json }),
      })
      assert.deepEqual([status, body.code], [404, 'NOT_FOUND'])
    })
    it(`${method} ${path} returns 400 for an invalid id`, async () => {
      const { status } = await app().admin(path.replace('ID', 'seven'), { method, ...(json && { json }) })
      assert.equal(status, 400)
    })
  }
})

/** Settled ledger entries of one team, as charges in other months leave them. */
async function enter(teamId: string, entries: { at: string; used: number; keyId?: string }[]): Promise<void> {
  for (const { at, used, keyId } of entries) {
    await app().database.db.rows(
      `insert into credit_entries (team_id, api_key_id, kind, amount, used, hold_id, reason, created_at)
       values ($1, $2, 'settle', 0, $3, $4, 'scrape', $5)`,
      [teamId, keyId ?? null, used, randomUUID(), at],
    )
  }
}

describe('usage', () => {
  it('lists months newest first, of one team or of all, in pages', async () => {
    const [one, other] = [await app().team(), await app().team()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    await enter(one!.id, [
      { at: '2024-01-31T23:59:59.999Z', used: 1 },
      { at: '2024-02-01T00:00:00Z', used: 2 },
      { at: '2024-04-10T00:00:00Z', used: 4 },
      { at: '2024-04-20T00:00:00Z', used: 8 },
    ])
    await enter(other!.id, [{ at: '2024-02-29T12:00:00Z', used: 16 }])
    const rows = async (query: string) => {
      const seen: unknown[][] = []
      for (let cursor = ''; ;) {
        const { status, body } = await app().admin(`/usage?limit=2&${query}${cursor && `&cursor=${cursor}`}`)
        assert.equal(status, 200, JSON.stringify(body))
        for (const { teamId, startDate, endDate, creditsUsed, requests } of body.data)
          seen.push([teamId, startDate.slice(0, 10), endDate?.slice(0, 10), creditsUsed, requests])
        if (body.nextCursor === null) return seen
        cursor = body.nextCursor
      }
    }
    const months = [
      [one!.id, '2024-04-01', '2024-05-01', 12, 2],
      [other!.id, '2024-02-01', '2024-03-01', 16, 1],
      [one!.id, '2024-02-01', '2024-03-01', 2, 1],
      [one!.id, '2024-01-01', '2024-02-01', 1, 1],
    ]
    const until = 'to=2024-12-31T00:00:00Z'
    assert.deepEqual(await rows(until), months)
    assert.deepEqual(
      await rows(`${until}&teamId=${one!.id}`),
      months.filter(([teamId]) => teamId === one!.id),
    )
    assert.deepEqual(await rows('from=2024-02-15T00:00:00%2B16:00&to=2024-04-15T00:00:00Z'), [
      [one!.id, '2024-04-01', '2024-05-01', 4, 1],
      [other!.id, '2024-02-01', '2024-03-01', 16, 1],
    ])
    const { body } = await app().call('/v2/team/credit-usage/historical', { key: one!.key })
    assert.deepEqual(
      body.periods.map(({ startDate, creditsUsed }: { startDate: string; creditsUsed: number }) => [
        startDate.slice(0, 7),
        creditsUsed,
      ]),
      [
        ['2024-01', 1],
        ['2024-02', 2],
        ['2024-04', 12],
      ],
    )
  })

  for (const start of ['2024-13-01T00:00:00.000Z', '2024-01', 'now']) {
    it(`refuses a cursor that starts at ${start}`, async () => {
      const cursor = Buffer.from(`${start}|${randomUUID()}`).toString('base64url')
      const { status, body } = await app().admin(`/usage?cursor=${cursor}`)
      assert.equal(status, 400)
      assert.match(body.error, /cursor/)
    })
  }
})

describe('the audit trail', () => {
  it('names team and organization with every change of a team or its keys', async () => {
    const { body: team } = await app().admin('/teams', { json: { name: 'Watched' } })
    const path = `/teams/${team.id}`
    const { body: key } = await app().admin(`${path}/api-keys`, { json: {} })
    const { body: own } = await app().call('/v2/team/api-keys', { key: key.apiKey, json: {} })
    await app().call(`/v2/team/api-keys/${own.id}`, { key: key.apiKey, method: 'DELETE' })
    await app().admin(path, { method: 'PATCH', json: { credits: 5 } })
    await app().admin(`${path}/webhook-secret`, { method: 'POST' })
    await app().admin(`/api-keys/${key.id}`, { method: 'DELETE' })
    const { body } = await app().admin(`/audit?teamId=${team.id}&organizationId=${team.organizationId}`)
    assert.deepEqual(
      body.data.map(({ actor, action, target }: Record<string, string>) => [actor, action, target]),
      [
        ['admin', 'api-key.delete', key.id],
        ['admin', 'webhook-secret.replace', team.id],
        ['admin', 'team.change', team.id],
        [`key ${key.id}`, 'api-key.delete', own.id],
        [`key ${key.id}`, 'api-key.create', own.id],
        ['admin', 'api-key.create', key.id],
        ['admin', 'team.create', team.id],
      ],
    )
    assert.deepEqual(body.data[2].details, { credits: 5 })
    const span = 'from=2000-01-01T00:00:00-16:00&to=2001-01-01T00:00:00Z'
    assert.deepEqual((await app().admin(`/audit?teamId=${team.id}&${span}`)).body.data, [])
  })

  it('is written in the same transaction as the change', async () => {
    const { db } = app().database
    const { id, key } = await app().team({ credits: 1 })
    const { body: organization } = await app().admin('/organizations', { json: { name: 'Kept' } })
    const { body: partner } = await app().admin('/partners', { json: { name: 'Kept' } })
    const { body: spare } = await app().admin(`/teams/${id}/api-keys`, { json: {} })
    const everything = () =>
      db.rows(`select (select json_agg(o order by id) from organizations o) as organizations,
        (select json_agg(t order by id) from teams t) as teams, (select json_agg(b order by team_id) from balances b) as balances,
        (select json_agg(k order by id) from api_keys k) as keys, (select json_agg(p order by id) from partners p) as partners`)
    const before = await everything()
    await db.rows(`alter table audit_events add constraint broken check (false) not valid`)
    try {
      const changes: [string, string, object?][] = [
        ['POST', '/organizations', { name: 'Lost' }],
        ['PATCH', `/organizations/${organization.id}`, { name: 'Lost' }],
        ['POST', '/teams', { name: 'Lost' }],
        ['PATCH', `/teams/${id}`, { credits: 7, name: 'Lost' }],
        ['POST', `/teams/${id}/webhook-secret`],
        ['POST', `/teams/${id}/api-keys`, {}],
        ['DELETE', `/api-keys/${spare.id}`],
        ['POST', '/partners', { name: 'Lost' }],
        ['DELETE', `/partners/${partner.id}`],
      ]
      for (const [method, path, json] of changes) {
        const { status } = await app().admin(path, { method, ...(json && { json }) })
        assert.equal(status, 500, `${method} ${path}`)
      }
      assert.equal((await app().call('/v2/team/api-keys', { key, json: {} })).status, 500)
      assert.equal((await app().call(`/v2/team/api-keys/${spare.id}`, { key, method: 'DELETE' })).status, 500)
    } finally {
      await db.rows(`alter table audit_events drop constraint broken`)
    }
    assert.deepEqual(await everything(), before)
  })
})

describe('reports', () => {
  it('show usage, jobs and changes', async () => {
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

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  PartnerAccountResponse,
  PartnerRotateResponse,
  PartnerValidateResponse,
} from '../../src/contract/admin.ts'
import { createCipher, newApiKey } from '../../src/access/access.ts'
import { createApiKeys, createPartnerAccounts } from '../../src/store/store.ts'
import { ADMIN_KEY, API_KEY, PARTNER_KEY, useApp } from '../support/app.ts'
import { isFault } from '../support/is-fault.ts'
import { fillTeam } from '../support/team-rows.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useApp()
const PARALLEL = 50

interface Partner {
  id: string
  key: string
}

async function makePartner(couponCredits = 0): Promise<Partner> {
  const { body } = await app().admin('/partners', {
    json: { name: `partner ${randomUUID()}`, couponCredits },
  })
  return { id: body.id, key: body.partnerKey }
}

const newEmail = () => `${randomUUID()}@example.com`

const create = (partner: Partner, email: string) =>
  app().call('/partner/v1/accounts', { key: partner.key, json: { email } })
const validate = (partner: Partner, apiKey: string) =>
  app().call('/partner/v1/api-keys/validate', { key: partner.key, json: { apiKey } })
const rotate = (partner: Partner, apiKey: string) =>
  app().call('/partner/v1/api-keys/rotate', { key: partner.key, json: { apiKey } })

async function created(partner: Partner, email: string): Promise<string> {
  const { status, body } = await create(partner, email)
  assert.equal(status, 200, JSON.stringify(body))
  return body.apiKey
}

const creditsLeft = async (apiKey: string): Promise<number> =>
  (await app().call('/v2/team/credit-usage', { key: apiKey })).body.data.remainingCredits

const works = async (apiKey: string): Promise<boolean> =>
  (await app().call('/v2/concurrency-check', { key: apiKey })).status === 200

/** Counts for one e-mail address: its user, and that user's teams and keys. */
async function ownedBy(email: string) {
  const [owned] = await app().database.db.rows<{ users: number; teams: number; keys: number }>(
    `select (select count(*) from users where lower(email) = lower($1)) as users,
       (select count(*) from memberships m join users u on u.id = m.user_id where u.email = lower($1)) as teams,
       (select count(*) from api_keys k join memberships m on m.team_id = k.team_id
          join users u on u.id = m.user_id where u.email = lower($1)) as keys`,
    [email],
  )
  return owned!
}

describe('creating an account', () => {
  it('makes a user and a team where there is no account', async () => {
    const partner = await makePartner()
    const email = newEmail()
    const { status, body } = await create(partner, email)
    assert.equal(status, 200)
    PartnerAccountResponse.parse(body)
    assert.deepEqual(Object.keys(body).toSorted(), ['alreadyExisted', 'apiKey'])
    assert.match(body.apiKey, /^fc-[0-9a-f]{32}$/)
    assert.equal(body.alreadyExisted, false)
    assert.ok(await works(body.apiKey))
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 1, keys: 1 })
  })

  it('makes a team for a user who has none of this partner', async () => {
    const [first, second] = [await makePartner(), await makePartner()]
    const email = newEmail()
    const { body } = await create(first, email)
    const other = await create(second, email)
    assert.equal(other.body.alreadyExisted, false)
    assert.notEqual(other.body.apiKey, body.apiKey)
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 2, keys: 2 })
  })

  it('returns the key of the existing team, for any case of the e-mail address', async () => {
    const partner = await makePartner()
    const email = newEmail()
    const apiKey = await created(partner, email)
    const { body } = await create(partner, email.toUpperCase())
    assert.deepEqual(body, { apiKey, alreadyExisted: true })
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 1, keys: 1 })
  })

  it('makes a key for the team that is there when the user deleted it', async () => {
    const partner = await makePartner(5)
    const email = newEmail()
    const gone = await created(partner, email)
    const { body: keys } = await app().call('/v2/team/api-keys', { key: gone })
    const own = await app().call('/v2/team/api-keys', { key: gone, json: { name: 'my own' } })
    await app().call(`/v2/team/api-keys/${keys.apiKeys[0].id}`, { key: gone, method: 'DELETE' })
    assert.equal((await validate(partner, gone)).status, 404)
    const { body } = await create(partner, email)
    assert.equal(body.alreadyExisted, true)
    assert.ok(body.apiKey !== gone && body.apiKey !== own.body.apiKey)
    assert.equal(await creditsLeft(body.apiKey), 5)
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 1, keys: 2 })
  })

  const manyAtOnce = (partner: Partner, email: string) =>
    Promise.all(
      Array.from({ length: PARALLEL }, (_, turn) =>
        create(partner, turn % 2 === 0 ? email : email.toUpperCase()),
      ),
    )

  it(`makes one user, one team and one key of ${PARALLEL} requests at once`, async () => {
    const partner = await makePartner(7)
    const email = newEmail()
    const answers = await manyAtOnce(partner, email)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ body }) => body.apiKey)).size, 1)
    assert.equal(answers.filter(({ body }) => !body.alreadyExisted).length, 1)
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 1, keys: 1 })
    assert.equal(await creditsLeft(answers[0]!.body.apiKey), 7)
  })

  it(`makes one team of ${PARALLEL} requests at once for a user who is there already`, async () => {
    const [other, partner] = [await makePartner(), await makePartner()]
    const email = newEmail()
    await create(other, email)
    const answers = await manyAtOnce(partner, email)
    assert.equal(new Set(answers.map(({ body }) => body.apiKey)).size, 1)
    assert.equal(answers.filter(({ body }) => body.alreadyExisted === false).length, 1)
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 2, keys: 2 })
  })

  it(`makes one key of ${PARALLEL} requests at once when the user deleted it`, async () => {
    const partner = await makePartner()
    const email = newEmail()
    const gone = await created(partner, email)
    const { body: keys } = await app().call('/v2/team/api-keys', { key: gone })
    await app().call(`/v2/team/api-keys/${keys.apiKeys[0].id}`, { key: gone, method: 'DELETE' })
    const answers = await manyAtOnce(partner, email)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ body }) => body.apiKey)).size, 1)
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 1, keys: 1 })
  })

  it('gives each team a separate organization, named after the e-mail address like the team', async () => {
    const partner = await makePartner()
    const [one, two] = [newEmail(), newEmail()]
    const organizationOf = async (email: string) => {
      const apiKey = await created(partner, email)
      const { db } = app().database
      const [row] = await db.rows<{ id: string; name: string; team: string; partner_id: string }>(
        `select o.id, o.name, t.name as team, t.partner_id from organizations o join teams t on t.organization_id = o.id
         join api_keys k on k.team_id = t.id where k.last_four = $1 and t.name = $2`,
        [apiKey.slice(-4), email],
      )
      return row!
    }
    const [first, second] = [await organizationOf(one), await organizationOf(two)]
    assert.deepEqual([first.name, first.team, first.partner_id], [one, one, partner.id])
    assert.notEqual(first.id, second.id)
    const { body } = await app().admin(`/organizations/${first.id}`)
    assert.equal(body.threatProtection.enabled, false)
  })

  for (const email of ['', 'ann', 'ann@', 'ann@example', 'a b@example.com', 7, null]) {
    it(`refuses ${JSON.stringify(email)} as an e-mail address`, async () => {
      const { status, body } = await app().call('/partner/v1/accounts', { key: PARTNER_KEY, json: { email } })
      assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'])
      assert.match(body.error, /email/)
    })
  }
})

describe('the coupon', () => {
  it('is what a new team begins with, as a grant, and is not applied again', async () => {
    const partner = await makePartner(50)
    const email = newEmail()
    const apiKey = await created(partner, email)
    assert.equal(await creditsLeft(apiKey), 50)
    await create(partner, email)
    const { body } = await app().call('/v2/team/credit-usage', { key: apiKey })
    assert.deepEqual([body.data.remainingCredits, body.data.planCredits], [50, 50])
    const entries = await app().database.db.rows(
      `select e.kind, e.amount from credit_entries e join teams t on t.id = e.team_id where t.name = $1`,
      [email],
    )
    assert.deepEqual(entries, [{ kind: 'grant', amount: 50 }])
  })

  it('of 0 leaves the team without a limit of credits', async () => {
    const apiKey = await created(await makePartner(0), newEmail())
    assert.ok((await creditsLeft(apiKey)) >= 1_000_000)
  })

  it('is used up like any credits', async () => {
    const apiKey = await created(await makePartner(1), newEmail())
    const parse = () => {
      const form = new FormData()
      form.append('file', new Blob(['<p>Some grain</p>'], { type: 'text/html' }), 'grain.html')
      return app().call('/v2/parse', { key: apiKey, body: form })
    }
    assert.equal((await parse()).status, 200)
    assert.equal((await parse()).status, 402)
  })
})

describe('validating a key', () => {
  it("returns the team and the user's e-mail address", async () => {
    const partner = await makePartner()
    const email = newEmail()
    const apiKey = await created(partner, email)
    const { status, body } = await validate(partner, apiKey)
    assert.equal(status, 200)
    PartnerValidateResponse.parse(body)
    assert.deepEqual(body, { teamName: email, email })
  })

  it('returns 404 for keys that were not created through this partner', async () => {
    const [partner, other] = [await makePartner(), await makePartner()]
    const apiKey = await created(partner, newEmail())
    const own = await app().call('/v2/team/api-keys', { key: apiKey, json: {} })
    const strangers: [Partner, string][] = [
      [other, apiKey],
      [partner, own.body.apiKey],
      [partner, API_KEY],
      [partner, (await app().team()).key],
      [partner, `fc-${'0'.repeat(32)}`],
      [partner, partner.key],
      [partner, ADMIN_KEY],
    ]
    for (const [asking, key] of strangers) {
      for (const ask of [validate, rotate]) {
        const { status, body } = await ask(asking, key)
        assert.deepEqual([status, body.code], [404, 'NOT_FOUND'])
      }
    }
    assert.ok(await works(own.body.apiKey))
  })

  it('returns 404 for a replacement key of the operator', async () => {
    const partner = await makePartner()
    const email = newEmail()
    const apiKey = await created(partner, email)
    const { body: keys } = await app().call('/v2/team/api-keys', { key: apiKey })
    const replaced = newApiKey()
    await createApiKeys(app().database.db).rotate(keys.apiKeys[0].id, replaced)
    assert.ok(await works(replaced.key))
    for (const key of [apiKey, replaced.key]) assert.equal((await validate(partner, key)).status, 404)
    const { body } = await create(partner, email)
    assert.equal(body.alreadyExisted, true)
    assert.equal((await validate(partner, body.apiKey)).status, 200)
  })
})

describe('rotating a key', () => {
  it('replaces it at once by one of the same user and team', async () => {
    const partner = await makePartner(9)
    const email = newEmail()
    const old = await created(partner, email)
    const { status, body } = await rotate(partner, old)
    assert.equal(status, 200)
    PartnerRotateResponse.parse(body)
    assert.deepEqual(Object.keys(body), ['apiKey'])
    assert.equal(await works(old), false)
    assert.equal((await validate(partner, old)).status, 404)
    assert.equal((await rotate(partner, old)).status, 404)
    assert.deepEqual((await validate(partner, body.apiKey)).body, { teamName: email, email })
    assert.equal(await creditsLeft(body.apiKey), 9)
    assert.deepEqual((await create(partner, email)).body, { apiKey: body.apiKey, alreadyExisted: true })
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 1, keys: 1 })
  })

  it('leaves exactly one key when many ask at once', async () => {
    const partner = await makePartner()
    const email = newEmail()
    const old = await created(partner, email)
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => rotate(partner, old)))
    const [rotated, ...more] = answers.filter(({ status }) => status === 200)
    assert.deepEqual(more, [])
    assert.equal(answers.filter(({ status }) => status === 404).length, PARALLEL - 1)
    assert.ok(await works(rotated!.body.apiKey))
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 1, keys: 1 })
  })

  it('never leaves an account without its one key when create and rotate run at once', async () => {
    const partner = await makePartner()
    const email = newEmail()
    const old = await created(partner, email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        turn % 2 === 0 ? create(partner, email) : rotate(partner, old),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 200 || status === 404))
    assert.equal(answers.filter(({ body }) => body.alreadyExisted === true).length, 10)
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 1, keys: 1 })
  })
})

describe('authentication', () => {
  const paths: [string, object][] = [
    ['/partner/v1/accounts', { email: 'user@example.com' }],
    ['/partner/v1/api-keys/validate', { apiKey: 'fc-x' }],
    ['/partner/v1/api-keys/rotate', { apiKey: 'fc-x' }],
  ]

  it('is a partner: an API key, the administration key and made-up ones get 401', async () => {
    const apiKey = await created(await makePartner(), newEmail())
    for (const [path, json] of paths) {
      for (const key of [null, API_KEY, apiKey, ADMIN_KEY, 'wp-unknown', `${PARTNER_KEY}x`]) {
        const { status, body } = await app().call(path, { key, json })
        assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED'])
      }
    }
  })

  it('accepts its key nowhere else', async () => {
    const { key } = await makePartner()
    const elsewhere: [string, string, object?][] = [
      ['POST', '/v2/scrape', { url: 'http://127.0.0.1:1/' }],
      ['GET', '/v2/team/credit-usage'],
      ['GET', '/v2/team/api-keys'],
      ['GET', '/admin/v1/partners'],
      ['POST', '/admin/v1/teams', { name: 'x' }],
    ]
    for (const [method, path, json] of elsewhere) {
      assert.equal((await app().call(path, { method, key, ...(json && { json }) })).status, 401, path)
    }
  })

  it('refuses a deleted partner; its teams stay', async () => {
    const partner = await makePartner(3)
    const email = newEmail()
    const apiKey = await created(partner, email)
    await app().admin(`/partners/${partner.id}`, { method: 'DELETE' })
    assert.equal((await create(partner, email)).status, 401)
    assert.equal((await validate(partner, apiKey)).status, 401)
    assert.equal(await creditsLeft(apiKey), 3)
    const another = await makePartner()
    assert.equal((await validate(another, apiKey)).status, 404)
    assert.equal((await create(another, email)).body.alreadyExisted, false)
  })

  it('refuses a partner that is deleted during the request, and creates nothing', async () => {
    const { db } = app().database
    const email = newEmail()
    const accounts = createPartnerAccounts(db, {
      cipher: createCipher('a secret', 'a purpose'),
      policies: { threatProtection: {}, siem: {} },
    })
    await assert.rejects(accounts.open(randomUUID(), email), isFault('UNAUTHORIZED'))
    assert.deepEqual(await ownedBy(email), { users: 0, teams: 0, keys: 0 })
  })
})

describe('stored data', () => {
  it('is an encrypted partner key, and only hashes of the others', async () => {
    const partner = await makePartner()
    const email = newEmail()
    const apiKey = await created(partner, email)
    const rotated = (await rotate(partner, apiKey)).body.apiKey
    const own = (await app().call('/v2/team/api-keys', { key: rotated, json: { name: 'my own' } })).body
      .apiKey
    const rows = await app().database.db.rows<{ name: string; sealed: Buffer | null }>(
      `select k.* from api_keys k join teams t on t.id = k.team_id where t.name = $1`,
      [email],
    )
    const kept = rows.flatMap((row) => Object.values(row).map(String)).join(' ')
    for (const key of [apiKey, rotated, own]) assert.ok(!kept.includes(key.slice(3)))
    assert.equal(rows.length, 2)
    for (const { name, sealed } of rows) assert.equal(sealed === null, name === 'my own')
  })

  it('names the partner as the actor', async () => {
    const partner = await makePartner()
    const email = newEmail()
    const apiKey = await created(partner, email)
    await rotate(partner, apiKey)
    const { db } = app().database
    const [team] = await db.rows<{ id: string; organization_id: string }>(
      `select id, organization_id from teams where name = $1`,
      [email],
    )
    const { body } = await app().admin(`/audit?organizationId=${team!.organization_id}`)
    assert.deepEqual(
      body.data.map(({ action, teamId }: Record<string, string>) => `${action} ${teamId}`).toSorted(),
      [
        `api-key.create ${team!.id}`,
        `api-key.rotate ${team!.id}`,
        'organization.create null',
        `team.create ${team!.id}`,
      ],
    )
    for (const { actor } of body.data) assert.equal(actor, `partner ${partner.id}`)
  })

  it('is an entire account or nothing', async () => {
    const partner = await makePartner(5)
    const [email, other] = [newEmail(), newEmail()]
    const apiKey = await created(partner, email)
    const { db } = app().database
    const everything = () =>
      db.rows(
        `select (select count(*) from users) as users, (select count(*) from organizations) as organizations,
           (select count(*) from teams) as teams, (select json_agg(k order by id) from api_keys k) as keys,
           (select count(*) from memberships) as memberships, (select count(*) from credit_entries) as entries`,
      )
    const before = await everything()
    await db.rows(`alter table audit_events add constraint broken check (false) not valid`)
    try {
      assert.equal((await create(partner, other)).status, 500)
      assert.equal((await rotate(partner, apiKey)).status, 500)
    } finally {
      await db.rows(`alter table audit_events drop constraint broken`)
    }
    assert.deepEqual(await everything(), before)
    assert.ok(await works(apiKey))
  })

  it('cannot be read under another root secret, which says to rotate instead', async () => {
    const partner = await makePartner()
    const email = newEmail()
    const apiKey = await created(partner, email)
    const { db } = app().database
    await db.rows(
      `update api_keys set sealed = set_byte(sealed, 0, get_byte(sealed, 0) # 255)
       where sealed is not null and team_id = (select id from teams where name = $1)`,
      [email],
    )
    const { status, body } = await create(partner, email)
    assert.deepEqual([status, body.code], [503, 'UNAVAILABLE'])
    assert.match(body.error, /rotate/i)
    const rotated = await rotate(partner, apiKey)
    assert.equal(rotated.status, 200)
    assert.equal((await create(partner, email)).body.apiKey, rotated.body.apiKey)
  })
})

describe('removing the team of an account', () => {
  it('deletes the e-mail address, so that a new account can be created', async () => {
    const partner = await makePartner(4)
    const email = newEmail()
    const apiKey = await created(partner, email)
    const { db } = app().database
    const [team] = await db.rows<{ id: string; organization_id: string }>(
      `select id, organization_id from teams where name = $1`,
      [email],
    )
    assert.equal((await app().admin(`/teams/${team!.id}`, { method: 'DELETE' })).status, 200)
    assert.equal((await validate(partner, apiKey)).status, 404)
    assert.equal((await app().admin(`/organizations/${team!.organization_id}`)).status, 404)
    const bearers = await db.rows(
      `select from users where email = $1 union all select from organizations where name = $1
       union all select from audit_events where details::text like '%' || $1 || '%'`,
      [email],
    )
    assert.equal(bearers.length, 0)
    const { body } = await create(partner, email)
    assert.equal(body.alreadyExisted, false)
    assert.equal(await creditsLeft(body.apiKey), 4)
  })

  /** Whether a statement waits for a lock that another transaction has. */
  const isWaiting = async () =>
    (
      await app().database.db.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length > 0

  const teamOf = async (email: string) => {
    const [row] = await app().database.db.rows<{ id: string }>(`select id from teams where name = $1`, [
      email,
    ])
    return row!.id
  }

  it('leaves a user whom another partner brings at that moment', async () => {
    const { db } = app().database
    const [first, second] = [await makePartner(), await makePartner()]
    const email = newEmail()
    await created(first, email)
    const teamId = await teamOf(email)
    const other = await app().team()
    await fillTeam(db, teamId, 'a-word')
    // An open transaction keeps the deletion waiting until the other partner has started.
    await db.rows(
      `insert into holds (id, team_id, process_id, amount, reason)
       select $1, $2, id, 0, 'test' from processes limit 1`,
      [randomUUID(), teamId],
    )
    const removal = app().admin(`/teams/${teamId}`, { method: 'DELETE' })
    const isErased = async () =>
      (await db.rows(`select from scrapes where team_id = $1`, [teamId])).length === 0
    await waitUntil(isErased)
    await db.transaction(async (tx) => {
      await tx.rows(`select from users where email = $1 for no key update`, [email])
      await db.rows(`delete from holds where team_id = $1`, [teamId])
      await waitUntil(isWaiting)
      await tx.rows(`insert into memberships (user_id, team_id) select id, $2 from users where email = $1`, [
        email,
        other.id,
      ])
    })
    assert.equal((await removal).status, 200)
    assert.deepEqual(await ownedBy(email), { users: 1, teams: 1, keys: 1 })
    assert.equal((await create(second, email)).body.alreadyExisted, false)
  })

  it('does not stand in the way of an account that is made at that moment', async () => {
    const { db } = app().database
    const [first, second] = [await makePartner(), await makePartner()]
    const email = newEmail()
    await created(first, email)
    let creation: ReturnType<typeof create>
    await db.transaction(async (tx) => {
      await tx.rows(`select from users where email = $1 for update`, [email])
      creation = create(second, email)
      await waitUntil(isWaiting)
      await tx.rows(`delete from users where email = $1`, [email])
    })
    const { status, body } = await creation!
    assert.deepEqual([status, body.alreadyExisted], [200, false], JSON.stringify(body))
    assert.equal((await validate(second, body.apiKey)).status, 200)
  })
})

describe('the description', () => {
  it('tells what each endpoint answers', async () => {
    const { body } = await app().call('/openapi.json')
    const statuses = (path: string) =>
      Object.keys(body.paths[path].post.responses)
        .filter((status) => !['413', '415', '503', '507'].includes(status))
        .join(' ')
    assert.equal(statuses('/partner/v1/accounts'), '200 400 401 500')
    assert.equal(statuses('/partner/v1/api-keys/validate'), '200 400 401 404 500')
    assert.equal(statuses('/partner/v1/api-keys/rotate'), '200 400 401 404 500')
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { createAuditedTeam } from '../support/audited-team.ts'
import { startCollector } from '../support/collector.ts'
import type { TestCollector } from '../support/collector.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useApp()
let site: Site
let collector: TestCollector
before(async () => {
  site = await startSite()
  collector = await startCollector()
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await collector[Symbol.asyncDispose]()
})

const TOKEN = 'Splunk a-token-for-tests'

/** A new organization that wants events, with a team and a key. */
async function organization(siem: object = {}, wishes: object = {}) {
  const collected = { url: collector.url, headers: { authorization: TOKEN }, ...siem }
  const { organizationId, ...team } = await createAuditedTeam(app(), collected, wishes)
  return { id: organizationId, team, told: () => collector.of(organizationId) }
}

const count = (told: () => unknown[], wanted: number) => waitUntil(() => told().length >= wanted)

describe('an audited request', () => {
  it('is one event, with what it was, how it went and what it cost', async () => {
    const { id, team, told } = await organization()
    const url = `${site.url.replace('//', '//ann:pass@')}/article#part`
    const json = { url, auditMetadata: { username: 'ann\n"evil"' } }
    const headers = { 'user-agent': 'a-client/1', 'x-request-id': 'request-0001' }
    const scraped = await app().call('/v2/scrape', { key: team.key, json, headers })
    assert.equal(scraped.status, 200)
    await count(told, 1)
    const [event] = told()
    assert.equal(event.class_uid, 6003)
    assert.equal(event.api.operation, 'POST /v2/scrape')
    assert.equal(event.api.request.uid, 'request-0001')
    assert.equal(event.api.response.code, 200)
    assert.equal(event.src_endpoint.ip, '127.0.0.1')
    assert.equal(event.http_request.user_agent, 'a-client/1')
    assert.equal(event.actor.user.account.uid, team.id)
    assert.match(event.actor.user.uid, /^[0-9a-f-]{36}$/)
    assert.equal(event.status_id, 1)
    assert.equal(event.unmapped.credits, 1)
    assert.equal(event.unmapped.scrape_id, scraped.body.data.metadata.scrapeId)
    assert.deepEqual(event.unmapped.claimed_user, { name: 'ann\n"evil"', is_verified: false })
    assert.deepEqual(event.resources, [{ name: `${site.url}/article`, type: 'Target URL' }])
    assert.equal(event.metadata.tenant_uid, id)
  })

  it('is told with the headers of its organization, and holds no secret and nothing of the page', async () => {
    const { team, told } = await organization()
    const json = { url: `${site.url}/article`, headers: { 'x-secret': 'a-header-of-the-caller' } }
    const { body } = await app().call('/v2/scrape', { key: team.key, json })
    await count(told, 1)
    const shipment = collector.shipments.at(-1)!
    assert.equal(shipment.headers.authorization, TOKEN)
    assert.match(body.data.markdown, /\w{5}/)
    const words = body.data.markdown.match(/\w{8,}/g).slice(0, 5)
    for (const secret of [team.key, TOKEN, 'a-header-of-the-caller', ...words])
      assert.equal(shipment.text.includes(secret), false, secret)
  })

  it('is an event too when it fails, before the handler and in it', async () => {
    const { team, told } = await organization({}, { credits: 0, limits: { perMinute: { map: 0 } } })
    const call = (path: string, json: unknown) => app().call(path, { key: team.key, json })
    const statuses = [
      await call('/v2/scrape', { url: `${site.url}/article`, auditMetadata: { username: 'bob' } }),
      await call('/v2/scrape', { url: 7, auditMetadata: { username: 'bob' } }),
      await call('/v2/map', { url: site.url }),
      await call('/v2/scrape', { url: site.url, threatProtection: {}, auditMetadata: { username: 'bob' } }),
      await app().call('/v2/crawl/00000000-0000-4000-8000-000000000000', { key: team.key }),
    ].map(({ status }) => status)
    assert.deepEqual(statuses, [402, 400, 429, 403, 404])
    await count(told, 5)
    const seen = told().map((event) => [
      event.api.response.code,
      event.status_id,
      event.status_code,
      event.unmapped.claimed_user?.name,
    ])
    assert.deepEqual(seen, [
      [402, 2, 'PAYMENT_REQUIRED', 'bob'],
      [400, 2, 'BAD_REQUEST', 'bob'],
      [429, 2, 'RATE_LIMITED', undefined],
      [403, 2, 'FORBIDDEN', 'bob'],
      [404, 2, 'NOT_FOUND', undefined],
    ])
    assert.equal(
      told().every((event) => event.unmapped.credits === 0),
      true,
    )
  })

  it('names its user in a form as well', async () => {
    const { team, told } = await organization()
    const form = new FormData()
    form.set('file', new File(['<p>Hello</p>'], 'a.html', { type: 'text/html' }))
    form.set('options', JSON.stringify({ auditMetadata: { username: 'carl' } }))
    const { status } = await app().call('/v2/parse', { key: team.key, body: form })
    assert.equal(status, 200)
    await count(told, 1)
    assert.equal(told()[0].unmapped.claimed_user.name, 'carl')
    assert.equal(told()[0].unmapped.target_count, 0)
  })

  it('tells no address under zero data retention', async () => {
    const { team, told } = await organization()
    const json = { url: `${site.url}/article`, zeroDataRetention: true }
    await app().call('/v2/scrape', { key: team.key, json })
    await count(told, 1)
    assert.equal('resources' in told()[0], false)
    assert.equal(JSON.stringify(told()[0]).includes('/article'), false)
  })

  it('tells no address that it adds to a batch under zero data retention, also when it is refused', async () => {
    const { team, told } = await organization()
    const call = (json: object) => app().call('/v2/batch/scrape', { key: team.key, json })
    const first = { urls: [`${site.url}/slow/never`], zeroDataRetention: true }
    const { body } = await call({ ...first, auditMetadata: { username: 'ann' } })
    const added = { urls: [`${site.url}/article`], appendToId: body.id }
    assert.equal((await call(added)).status, 200)
    const path = `/v2/batch/scrape/${body.id}`
    assert.equal((await app().call(path, { key: team.key, method: 'DELETE' })).status, 200)
    assert.equal((await call(added)).status, 409)
    await count(told, 5)
    assert.equal(JSON.stringify(told()).includes('/article'), false)
    // What the event of the job was told with goes with the rest of it.
    await app().call(path, { key: team.key })
    await waitUntil(async () => (await app().call(path, { key: team.key })).status === 404)
    const rows = await app().database.db.rows(`select audit from crawls where id = $1`, [body.id])
    assert.deepEqual(rows, [{ audit: null }])
  })

  it('is on disk when its answer is there', async () => {
    const { id, team } = await organization()
    collector.answer(() => undefined)
    try {
      for (let round = 1; round <= 3; round++) {
        await app().call('/v2/team/credit-usage', { key: team.key })
        const rows = await app().database.db.rows(
          `select from siem_events where organization_id = $1 and event::json -> 'what' ->> 'route' = $2`,
          [id, '/v2/team/credit-usage'],
        )
        assert.equal(rows.length, round)
      }
    } finally {
      collector.answer(() => 200)
      await app().database.db.rows(`delete from siem_events where organization_id = $1`, [id])
    }
  })
})

describe('events', () => {
  it('are not written for organizations that do not want them', async () => {
    const { team } = await organization({ enabled: false })
    const written = async () => {
      const [row] = await app().database.db.rows<{ last_value: number }>(
        `select last_value from siem_events_seq_seq`,
      )
      return row!.last_value
    }
    const before = await written()
    await app().call('/v2/team/credit-usage', { key: team.key })
    await app().call('/v2/team/credit-usage')
    await app().call('/v2/team/credit-usage', { key: 'fc-ffffffffffffffffffffffffffffffff' })
    const started = await app().call('/v2/batch/scrape', {
      key: team.key,
      json: { urls: [`${site.url}/article`] },
    })
    const path = `/v2/batch/scrape/${started.body.id}`
    await waitUntil(async () => (await app().call(path, { key: team.key })).body.status === 'completed')
    assert.equal(await written(), before)
  })

  it('go to the collector of their own organization and no other', async () => {
    await using theirs = await startCollector()
    const [one, other] = [await organization(), await organization({ url: theirs.url })]
    await app().call('/v2/team/credit-usage', { key: other.team.key })
    await app().call('/v2/team/credit-usage', { key: one.team.key })
    await theirs.count(1)
    await count(one.told, 1)
    assert.deepEqual(theirs.of(other.id).length, 1)
    assert.equal(theirs.events.length, 1)
    assert.deepEqual([one.told().length, other.told().length], [1, 0])
  })

  it('come in the form that the organization wants', async () => {
    await using theirs = await startCollector()
    const { team } = await organization({ url: theirs.url, format: 'cef' })
    await app().call('/v2/team/credit-usage', { key: team.key })
    await theirs.count(1)
    const { sourcetype, event, time } = theirs.events[0]
    assert.equal(sourcetype, 'winnow:cef')
    assert.match(event, /^CEF:0\|Winnow\|Winnow\|/)
    assert.equal(typeof time, 'number')
  })

  it('are not sent to a private address that the operator did not allow', async () => {
    const { id, team } = await organization({ url: 'tcp://127.0.0.2:9' })
    await app().call('/v2/team/credit-usage', { key: team.key })
    const job = () =>
      app().database.db.rows<{ output: { message: string } }>(
        `select output from pgboss.job where name = 'siem-delivery' and singleton_key = $1 and retry_count > 0`,
        [id],
      )
    await waitUntil(async () => (await job()).length > 0)
    const [failed] = await app().database.db.rows<{ output: string }>(
      `select output::text from pgboss.job where name = 'siem-delivery' and singleton_key = $1`,
      [id],
    )
    assert.match(failed!.output, /its address may not be dialled/)
    await app().database.db.rows(`delete from siem_events where organization_id = $1`, [id])
  })
})

describe('the collector of an organization', () => {
  it('must be named where the service has none', async () => {
    const json = { name: 'Without', siem: { enabled: true } }
    const refused = await app().admin('/organizations', { json })
    assert.equal(refused.status, 400)
    assert.match(refused.body.error, /siem\.url.*WINNOW_SIEM_URL/)
    const made = await app().admin('/organizations', { json: { name: 'Without' } })
    const path = `/organizations/${made.body.id}`
    const change = await app().admin(path, { method: 'PATCH', json: { siem: { enabled: true } } })
    assert.equal(change.status, 400)
    assert.equal((await app().admin(path)).body.siem.enabled, false)
  })

  it('has headers whose values are never shown, and stay when they are sent back as shown', async () => {
    const { id, team, told } = await organization()
    const path = `/organizations/${id}`
    const shown = await app().admin(path)
    assert.deepEqual(shown.body.siem.headers, { authorization: '***' })
    const listed = await app().admin('/organizations?limit=100')
    assert.doesNotMatch(JSON.stringify(listed.body), /a-token-for-tests/)
    const changed = await app().admin(path, {
      method: 'PATCH',
      json: { siem: { headers: { ...shown.body.siem.headers, 'x-more': 'b' } } },
    })
    assert.deepEqual(changed.body.siem.headers, { authorization: '***', 'x-more': '***' })
    await app().call('/v2/team/credit-usage', { key: team.key })
    await count(told, 1)
    assert.equal(collector.shipments.at(-1)!.headers.authorization, TOKEN)
    assert.equal(collector.shipments.at(-1)!.headers['x-more'], 'b')
    const trail = await app().admin('/audit?limit=100')
    assert.doesNotMatch(JSON.stringify(trail.body), /a-token-for-tests/)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TeamSiemAnswer, TeamSiemTestAnswer } from '../../src/contract/siem.ts'
import { API_KEY, useApp } from '../support/app.ts'
import { createAuditedTeam } from '../support/audited-team.ts'
import { startCollector } from '../support/collector.ts'
import type { TestCollector } from '../support/collector.ts'

const app = useApp()
let collector: TestCollector
before(async () => void (collector = await startCollector()))
after(() => collector[Symbol.asyncDispose]())

const PATH = '/v2/team/siem'
const TOKEN = 'Splunk a-token-for-tests'

/** A team that is alone in its organization. */
async function soleTeam(siem?: object) {
  const made = await app().admin('/organizations', { json: { name: 'Alone', ...(siem && { siem }) } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { key } = await app().team({ organizationId: made.body.id })
  return {
    organizationId: made.body.id as string,
    key,
    read: () => app().call(PATH, { key }),
    put: (json: object) => app().call(PATH, { key, method: 'PUT', json }),
    test: () => app().call(`${PATH}/test`, { key, json: {} }),
  }
}

const settings = () => ({
  enabled: true,
  url: collector.url,
  format: 'ecs',
  headers: { Authorization: TOKEN },
})

describe('/v2/team/siem', () => {
  it('is read and replaced by the only team of an organization, without its secrets', async () => {
    const { organizationId, read, put, key } = await soleTeam()
    const before = await read()
    TeamSiemAnswer.parse(before.body)
    assert.deepEqual(before.body.data, {
      enabled: false,
      url: null,
      format: 'ocsf',
      headers: {},
      managedBy: 'team',
    })
    const changed = await put(settings())
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const shown = { ...settings(), headers: { Authorization: '***' }, managedBy: 'team' }
    assert.deepEqual(changed.body.data, shown)
    assert.deepEqual((await read()).body.data, shown)
    await app().call('/v2/team/credit-usage', { key })
    await collector.count(1)
    assert.equal(collector.shipments.at(-1)!.headers.authorization, TOKEN)
    const { body } = await app().admin(`/audit?organizationId=${organizationId}`)
    assert.match(
      body.data.find(({ action }: { action: string }) => action === 'organization.change').actor,
      /^key /,
    )
    assert.equal((await put({ enabled: false })).body.data.url, null)
  })

  it('works for the team of the first start', async () => {
    // Other tests of this file make their own organizations, so the default one has this team alone.
    assert.equal((await app().call(PATH, { key: API_KEY })).body.data.managedBy, 'team')
  })

  it('keeps a header that is sent back as ***, unless the collector is another', async () => {
    const { put, test } = await soleTeam()
    await put(settings())
    const kept = { ...settings(), format: 'ocsf', headers: { Authorization: '***' } }
    assert.equal((await put(kept)).status, 200)
    assert.equal((await test()).body.data.accepted, true)
    assert.equal(collector.shipments.at(-1)!.headers.authorization, TOKEN)
    await using other = await startCollector()
    const { status, body } = await put({ ...kept, url: other.url })
    assert.equal(status, 400)
    assert.match(body.error, /headers\.Authorization.*url/)
  })

  it('refuses to be enabled without a collector', async () => {
    const { put } = await soleTeam()
    const { status, body } = await put({ enabled: true })
    assert.equal(status, 400)
    assert.match(body.error, /^url: /)
  })

  it('is not changed by a team that shares its organization, because its events would go there too', async () => {
    const { organizationId, key, put, test, read } = await soleTeam()
    await put(settings())
    await app().team({ organizationId })
    assert.equal((await put(settings())).status, 403)
    assert.equal((await test()).status, 403)
    const { body } = await read()
    assert.deepEqual([body.data.managedBy, body.data.url, body.data.enabled], ['operator', null, true])
    assert.doesNotMatch(JSON.stringify(body), /127\.0\.0\.1/)
    assert.match(
      (await app().call(PATH, { key, method: 'PUT', json: settings() })).body.error,
      /several teams/,
    )
  })

  it('is not changed where the operator enabled it, until he leaves it to the team', async () => {
    const { organizationId, key } = await createAuditedTeam(app(), { url: collector.url })
    const put = () => app().call(PATH, { key, method: 'PUT', json: { enabled: false } })
    const refused = await put()
    assert.equal(refused.status, 403)
    assert.match(refused.body.error, /operator/)
    const json = { siem: { enforced: false } }
    const changed = await app().admin(`/organizations/${organizationId}`, { method: 'PATCH', json })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.equal((await put()).status, 200)
  })

  it('needs the scope team', async () => {
    const { key } = await soleTeam()
    const made = await app().call('/v2/team/api-keys', { key, json: { scopes: ['scrape'] } })
    assert.equal((await app().call(PATH, { key: made.body.apiKey })).status, 403)
  })
})

describe('POST /v2/team/siem/test', () => {
  it('sends one event and tells what the collector answered', async () => {
    const { put, test, organizationId } = await soleTeam()
    await put({ ...settings(), enabled: false, format: 'ocsf' })
    const { status, body } = await test()
    assert.equal(status, 200, JSON.stringify(body))
    TeamSiemTestAnswer.parse(body)
    assert.deepEqual([body.data.accepted, body.data.status], [true, 200])
    const [event, ...others] = collector.of(organizationId)
    assert.deepEqual([event.api.operation, others], ['POST /v2/team/siem/test', []])
  })

  it('tells that a collector refused the event', async () => {
    await using strict = await startCollector()
    strict.answer(() => 403)
    const { put, test } = await soleTeam()
    await put({ ...settings(), url: strict.url })
    const { body } = await test()
    assert.deepEqual([body.data.accepted, body.data.status], [false, 403])
    assert.match(body.data.message, /status 403/)
  })

  it('tells that a collector cannot be reached, without its address', async () => {
    const { put, test } = await soleTeam()
    await put({ enabled: true, url: 'http://127.0.0.1:1/secret-path' })
    const { body } = await test()
    assert.deepEqual([body.data.accepted, body.data.status], [false, null])
    assert.match(body.data.message, /ECONNREFUSED/)
    assert.doesNotMatch(JSON.stringify(body), /secret-path/)
  })

  it('does not dial private addresses', async () => {
    const { put, test } = await soleTeam()
    await put({ enabled: true, url: 'http://10.0.0.1/collector' })
    assert.match((await test()).body.data.message, /may not be dialled/)
  })

  it('says that there is no collector', async () => {
    const { test } = await soleTeam()
    const { status, body } = await test()
    assert.equal(status, 400)
    assert.match(body.error, /PUT \/v2\/team\/siem/)
  })
})

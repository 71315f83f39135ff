import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestApp, useApp } from '../support/app.ts'
import { createAuditedTeam } from '../support/audited-team.ts'
import { startCollector } from '../support/collector.ts'
import { testDatabase } from '../support/database.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useApp()

const ask = (key: string, requestId: string) =>
  app().call('/v2/team/credit-usage', { key, headers: { 'x-request-id': requestId } })

const requestIds = (events: { api: { request: { uid: string } } }[]) =>
  events.map((event) => event.api.request.uid)

describe('a collector that fails', () => {
  it('gets every event when it is back, once and in order', async () => {
    await using collector = await startCollector()
    collector.answer(() => 503)
    const { organizationId, key } = await createAuditedTeam(app(), { url: collector.url })
    const asked = Array.from({ length: 25 }, (_, place) => `request-${100 + place}`)
    for (const id of asked) assert.equal((await ask(key, id)).status, 200)
    await waitUntil(() => collector.shipments.length > 1)
    collector.answer(() => 200)
    await collector.count(asked.length)
    assert.deepEqual(requestIds(collector.of(organizationId)), asked)
    const first = JSON.parse(collector.shipments[0]!.text.split('\n')[0]!)
    assert.equal(collector.of(organizationId)[0].metadata.uid, first.event.metadata.uid)
    await waitUntil(async () => {
      const left = await app().database.db.rows(`select from siem_events where organization_id = $1`, [
        organizationId,
      ])
      return left.length === 0
    })
    assert.equal(collector.events.length, asked.length)
  })

  it('holds no request up when it hangs', async () => {
    await using collector = await startCollector()
    collector.answer(() => undefined)
    const { organizationId, key } = await createAuditedTeam(app(), { url: collector.url })
    await ask(key, 'request-000')
    await waitUntil(() => collector.open === 1)
    const asked = Array.from({ length: 20 }, (_, place) => `request-${100 + place}`)
    await Promise.all(asked.map((id) => ask(key, id)))
    assert.deepEqual([collector.open, collector.events.length], [1, 0])
    collector.answer(() => 200)
    collector.cut()
    await collector.count(21)
    assert.deepEqual(
      requestIds(collector.of(organizationId)).toSorted(),
      ['request-000', ...asked].toSorted(),
    )
  })

  it('shows in the metrics', async () => {
    const { body } = await app().call('/metrics')
    assert.match(body, /^winnow_siem_waiting \d+$/m)
    assert.match(body, /^winnow_siem_events\{outcome="failures"\} [1-9]/m)
    assert.match(body, /^winnow_siem_events\{outcome="delivered"\} [1-9]/m)
  })
})

describe('the collector of the service', () => {
  let folder: string
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'winnow-siem-'))))
  after(() => rm(folder, { recursive: true }))

  it('gets after a restart what was not delivered before, be it an address or a file', async () => {
    await using database = await testDatabase()
    await using collector = await startCollector()
    collector.answer(() => 503)
    const file = join(folder, 'events.log')
    const lines = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean)
    const environment = { DATABASE_URL: database.url, WINNOW_ALLOWED_TARGETS: '' }
    let team: Awaited<ReturnType<typeof createAuditedTeam>>
    {
      await using service = await startTestApp({ ...environment, WINNOW_SIEM_URL: collector.url })
      team = await createAuditedTeam(service, { headers: { 'x-team': 'a' } })
      await service.call('/v2/team/credit-usage', { key: team.key })
      await service.call('/v2/team/queue-status', { key: team.key })
      await waitUntil(() => collector.shipments.length > 0)
      assert.equal(collector.shipments[0]!.headers['x-team'], 'a')
    }
    await using service = await startTestApp({ ...environment, WINNOW_SIEM_FILE: file })
    await waitUntil(async () => (await lines()).length === 2, 20_000)
    const events = (await lines()).map((line) => JSON.parse(line))
    assert.deepEqual(
      events.map((event) => event.api.operation),
      ['GET /v2/team/credit-usage', 'GET /v2/team/queue-status'],
    )
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    await rename(file, `${file}.1`)
    await service.call('/v2/team/credit-usage', { key: team.key, headers: { 'x-request-id': randomUUID() } })
    await waitUntil(async () => (await lines()).length === 1)
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { after, before, describe, it } from 'node:test'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createLog } from '../../src/log.ts'
import { collectorAt } from '../../src/siem/collector.ts'
import { drain } from '../../src/siem/drain.ts'
import type { DrainNeeds } from '../../src/siem/drain.ts'
import type { SiemEvent } from '../../src/siem/event.ts'
import { createOrganizations } from '../../src/store/teams/teams.ts'
import { createSiemBacklog } from '../../src/store/reports/siem-events.ts'
import { certificate } from '../support/certificate.ts'
import { startCollector } from '../support/collector.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { listen } from '../support/hostile/listening.ts'
import { isFault } from '../support/is-fault.ts'

const PRODUCT = { name: 'Winnow', version: '1.0.0' }
const signal = () => AbortSignal.timeout(10_000)

function eventOf(organizationId: string, route = '/v2/scrape'): SiemEvent {
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    organizationId,
    teamId: randomUUID(),
    keyId: null,
    username: 'ann',
    targets: [],
    targetCount: 0,
    verdict: { state: 'none' },
    outcome: 'success',
    durationMs: 1,
    credits: 0,
    what: { kind: 'request', requestId: 'r', clientAddress: '::1', method: 'POST', route, status: 200 },
  }
}

function openEgress(allowed = '127.0.0.1/32,site.test,other.test') {
  return createEgress({
    allowedTargets: parseAllowedTargets(allowed),
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
}

/** Keeps all bytes of every connection. */
function hearing(make: (heard: (socket: Socket) => void) => Server) {
  const said: Buffer[] = []
  const server = make((socket) => socket.on('data', (chunk: Buffer) => void said.push(chunk)))
  return { server, text: () => Buffer.concat(said).toString() }
}

function messagesOf(text: string): string[] {
  if (text === '') return []
  const space = text.indexOf(' ')
  const end = space + 1 + Number(text.slice(0, space))
  return [text.slice(space + 1, end), ...messagesOf(text.slice(end))]
}

describe('a syslog collector', () => {
  const events = [eventOf('org-1'), eventOf('org-1', '/v2/map')]
  const shipment = { events, format: 'ecs' as const, headers: {} }

  it('gets framed messages over TCP', async () => {
    const { server, text } = hearing((heard) => createServer(heard))
    await using listening = await listen(server)
    await using egress = openEgress()
    const collector = collectorAt(`tcp://127.0.0.1:${listening.port}`, egress, PRODUCT)
    assert.deepEqual(await collector(shipment, signal()), { state: 'accepted' })
    const messages = messagesOf(text())
    assert.equal(messages.length, 2)
    assert.match(messages[0]!, /^<110>1 \S+ \S+ Winnow - request \[winnow@32473 id="[^"]+" /)
    assert.equal(JSON.parse(messages[1]!.replace(/^.*?\] /, '')).winnow.route, '/v2/map')
  })

  it('gets them over TLS when its certificate is for its name', async () => {
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, certificate.cert])
    try {
      const { server, text } = hearing((heard) => createTlsServer({ ...certificate }, heard))
      await using listening = await listen(server)
      await using egress = openEgress()
      const to = (host: string) => collectorAt(`tls://${host}:${listening.port}`, egress, PRODUCT)
      assert.deepEqual(await to('site.test')(shipment, signal()), { state: 'accepted' })
      assert.equal(messagesOf(text()).length, 2)
      await assert.rejects(to('other.test')(shipment, signal()), isFault('SCRAPE_SSL_ERROR'))
    } finally {
      setDefaultCACertificates(trusted)
    }
  })

  it('gets nothing over TLS when its certificate is not trusted', async () => {
    const { server, text } = hearing((heard) => createTlsServer({ ...certificate }, heard))
    server.on('tlsClientError', () => {})
    await using listening = await listen(server)
    await using egress = openEgress()
    const collector = collectorAt(`syslog+tls://site.test:${listening.port}`, egress, PRODUCT)
    await assert.rejects(collector(shipment, signal()), isFault('SCRAPE_SSL_ERROR'))
    assert.equal(text(), '')
  })

  it('is not dialled at a private address that nobody allowed', async () => {
    await using listening = await listen(createServer())
    await using egress = openEgress('')
    const collector = collectorAt(`tcp://127.0.0.1:${listening.port}`, egress, PRODUCT)
    await assert.rejects(collector(shipment, signal()), isFault('FORBIDDEN'))
    assert.equal(listening.connections, 0)
  })

  it('has failed when it breaks the connection off', async () => {
    await using listening = await listen(createServer((socket) => socket.resetAndDestroy()))
    await using egress = openEgress()
    const collector = collectorAt(`tcp://127.0.0.1:${listening.port}`, egress, PRODUCT)
    const many = { ...shipment, events: Array.from({ length: 5000 }, () => eventOf('org-1')) }
    await assert.rejects(collector(many, signal()))
  })
})

describe('what waits for a collector', () => {
  let database: TestDatabase
  before(async () => void (database = await testDatabase()))
  after(() => database[Symbol.asyncDispose]())

  async function setUp() {
    await using opening = new AsyncDisposableStack()
    const collector = opening.use(await startCollector())
    const egress = opening.use(openEgress())
    const backlog = createSiemBacklog(database.db)
    const siem = { enabled: true, url: collector.url }
    const { id } = await createOrganizations(database.db).create({ name: 'a', threatProtection: {}, siem })
    const tally = { delivered: 0, failures: 0, dropped: 0 }
    const standard = { place: undefined, egress }
    const log = createLog('silent', false)
    const needs: DrainNeeds = { backlog, egress, fallback: standard, product: PRODUCT, counts: tally, log }
    const open = opening.move()
    return {
      id,
      collector,
      backlog,
      tally,
      drain: () => drain(id, needs, signal()),
      [Symbol.asyncDispose]: () => open.disposeAsync(),
    }
  }

  it('goes one by one after a shipment was refused, and what is wrong is given up in the end', async () => {
    await using world = await setUp()
    const { id, collector, backlog, tally } = world
    const routes = ['/a', '/b', '/poison', '/c', '/d']
    for (const route of routes) await backlog.record(eventOf(id, route))
    collector.answer((text) => (text.includes('/poison') ? 400 : 200))
    for (let tries = 1; tries <= 4; tries++) await assert.rejects(world.drain(), isFault('UNAVAILABLE'))
    await world.drain()
    assert.deepEqual(
      collector.of(id).map((event) => event.api.operation),
      ['POST /a', 'POST /b', 'POST /c', 'POST /d'],
    )
    assert.deepEqual([tally.delivered, tally.dropped], [4, 1])
  })

  it('is not given up when the collector refuses the token', async () => {
    await using world = await setUp()
    const { id, collector, backlog } = world
    await backlog.record(eventOf(id))
    collector.answer(() => 401)
    for (let tries = 1; tries <= 10; tries++) await assert.rejects(world.drain(), isFault('UNAVAILABLE'))
    collector.answer(() => 200)
    await world.drain()
    assert.equal(collector.of(id).length, 1)
  })

  it('travels in shipments of bounded size', async () => {
    await using world = await setUp()
    const { id, collector, backlog } = world
    const long = Array.from({ length: 20 }, () => `https://example.com/${'x'.repeat(2000)}`)
    await Promise.all(
      Array.from({ length: 30 }, () => backlog.record({ ...eventOf(id), targets: long, targetCount: 20 })),
    )
    await world.drain()
    assert.equal(collector.of(id).length, 30)
    assert.ok(collector.shipments.length > 1)
    assert.ok(collector.shipments.every(({ text }) => text.length < 1_000_000))
  })

  it('is dropped when it is too old or too much, the oldest first, and counted', async () => {
    await using world = await setUp()
    const { id, collector, backlog } = world
    for (const route of ['/1', '/2', '/3', '/4']) await backlog.record(eventOf(id, route))
    await database.db.rows(
      `update siem_events set created_at = now() - interval '8 days' where seq = (
         select min(seq) from siem_events where organization_id = $1)`,
      [id],
    )
    assert.deepEqual(await backlog.trim({ days: 7, mostEvents: 2 }), [{ organizationId: id, dropped: 2 }])
    assert.deepEqual(await backlog.trim({ days: 7, mostEvents: 2 }), [])
    await world.drain()
    assert.deepEqual(
      collector.of(id).map((event) => event.api.operation),
      ['POST /3', 'POST /4'],
    )
  })

  it('stays when there is no collector at all', async () => {
    await using world = await setUp()
    const { id, backlog } = world
    await database.db.rows(`update organizations set siem = '{"enabled": true}' where id = $1`, [id])
    await backlog.record(eventOf(id))
    await assert.rejects(world.drain(), /the service has none either/)
    assert.equal((await backlog.next(id, 10)).waiting.length, 1)
    await database.db.rows(`delete from siem_events`)
  })
})

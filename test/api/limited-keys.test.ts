import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { TeamKeysAnswer } from '../../src/contract/api-keys.ts'
import { useApp } from '../support/app.ts'
import { startCollector } from '../support/collector.ts'
import { createAuditedTeam } from '../support/audited-team.ts'
import { MCP_HEADERS, legacyRequest, sendRaw } from '../support/mcp.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

// The tests call through a proxy, so that each can come from an address of its choice.
const app = useApp({ WINNOW_TRUSTED_PROXIES: '127.0.0.1' })
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

const PATH = '/v2/team/api-keys'
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

function make(key: string, json: object) {
  return app().call(PATH, { key, json: { name: 'limited', ...json } })
}

/** A key of a new team with these limits, and the team's unlimited one. */
async function limited(json: object): Promise<{ team: string; owner: string; key: string; id: string }> {
  const { id: team, key: owner } = await app().team()
  const { status, body } = await make(owner, json)
  assert.equal(status, 200, JSON.stringify(body))
  return { team, owner, key: body.apiKey, id: body.id }
}

async function expire(id: string): Promise<void> {
  await app().database.db.rows(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [
    id,
  ])
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe('a key without limits', () => {
  it('is listed with none', async () => {
    const { key } = await app().team()
    const { body } = await app().call(PATH, { key })
    TeamKeysAnswer.parse(body)
    const [{ expiresAt, allowedIps, scopes }] = body.apiKeys
    assert.deepEqual([expiresAt, allowedIps, scopes], [null, null, null])
  })

  it('can also be made with null for each limit', async () => {
    const { body } = await limited({ expiresAt: null, allowedIps: null, scopes: null }).then(({ key }) =>
      app().call(PATH, { key }),
    )
    assert.equal(body.success, true)
  })
})

describe('limits of a key', () => {
  it('are answered when it is made, and listed for the team and the operator', async () => {
    const expiresAt = inAnHour()
    const limits = { expiresAt, allowedIps: ['10.0.0.0/8', '2001:db8::7'], scopes: ['scrape', 'team'] }
    const { key: owner, id: team } = await app().team()
    const made = await make(owner, limits)
    const { apiKey: _, id, success: __, ...answered } = made.body
    assert.deepEqual(answered, limits)
    const shown = ({ expiresAt, allowedIps, scopes }: Record<string, unknown>) => ({
      expiresAt,
      allowedIps,
      scopes,
    })
    const byId = (keys: { id: string }[]) => shown(keys.find((one) => one.id === id)! as never)
    assert.deepEqual(byId((await app().call(PATH, { key: owner })).body.apiKeys), limits)
    assert.deepEqual(byId((await app().admin(`/teams/${team}/api-keys`)).body.data), limits)
  })

  it('can be set by the operator', async () => {
    const { id } = await app().team()
    const { status, body } = await app().admin(`/teams/${id}/api-keys`, { json: { scopes: ['search'] } })
    assert.deepEqual([status, body.scopes], [200, ['search']])
    assert.equal((await app().call('/v2/team/credit-usage', { key: body.apiKey })).status, 403)
  })

  it('are recorded in the audit trail', async () => {
    const { id, team } = await limited({ scopes: ['scrape'] })
    const { body } = await app().admin(`/audit?teamId=${team}`)
    const entry = body.data.find(({ target }: { target: string }) => target === id)
    assert.deepEqual([entry.action, entry.details.scopes], ['api-key.create', ['scrape']])
  })

  const wrong: [string, object, RegExp][] = [
    ['a date in the past', { expiresAt: '2020-01-01T00:00:00Z' }, /expiresAt.*future/],
    ['no date', { expiresAt: 'tomorrow' }, /expiresAt/],
    ['a host name', { allowedIps: ['office.example'] }, /allowedIps\[0\].*office\.example/],
    ['a range that is too long', { allowedIps: ['10.0.0.0/33'] }, /allowedIps\[0\]/],
    ['no address at all', { allowedIps: [] }, /allowedIps/],
    ['an unknown scope', { scopes: ['scrap'] }, /scopes\[0\]/],
    ['no scope at all', { scopes: [] }, /scopes/],
  ]
  for (const [name, json, message] of wrong) {
    it(`cannot be ${name}`, async () => {
      const { key } = await app().team()
      const { status, body } = await make(key, json)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(body.error, message)
    })
  }
})

describe('an expired key', () => {
  it('is refused with 401 and the time it expired, for requests, WebSockets and MCP', async () => {
    const { key, id } = await limited({ expiresAt: inAnHour() })
    assert.equal((await app().call('/v2/team/credit-usage', { key })).status, 200)
    await expire(id)
    const { status, body } = await app().call('/v2/team/credit-usage', { key })
    assert.equal(status, 401)
    assert.match(body.error, /expired on \d{4}-\d\d-\d\dT/)
    assert.equal(await opens(`/v2/crawl/${randomUUID()}`, key), false)
    const mcp = await callMcp(key, legacyRequest('tools/list'))
    assert.equal(mcp.status, 401)
    assert.match(mcp.text, /expired on/)
  })

  it('leaves the jobs it started running', async () => {
    const { key, id, owner } = await limited({ expiresAt: inAnHour() })
    const started = await app().call('/v2/batch/scrape', { key, json: { urls: [`${site.url}/article`] } })
    await expire(id)
    for (;;) {
      const { body } = await app().call(`/v2/batch/scrape/${started.body.id}`, { key: owner })
      if (body.status === 'scraping') continue
      assert.deepEqual([body.status, body.data.length], ['completed', 1])
      return
    }
  })
})

describe('a key with allowed addresses', () => {
  const cases: [string, string, number][] = [
    ['10.1.2.3', '10.0.0.0/8', 200],
    ['11.1.2.3', '10.0.0.0/8', 403],
    ['::ffff:10.1.2.3', '10.0.0.0/8', 200],
    ['10.1.2.3', '::ffff:10.1.2.3', 200],
    ['192.0.2.7', '192.0.2.7', 200],
    ['192.0.2.8', '192.0.2.7', 403],
    ['2001:db8:1::5', '2001:db8:1::/48', 200],
    ['2001:db8:2::5', '2001:db8:1::/48', 403],
    ['2001:db8:1::5', '0.0.0.0/0', 403],
  ]
  for (const [address, range, status] of cases) {
    it(`answers ${status} to ${address} within ${range}`, async () => {
      const { key } = await limited({ allowedIps: ['198.51.100.1', range] })
      const answer = await app().call('/v2/team/credit-usage', { key, ...from(address) })
      assert.equal(answer.status, status, JSON.stringify(answer.body))
      if (status === 403) assert.match(answer.body.error, /may not be used from .*\d/)
    })
  }

  it('is refused from elsewhere by WebSockets and MCP too', async () => {
    const { key } = await limited({ allowedIps: ['10.0.0.0/8'] })
    assert.equal(await opens(`/v2/crawl/${randomUUID()}`, key), false)
    assert.equal((await callMcp(key, legacyRequest('tools/list'))).status, 403)
    assert.equal((await callMcp(key, legacyRequest('tools/list'), '10.9.9.9')).status, 200)
  })

  it('reaches tools of the hosted MCP server from its address', async () => {
    const { key } = await limited({ allowedIps: ['10.0.0.0/8'] })
    const call = legacyRequest('tools/call', {
      name: 'winnow_scrape',
      arguments: { url: `${site.url}/article` },
    })
    const { message } = await callMcp(key, call, '10.9.9.9')
    assert.notEqual(message.result.isError, true, JSON.stringify(message))
  })

  it('tells the collector about a request from elsewhere', async () => {
    await using collector = await startCollector()
    const { key: owner, organizationId } = await createAuditedTeam(app(), { url: collector.url })
    const made = await make(owner, { allowedIps: ['10.0.0.0/8'] })
    await app().call('/v2/team/credit-usage', { key: made.body.apiKey, ...from('192.0.2.9') })
    await collector.count(2)
    const [, refused] = collector.of(organizationId)
    assert.equal(refused.api.response.code, 403)
    assert.equal(refused.actor.user.uid, made.body.id)
  })
})

describe('a key with scopes', () => {
  it('reaches the endpoints of its scopes and no others', async () => {
    const { key } = await limited({ scopes: ['scrape'] })
    const page = { url: `${site.url}/article` }
    assert.equal((await app().call('/v2/scrape', { key, json: page })).status, 200)
    assert.equal((await app().call(`/v2/batch/scrape/${randomUUID()}`, { key })).status, 404)
    assert.equal((await app().call('/v2/capabilities', { key })).status, 200)
    for (const [path, scope] of [
      ['/v2/crawl', 'crawl'],
      ['/v2/map', 'map'],
      ['/v2/search', 'search'],
      ['/v2/extract', 'agent'],
      [`/v2/scrape/${randomUUID()}/interact`, 'interact'],
      ['/v2/monitor', 'monitor'],
      [PATH, 'team'],
    ] as const) {
      const { status, body } = await app().call(path, { key, json: {} })
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'], path)
      assert.deepEqual(body.details, { needs: 'scope', scope })
      assert.match(body.error, new RegExp(`scope.*\`${scope}\``))
    }
  })

  it('watches only jobs of its scopes', async () => {
    const { key } = await limited({ scopes: ['crawl'] })
    assert.equal(await opens(`/v2/crawl/${randomUUID()}`, key), true)
    assert.equal(await opens(`/v2/agent/${randomUUID()}`, key), false)
  })

  it('gets the reason from an MCP tool outside of its scopes', async () => {
    const { key } = await limited({ scopes: ['scrape'] })
    const call = (name: string) =>
      callMcp(key, legacyRequest('tools/call', { name, arguments: { url: `${site.url}/article` } }))
    const scraped = await call('winnow_scrape')
    assert.notEqual(scraped.message.result.isError, true, scraped.text)
    const refused = await call('winnow_map')
    const { code, message, next_actions } = JSON.parse(refused.message.result.content[0].text)
    assert.equal(code, 'FORBIDDEN')
    assert.match(message, /scope `map`/)
    assert.match(next_actions.join(' '), /key/)
  })
})

describe('a limited key that makes keys', () => {
  it('gives its own limits to a key that asks for none', async () => {
    const limits = { expiresAt: inAnHour(), allowedIps: ['127.0.0.0/8'], scopes: ['scrape', 'team'] }
    const { key } = await limited(limits)
    const { body } = await make(key, {})
    const { expiresAt, allowedIps, scopes } = body
    assert.deepEqual({ expiresAt, allowedIps, scopes }, limits)
  })

  it('can narrow them', async () => {
    const { key } = await limited({
      expiresAt: inAnHour(),
      allowedIps: ['127.0.0.0/8'],
      scopes: ['scrape', 'team'],
    })
    const wanted = {
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      allowedIps: ['127.0.0.1', '127.1.0.0/16'],
      scopes: ['team'],
    }
    const { status, body } = await make(key, wanted)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.scopes, ['team'])
  })

  const wider: [string, object, object, RegExp][] = [
    ['another scope', { scopes: ['team'] }, { scopes: ['team', 'scrape'] }, /scopes.*scrape/],
    ['all scopes', { scopes: ['team'] }, { scopes: null }, /scopes/],
    [
      'a later end',
      { expiresAt: '2999-01-01T00:00:00Z' },
      { expiresAt: '2999-01-02T00:00:00Z' },
      /expiresAt/,
    ],
    ['no end', { expiresAt: '2999-01-01T00:00:00Z' }, { expiresAt: null }, /expiresAt/],
    [
      'another address',
      { allowedIps: ['127.0.0.1'] },
      { allowedIps: ['127.0.0.2'] },
      /allowedIps.*127\.0\.0\.2/,
    ],
    ['a wider range', { allowedIps: ['127.0.0.0/8'] }, { allowedIps: ['127.0.0.0/7'] }, /allowedIps/],
    [
      'a wider range in IPv6 notation',
      { allowedIps: ['127.0.0.0/8'] },
      { allowedIps: ['::ffff:127.0.0.0/100'] },
      /allowedIps/,
    ],
    ['every address', { allowedIps: ['127.0.0.0/8'] }, { allowedIps: null }, /allowedIps/],
  ]
  for (const [name, own, wanted, message] of wider) {
    it(`cannot give one ${name}`, async () => {
      const { key } = await limited(own)
      const { status, body } = await make(key, wanted)
      assert.equal(status, 403, JSON.stringify(body))
      assert.match(body.error, message)
    })
  }

  it('deletes keys within its limits, and no wider ones', async () => {
    const { key, id, owner } = await limited({ scopes: ['scrape', 'team'] })
    const narrow = (await make(key, { scopes: ['scrape'] })).body
    const wide = (await make(owner, {})).body
    const remove = (of: string) => app().call(`${PATH}/${of}`, { key, method: 'DELETE' })
    assert.equal((await remove(narrow.id)).status, 200)
    assert.equal((await remove(wide.id)).status, 403)
    assert.equal((await app().call('/v2/team/credit-usage', { key: wide.apiKey })).status, 200)
    assert.equal((await remove(id)).status, 200)
  })
})

/** Whether a WebSocket opens with the key as its subprotocol, as existing clients send it. */
function opens(path: string, key: string): Promise<boolean> {
  const socket = new WebSocket(app().url.replace('http', 'ws') + path, key)
  let opened = false
  socket.addEventListener('open', () => (opened = true))
  return new Promise((resolve) => socket.addEventListener('close', () => resolve(opened)))
}

function callMcp(key: string, message: object, address = '192.0.2.44') {
  return sendRaw(`${app().url}/v2/mcp`, {
    headers: { ...MCP_HEADERS, authorization: `Bearer ${key}`, 'x-forwarded-for': address },
    body: JSON.stringify(message),
  })
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { TEAM_ACCOUNT_TABLES, TEAM_CONTENT_TABLES } from '../../src/store/team-data/team-tables.ts'
import { ADMIN_KEY, useApp } from '../support/app.ts'
import { startShop } from '../support/agent-site.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { fillTeam } from '../support/team-rows.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useApp()
const rows = <Row>(text: string, values: unknown[] = []) => app().database.db.rows<Row>(text, values)

/** A site with endless pages that respond only after their release. */
let site: CrawlSite
let shop: CrawlSite
let letGo = Promise.withResolvers<void>()
before(async () => {
  shop = await startShop()
  site = await startCrawlSite(async (path) => {
    if (path === '/') return pageWith('home', ['/held/1', '/held/2', '/free'])
    if (path.startsWith('/free')) return pageWith('free')
    if (!path.startsWith('/held')) return undefined
    await letGo.promise
    return pageWith(`held ${path}`)
  })
})
after(async () => {
  letGo.resolve()
  await site[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

/** The remaining content of a team, by table. */
async function contentOf(teamId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, teamCondition: ofTeam } of TEAM_CONTENT_TABLES) {
    const [row] = await rows<{ n: number }>(`select count(*) as n from ${table} where ${ofTeam}`, [teamId])
    if (row!.n > 0) counts[table] = row!.n
  }
  return counts
}

interface Line {
  kind: string
  [field: string]: unknown
}

async function exported(teamId: string): Promise<Line[]> {
  const { status, headers, body } = await app().admin(`/teams/${teamId}/data`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(headers.get('content-type'), 'application/x-ndjson')
  return linesOf(body as string)
}

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

/** Pages are collected before they are written; once a later one is stored, so are the earlier ones. */
async function gathered(): Promise<void> {
  const url = `${site.url}/free?after=${randomUUID()}`
  await app().call('/v2/scrape', { json: { url } })
  await waitUntil(async () => {
    const found = await rows(
      `select from seen_pages s join search_pages p on p.url = s.url where s.url = $1`,
      [url],
    )
    return found.length > 0
  })
}

const erase = (teamId: string) => app().admin(`/teams/${teamId}/data`, { method: 'DELETE' })
const remove = (teamId: string) => app().admin(`/teams/${teamId}`, { method: 'DELETE' })

describe('GET /admin/v1/teams/:id/data', () => {
  it('returns a line for each stored item of the team, and none of others', async () => {
    const [team, other] = [await app().team({ credits: 10 }), await app().team()]
    const tables = await fillTeam(app().database.db, team.id, 'our-own-word')
    await fillTeam(app().database.db, other.id, 'not-for-you')
    assert.deepEqual(tables.toSorted(), TEAM_CONTENT_TABLES.map(({ table }) => table).toSorted())
    const lines = await exported(team.id)
    const kinds = new Set(lines.map(({ kind }) => kind))
    for (const { kind } of TEAM_CONTENT_TABLES) if (typeof kind === 'string') assert.ok(kinds.has(kind), kind)
    for (const kind of ['team', 'balance', 'api_key', 'credit_entry', 'audit_event'])
      assert.ok(kinds.has(kind), kind)
    assert.ok(!JSON.stringify(lines).includes('not-for-you'))
    const end = lines.at(-1) as unknown as { kind: string; counts: Record<string, number> }
    assert.equal(end.kind, 'end')
    assert.equal(
      Object.values(end.counts).reduce((sum, count) => sum + count),
      lines.length - 1,
    )
  })

  it('returns texts unchanged, bytes as base64, and no secrets', async () => {
    const team = await app().team()
    await app().admin(`/teams/${team.id}/webhook-secret`, { json: {} })
    await fillTeam(app().database.db, team.id, 'a-word')
    const lines = await exported(team.id)
    const one = (kind: string) => lines.find((line) => line.kind === kind)!
    assert.deepEqual(one('scrape').document, { word: 'a-word' })
    assert.deepEqual(one('agent_task').result, { word: 'a-word' })
    assert.equal(one('agent_task').type, 'agent')
    assert.equal(one('snapshot').markdown, '{"word":"a-word"}')
    assert.equal(Buffer.from(one('blob').bytes as string, 'base64').toString(), 'a-word')
    assert.equal(Buffer.from(one('cached_page').body as string, 'base64').toString(), '{"word":"a-word"}')
    const text = JSON.stringify(lines)
    const [key] = await rows<{ hash: Buffer }>(`select hash from api_keys where team_id = $1`, [team.id])
    for (const secret of [
      team.key,
      key!.hash.toString('base64'),
      key!.hash.toString('hex'),
      'sealed cookies',
      Buffer.from('sealed cookies').toString('base64'),
      Buffer.from('sealed headers').toString('base64'),
    ])
      assert.ok(!text.includes(secret), secret)
    assert.equal(one('team').webhookSecret, undefined)
  })

  it('returns nothing of a job under zero data retention, whose key an erasure deletes', async () => {
    letGo = Promise.withResolvers()
    letGo.resolve()
    const { id, key } = await app().team()
    const json = {
      url: site.url,
      sitemap: 'skip',
      webhook: 'http://169.254.1.1/hook',
      zeroDataRetention: true,
    }
    const { body } = await app().call('/v2/crawl', { key, json })
    await waitUntil(async () => {
      const [row] = await rows<{ state: string }>(`select state from crawls where id = $1`, [body.id])
      return row!.state === 'completed'
    }, 60_000)
    const lines = await exported(id)
    const shown = lines.filter(({ kind }) => /^crawl|^scrape|^webhook_delivery/.test(kind))
    assert.deepEqual(shown, [])
    assert.doesNotMatch(JSON.stringify(lines), /sealed/)
    const { erased } = (await erase(id)).body
    assert.deepEqual([erased.jobKeys, erased.crawls, erased.crawlDocuments], [1, 1, 4])
    assert.deepEqual(await rows(`select from job_keys where job_id = $1`, [body.id]), [])
  })

  it('is recorded in the audit trail', async () => {
    const team = await app().team()
    await exported(team.id)
    const { body } = await app().admin(`/audit?teamId=${team.id}`)
    assert.deepEqual([body.data[0].action, body.data[0].actor], ['team.export', 'admin'])
  })

  it('runs once at a time, and ends when its reader leaves', async () => {
    const team = await app().team()
    // More data than a connection buffers without a reader.
    await rows(
      `insert into blobs (id, team_id, content_type, bytes, size, expires_at)
       select gen_random_uuid(), $1, 'image/png', decode(repeat('ab', 4000000), 'hex'), 4000000, now() + interval '1 day'
       from generate_series(1, 10)`,
      [team.id],
    )
    const gone = new AbortController()
    const headers = { authorization: `Bearer ${ADMIN_KEY}` }
    const first = await fetch(`${app().url}/admin/v1/teams/${team.id}/data`, { headers, signal: gone.signal })
    assert.equal(first.status, 200)
    assert.equal((await app().admin(`/teams/${team.id}/data`)).status, 409)
    gone.abort()
    await waitUntil(async () => (await app().admin(`/teams/${(await app().team()).id}/data`)).status === 200)
    const open = await rows(
      `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    assert.deepEqual(open, [])
    assert.equal((await erase(team.id)).body.erased.blobs, 10)
  })

  it('is 404 for an unknown team, and requires the admin key', async () => {
    assert.equal((await app().admin(`/teams/${randomUUID()}/data`)).status, 404)
    const team = await app().team()
    for (const method of ['GET', 'DELETE']) {
      const { status } = await app().admin(`/teams/${team.id}/data`, { method, key: team.key })
      assert.equal(status, 401)
    }
  })
})

describe('DELETE /admin/v1/teams/:id/data', () => {
  it('deletes all content of the team, counts it, and keeps everything else', async () => {
    const [team, other] = [await app().team({ credits: 10 }), await app().team()]
    await fillTeam(app().database.db, team.id, 'word')
    await fillTeam(app().database.db, other.id, 'word')
    const others = await contentOf(other.id)
    const before = await exported(team.id)
    const { status, body } = await erase(team.id)
    assert.equal(status, 200)
    const oneEach = Object.fromEntries(TEAM_CONTENT_TABLES.map(({ countName: erasedAs }) => [erasedAs, 1]))
    // One of the crawls is encrypted.
    assert.deepEqual(body.erased, { ...oneEach, crawls: 2 })
    assert.deepEqual(await contentOf(team.id), {})
    assert.deepEqual(await contentOf(other.id), others)
    const account = new Set(TEAM_ACCOUNT_TABLES.map(({ kind }) => kind))
    const kept = (lines: Line[]) => lines.filter(({ kind }) => account.has(kind) && kind !== 'audit_event')
    assert.deepEqual(kept(await exported(team.id)), kept(before))
    const { body: trail } = await app().admin(`/audit?teamId=${team.id}`)
    const event = trail.data.find(({ action }: { action: string }) => action === 'team.erase')
    assert.equal(event.details.erased.scrapes, 1)
  })

  it('stores nothing of running work', async () => {
    letGo = Promise.withResolvers()
    const { id, key } = await app().team({ credits: 1000 })
    const crawled = await app().call('/v2/crawl', {
      json: { url: site.url, sitemap: 'skip', webhook: `${site.url}/hook` },
      key,
    })
    const batch = await app().call('/v2/batch/scrape', { json: { urls: [`${site.url}/held/3`] }, key })
    const task = await app().call('/v2/agent', {
      json: { prompt: 'What is held back?', urls: [`${site.url}/held/4`] },
      key,
    })
    const scraping = app().call('/v2/scrape', { json: { url: `${site.url}/held/5` }, key })
    const wanted = ['/held/1', '/held/2', '/held/3', '/held/4', '/held/5']
    await waitUntil(() => wanted.every((path) => site.paths.includes(path)))
    const erasing = erase(id)
    await waitUntil(async () => (await rows(`select from erasures where team_id = $1`, [id])).length > 0)
    await waitUntil(async () => (await rows(`select from crawls where team_id = $1`, [id])).length === 0)
    letGo.resolve()
    const { status, body } = await erasing
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.erased.crawls, body.erased.agentTasks], [2, 1])
    assert.deepEqual(await contentOf(id), {})
    await scraping
    await app().checkNothingLeft()
    await gathered()
    assert.deepEqual(await contentOf(id), {})
    for (const path of [
      `/v2/crawl/${crawled.body.id}`,
      `/v2/batch/scrape/${batch.body.id}`,
      `/v2/agent/${task.body.id}`,
    ])
      assert.equal((await app().call(path, { key })).status, 404, path)
    const [sum] = await rows<{ amount: number; entries: number }>(
      `select amount, (select sum(amount) from credit_entries where team_id = $1)::int as entries
       from balances where team_id = $1`,
      [id],
    )
    assert.equal(sum!.amount, sum!.entries)
  })

  it('leaves a working team, whose cache stays disabled for a while', async () => {
    const { id, key } = await app().team({ credits: 1000 })
    await erase(id)
    const url = `${site.url}/free`
    for (let turn = 0; turn < 2; turn++) {
      const { status, body } = await app().call('/v2/scrape', { json: { url }, key })
      assert.deepEqual([status, body.data?.metadata.cacheState], [200, 'miss'])
      assert.equal((await app().call(`/v2/scrape/${body.data.metadata.scrapeId}`, { key })).status, 200)
    }
    assert.deepEqual(Object.keys(await contentOf(id)), ['scrapes'])
    await rows(`update erasures set forgets_until = now() where team_id = $1`, [id])
    for (const state of ['miss', 'hit']) {
      const { body } = await app().call('/v2/scrape', { json: { url }, key })
      assert.equal(body.data.metadata.cacheState, state)
    }
  })

  it('refuses new work of the team meanwhile, without a charge', async () => {
    const { id, key } = await app().team({ credits: 700 })
    await rows(`insert into erasures values ($1, now() + interval '1 minute', now())`, [id])
    const url = site.url
    for (const [path, json] of Object.entries({
      '/v2/scrape': { url },
      '/v2/crawl': { url },
      '/v2/batch/scrape': { urls: [url] },
      '/v2/agent': { prompt: 'What is this?', urls: [url] },
      '/v2/search': { query: 'rivers' },
      '/v2/map': { url },
      '/v2/parse/upload-url': { filename: 'a.html', contentType: 'text/html' },
    })) {
      const { status, body } = await app().call(path, { json, key })
      assert.equal(status, 503, `${path} ${JSON.stringify(body)}`)
      assert.match(body.error, /being erased/)
    }
    assert.equal((await erase(id)).status, 409)
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 700)
    await rows(`delete from erasures where team_id = $1`, [id])
    assert.equal((await app().call('/v2/scrape', { json: { url }, key })).status, 200)
  })

  it('is 404 for an unknown team', async () => {
    assert.equal((await erase(randomUUID())).status, 404)
  })
})

describe('DELETE /admin/v1/teams/:id', () => {
  it('deletes the team with its keys, users and content; its ledger and audit trail stay', async () => {
    const { id, key } = await app().team({ credits: 10 })
    await fillTeam(app().database.db, id, 'word')
    const [alone, elsewhere] = [randomUUID(), randomUUID()]
    const another = await app().team()
    for (const user of [alone, elsewhere]) {
      await rows(`insert into users (id, email) values ($1, $2)`, [user, `${user}@example.com`])
      await rows(`insert into memberships (user_id, team_id) values ($1, $2)`, [user, id])
    }
    await rows(`insert into memberships (user_id, team_id) values ($1, $2)`, [elsewhere, another.id])
    const { status, body } = await remove(id)
    assert.deepEqual([status, body.erased.scrapes], [200, 1])
    assert.deepEqual(await contentOf(id), {})
    for (const path of [`/teams/${id}`, `/teams/${id}/data`, `/teams/${id}/api-keys`])
      assert.equal((await app().admin(path)).status, 404, path)
    assert.equal((await remove(id)).status, 404)
    assert.equal((await app().call('/v2/team/credit-usage', { key })).status, 401)
    const left = await rows<{ id: string }>(`select id from users where id = any ($1)`, [[alone, elsewhere]])
    assert.deepEqual(left, [{ id: elsewhere }])
    assert.equal((await rows(`select from credit_entries where team_id = $1`, [id])).length, 1)
    const { body: trail } = await app().admin(`/audit?teamId=${id}`)
    assert.equal(trail.data[0].action, 'team.delete')
  })

  it('refuses the default team', async () => {
    const [row] = await rows<{ id: string }>(
      `select value #>> '{}' as id from settings where name = 'defaultTeamId'`,
    )
    assert.equal((await remove(row!.id)).status, 409)
    assert.equal((await app().admin(`/teams/${row!.id}`)).status, 200)
  })
})

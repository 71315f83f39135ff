import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  ActivityResponse,
  ConcurrencyResponse,
  CreditHistoryResponse,
  CreditUsageResponse,
  QueueStatusResponse,
  TokenHistoryResponse,
  TokenUsageResponse,
} from '../../src/contract/team.ts'
import { TeamKeysResponse } from '../../src/contract/api-keys.ts'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import { useApp } from '../support/app.ts'

const app = useApp()
const html = new Blob(['<p>Some grain</p>'], { type: 'text/html' })

async function parseOnce(key: string): Promise<void> {
  const form = new FormData()
  form.append('file', html, 'grain.html')
  const { status, body } = await app().call('/v2/parse', { key, body: form })
  assert.equal(status, 200, JSON.stringify(body))
}

describe('usage', () => {
  it('reports what is left and what was granted', async () => {
    const { key } = await app().team({ credits: 100 })
    await parseOnce(key)
    const { body } = await app().call('/v2/team/credit-usage', { key })
    CreditUsageResponse.parse(body)
    assert.deepEqual([body.data.remainingCredits, body.data.planCredits], [99, 100])
    const tokens = await app().call('/v2/team/token-usage', { key })
    TokenUsageResponse.parse(tokens.body)
    assert.equal(tokens.body.data.remainingTokens, 99 * 15)
  })

  it('reports a large number for unlimited credits', async () => {
    const { key } = await app().team()
    const { body } = await app().call('/v2/team/credit-usage', { key })
    assert.ok(body.data.remainingCredits >= 1_000_000)
  })

  it('is refused with 402 at exactly 0', async () => {
    const { key } = await app().team({ credits: 2 })
    await parseOnce(key)
    await parseOnce(key)
    const form = new FormData()
    form.append('file', html, 'grain.html')
    assert.equal((await app().call('/v2/parse', { key, body: form })).status, 402)
    assert.equal((await app().call('/v2/team/credit-usage', { key })).body.data.remainingCredits, 0)
  })

  it('is kept by month, and by key when asked', async () => {
    const { id, key } = await app().team({ credits: 100 })
    const second = await app().admin(`/teams/${id}/api-keys`, { json: {} })
    await parseOnce(key)
    await parseOnce(second.body.apiKey)
    const whole = await app().call('/v2/team/credit-usage/historical', { key })
    CreditHistoryResponse.parse(whole.body)
    assert.deepEqual(
      whole.body.periods.map(({ creditsUsed }: { creditsUsed: number }) => creditsUsed),
      [2],
    )
    const parts = await app().call('/v2/team/credit-usage/historical?byApiKey=true', { key })
    assert.deepEqual(
      parts.body.periods.map(({ creditsUsed }: { creditsUsed: number }) => creditsUsed),
      [1, 1],
    )
    TokenHistoryResponse.parse((await app().call('/v2/team/token-usage/historical', { key })).body)
    const rows = await app().admin(`/usage?teamId=${id}`)
    assert.deepEqual([rows.body.data[0].creditsUsed, rows.body.data[0].requests], [2, 2])
  })
})

describe('the queue', () => {
  it('is empty, with the limit and the last success', async () => {
    const { key } = await app().team({ limits: { concurrency: 3 } })
    const before = await app().call('/v2/team/queue-status', { key })
    QueueStatusResponse.parse(before.body)
    assert.equal(before.body.mostRecentSuccess, null)
    await parseOnce(key)
    const { body } = await app().call('/v2/team/queue-status', { key })
    assert.deepEqual([body.jobsInQueue, body.maxConcurrency], [0, 3])
    assert.ok(Date.parse(body.mostRecentSuccess) > 0)
    const check = await app().call('/v2/concurrency-check', { key })
    ConcurrencyResponse.parse(check.body)
    assert.deepEqual([check.body.concurrency, check.body.maxConcurrency], [0, 3])
  })

  it('leaves out the slots of processes that are gone', async () => {
    const { db } = app().database
    const { id, key } = await app().team()
    const [dead, alive] = [randomUUID(), randomUUID()]
    const processes = createProcesses(db)
    // Not the process of the service under test: that one removes rows of its own that it does not know.
    await processes.register(alive, 'worker', 3_600_000)
    for (const [processId, active] of [
      [dead, true],
      [dead, false],
      [alive, true],
      [alive, false],
    ] as const) {
      await db.rows(`insert into slots (id, team_id, process_id, active) values ($1, $2, $3, $4)`, [
        randomUUID(),
        id,
        processId,
        active,
      ])
    }
    try {
      const { body } = await app().call('/v2/team/queue-status', { key })
      assert.deepEqual([body.jobsInQueue, body.activeJobsInQueue, body.waitingJobsInQueue], [2, 1, 1])
      assert.equal((await app().call('/v2/concurrency-check', { key })).body.concurrency, 1)
    } finally {
      await db.rows(`delete from slots where team_id = $1`, [id])
      await processes.remove(alive)
    }
  })
})

describe('activity', () => {
  /** A settled charge; those of one statement happened at the same moment, as those of one batch do. */
  async function charge(teamId: string, reasons: string[], age = '0 hours'): Promise<void> {
    await app().database.db.rows(
      `insert into credit_entries (team_id, kind, amount, used, hold_id, reason, created_at)
       select $1, 'settle', 0, 1, gen_random_uuid(), reason, now() - $3::interval
       from unnest($2::text[]) with ordinality as r (reason, place) order by place`,
      [teamId, reasons, age],
    )
  }

  it('is what the team did in the last day, newest first', async () => {
    const { id, key } = await app().team()
    const stranger = await app().team()
    await charge(id, ['map'], '25 hours')
    await charge(id, ['crawl'], '23 hours')
    await charge(stranger.id, ['search'])
    await parseOnce(key)
    const { status, body } = await app().call('/v2/team/activity', { key })
    assert.equal(status, 200)
    ActivityResponse.parse(body)
    assert.deepEqual(
      body.data.map(({ endpoint, api_version, target }: Record<string, string>) => [
        endpoint,
        api_version,
        target,
      ]),
      [
        ['parse', 'v2', null],
        ['crawl', 'v2', null],
      ],
    )
    assert.deepEqual([body.cursor, body.has_more], [null, false])
  })

  it('is read a page at a time, of one endpoint when asked', async () => {
    const { id, key } = await app().team()
    await charge(id, ['scrape', 'map', 'scrape'], '2 hours')
    await charge(id, ['search', 'scrape', 'scrape'], '1 hour')
    const read = async (query: string) => {
      const seen: { id: string; endpoint: string }[] = []
      for (let cursor = ''; ;) {
        const { body } = await app().call(
          `/v2/team/activity?limit=2${query}${cursor && `&cursor=${cursor}`}`,
          {
            key,
          },
        )
        assert.ok(body.data.length <= 2)
        assert.equal(body.has_more, body.cursor !== null)
        seen.push(...body.data)
        if (!body.has_more) break
        cursor = body.cursor
      }
      assert.equal(new Set(seen.map((one) => one.id)).size, seen.length)
      return seen.map(({ endpoint }) => endpoint)
    }
    assert.deepEqual(await read(''), ['scrape', 'scrape', 'search', 'scrape', 'map', 'scrape'])
    assert.deepEqual(await read('&endpoint=scrape'), ['scrape', 'scrape', 'scrape', 'scrape'])
  })

  for (const query of ['limit=101', 'endpoint=dance', 'cursor=!!!']) {
    it(`refuses ?${query}`, async () => {
      const { key } = await app().team()
      assert.equal((await app().call(`/v2/team/activity?${query}`, { key })).status, 400)
    })
  }
})

describe("a team's own keys", () => {
  it('are created, listed and deleted with a key of that team only', async () => {
    const { key } = await app().team()
    const stranger = await app().team()
    const made = await app().call('/v2/team/api-keys', { key, json: { name: 'laptop' } })
    assert.match(made.body.apiKey, /^fc-[0-9a-f]{32}$/)
    const listed = await app().call('/v2/team/api-keys', { key })
    TeamKeysResponse.parse(listed.body)
    assert.deepEqual(
      listed.body.apiKeys.map(({ name }: { name: string }) => name),
      ['API key', 'laptop'],
    )
    const path = `/v2/team/api-keys/${made.body.id}`
    assert.equal((await app().call(path, { key: stranger.key, method: 'DELETE' })).status, 404)
    assert.equal((await app().call('/v2/team/credit-usage', { key: made.body.apiKey })).status, 200)
    assert.equal((await app().call(path, { key, method: 'DELETE' })).status, 200)
    assert.equal((await app().call('/v2/team/credit-usage', { key: made.body.apiKey })).status, 401)
  })
})

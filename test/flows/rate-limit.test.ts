import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { ThreatProtection } from '../../src/contract/threat-protection.ts'
import { createRateLimit, noKeyLimits, noLimits } from '../../src/access/access.ts'
import type { Caller, RateBucket } from '../../src/access/access.ts'
import { Fault } from '../../src/fault.ts'
import { createRateWindows } from '../../src/store/credits/limits.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

function callerWith(bucket: RateBucket, limit: number): Caller {
  const limits = { ...noLimits, perMinute: { ...noLimits.perMinute, [bucket]: limit } }
  return {
    organizationId: randomUUID(),
    teamId: randomUUID(),
    keyId: randomUUID(),
    keyLimits: noKeyLimits,
    limits,
    threatProtection: ThreatProtection.parse({}),
    zeroDataRetention: false,
    isAudited: false,
  }
}

describe('the rate limit', () => {
  it('allows exactly the limit, over processes and concurrently', async () => {
    const caller = callerWith('scrape', 7)
    const processes = [1, 2].map(() => createRateLimit(createRateWindows(database.db)))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, turn) => processes[turn % 2]!(caller, 'scrape')),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 7)
  })

  it('reports the seconds until the window ends', async () => {
    const caller = callerWith('crawl', 1)
    const limitRate = createRateLimit(createRateWindows(database.db))
    await limitRate(caller, 'crawl')
    await database.db.rows(
      `update rate_windows set started_at = started_at - interval '47 seconds' where team_id = $1`,
      [caller.teamId],
    )
    await assert.rejects(limitRate(caller, 'crawl'), (fault) => {
      assert.ok(fault instanceof Fault)
      assert.equal(fault.status, 429)
      assert.ok(
        fault.retryAfterSeconds! >= 12 && fault.retryAfterSeconds! <= 13,
        `${fault.retryAfterSeconds}`,
      )
      assert.match(fault.message, /retry after 1[23]s/)
      return true
    })
  })

  it('resets after a minute', async () => {
    const caller = callerWith('map', 1)
    const limitRate = createRateLimit(createRateWindows(database.db))
    await limitRate(caller, 'map')
    await assert.rejects(limitRate(caller, 'map'))
    await database.db.rows(
      `update rate_windows set started_at = started_at - interval '60 seconds' where team_id = $1`,
      [caller.teamId],
    )
    await limitRate(caller, 'map')
  })

  it('counts each kind of request separately, and not at all without a limit', async () => {
    const caller = callerWith('search', 1)
    const limitRate = createRateLimit(createRateWindows(database.db))
    await limitRate(caller, 'search')
    await limitRate(caller, 'scrape')
    const rows = await database.db.rows<{ bucket: string }>(
      `select bucket from rate_windows where team_id = $1`,
      [caller.teamId],
    )
    assert.deepEqual(rows, [{ bucket: 'search' }])
  })
})

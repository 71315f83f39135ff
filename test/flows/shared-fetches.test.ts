import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createLog } from '../../src/log.ts'
import type { FetchRole, SharedFetches } from '../../src/scrape/scrape.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import type { Database } from '../../src/store/database/database.ts'
import type { Sql } from '../../src/store/database/sql.ts'
import { openSharedFetches } from '../../src/store/pages/shared-fetches.ts'
import { deleteExpired } from '../../src/store/housekeeping/housekeeping.ts'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const quiet = createLog('silent', false)
const forever = new AbortController().signal
const KEPT = { state: 'kept' } as const

/** A process of the service: a registered id and its view of the shared fetches. */
async function openProcess(db: Database = database.db) {
  const processId = randomUUID()
  await createProcesses(database.db).register(processId, 'api', 60_000)
  const fetches = await openSharedFetches(db, () => processId, quiet)
  return {
    processId,
    join: fetches.join,
    async die() {
      await database.db.rows(`delete from processes where id = $1`, [processId])
    },
    [Symbol.asyncDispose]: () => fetches[Symbol.asyncDispose](),
  }
}

type Leader = Extract<FetchRole, { role: 'leader' }>

async function joinAsLeader({ join }: SharedFetches, key: string): Promise<Leader> {
  const joined = await join(key, forever)
  assert.equal(joined.role, 'leader')
  return joined as Leader
}

/** Joins and reports the progress, without waiting. */
function watched(joined: Promise<FetchRole>) {
  const seen = { role: undefined as FetchRole['role'] | undefined, joined }
  joined.then(
    ({ role }) => void (seen.role = role),
    () => undefined,
  )
  return seen
}

async function rowsOf(key: string) {
  return database.db.rows<{ id: string; awaited: boolean; outcome: string | null }>(
    `select id, awaited, outcome from flights where key = $1`,
    [key],
  )
}

/** Waits until another process follows the shared fetch of that key. */
async function awaited(key: string): Promise<void> {
  await waitUntil(async () => (await rowsOf(key)).some((row) => row.awaited))
}

describe('shared fetches', () => {
  it('have one leader for a hundred callers in three processes', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    await using three = await openProcess()
    let flown = 0
    let kept = false
    const roles = await Promise.all(
      Array.from({ length: 100 }, async (_, turn) => {
        const joined = await [one, two, three][turn % 3]!.join(key, forever)
        if (joined.role === 'follower') {
          assert.deepEqual(joined.outcome, KEPT)
          return joined.role
        }
        // A caller that joins after the end checks the cache first, as real callers do.
        if (kept) return await joined.finish(KEPT)
        flown++
        await awaited(key)
        kept = true
        await joined.finish(KEPT)
        return joined.role
      }),
    )
    assert.equal(flown, 1)
    // One caller per process asks for all of it, and at least one process was in time to wait.
    assert.ok(roles.filter((role) => role === 'follower').length >= 98)
  })

  it('of different keys and of many at once do not wait for each other', async () => {
    await using one = await openProcess()
    await using two = await openProcess()
    const keys = Array.from({ length: 60 }, () => randomUUID())
    const outcomes = await Promise.all(
      keys.flatMap((key, turn) =>
        // In opposite orders, so that statements over several keys meet.
        [keys[turn]!, keys.at(-1 - turn)!].map(async (own, place) => {
          const joined = await [one, two][place]!.join(own, forever)
          if (joined.role === 'leader') await joined.finish(KEPT)
          return key && joined.role
        }),
      ),
    )
    assert.ok(outcomes.filter((role) => role === 'leader').length >= 60)
    for (const key of keys) assert.ok((await rowsOf(key)).every(({ outcome }) => outcome !== null))
  })

  it('leave nothing behind when there were no followers', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    const leader = await joinAsLeader(one, key)
    const follower = one.join(key, forever)
    await leader.finish(KEPT)
    assert.deepEqual(await follower, { role: 'follower', outcome: KEPT })
    assert.deepEqual(await rowsOf(key), [])
    const next = await joinAsLeader(one, key)
    // One that ended already has nothing left to end, even if a new one has started.
    await leader[Symbol.asyncDispose]()
    const another = one.join(key, forever)
    await next[Symbol.asyncDispose]()
    await ((await another) as Leader).finish(KEPT)
    assert.deepEqual(await rowsOf(key), [])
  })

  it('report a failure to all followers, in every process; later callers fetch again', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    const leader = await joinAsLeader(one, key)
    const waiting = [one, two, two].map(({ join: board }) => board(key, forever))
    await awaited(key)
    const failure = {
      state: 'failed',
      code: 'SCRAPE_SITE_ERROR',
      message: 'nul \u0000 and half \ud800',
      details: { a: [1] },
    } as const
    await leader.finish(failure)
    for (const joined of await Promise.all(waiting)) {
      assert.deepEqual(joined, { role: 'follower', outcome: failure })
    }
    await using _again = await joinAsLeader(two, key)
  })

  it('that are given up are led by the next follower, here or elsewhere', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    const first = await joinAsLeader(one, key)
    const waiting = [one, two].map(({ join: board }) => watched(board(key, forever)))
    await awaited(key)
    await first[Symbol.asyncDispose]()
    await waitUntil(() => waiting.some(({ role }) => role === 'leader'))
    const second = waiting.find(({ role }) => role === 'leader')!
    const third = waiting.find((other) => other !== second)!
    await awaited(key)
    assert.equal(third.role, undefined)
    await ((await second.joined) as Leader)[Symbol.asyncDispose]()
    const last = (await third.joined) as Leader
    assert.equal(last.role, 'leader')
    await last.finish(KEPT)
  })

  it('of a process that died are led by another', async () => {
    const key = randomUUID()
    await using dead = await openProcess()
    await using one = await openProcess()
    await using two = await openProcess()
    const lost = await joinAsLeader(dead, key)
    const waiting = [one, two].map(({ join: board }) => watched(board(key, forever)))
    await awaited(key)
    await dead.die()
    await waitUntil(() => waiting.some(({ role }) => role === 'leader'))
    // A late end by the dead one has no effect.
    await lost.finish({ state: 'failed', code: 'SCRAPE_SITE_ERROR', message: 'late' })
    const leaders = waiting.filter(({ role }) => role === 'leader')
    assert.equal(leaders.length, 1)
    // The other one now follows the new shared fetch.
    await awaited(key)
    await ((await leaders[0]!.joined) as Leader).finish(KEPT)
    const follower = waiting.find((one) => one !== leaders[0])
    assert.deepEqual(await follower!.joined, { role: 'follower', outcome: KEPT })
  })

  it('of a process that died before it had followers are taken over at once', async () => {
    const key = randomUUID()
    await using dead = await openProcess()
    await joinAsLeader(dead, key)
    await dead.die()
    await using one = await openProcess()
    await using _leader = await joinAsLeader(one, key)
  })

  it('let a caller leave at once, without harm to the others', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    const leader = await joinAsLeader(one, key)
    const [here, there, atOnce] = [new AbortController(), new AbortController(), new AbortController()]
    const leaving = [one.join(key, here.signal), two.join(key, there.signal)]
    const staying = [one, two].map(({ join: board }) => board(key, forever))
    await awaited(key)
    here.abort(new Error('went away'))
    there.abort(new Error('went away'))
    for (const joined of leaving) await assert.rejects(joined, /went away/)
    atOnce.abort(new Error('was gone'))
    await assert.rejects(two.join(key, atOnce.signal), /was gone/)
    await leader.finish(KEPT)
    for (const joined of staying) assert.equal((await joined).role, 'follower')
  })

  it('whose callers all left before they began are given up', async () => {
    const key = randomUUID()
    const caller = new AbortController()
    await using one = await openProcess({
      ...database.db,
      async prepared<Row>(statement: string | Sql, values?: readonly unknown[]) {
        const rows = await database.db.prepared<Row>(statement, values)
        if (String(statement).includes('board_flights')) caller.abort(new Error('went away'))
        return rows
      },
    })
    await using two = await openProcess()
    await assert.rejects(one.join(key, caller.signal), /went away/)
    await using _leader = await joinAsLeader(two, key)
  })

  it('are seen as ended even if the notice was lost', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess({
      ...database.db,
      listen: async () => ({ [Symbol.asyncDispose]: async () => undefined }),
    })
    const leader = await joinAsLeader(one, key)
    const waiting = two.join(key, forever)
    await awaited(key)
    await leader.finish(KEPT)
    assert.deepEqual(await waiting, { role: 'follower', outcome: KEPT })
  })

  it('are started again when the table was lost', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    const leader = await joinAsLeader(one, key)
    const waiting = two.join(key, forever)
    await awaited(key)
    await database.db.rows(`delete from flights where key = $1`, [key])
    await using next = (await waiting) as Leader
    assert.equal(next.role, 'leader')
    await leader.finish(KEPT)
  })

  it('do not stay locked when the statement that took or ended them failed', async () => {
    const key = randomUUID()
    let lose = false
    // The statement takes effect, and its response is lost.
    const unreliable: Database = {
      ...database.db,
      async prepared<Row>(statement: string | Sql, values?: readonly unknown[]) {
        const rows = await database.db.prepared<Row>(statement, values)
        if (lose && /(board|land)_flights/.test(String(statement))) throw new Error('the connection broke')
        return rows
      },
    }
    await using one = await openProcess(unreliable)
    await using two = await openProcess()
    lose = true
    await assert.rejects(one.join(key, forever), /the connection broke/)
    assert.equal((await rowsOf(key)).length, 1)
    lose = false
    await using leader = await joinAsLeader(two, key)
    lose = true
    await leader.finish(KEPT)
  })

  it('need no connection while they wait', async () => {
    const key = randomUUID()
    const db = await openDatabase({ ...database.db.connection, max: 1 }, quiet)
    try {
      await using one = await openProcess(db)
      await using two = await openProcess(db)
      const leader = await joinAsLeader(one, key)
      const waiting = Array.from({ length: 40 }, (_, turn) => [one, two][turn % 2]!.join(key, forever))
      await awaited(key)
      assert.deepEqual(await db.rows(`select 1 as one`), [{ one: 1 }])
      await leader.finish(KEPT)
      for (const joined of await Promise.all(waiting)) assert.equal(joined.role, 'follower')
    } finally {
      await db.close()
    }
  })

  it('that ended long ago, or whose process is gone, are removed by housekeeping', async () => {
    const [landed, left, running] = [randomUUID(), randomUUID(), randomUUID()]
    await using one = await openProcess()
    await using gone = await openProcess()
    await joinAsLeader(gone, left)
    await gone.die()
    await using _leader = await joinAsLeader(one, running)
    await database.db.rows(
      `insert into flights (id, key, process_id, awaited, outcome, landed_at)
       values (gen_random_uuid(), $1, $2, true, '{"state":"kept"}', now() - interval '2 hours')`,
      [landed, one.processId],
    )
    await deleteExpired(database.db)
    assert.deepEqual(
      await Promise.all([landed, left, running].map(async (key) => (await rowsOf(key)).length)),
      [0, 0, 1],
    )
  })
})

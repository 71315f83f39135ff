import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createLog } from '../../src/log.ts'
import type { FetchRole, SharedFetches } from '../../src/scrape/scrape.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import type { Database } from '../../src/store/database/database.ts'
import type { Sql } from '../../src/store/database/sql.ts'
import { openFlights } from '../../src/store/pages/flights.ts'
import { tidy } from '../../src/store/housekeeping/housekeeping.ts'
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

/** What a process of the service has: a registered id and its view of the flights. */
async function openProcess(db: Database = database.db) {
  const processId = randomUUID()
  await createProcesses(database.db).register(processId, 'api', 60_000)
  const flights = await openFlights(db, () => processId, quiet)
  return {
    processId,
    join: flights.join,
    async die() {
      await database.db.rows(`delete from processes where id = $1`, [processId])
    },
    [Symbol.asyncDispose]: () => flights[Symbol.asyncDispose](),
  }
}

type Pilot = Extract<FetchRole, { role: 'leader' }>

async function boardAsPilot({ join: board }: SharedFetches, key: string): Promise<Pilot> {
  const boarding = await board(key, forever)
  assert.equal(boarding.role, 'leader')
  return boarding as Pilot
}

/** Boards and tells, without an answer, how it went so far. */
function watched(boarding: Promise<FetchRole>) {
  const seen = { role: undefined as FetchRole['role'] | undefined, boarding }
  boarding.then(
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

/** Until another process waits for the flight of that key. */
async function awaited(key: string): Promise<void> {
  await waitUntil(async () => (await rowsOf(key)).some((row) => row.awaited))
}

describe('flights', () => {
  it('have one pilot for a hundred callers in three processes', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    await using three = await openProcess()
    let flown = 0
    let kept = false
    const roles = await Promise.all(
      Array.from({ length: 100 }, async (_, turn) => {
        const boarding = await [one, two, three][turn % 3]!.join(key, forever)
        if (boarding.role === 'follower') {
          assert.deepEqual(boarding.outcome, KEPT)
          return boarding.role
        }
        // Whoever boards after the landing looks before it flies, as callers do.
        if (kept) return await boarding.finish(KEPT)
        flown++
        await awaited(key)
        kept = true
        await boarding.finish(KEPT)
        return boarding.role
      }),
    )
    assert.equal(flown, 1)
    // One of each process asks for all of it, and one process at least came in time to wait.
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
          const boarding = await [one, two][place]!.join(own, forever)
          if (boarding.role === 'leader') await boarding.finish(KEPT)
          return key && boarding.role
        }),
      ),
    )
    assert.ok(outcomes.filter((role) => role === 'leader').length >= 60)
    for (const key of keys) assert.ok((await rowsOf(key)).every(({ outcome }) => outcome !== null))
  })

  it('leave nothing behind when nobody else waited', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    const pilot = await boardAsPilot(one, key)
    const passenger = one.join(key, forever)
    await pilot.finish(KEPT)
    assert.deepEqual(await passenger, { role: 'follower', landing: KEPT })
    assert.deepEqual(await rowsOf(key), [])
    const next = await boardAsPilot(one, key)
    // One that ended already has nothing left to end, whatever is in the air by now.
    await pilot[Symbol.asyncDispose]()
    const another = one.join(key, forever)
    await next[Symbol.asyncDispose]()
    await ((await another) as Pilot).finish(KEPT)
    assert.deepEqual(await rowsOf(key), [])
  })

  it('tell a failure to all who wait, in every process; whoever comes later flies anew', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    const pilot = await boardAsPilot(one, key)
    const waiting = [one, two, two].map(({ join: board }) => board(key, forever))
    await awaited(key)
    const failure = {
      state: 'failed',
      code: 'SCRAPE_SITE_ERROR',
      message: 'nul \u0000 and half \ud800',
      details: { a: [1] },
    } as const
    await pilot.finish(failure)
    for (const boarding of await Promise.all(waiting)) {
      assert.deepEqual(boarding, { role: 'follower', landing: failure })
    }
    await using _again = await boardAsPilot(two, key)
  })

  it('that are given up are flown by the next who waits, here or elsewhere', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    const first = await boardAsPilot(one, key)
    const waiting = [one, two].map(({ join: board }) => watched(board(key, forever)))
    await awaited(key)
    await first[Symbol.asyncDispose]()
    await waitUntil(() => waiting.some(({ role }) => role === 'leader'))
    const second = waiting.find(({ role }) => role === 'leader')!
    const third = waiting.find((other) => other !== second)!
    await awaited(key)
    assert.equal(third.role, undefined)
    await ((await second.boarding) as Pilot)[Symbol.asyncDispose]()
    const last = (await third.boarding) as Pilot
    assert.equal(last.role, 'leader')
    await last.finish(KEPT)
  })

  it('of a process that died are flown by another', async () => {
    const key = randomUUID()
    await using dead = await openProcess()
    await using one = await openProcess()
    await using two = await openProcess()
    const lost = await boardAsPilot(dead, key)
    const waiting = [one, two].map(({ join: board }) => watched(board(key, forever)))
    await awaited(key)
    await dead.die()
    await waitUntil(() => waiting.some(({ role }) => role === 'leader'))
    // A late landing of the dead one ends nothing.
    await lost.finish({ state: 'failed', code: 'SCRAPE_SITE_ERROR', message: 'late' })
    const pilots = waiting.filter(({ role }) => role === 'leader')
    assert.equal(pilots.length, 1)
    // The other one waits for the new flight now.
    await awaited(key)
    await ((await pilots[0]!.boarding) as Pilot).finish(KEPT)
    const passenger = waiting.find((one) => one !== pilots[0])
    assert.deepEqual(await passenger!.boarding, { role: 'follower', landing: KEPT })
  })

  it('of a process that died before anybody waited are taken over at once', async () => {
    const key = randomUUID()
    await using dead = await openProcess()
    await boardAsPilot(dead, key)
    await dead.die()
    await using one = await openProcess()
    await using _pilot = await boardAsPilot(one, key)
  })

  it('let a caller leave at once, without harm to the others', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    const pilot = await boardAsPilot(one, key)
    const [here, there, atOnce] = [new AbortController(), new AbortController(), new AbortController()]
    const leaving = [one.join(key, here.signal), two.join(key, there.signal)]
    const staying = [one, two].map(({ join: board }) => board(key, forever))
    await awaited(key)
    here.abort(new Error('went away'))
    there.abort(new Error('went away'))
    for (const boarding of leaving) await assert.rejects(boarding, /went away/)
    atOnce.abort(new Error('was gone'))
    await assert.rejects(two.join(key, atOnce.signal), /was gone/)
    await pilot.finish(KEPT)
    for (const boarding of staying) assert.equal((await boarding).role, 'follower')
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
    await using _pilot = await boardAsPilot(two, key)
  })

  it('are seen to have landed when the notice was lost', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess({
      ...database.db,
      listen: async () => ({ [Symbol.asyncDispose]: async () => undefined }),
    })
    const pilot = await boardAsPilot(one, key)
    const waiting = two.join(key, forever)
    await awaited(key)
    await pilot.finish(KEPT)
    assert.deepEqual(await waiting, { role: 'follower', landing: KEPT })
  })

  it('are flown anew when the table was lost', async () => {
    const key = randomUUID()
    await using one = await openProcess()
    await using two = await openProcess()
    const pilot = await boardAsPilot(one, key)
    const waiting = two.join(key, forever)
    await awaited(key)
    await database.db.rows(`delete from flights where key = $1`, [key])
    await using next = (await waiting) as Pilot
    assert.equal(next.role, 'leader')
    await pilot.finish(KEPT)
  })

  it('do not stay taken when the statement that took or ended them failed', async () => {
    const key = randomUUID()
    let lose = false
    // The statement takes effect, and its answer is lost.
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
    await using pilot = await boardAsPilot(two, key)
    lose = true
    await pilot.finish(KEPT)
  })

  it('need no connection while they wait', async () => {
    const key = randomUUID()
    const db = await openDatabase({ ...database.db.connection, max: 1 }, quiet)
    try {
      await using one = await openProcess(db)
      await using two = await openProcess(db)
      const pilot = await boardAsPilot(one, key)
      const waiting = Array.from({ length: 40 }, (_, turn) => [one, two][turn % 2]!.join(key, forever))
      await awaited(key)
      assert.deepEqual(await db.rows(`select 1 as one`), [{ one: 1 }])
      await pilot.finish(KEPT)
      for (const boarding of await Promise.all(waiting)) assert.equal(boarding.role, 'follower')
    } finally {
      await db.close()
    }
  })

  it('that ended long ago, or whose process is gone, are removed by housekeeping', async () => {
    const [landed, left, running] = [randomUUID(), randomUUID(), randomUUID()]
    await using one = await openProcess()
    await using gone = await openProcess()
    await boardAsPilot(gone, left)
    await gone.die()
    await using _pilot = await boardAsPilot(one, running)
    await database.db.rows(
      `insert into flights (id, key, process_id, awaited, outcome, landed_at)
       values (gen_random_uuid(), $1, $2, true, '{"state":"kept"}', now() - interval '2 hours')`,
      [landed, one.processId],
    )
    await tidy(database.db)
    assert.deepEqual(
      await Promise.all([landed, left, running].map(async (key) => (await rowsOf(key)).length)),
      [0, 0, 1],
    )
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createBrowserSessions } from '../../src/store/sessions/browser-sessions.ts'
import {
  createLedger,
  releaseAbandonedHolds,
  createProcesses,
  forgetProcesses,
} from '../../src/store/credits/ledger.ts'
import { tidy } from '../../src/store/housekeeping/housekeeping.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { accountStateOf, settledState } from '../support/sessions.ts'
import { makeTeam } from '../support/team.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const A_SESSION = { scrapeId: undefined, streamWebView: true, ttlSeconds: 600, activityTtlSeconds: 300 }

async function openProcess() {
  const { db } = database
  const processId = randomUUID()
  const processes = createProcesses(db)
  await processes.register(processId, 'api', 600_000)
  const table = createBrowserSessions(db, { processId: () => processId })
  const ledger = createLedger(db, () => processId)
  return {
    table,
    processes,
    async enter(teamId: string, given: Partial<Parameters<typeof table.enter>[0]> = {}) {
      const id = randomUUID()
      await ledger.hold({ id, teamId, keyId: null, credits: 2, reason: 'browser' })
      assert.equal(await table.enter({ id, ...A_SESSION, ...given }), 'entered')
      return id
    },
    ledger,
    /** As after a kill, when the lease has run out. */
    die: () => db.rows(`delete from processes where id = $1`, [processId]),
  }
}

const unseenFor = (id: string, seconds: number) =>
  database.db.rows(
    `update browser_sessions set created_at = created_at - $2 * interval '1 second', seen_at = seen_at - $2 * interval '1 second'
     where id = $1`,
    [id, seconds],
  )

describe('sessions of a process that was killed', () => {
  it('are ended and billed once for the minutes begun, by whoever sweeps', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 100 })
    const dead = await openProcess()
    const ids = [await dead.enter(teamId), await dead.enter(teamId), await dead.enter(teamId)]
    assert.deepEqual(await dead.table.hold(ids[1]!, 21), { state: 'held' })
    await dead.ledger.hold({ id: randomUUID(), teamId, keyId: null, credits: 9, reason: 'scrape' })
    await dead.die()
    const living = await Promise.all([openProcess(), openProcess()])
    await Promise.all(living.flatMap(({ processes }) => [processes.sweep(), processes.sweep()]))
    assert.deepEqual(await accountStateOf(database.db, teamId), settledState(75, 3))
    const found = await Promise.all(ids.map((id) => living[0].table.find(id)))
    assert.deepEqual(
      found.map((session) => [session!.ending!.cause, session!.ending!.creditsBilled]),
      [
        ['restarted', 2],
        ['restarted', 21],
        ['restarted', 2],
      ],
    )
  })

  it('last until they were last seen', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 100 })
    const { table, enter, die, processes } = await openProcess()
    const id = await enter(teamId)
    await database.db.rows(
      `update browser_sessions set created_at = seen_at - interval '70 seconds' where id = $1`,
      [id],
    )
    await die()
    await processes.sweep()
    assert.equal((await table.find(id))!.ending!.durationMs, 70_000)
  })

  it('owe what is held for them, whoever releases holds first', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 2 })
    const { enter, die } = await openProcess()
    await enter(teamId)
    await die()
    await releaseAbandonedHolds(database.db)
    assert.equal((await accountStateOf(database.db, teamId)).held, 2)
    await forgetProcesses(database.db)
    assert.deepEqual(await accountStateOf(database.db, teamId), settledState(0, 1))
  })

  it('do not keep others from their scrape', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 100 })
    const scrapeId = randomUUID()
    const dead = await openProcess()
    const first = await dead.enter(teamId, { scrapeId })
    const { table, enter, ledger } = await openProcess()
    const loser = randomUUID()
    await ledger.hold({ id: loser, teamId, keyId: null, credits: 2, reason: 'interact' })
    assert.equal(await table.enter({ id: loser, ...A_SESSION, scrapeId }), 'taken')
    await dead.die()
    const second = await enter(teamId, { scrapeId })
    assert.equal((await table.find(first))!.ending!.creditsBilled, 2)
    assert.equal((await table.findByScrape(scrapeId))!.id, second)
  })
})

describe('what is held for a session', () => {
  it('grows to what it costs, as long as the team has that', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 10 })
    const { table, enter } = await openProcess()
    const id = await enter(teamId)
    assert.deepEqual(await table.hold(id, 7), { state: 'held' })
    assert.deepEqual(await table.hold(id, 7), { state: 'held' })
    assert.deepEqual(await table.hold(id, 4), { state: 'held' })
    assert.deepEqual(await table.hold(id, 14), { state: 'insufficient', balance: 3 })
    const { balance, entries, held } = await accountStateOf(database.db, teamId)
    assert.deepEqual({ balance, entries, held }, { balance: 3, entries: 3, held: 7 })
    const stop = { cause: 'stopped', note: 'a \0 note', durationMs: 5 } as const
    const ends = await Promise.all([1, 2, 3].map(() => table.end(id, stop)))
    assert.deepEqual(
      ends,
      Array.from({ length: 3 }, () => ({ durationMs: 5, creditsBilled: 7 })),
    )
    assert.deepEqual(await table.hold(id, 14), { state: 'gone' })
    assert.deepEqual(await accountStateOf(database.db, teamId), settledState(3, 1))
  })

  it('is needed to enter it', async () => {
    const { table } = await openProcess()
    assert.equal(await table.enter({ id: randomUUID(), ...A_SESSION }), 'gone')
  })
})

describe('sessions that are said to be alive', () => {
  it('are seen, and used when they were', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 10 })
    const { table, enter } = await openProcess()
    const id = await enter(teamId)
    await unseenFor(id, 100)
    assert.deepEqual(await table.keep([{ id, idleMs: 20_000 }]), [])
    const [row] = await database.db.rows(
      `select seen_at > now() - interval '10 seconds' as seen, round(extract(epoch from seen_at - last_activity_at)) = 20 as idle
       from browser_sessions where id = $1`,
      [id],
    )
    assert.deepEqual(row, { seen: true, idle: true })
  })

  it('are told apart from those that ended elsewhere', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 10 })
    const { table, enter } = await openProcess()
    const [one, other] = [await enter(teamId), await enter(teamId)]
    await table.end(other, { cause: 'stopped', note: undefined, durationMs: 1 })
    const alive = [one, other].map((id) => ({ id, idleMs: 0 }))
    assert.deepEqual(await table.keep(alive), [other])
  })

  it('leave those to be ended that their process does not know of, unless they are young', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 10 })
    const { table, enter, ledger } = await openProcess()
    const [unsettled, unheard, young] = [await enter(teamId), await enter(teamId), await enter(teamId)]
    await ledger.release(unheard)
    await Promise.all([unsettled, unheard].map((id) => unseenFor(id, 31)))
    await table.keep([])
    const billed = async (id: string) => (await table.find(id))!.ending?.creditsBilled
    assert.deepEqual([await billed(unsettled), await billed(unheard), await billed(young)], [2, 0, undefined])
  })
})

describe('sessions that have ended', () => {
  it('are not known any more after a day, also before they are forgotten', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 10 })
    const { table, enter } = await openProcess()
    const id = await enter(teamId)
    await table.end(id, { cause: 'stopped', note: undefined, durationMs: 1 })
    assert.equal((await table.find(id))!.status, 'destroyed')
    await database.db.rows(`update browser_sessions set ended_at = now() - interval '1 day' where id = $1`, [
      id,
    ])
    assert.equal(await table.find(id), undefined)
    assert.deepEqual(await table.list(teamId, undefined, 10), [])
  })

  it('are told to their process also when nothing is known of them any more', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 10 })
    const { table, enter } = await openProcess()
    const [erased, alive] = [await enter(teamId), await enter(teamId)]
    await table.end(erased, { cause: 'stopped', note: undefined, durationMs: 1 })
    await database.db.rows(`delete from browser_sessions where id = $1`, [erased])
    assert.deepEqual(await table.keep([erased, alive].map((id) => ({ id, idleMs: 0 }))), [erased])
  })

  it('are forgotten after a day', async () => {
    const { id: teamId } = await makeTeam(database.db, { credits: 10 })
    const { table, enter } = await openProcess()
    const [old, recent, active] = [await enter(teamId), await enter(teamId), await enter(teamId)]
    for (const id of [old, recent]) await table.end(id, { cause: 'stopped', note: undefined, durationMs: 1 })
    await database.db.rows(
      `update browser_sessions set ended_at = now() - interval '25 hours' where id = $1`,
      [old],
    )
    await tidy(database.db)
    const known = await table.list(teamId, undefined, 10)
    assert.deepEqual(new Set(known.map(({ id }) => id)), new Set([recent, active]))
  })
})

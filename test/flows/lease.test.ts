import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { createSlots, holdLease } from '../../src/access/access.ts'
import type { LeaseTimes, ProcessTable } from '../../src/access/access.ts'
import { createLog } from '../../src/log.ts'
import { createLedger, createProcesses } from '../../src/store/credits/ledger.ts'
import { openSlots } from '../../src/store/credits/slots.ts'
import { testDatabase } from '../support/database.ts'
import type { PoolClient } from 'pg'
import type { TestDatabase } from '../support/database.ts'
import { makeTeam } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const quiet = createLog('silent', false)
const fast = { leaseMs: 2_000, renewMs: 50, sweepMs: 50 }
const forever = new AbortController().signal

/** The pool size of the database. */
const POOL_SIZE = 4
const EXPIRY = `select expires_at from processes where id = $1`

function openLease(times: Partial<LeaseTimes> = {}, table = createProcesses(database.db)) {
  return holdLease(table, 'api', quiet, { ...fast, ...times })
}

/** Credits held by the process. */
async function holding(teamId: string, lease: Awaited<ReturnType<typeof openLease>>) {
  const ledger = createLedger(database.db, () => lease.current().processId)
  const hold = { id: randomUUID(), teamId, keyId: null, credits: 4, reason: 'test' }
  await ledger.hold(hold)
  return { ledger, hold }
}

async function balanceOf(teamId: string): Promise<number> {
  const [row] = await database.db.rows<{ amount: number }>(`select amount from balances where team_id = $1`, [
    teamId,
  ])
  return row!.amount
}

async function expiryOf(processId: string): Promise<number | undefined> {
  const [row] = await database.db.rows<{ expires_at: Date }>(EXPIRY, [processId])
  return row?.expires_at.getTime()
}

async function now(): Promise<number> {
  const [row] = await database.db.rows<{ now: Date }>(`select now() as now`)
  return row!.now.getTime()
}

function blockEventLoop(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs)
}

describe('the lease of a process', () => {
  it('is renewed, and is deleted with the process', async () => {
    const lease = await openLease()
    const { processId } = lease.current()
    const first = await expiryOf(processId)
    await waitUntil(async () => (await expiryOf(processId))! > first!)
    await lease[Symbol.asyncDispose]()
    assert.equal(await expiryOf(processId), undefined)
  })

  it('continues after the event loop was blocked for longer than the lease, if no process took over', async () => {
    const team = await makeTeam(database.db, { credits: 10, limits: { concurrency: 1 } })
    await using lease = await openLease({ leaseMs: 1_000 })
    const { processId, signal } = lease.current()
    const { ledger, hold } = await holding(team.id, lease)
    await using slots = await openSlots(database.db, () => lease.current().processId, quiet)
    await using slot = await createSlots(slots, lease.current)(team.id, forever, 1_000)
    blockEventLoop(1_500)
    await waitUntil(async () => (await expiryOf(processId))! > (await now()))
    assert.equal(lease.current().processId, processId)
    assert.deepEqual([signal.aborted, slot.signal.aborted], [false, false])
    assert.equal(await ledger.settle(hold.id, 4), true)
  })

  it('stays with a late process until another process removes it', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const processes = createProcesses(database.db)
    const [late, other] = [randomUUID(), randomUUID()]
    await processes.register(late, 'worker', -1)
    await processes.register(other, 'worker', 60_000)
    const ledger = createLedger(database.db, () => late)
    const hold = { id: randomUUID(), teamId: team.id, keyId: null, credits: 4, reason: 'test' }
    await ledger.hold(hold)
    await processes.sweep()
    assert.equal(await processes.renew(late, -1), true)
    assert.equal(await processes.renew(other, 60_000), true)
    assert.equal(await processes.renew(late, 60_000), false)
    await processes.sweep()
    assert.equal(await ledger.settle(hold.id, 4), false)
    await processes.remove(other)
  })

  it('is not removed by a process that was late itself', async () => {
    const processes = createProcesses(database.db)
    const [first, second] = [randomUUID(), randomUUID()]
    for (const id of [first, second]) await processes.register(id, 'worker', -1)
    assert.equal(await processes.renew(first, 60_000), true)
    assert.equal(await processes.renew(second, -1), true)
    assert.equal(await processes.renew(first, 60_000), true)
    assert.equal(await processes.renew(second, 60_000), false)
    await processes.remove(first)
  })

  it('is lost when another process took over while its own was blocked', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const processes = createProcesses(database.db)
    const successor = randomUUID()
    await processes.register(successor, 'api', 60_000)
    const stall = Promise.withResolvers<void>()
    const renew: ProcessTable['renew'] = async (...args) => {
      await stall.promise
      return await processes.renew(...args)
    }
    await using lease = await openLease({ leaseMs: 60_000 }, { ...processes, renew })
    await using _end = { [Symbol.asyncDispose]: async () => stall.resolve() }
    const former = lease.current()
    const { ledger, hold } = await holding(team.id, lease)
    await database.db.rows(`update processes set expires_at = now() where id = $1`, [former.processId])
    assert.equal(await processes.renew(successor, 60_000), true)
    assert.equal(await expiryOf(former.processId), undefined)
    assert.equal(former.signal.aborted, false)
    await processes.sweep()
    assert.equal(await ledger.settle(hold.id, 4), false)
    stall.resolve()
    if (!former.signal.aborted) await once(former.signal, 'abort')
    await waitUntil(() => lease.current().processId !== former.processId)
    assert.equal(await balanceOf(team.id), 10)
    await processes.remove(successor)
  })

  it('is lost when the database no longer responds', async () => {
    const answer = Promise.withResolvers<boolean>()
    const table = { ...createProcesses(database.db), renew: () => answer.promise }
    await using lease = await openLease({ leaseMs: 500 }, table)
    const { signal } = lease.current()
    if (!signal.aborted) await once(signal, 'abort')
    answer.resolve(false)
  })

  it('is renewed while all other connections are busy', async () => {
    await using lease = await openLease()
    const { processId } = lease.current()
    await using busy = new AsyncDisposableStack()
    const clients: PoolClient[] = []
    for (let at = 0; at < POOL_SIZE; at++) {
      const client = await database.db.connect()
      busy.defer(() => client.release())
      clients.push(client)
    }
    const ends = async () => (await clients[0]!.query(EXPIRY, [processId])).rows[0].expires_at.getTime()
    const first = await ends()
    await waitUntil(async () => (await ends()) > first)
  })

  it('that was declared dead stops its work, and starts again under another id', async () => {
    const team = await makeTeam(database.db, { limits: { concurrency: 1 } })
    await using lease = await openLease()
    const former = lease.current()
    await using slots = await openSlots(database.db, () => lease.current().processId, quiet)
    const take = createSlots(slots, lease.current)
    const slot = await take(team.id, forever, 1_000)
    await database.db.rows(`delete from processes where id = $1`, [former.processId])
    if (!slot.signal.aborted) await once(slot.signal, 'abort')
    await waitUntil(() => lease.current().processId !== former.processId)
    assert.equal(lease.current().signal.aborted, false)
    await slot[Symbol.asyncDispose]()
    await using _next = await take(team.id, forever, 5_000)
  })

  it('ignores a late settlement under the former id', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    await using lease = await openLease()
    const { ledger, hold } = await holding(team.id, lease)
    await database.db.rows(`delete from processes where id = $1`, [lease.current().processId])
    await waitUntil(
      async () => (await database.db.rows(`select id from holds where team_id = $1`, [team.id])).length === 0,
    )
    assert.equal(await ledger.settle(hold.id, 4), false)
    assert.equal(await balanceOf(team.id), 10)
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { createSlots, holdLease } from '../../src/access/access.ts'
import { createLog } from '../../src/log.ts'
import { createLedger } from '../../src/store/ledger.ts'
import { createProcesses } from '../../src/store/processes.ts'
import { openSlots } from '../../src/store/slots.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { makeTeam } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const quiet = createLog('silent', false)
const fast = { leaseMs: 2_000, renewMs: 50, sweepMs: 50 }
const forever = new AbortController().signal

function openLease() {
  return holdLease(createProcesses(database.db), 'api', quiet, fast)
}

describe('the lease of a process', () => {
  it('is renewed, and is gone with the process', async () => {
    const lease = await openLease()
    const { processId } = lease.current()
    const ends = async () => {
      const [row] = await database.db.rows<{ expires_at: Date }>(
        `select expires_at from processes where id = $1`,
        [processId],
      )
      return row?.expires_at.getTime()
    }
    const first = await ends()
    await waitUntil(async () => (await ends())! > first!)
    await lease[Symbol.asyncDispose]()
    assert.equal(await ends(), undefined)
  })

  it('that was given up for dead stops its work, and begins anew under another name', async () => {
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

  it('lets a late settlement of the former name find nothing', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    await using lease = await openLease()
    const ledger = createLedger(database.db, () => lease.current().processId)
    const hold = { id: randomUUID(), teamId: team.id, keyId: null, credits: 4, reason: 'test' }
    await ledger.hold(hold)
    await database.db.rows(`delete from processes where id = $1`, [lease.current().processId])
    await waitUntil(
      async () => (await database.db.rows(`select id from holds where team_id = $1`, [team.id])).length === 0,
    )
    assert.equal(await ledger.settle(hold.id, 4), false)
    const [balance] = await database.db.rows<{ amount: number }>(
      `select amount from balances where team_id = $1`,
      [team.id],
    )
    assert.equal(balance!.amount, 10)
  })
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createCharge } from '../../src/access/access.ts'
import { Fault } from '../../src/fault.ts'
import { createLedger, createProcesses } from '../../src/store/credits/ledger.ts'
import { createTeams } from '../../src/store/teams/teams.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { makeTeam } from '../support/team.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

async function books(teamId: string) {
  const [row] = await database.db.rows<{ amount: number; sum: number; entries: number; holds: number }>(
    `select b.amount, (select coalesce(sum(amount), 0)::bigint from credit_entries where team_id = $1) as sum,
       (select count(*) from credit_entries where team_id = $1) as entries,
       (select count(*) from holds where team_id = $1) as holds
     from balances b where b.team_id = $1`,
    [teamId],
  )
  return row!
}

function hold(teamId: string, credits: number) {
  return { id: randomUUID(), teamId, keyId: null, credits, reason: 'test' }
}

describe('the ledger', () => {
  it('holds, then settles the used credits and releases the rest', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const ledger = createLedger(database.db, () => randomUUID())
    const request = hold(team.id, 5)
    assert.deepEqual(await ledger.hold(request), { held: true })
    assert.equal((await books(team.id)).amount, 5)
    assert.equal(await ledger.settle(request.id, 2), true)
    assert.deepEqual(await books(team.id), { amount: 8, sum: 8, entries: 3, holds: 0 })
  })

  it('closes a hold once, with any retries', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const ledger = createLedger(database.db, () => randomUUID())
    const request = hold(team.id, 5)
    await ledger.hold(request)
    const outcomes = await Promise.all([
      ledger.release(request.id),
      ledger.settle(request.id, 5),
      ledger.release(request.id),
    ])
    assert.deepEqual(outcomes, [true, false, false])
    assert.equal(await ledger.settle(request.id, 5), false)
    assert.deepEqual(await books(team.id), { amount: 10, sum: 10, entries: 3, holds: 0 })
  })

  it('rejects a request that the balance does not cover, and still grants a smaller one behind it', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const ledger = createLedger(database.db, () => randomUUID())
    const outcomes = await Promise.all([8, 5, 2, 1].map((credits) => ledger.hold(hold(team.id, credits))))
    assert.deepEqual(outcomes, [
      { held: true },
      { held: false, balance: 2 },
      { held: true },
      { held: false, balance: 0 },
    ])
    assert.equal((await books(team.id)).amount, 0)
  })

  it('is unlimited for a team without a credit limit, and records its use', async () => {
    const team = await makeTeam(database.db, { credits: null })
    const ledger = createLedger(database.db, () => randomUUID())
    const request = hold(team.id, 1_000)
    assert.deepEqual(await ledger.hold(request), { held: true })
    await ledger.settle(request.id, 700)
    assert.deepEqual(await books(team.id), { amount: -700, sum: -700, entries: 2, holds: 0 })
    assert.equal((await createTeams(database.db).find(team.id))!.credits, null)
  })

  it('never grants more than the balance when processes charge concurrently', async () => {
    const teams = await Promise.all([40, 40, 40].map((credits) => makeTeam(database.db, { credits })))
    const ledgers = [1, 2, 3].map(() => createLedger(database.db, () => randomUUID()))
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, async (_, turn) => {
        const teamId = teams[turn % 3]!.id
        const ledger = ledgers[Math.floor(turn / 3) % 3]!
        const request = hold(teamId, 1)
        const outcome = await ledger.hold(request)
        if (outcome.held) await ledger.settle(request.id, 1)
        return { teamId, held: outcome.held }
      }),
    )
    for (const { id } of teams) {
      assert.equal(outcomes.filter(({ teamId, held }) => teamId === id && held).length, 40)
      assert.deepEqual(await books(id), { amount: 0, sum: 0, entries: 81, holds: 0 })
    }
  })

  it('sets a balance by entering the difference', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const teams = createTeams(database.db)
    assert.equal((await teams.change(team.id, { credits: 3 }))!.credits, 3)
    assert.deepEqual(await books(team.id), { amount: 3, sum: 3, entries: 2, holds: 0 })
    assert.equal((await teams.change(team.id, { credits: null }))!.credits, null)
  })

  it('rejects changes to an entry', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    await assert.rejects(
      database.db.rows(`update credit_entries set amount = 99 where team_id = $1`, [team.id]),
      /only ever added/,
    )
  })

  it('releases the holds of a dead process, and keeps those of a live one', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const processes = createProcesses(database.db)
    const [living, dead] = [randomUUID(), randomUUID()]
    await processes.register(living, 'api', 60_000)
    await processes.register(dead, 'api', -1)
    await processes.renew(living, 60_000)
    await createLedger(database.db, () => living).hold(hold(team.id, 3))
    await createLedger(database.db, () => dead).hold(hold(team.id, 4))
    await processes.sweep()
    assert.deepEqual(await books(team.id), { amount: 7, sum: 7, entries: 4, holds: 1 })
    await processes.remove(living)
    assert.deepEqual(await books(team.id), { amount: 10, sum: 10, entries: 5, holds: 0 })
  })
})

describe('charge', () => {
  const caller = (teamId: string) => ({ teamId, keyId: randomUUID() })

  it('releases the hold when the work fails, and rethrows the failure', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const charge = createCharge(createLedger(database.db, () => randomUUID()))
    const failing = charge(caller(team.id), { credits: 4, reason: 'test' }, () =>
      Promise.reject(new Error('broken')),
    )
    await assert.rejects(failing, /broken/)
    assert.deepEqual(await books(team.id), { amount: 10, sum: 10, entries: 3, holds: 0 })
  })

  it('charges the price of a failure when the price list has one', async () => {
    const team = await makeTeam(database.db, { credits: 10 })
    const charge = createCharge(createLedger(database.db, () => randomUUID()))
    const price = { credits: 4, reason: 'test', ofFailure: () => 1 }
    await assert.rejects(charge(caller(team.id), price, () => Promise.reject(new Error('no such host'))))
    assert.equal((await books(team.id)).amount, 9)
  })

  it('fails with 402, the required and the remaining credits, without running the work', async () => {
    const team = await makeTeam(database.db, { credits: 1 })
    const charge = createCharge(createLedger(database.db, () => randomUUID()))
    const refused = charge(caller(team.id), { credits: 2, reason: 'test' }, () => assert.fail('the work ran'))
    await assert.rejects(
      refused,
      (fault) => fault instanceof Fault && fault.status === 402 && /needs 2.*has 1/.test(fault.message),
    )
  })
})

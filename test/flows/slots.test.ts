import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createSlots } from '../../src/access/access.ts'
import type { Slot } from '../../src/access/access.ts'
import { Fault } from '../../src/fault.ts'
import { createLog } from '../../src/log.ts'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import { openSlots } from '../../src/store/credits/slots.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { makeTeam } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const quiet = createLog('silent', false)
const forever = new AbortController().signal

/** A process of the service: a registered id and its view of the slots. */
async function openProcess(leaseMs = 60_000) {
  const processId = randomUUID()
  await createProcesses(database.db).register(processId, 'api', leaseMs)
  const table = await openSlots(database.db, () => processId, quiet)
  return {
    processId,
    table,
    take: createSlots(table, () => ({ processId, signal: forever })),
    [Symbol.asyncDispose]: () => table[Symbol.asyncDispose](),
  }
}

describe('slots', () => {
  it('keep the limit over processes, for any caller', async () => {
    const team = await makeTeam(database.db, { limits: { concurrency: 3 } })
    await using one = await openProcess()
    await using two = await openProcess()
    let running = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        await using _slot = await (turn % 2 === 0 ? one : two).take(team.id, forever, 60_000)
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
      }),
    )
    assert.equal(most, 3)
    assert.deepEqual(await database.db.rows(`select id from slots where team_id = $1`, [team.id]), [])
  })

  it('serve waiting callers in order of arrival, over processes', async () => {
    const team = await makeTeam(database.db, { limits: { concurrency: 1 } })
    await using one = await openProcess()
    await using two = await openProcess()
    const first = await one.take(team.id, forever, 1_000)
    assert.deepEqual([first.limited, first.queuedMs], [false, 0])
    const order: string[] = []
    const waits: Promise<unknown>[] = []
    for (const [name, process] of [
      ['a', two],
      ['b', one],
      ['c', two],
    ] as const) {
      waits.push(
        process.take(team.id, forever, 60_000).then(async (slot) => {
          order.push(name)
          assert.equal(slot.limited, true)
          await slot[Symbol.asyncDispose]()
        }),
      )
      await waitUntil(async () => (await count(team.id, false)) === waits.length)
    }
    await first[Symbol.asyncDispose]()
    await Promise.all(waits)
    assert.deepEqual(order, ['a', 'b', 'c'])
  })

  it('fail after the time limit with 408, and leave no entry in the queue', async () => {
    const team = await makeTeam(database.db, { limits: { concurrency: 1 } })
    await using one = await openProcess()
    await using _held = await one.take(team.id, forever, 1_000)
    await assert.rejects(
      one.take(team.id, forever, 1),
      (fault) => fault instanceof Fault && fault.code === 'CONCURRENCY_QUEUE_TIMEOUT',
    )
    assert.equal(await count(team.id, false), 0)
  })

  it('stop waiting when the caller disconnects', async () => {
    const team = await makeTeam(database.db, { limits: { concurrency: 1 } })
    await using one = await openProcess()
    await using _held = await one.take(team.id, forever, 1_000)
    const caller = new AbortController()
    const waiting = one.take(team.id, caller.signal, 60_000)
    caller.abort(new Error('went away'))
    await assert.rejects(waiting, /went away/)
    assert.equal(await count(team.id, false), 0)
  })

  it('take the slots of a process whose lease expired', async () => {
    const team = await makeTeam(database.db, { limits: { concurrency: 1 } })
    const dead = await openProcess()
    const lost: Slot = await dead.take(team.id, forever, 1_000)
    await dead[Symbol.asyncDispose]()
    await database.db.rows(`delete from processes where id = $1`, [dead.processId])
    await using one = await openProcess()
    await using slot = await one.take(team.id, forever, 10_000)
    assert.equal(slot.limited, false)
    // A late release by the dead one must not free the slot of another.
    await lost[Symbol.asyncDispose]()
    assert.equal(await count(team.id, true), 1)
  })

  it('register held slots again after the table was lost', async () => {
    const team = await makeTeam(database.db, { limits: { concurrency: 1 } })
    await using one = await openProcess()
    await using _held = await one.take(team.id, forever, 1_000)
    await database.db.rows(`delete from slots where team_id = $1`, [team.id])
    await waitUntil(async () => (await count(team.id, true)) === 1)
  })

  it('do not limit a team without a limit', async () => {
    const team = await makeTeam(database.db, {})
    await using one = await openProcess()
    const slots = await Promise.all(Array.from({ length: 50 }, () => one.take(team.id, forever, 1_000)))
    assert.ok(slots.every((slot) => !slot.limited))
    await Promise.all(slots.map((slot) => slot[Symbol.asyncDispose]()))
  })
})

async function count(teamId: string, active: boolean): Promise<number> {
  const rows = await database.db.rows(`select id from slots where team_id = $1 and active = $2`, [
    teamId,
    active,
  ])
  return rows.length
}

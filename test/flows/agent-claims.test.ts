import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import {
  CREDITS,
  IdleStrategy,
  claimantOf,
  dropTasks,
  waitForTaskEnd,
  fakeTools,
  ledgerOf,
  newTask,
  pageAt,
  queueOf,
  scriptedStrategy,
  startWorker,
  tasksOf,
  visits,
} from '../support/agent.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { makeTeam } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

describe('a task whose process dies', () => {
  it('goes on in the next one where it was, however often; nothing is charged twice', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const { id } = await tasksOf(db).start(newTask(team.id))
    const all: string[] = []
    for (let life = 0; life < 6; life++) {
      const gate = Promise.withResolvers<void>()
      const stuck = Promise.withResolvers<void>()
      const before = all.length
      const hands = fakeTools({
        async visit({ url }, { signal }) {
          // The third page of each life is never done within it.
          if (all.length - before >= 2) {
            stuck.resolve()
            await gate.promise
            signal.throwIfAborted()
          } else all.push(url)
          return { seen: pageAt(url), surplusCredits: 0 }
        },
      })
      await using worker = await startWorker(db, {
        strategy: () => scriptedStrategy(visits(14)),
        tools: hands,
      })
      await stuck.promise
      await worker.crash()
      // It learns too late that it was taken for dead, and may write nothing more.
      await using heir = await startWorker(db, { strategy: () => new IdleStrategy(), tools: fakeTools() })
      await waitUntil(async () => (await claimantOf(db, id)) === heir.processId)
      gate.resolve()
    }
    await using _last = await startWorker(db, {
      strategy: () => scriptedStrategy(visits(14)),
      tools: fakeTools(),
    })
    const task = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([task.state, task.creditsUsed, task.steps], ['completed', 28, 14])
    const { pages } = task.result.data as { pages: string[] }
    assert.deepEqual(
      pages,
      visits(14).map(({ url }) => url),
    )
    const ledger = { used: 28, settled: 1, balance: CREDITS - 28, sum: CREDITS - 28, held: 0 }
    assert.deepEqual(await ledgerOf(db, team.id), ledger)
  })

  it('holds again what the dead one held, from what that gives back', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: 20 })
    const { id } = await tasksOf(db).start(newTask(team.id))
    const stuck = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const hands = fakeTools({
      async visit({ url }) {
        if (url.endsWith('/9')) {
          stuck.resolve()
          await gate.promise
        }
        return { seen: pageAt(url), surplusCredits: 0 }
      },
    })
    await using dying = await startWorker(db, { strategy: () => scriptedStrategy(visits(9)), tools: hands })
    await stuck.promise
    assert.deepEqual(await ledgerOf(db, team.id), { used: 0, settled: 0, balance: 2, sum: 2, held: 18 })
    await dying.crash()
    await using _worker = await startWorker(db, {
      strategy: () => scriptedStrategy(visits(9)),
      tools: fakeTools(),
    })
    const { state, creditsUsed } = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([state, creditsUsed], ['completed', 18])
    assert.deepEqual(await ledgerOf(db, team.id), { used: 18, settled: 1, balance: 2, sum: 2, held: 0 })
    gate.resolve()
  })

  it('ends when its team has spent meanwhile what it had cost', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: 20 })
    const { id } = await tasksOf(db).start(newTask(team.id))
    {
      const stuck = Promise.withResolvers<void>()
      const hands = fakeTools({
        async visit({ url }, { signal }) {
          if (url.endsWith('/3')) {
            stuck.resolve()
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          }
          return { seen: pageAt(url), surplusCredits: 0 }
        },
      })
      await using _worker = await startWorker(db, {
        strategy: () => scriptedStrategy(visits(5)),
        tools: hands,
      })
      await stuck.promise
    }
    await db.rows(`update balances set amount = 3 where team_id = $1`, [team.id])
    await using _worker = await startWorker(db, {
      strategy: () => scriptedStrategy(visits(5)),
      tools: fakeTools(),
    })
    const task = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['failed', 'insufficient_credits', 0])
    assert.equal((await ledgerOf(db, team.id)).balance, 3)
  })

  it('is given up for good when nobody gets any further with it', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await db.rows(`update agent_tasks set attempts = 1000 where id = $1`, [id])
    await using _worker = await startWorker(db, {
      strategy: () => scriptedStrategy(visits(5)),
      tools: fakeTools(),
    })
    assert.equal((await waitForTaskEnd(db, id, team.id)).stopReason, 'internal_error')
  })

  it('is given out again when its own process does not know of it', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await using worker = await startWorker(db, { strategy: () => new IdleStrategy(), tools: fakeTools() })
    await waitUntil(async () => (await claimantOf(db, id)) === worker.processId)
    const queue = queueOf(db, worker.processId)
    const [again] = await queue.claim(1, [])
    assert.equal(again!.id, id)
    await queue.release(again!)
    await dropTasks(db, team.id)
  })

  it('is not claimed once more when it ends at that moment', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await using worker = await startWorker(db, { strategy: () => new IdleStrategy(), tools: fakeTools() })
    await waitUntil(async () => (await claimantOf(db, id)) === worker.processId)
    await db.rows(`update agent_tasks set credits_used = 6 where id = $1`, [id])
    await using heir = await startWorker(db, { strategy: () => new IdleStrategy(), tools: fakeTools() })
    const others = queueOf(db, heir.processId)
    let claimed: Promise<unknown[]> | undefined
    await db.transaction(async (tx) => {
      await tx.rows(
        `select finish_agent_task(id, claim_id, 'completed', false, null, null, null, 'finished', 'scripted', '[]')
         from agent_tasks where id = $1`,
        [id],
      )
      // The others take its process for dead while it writes down the end.
      await db.rows(`delete from processes where id = $1`, [worker.processId])
      claimed = others.claim(1, [])
      await waitUntil(async () => {
        const waiting = await db.rows(`select from pg_locks where not granted and locktype = 'transactionid'`)
        return waiting.length > 0
      })
    })
    assert.deepEqual(await claimed, [])
    assert.equal((await ledgerOf(db, team.id)).held, 0)
  })

  it('keeps nobody else waiting while its team cannot pay for it yet', async () => {
    const { db } = database
    const [poor, other] = [await makeTeam(db, { credits: 20 }), await makeTeam(db, { credits: 20 })]
    for (const team of [poor, other]) await tasksOf(db).start(newTask(team.id))
    await db.rows(`update agent_tasks set credits_used = 30 where team_id = $1`, [poor.id])
    // Something else of the team is under way, and may give back what it holds.
    const processId = randomUUID()
    await createProcesses(db).register(processId, 'worker', 600_000)
    const hold = [processId, [randomUUID()], [poor.id], [null], [1], ['scrape']]
    await db.rows(`select open_holds($1, $2, $3, $4, $5, $6)`, hold)
    const queue = queueOf(db, processId)
    const claimed = await queue.claim(1, [])
    assert.deepEqual(
      claimed.map(({ teamId }) => teamId),
      [other.id],
    )
    await db.rows(`update balances set amount = 40 where team_id = $1`, [poor.id])
    assert.equal((await queue.claim(1, [claimed[0]!.claimId])).length, 1)
    for (const team of [poor, other]) await dropTasks(db, team.id)
    await createProcesses(db).remove(processId)
  })

  it('is told as cancelled when its team cannot pay for what it asked to end', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: 20 })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await db.rows(`update agent_tasks set credits_used = 30, cancelled_at = now() where id = $1`, [id])
    await using _worker = await startWorker(db, { strategy: () => new IdleStrategy(), tools: fakeTools() })
    await waitForTaskEnd(db, id, team.id)
    const [row] = await db.rows(`select state, stop_reason, error from agent_tasks where id = $1`, [id])
    assert.deepEqual(row, { state: 'cancelled', stop_reason: 'cancelled', error: null })
  })
})

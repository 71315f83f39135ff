import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { AgentStrategy } from '../../src/agent/agent.ts'
import {
  CREDITS,
  dropTasks,
  waitForTaskEnd,
  fakeTools,
  ledgerOf,
  newTask,
  pageAt,
  runTask,
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

describe('the credits of a task', () => {
  it('never exceed its limit: it fails, nothing is charged, what was found is kept apart', async () => {
    const { task, hands, ledger } = await runTask(database.db, {
      moves: visits(9),
      plan: { maxCredits: 7 },
      atOnce: 2,
    })
    assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['failed', 'credit_limit_reached', 0])
    assert.equal(hands.done.length, 3)
    assert.equal(task.result.data, undefined)
    assert.equal((task.result.partial as { pages: unknown[] }).pages.length, 3)
    assert.deepEqual([ledger.used, ledger.balance, ledger.sum], [0, CREDITS, CREDITS])
  })

  it('may be all of its limit', async () => {
    const { task } = await runTask(database.db, { moves: visits(4), plan: { maxCredits: 8 }, atOnce: 3 })
    assert.deepEqual([task.state, task.creditsUsed], ['completed', 8])
  })

  it('end it when a document turns out to cost more than is left', async () => {
    const hands = {
      visit: async ({ url }: { url: string }) => ({
        seen: pageAt(url),
        surplusCredits: url.endsWith('/2') ? 8 : 0,
      }),
    }
    const { task, ledger } = await runTask(database.db, {
      moves: visits(2),
      plan: { maxCredits: 8 },
      tools: hands,
    })
    assert.deepEqual([task.state, task.stopReason, ledger.used], ['failed', 'credit_limit_reached', 0])
    assert.deepEqual(task.result.partial, { pages: ['http://a.test/1'] })
  })

  it('may be spent on a document to the last one, and not on what the team cannot pay', async () => {
    const hands = { visit: async ({ url }: { url: string }) => ({ seen: pageAt(url), surplusCredits: 20 }) }
    const whole = await runTask(database.db, { moves: visits(1), plan: { maxCredits: 22 }, tools: hands })
    assert.deepEqual([whole.task.state, whole.ledger.used], ['completed', 22])
    const dry = await runTask(database.db, { moves: visits(1), credits: 21, tools: hands })
    assert.deepEqual([dry.task.state, dry.task.stopReason], ['failed', 'insufficient_credits'])
    assert.deepEqual(dry.ledger, { used: 0, settled: 1, balance: 21, sum: 21, held: 0 })
  })

  it('are refused with 402 below the least, before anything is done', async () => {
    const { db } = database
    const poor = await makeTeam(db, { credits: 19 })
    await assert.rejects(tasksOf(db).start(newTask(poor.id)), { code: 'PAYMENT_REQUIRED' })
    await tasksOf(db).start(newTask(poor.id, { maxCredits: 19 }))
    await dropTasks(db, poor.id)
  })

  it('that run out end it, and what was done is charged', async () => {
    const { task, ledger } = await runTask(database.db, { moves: visits(30), credits: 25 })
    assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['failed', 'insufficient_credits', 24])
    assert.deepEqual([ledger.used, ledger.balance, ledger.held], [24, 1, 0])
  })

  it('that are enough for a part of what is decided are spent on that part', async () => {
    const { task, hands, ledger } = await runTask(database.db, { moves: visits(30), atOnce: 30, credits: 25 })
    assert.deepEqual([task.state, task.stopReason, hands.done.length], ['failed', 'insufficient_credits', 12])
    assert.deepEqual(ledger, { used: 24, settled: 1, balance: 1, sum: 1, held: 0 })
  })

  it('that run out do not fail what has everything already', async () => {
    const script = scriptedStrategy(visits(30))
    const mind = { ...script, outcome: () => ({ ...script.outcome(), isComplete: true }) }
    const { task } = await runTask(database.db, { strategy: mind, credits: 21 })
    assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['completed', 'finished', 20])
  })

  it('need not be a whole number', async () => {
    for (const [maxCredits, state, used] of [
      [4.5, 'completed', 4],
      [3.99, 'failed', 0],
    ] as const) {
      const { task, ledger } = await runTask(database.db, { moves: visits(2), plan: { maxCredits } })
      assert.deepEqual([task.state, task.creditsUsed, ledger.held], [state, used, 0])
    }
  })

  it('of a team that never runs out are counted all the same', async () => {
    const { task, ledger } = await runTask(database.db, { moves: visits(9), atOnce: 9, credits: null })
    assert.deepEqual([task.creditsUsed, ledger.used, ledger.held], [18, 18, 0])
  })

  it('say when they are paid', async () => {
    const { teamId } = await runTask(database.db, { moves: visits(1), plan: { maxCredits: 2501 } })
    const rows = await database.db.rows<{ reason: string }>(
      `select reason from credit_entries where team_id = $1 and kind = 'settle'`,
      [teamId],
    )
    assert.deepEqual(rows, [{ reason: 'agent paid' }])
  })
})

describe('cancelling a task', () => {
  it('lets the step under way end, and nothing after it begin', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const gate = Promise.withResolvers<void>()
    const hands = fakeTools({
      async visit({ url }) {
        if (url.endsWith('/2')) await gate.promise
        return { seen: pageAt(url), surplusCredits: 0 }
      },
    })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await using _worker = await startWorker(db, { strategy: () => scriptedStrategy(visits(5)), tools: hands })
    await waitUntil(() => hands.done.length === 2)
    assert.equal(await tasksOf(db).cancel(id, team.id, 'agent'), 'processing')
    assert.equal((await tasksOf(db).find(id, team.id, 'agent'))!.state, 'cancelled')
    assert.equal(await tasksOf(db).cancel(id, team.id, 'agent'), 'cancelled')
    gate.resolve()
    const task = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([task.state, task.creditsUsed, hands.done.length], ['cancelled', 4, 2])
    assert.deepEqual(task.result.partial, { pages: ['http://a.test/1', 'http://a.test/2'] })
    assert.equal((await ledgerOf(db, team.id)).used, 4)
  })

  it('begins none of the moves that were decided and not yet made', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const gate = Promise.withResolvers<void>()
    const hands = fakeTools({
      async visit({ url }) {
        await gate.promise
        return { seen: pageAt(url), surplusCredits: 0 }
      },
    })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await using _worker = await startWorker(db, {
      strategy: () => scriptedStrategy(visits(12), 12),
      tools: hands,
    })
    await waitUntil(() => hands.done.length === 5)
    await tasksOf(db).cancel(id, team.id, 'agent')
    gate.resolve()
    const task = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([task.state, task.creditsUsed, hands.done.length], ['cancelled', 10, 5])
  })

  it('ends what thinks, and what nobody has taken up yet', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const thinking = Promise.withResolvers<void>()
    const mind: AgentStrategy = {
      ...scriptedStrategy([]),
      decide: (signal) =>
        new Promise((_, reject) => {
          thinking.resolve()
          signal.addEventListener('abort', () => reject(new Error('stopped thinking')))
        }),
    }
    const early = await tasksOf(db).start(newTask(team.id))
    assert.equal(await tasksOf(db).cancel(early.id, team.id, 'agent'), 'processing')
    const late = await tasksOf(db).start(newTask(team.id))
    await using _worker = await startWorker(db, { strategy: () => mind, tools: fakeTools() })
    await thinking.promise
    await tasksOf(db).cancel(late.id, team.id, 'agent')
    for (const { id } of [early, late]) {
      const task = await waitForTaskEnd(db, id, team.id)
      assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['cancelled', 'cancelled', 0])
    }
  })

  it('while it was ending keeps what was found, as its schema has it', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const text = { type: 'string' }
    const schema = { properties: { pages: { type: 'array', items: { ...text, pattern: '[123]$' } } } }
    const { id } = await tasksOf(db).start(newTask(team.id, { schema }))
    const script = scriptedStrategy(visits(3))
    let isCancelled = false
    const mind: AgentStrategy = {
      ...script,
      async decide(signal) {
        const moves = await script.decide(signal)
        // Too late for anybody to hear of it before the end is written down.
        if (moves.length === 0 && !isCancelled) {
          isCancelled = true
          await db.rows(`update agent_tasks set cancelled_at = now() where id = $1`, [id])
        }
        return moves
      },
    }
    await using _worker = await startWorker(db, { strategy: () => mind, tools: fakeTools() })
    const { state, result, stopReason, creditsUsed } = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([state, stopReason, creditsUsed], ['cancelled', 'cancelled', 6])
    assert.equal((result.partial as { pages: string[] }).pages.length, 3)
    assert.deepEqual([result.data, result.partialSchemaValid], [undefined, true])
  })

  it('leaves what waits for its turn at once, and nothing is held for it any more', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const hands = fakeTools({
      visit: (_move, { signal, waiting }) =>
        new Promise((_, reject) => waiting.addEventListener('abort', () => reject(waiting.reason ?? signal))),
    })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await using _worker = await startWorker(db, {
      strategy: () => scriptedStrategy(visits(3), 3),
      tools: hands,
    })
    await waitUntil(() => hands.done.length === 3)
    await tasksOf(db).cancel(id, team.id, 'agent')
    const { state, creditsUsed, steps } = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([state, creditsUsed, steps], ['cancelled', 0, 0])
    assert.equal((await ledgerOf(db, team.id)).held, 0)
  })

  it("changes nothing about what has ended, and is nobody else's right", async () => {
    const { db } = database
    const { id, teamId } = await runTask(database.db, { moves: visits(1) })
    assert.equal(await tasksOf(db).cancel(id, teamId, 'agent'), 'completed')
    assert.equal(await tasksOf(db).cancel(id, randomUUID(), 'agent'), undefined)
    assert.equal(await tasksOf(db).find(id, randomUUID(), 'agent'), undefined)
  })
})

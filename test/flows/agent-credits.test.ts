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
  it('never exceed its limit: it fails, nothing is charged, and its findings are kept as partial data', async () => {
    const { task, tools, ledger } = await runTask(database.db, {
      moves: visits(9),
      plan: { maxCredits: 7 },
      atOnce: 2,
    })
    assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['failed', 'credit_limit_reached', 0])
    assert.equal(tools.done.length, 3)
    assert.equal(task.result.data, undefined)
    assert.equal((task.result.partial as { pages: unknown[] }).pages.length, 3)
    assert.deepEqual([ledger.used, ledger.balance, ledger.sum], [0, CREDITS, CREDITS])
  })

  it('may use its whole limit', async () => {
    const { task } = await runTask(database.db, { moves: visits(4), plan: { maxCredits: 8 }, atOnce: 3 })
    assert.deepEqual([task.state, task.creditsUsed], ['completed', 8])
  })

  it('end it when a document costs more than is left', async () => {
    const tools = {
      visit: async ({ url }: { url: string }) => ({
        seen: pageAt(url),
        surplusCredits: url.endsWith('/2') ? 8 : 0,
      }),
    }
    const { task, ledger } = await runTask(database.db, {
      moves: visits(2),
      plan: { maxCredits: 8 },
      tools,
    })
    assert.deepEqual([task.state, task.stopReason, ledger.used], ['failed', 'credit_limit_reached', 0])
    assert.deepEqual(task.result.partial, { pages: ['http://a.test/1'] })
  })

  it('may be spent on a document to the last one, but not on pages that the team cannot pay', async () => {
    const tools = { visit: async ({ url }: { url: string }) => ({ seen: pageAt(url), surplusCredits: 20 }) }
    const whole = await runTask(database.db, { moves: visits(1), plan: { maxCredits: 22 }, tools })
    assert.deepEqual([whole.task.state, whole.ledger.used], ['completed', 22])
    const dry = await runTask(database.db, { moves: visits(1), credits: 21, tools })
    assert.deepEqual([dry.task.state, dry.task.stopReason], ['failed', 'insufficient_credits'])
    assert.deepEqual(dry.ledger, { used: 0, settled: 1, balance: 21, sum: 21, held: 0 })
  })

  it('are refused with 402 below the minimum, before anything is done', async () => {
    const { db } = database
    const poor = await makeTeam(db, { credits: 19 })
    await assert.rejects(tasksOf(db).start(newTask(poor.id)), { code: 'PAYMENT_REQUIRED' })
    await tasksOf(db).start(newTask(poor.id, { maxCredits: 19 }))
    await dropTasks(db, poor.id)
  })

  it('end it when they run out, and the finished work is charged', async () => {
    const { task, ledger } = await runTask(database.db, { moves: visits(30), credits: 25 })
    assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['failed', 'insufficient_credits', 24])
    assert.deepEqual([ledger.used, ledger.balance, ledger.held], [24, 1, 0])
  })

  it('are spent on a part of the decided moves when they do not cover all', async () => {
    const { task, tools, ledger } = await runTask(database.db, { moves: visits(30), atOnce: 30, credits: 25 })
    assert.deepEqual([task.state, task.stopReason, tools.done.length], ['failed', 'insufficient_credits', 12])
    assert.deepEqual(ledger, { used: 24, settled: 1, balance: 1, sum: 1, held: 0 })
  })

  it('do not fail a complete task when they run out', async () => {
    const script = scriptedStrategy(visits(30))
    const strategy = { ...script, outcome: () => ({ ...script.outcome(), isComplete: true }) }
    const { task } = await runTask(database.db, { strategy, credits: 21 })
    assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['completed', 'finished', 20])
  })

  it('may be fractional', async () => {
    for (const [maxCredits, state, used] of [
      [4.5, 'completed', 4],
      [3.99, 'failed', 0],
    ] as const) {
      const { task, ledger } = await runTask(database.db, { moves: visits(2), plan: { maxCredits } })
      assert.deepEqual([task.state, task.creditsUsed, ledger.held], [state, used, 0])
    }
  })

  it('of a team with unlimited credits are counted too', async () => {
    const { task, ledger } = await runTask(database.db, { moves: visits(9), atOnce: 9, credits: null })
    assert.deepEqual([task.creditsUsed, ledger.used, ledger.held], [18, 18, 0])
  })

  it('report when they are charged', async () => {
    const { teamId } = await runTask(database.db, { moves: visits(1), plan: { maxCredits: 2501 } })
    const rows = await database.db.rows<{ reason: string }>(
      `select reason from credit_entries where team_id = $1 and kind = 'settle'`,
      [teamId],
    )
    assert.deepEqual(rows, [{ reason: 'agent paid' }])
  })
})

describe('cancelling a task', () => {
  it('lets the running step end, and starts no other', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const gate = Promise.withResolvers<void>()
    const tools = fakeTools({
      async visit({ url }) {
        if (url.endsWith('/2')) await gate.promise
        return { seen: pageAt(url), surplusCredits: 0 }
      },
    })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await using _worker = await startWorker(db, { strategy: () => scriptedStrategy(visits(5)), tools })
    await waitUntil(() => tools.done.length === 2)
    assert.equal(await tasksOf(db).cancel(id, team.id, 'agent'), 'processing')
    assert.equal((await tasksOf(db).find(id, team.id, 'agent'))!.state, 'cancelled')
    assert.equal(await tasksOf(db).cancel(id, team.id, 'agent'), 'cancelled')
    gate.resolve()
    const task = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([task.state, task.creditsUsed, tools.done.length], ['cancelled', 4, 2])
    assert.deepEqual(task.result.partial, { pages: ['http://a.test/1', 'http://a.test/2'] })
    assert.equal((await ledgerOf(db, team.id)).used, 4)
  })

  it('starts none of the decided moves', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const gate = Promise.withResolvers<void>()
    const tools = fakeTools({
      async visit({ url }) {
        await gate.promise
        return { seen: pageAt(url), surplusCredits: 0 }
      },
    })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await using _worker = await startWorker(db, {
      strategy: () => scriptedStrategy(visits(12), 12),
      tools,
    })
    await waitUntil(() => tools.done.length === 5)
    await tasksOf(db).cancel(id, team.id, 'agent')
    gate.resolve()
    const task = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([task.state, task.creditsUsed, tools.done.length], ['cancelled', 10, 5])
  })

  it('ends a thinking strategy, and a task that no process has claimed yet', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const thinking = Promise.withResolvers<void>()
    const strategy: AgentStrategy = {
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
    await using _worker = await startWorker(db, { strategy: () => strategy, tools: fakeTools() })
    await thinking.promise
    await tasksOf(db).cancel(late.id, team.id, 'agent')
    for (const { id } of [early, late]) {
      const task = await waitForTaskEnd(db, id, team.id)
      assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['cancelled', 'cancelled', 0])
    }
  })

  it('keeps its findings, in the form of its schema', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const text = { type: 'string' }
    const schema = { properties: { pages: { type: 'array', items: { ...text, pattern: '[123]$' } } } }
    const { id } = await tasksOf(db).start(newTask(team.id, { schema }))
    const script = scriptedStrategy(visits(3))
    let isCancelled = false
    const strategy: AgentStrategy = {
      ...script,
      async decide(signal) {
        const moves = await script.decide(signal)
        // Too late for the process to notice before the end is stored.
        if (moves.length === 0 && !isCancelled) {
          isCancelled = true
          await db.rows(`update agent_tasks set cancelled_at = now() where id = $1`, [id])
        }
        return moves
      },
    }
    await using _worker = await startWorker(db, { strategy: () => strategy, tools: fakeTools() })
    const { state, result, stopReason, creditsUsed } = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([state, stopReason, creditsUsed], ['cancelled', 'cancelled', 6])
    assert.equal((result.partial as { pages: string[] }).pages.length, 3)
    assert.deepEqual([result.data, result.partialSchemaValid], [undefined, true])
  })

  it('ends a queued task at once, and releases its hold', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const tools = fakeTools({
      visit: (_move, { signal, waiting }) =>
        new Promise((_, reject) => waiting.addEventListener('abort', () => reject(waiting.reason ?? signal))),
    })
    const { id } = await tasksOf(db).start(newTask(team.id))
    await using _worker = await startWorker(db, {
      strategy: () => scriptedStrategy(visits(3), 3),
      tools,
    })
    await waitUntil(() => tools.done.length === 3)
    await tasksOf(db).cancel(id, team.id, 'agent')
    const { state, creditsUsed, steps } = await waitForTaskEnd(db, id, team.id)
    assert.deepEqual([state, creditsUsed, steps], ['cancelled', 0, 0])
    assert.equal((await ledgerOf(db, team.id)).held, 0)
  })

  it('does not change an ended task, and is not allowed for other teams', async () => {
    const { db } = database
    const { id, teamId } = await runTask(database.db, { moves: visits(1) })
    assert.equal(await tasksOf(db).cancel(id, teamId, 'agent'), 'completed')
    assert.equal(await tasksOf(db).cancel(id, randomUUID(), 'agent'), undefined)
    assert.equal(await tasksOf(db).find(id, randomUUID(), 'agent'), undefined)
  })
})

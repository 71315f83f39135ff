import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { AgentTools, AgentStrategy, Move, TaskPlan, TaskView } from '../../src/agent/agent.ts'
import { Fault } from '../../src/fault.ts'
import {
  CREDITS,
  dropTasks,
  waitForTaskEnd,
  fakeTools,
  map,
  newTask,
  pageAt,
  runTask,
  scriptedStrategy,
  search,
  startWorker,
  tasksOf,
  visit,
  visits,
} from '../support/agent.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { makeTeam } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

describe('a task of an agent', () => {
  it('makes its moves, ends completed and is charged what its steps cost', async () => {
    const moves: Move[] = [
      search('cups'),
      map('http://a.test/'),
      visit('http://a.test/1'),
      visit('http://a.test/2'),
    ]
    const { task, ledger } = await runTask(database.db, { moves })
    assert.deepEqual(
      [task.state, task.result.data],
      ['completed', { pages: ['http://a.test/1', 'http://a.test/2'] }],
    )
    assert.deepEqual(
      [task.creditsUsed, task.steps, task.engine, task.stopReason],
      [7, 4, 'scripted', 'finished'],
    )
    assert.deepEqual(ledger, { used: 7, settled: 1, balance: CREDITS - 7, sum: CREDITS - 7, held: 0 })
  })

  it('pays five credits a page with the larger model, one for each further page of a document', async () => {
    const hands = { visit: async ({ url }: { url: string }) => ({ seen: pageAt(url), surplusCredits: 3 }) }
    const { task } = await runTask(database.db, {
      moves: visits(2),
      plan: { model: 'spark-1-pro' },
      tools: hands,
    })
    assert.equal(task.creditsUsed, 2 * (5 + 3))
  })

  it('goes on without what fails', async () => {
    const hands: Partial<AgentTools> = {
      async visit({ url }) {
        if (url.endsWith('/1')) throw new Fault('SCRAPE_TIMEOUT', 'The page did not come.')
        if (url.endsWith('/2')) throw new TypeError('a defect')
        return { seen: pageAt(url), surplusCredits: 0 }
      },
    }
    const { task, steps } = await runTask(database.db, { moves: visits(3), tools: hands })
    assert.deepEqual([task.state, task.creditsUsed], ['completed', 2])
    assert.deepEqual(
      steps.map(({ seen }) => (seen.kind === 'failure' ? seen.code : seen.kind)),
      ['SCRAPE_TIMEOUT', 'UNKNOWN_ERROR', 'visit'],
    )
  })

  it('writes thoughts down before what follows from them, for nothing', async () => {
    const thought: Move = { kind: 'think', thought: { plan: 'b' }, tokens: 5, why: 'to begin with' }
    const { task, steps } = await runTask(database.db, { moves: [...visits(2), thought], atOnce: 3 })
    assert.deepEqual([steps[0]!.move, steps.length, task.creditsUsed], [thought, 3, 4])
  })

  it('fails when its mind breaks, and is not charged', async () => {
    const broken: AgentStrategy = { ...scriptedStrategy(visits(2)), learn: () => assert.fail('a defect') }
    const { task, ledger } = await runTask(database.db, { strategy: broken })
    assert.deepEqual([task.state, task.stopReason, task.creditsUsed], ['failed', 'internal_error', 0])
    assert.match(task.error!, /not charged/)
    assert.deepEqual([ledger.used, ledger.balance, ledger.held], [0, CREDITS, 0])
  })

  it('makes no more visits than its plan allows', async () => {
    const { hands, task } = await runTask(database.db, {
      moves: visits(9),
      plan: { mostVisits: 3 },
      atOnce: 2,
    })
    assert.deepEqual([hands.done.length, task.state], [3, 'completed'])
    assert.match(task.warning!, /'limit'/)
  })

  it('begins nothing more when its time is over, also of what is decided', async () => {
    const timeoutMs = 300
    // Counted from the first visit: the task is there by then, however long that took.
    let began: number | undefined
    const hands: Partial<AgentTools> = {
      async visit({ url }) {
        const since = (began ??= Date.now())
        await waitUntil(() => Date.now() - since > timeoutMs + 50)
        return { seen: pageAt(url), surplusCredits: 0 }
      },
    }
    const wish = { moves: visits(20), atOnce: 20, plan: { timeoutMs }, hands }
    const { task, ...made } = await runTask(database.db, wish)
    assert.deepEqual([task.state, task.stopReason, made.hands.done.length], ['completed', 'timeout', 5])
    assert.match(task.warning!, /'timeout'/)
  })

  it('tells what a page says whatever characters it has', async () => {
    const odd = 'a\0b\ud800c'
    const hands: Partial<AgentTools> = {
      visit: async ({ url }) => ({ seen: { ...pageAt(url), value: odd, title: odd }, surplusCredits: 0 }),
    }
    const { task } = await runTask(database.db, { moves: visits(1), tools: hands })
    assert.deepEqual(task.result.data, { pages: [odd] })
  })
})

describe('the bounds of a task', () => {
  const moves = [
    search('x'),
    map('http://a.test/'),
    visit('http://a.test/1'),
    visit('http://www.a.test/2'),
    visit('http://docs.a.test/3'),
    visit('http://b.test/'),
  ]
  const cases: [string, Partial<TaskPlan>, string[]][] = [
    [
      'only the given addresses',
      { reach: 'urls', urls: ['http://a.test/1'], searches: false },
      ['http://a.test/1'],
    ],
    [
      'the sites of the given',
      { reach: 'sites', urls: ['http://a.test/x'], searches: false },
      ['map http://a.test/', 'http://a.test/1', 'http://www.a.test/2', 'http://docs.a.test/3'],
    ],
    [
      'the hosts of the given',
      { reach: 'hosts', urls: ['http://a.test/x'], searches: false },
      ['map http://a.test/', 'http://a.test/1', 'http://www.a.test/2'],
    ],
    [
      'anywhere',
      {},
      [
        'search x',
        'map http://a.test/',
        'http://a.test/1',
        'http://www.a.test/2',
        'http://docs.a.test/3',
        'http://b.test/',
      ],
    ],
  ]
  for (const [name, plan, expected] of cases) {
    it(`are ${name}: what is outside is a step that failed, and never done`, async () => {
      const { hands, steps } = await runTask(database.db, { moves, plan })
      assert.deepEqual(hands.done, expected)
      const refused = steps.filter(({ seen }) => seen.kind === 'failure')
      assert.equal(refused.length, moves.length - expected.length)
      assert.ok(
        refused.every(
          ({ seen, credits }) => seen.kind === 'failure' && seen.code === 'OUTSIDE_BOUNDS' && credits === 0,
        ),
      )
    })
  }

  it('confine pages with their redirects, and take from lists what is outside', async () => {
    const confined: unknown[] = []
    const hands: Partial<AgentTools> = {
      map: async () => ({ kind: 'map', links: [{ url: 'http://a.test/5' }, { url: 'http://b.test/5' }] }),
      async visit({ url }, { confinement, isGiven }) {
        confined.push([confinement, isGiven])
        return { seen: pageAt(url), surplusCredits: 0 }
      },
    }
    const plan: Partial<TaskPlan> = { reach: 'sites', urls: ['http://a.test/1'], searches: false }
    const { steps } = await runTask(database.db, { moves, plan, tools: hands })
    const sites = { sites: ['http://a.test/1'] }
    assert.deepEqual(confined, [
      [sites, true],
      [sites, false],
      [sites, false],
    ])
    const mapped = steps.find(({ seen }) => seen.kind === 'map')!.seen
    assert.deepEqual(mapped, { kind: 'map', links: [{ url: 'http://a.test/5' }] })
  })
})

describe('threads', () => {
  it('number their tasks, one at a time, and begin where the earlier ones found something', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const first = await tasksOf(db).start(newTask(team.id))
    assert.equal(first.threadTurn, 1)
    const next = { ...newTask(team.id), threadId: first.threadId }
    await assert.rejects(tasksOf(db).start(next), { code: 'thread_busy', details: { runId: first.id } })
    const begun: (readonly string[])[] = []
    const mind = (_plan: TaskPlan, urls: readonly string[]) => (begun.push(urls), scriptedStrategy(visits(2)))
    await using _worker = await startWorker(db, { strategy: mind, tools: fakeTools() })
    await waitForTaskEnd(db, first.id, team.id)
    const second = await tasksOf(db).start(next)
    assert.deepEqual([second.threadId, second.threadTurn], [first.threadId, 2])
    await waitForTaskEnd(db, second.id, team.id)
    assert.deepEqual(begun, [[], ['http://a.test/1', 'http://a.test/2']])
    const turns = await tasksOf(db).thread(first.threadId, team.id)
    assert.deepEqual(
      turns.map(({ turn }) => turn),
      [1, 2],
    )
    await assert.rejects(tasksOf(db).start({ ...next, threadId: randomUUID() }), { code: 'thread_not_found' })
    const stranger = await makeTeam(db, { credits: CREDITS })
    await assert.rejects(tasksOf(db).start({ ...next, teamId: stranger.id }), { code: 'thread_not_found' })
  })
})

describe('a thread', () => {
  it('goes on after a turn that ended later than the next one', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    const first = await tasksOf(db).start(newTask(team.id))
    await tasksOf(db).cancel(first.id, team.id, 'agent')
    const next = { ...newTask(team.id), threadId: first.threadId }
    const second = await tasksOf(db).start(next)
    await using _worker = await startWorker(db, { strategy: () => scriptedStrategy([]), tools: fakeTools() })
    for (const { id } of [first, second]) await waitForTaskEnd(db, id, team.id)
    await db.rows(`update agent_tasks set expires_at = now() where id = $1`, [second.id])
    assert.equal((await tasksOf(db).start(next)).threadTurn, 3)
  })
})

describe('the list of tasks', () => {
  it('comes newest first in pages that lose nothing, however close the tasks are', async () => {
    const { db } = database
    const team = await makeTeam(db, { credits: CREDITS })
    for (let nr = 0; nr < 45; nr++) await tasksOf(db).start(newTask(team.id, { prompt: `Number ${nr}` }))
    // Seven share each moment, so that a page ends among them.
    await db.rows(
      `update agent_tasks t set created_at = timestamptz '2026-01-01' + (substring(plan from 'Number (\\d+)')::int / 7) * interval '1 ms'
       where team_id = $1`,
      [team.id],
    )
    const seen: TaskView[] = []
    for (let before: Date | undefined; ;) {
      const { tasks, hasMore } = await tasksOf(db).list(team.id, before)
      seen.push(...tasks)
      if (!hasMore) break
      before = tasks.at(-1)!.createdAt
    }
    assert.equal(new Set(seen.map(({ id }) => id)).size, 45)
    assert.equal(seen.length, 45)
    await dropTasks(db, team.id)
  })
})

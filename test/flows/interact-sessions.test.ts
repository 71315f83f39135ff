import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Fault } from '../../src/fault.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { isFault } from '../support/is-fault.ts'
import {
  NEVER_ABORTED,
  codeTask,
  promptTask,
  sessionOptions,
  accountStateOf,
  settledState,
  createOwner,
  startSessions,
} from '../support/sessions.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const SECOND = 1000
const MINUTE = 60 * SECOND

const newOwner = (credits?: number, concurrency?: number) =>
  createOwner(database.db, { credits, concurrency })
const books = (teamId: string) => accountStateOf(database.db, teamId)
const heldFor = async (teamId: string) => (await books(teamId)).held

async function untilEnded(teamId: string): Promise<void> {
  await waitUntil(async () => (await books(teamId)).active === 0)
}

describe('a session', () => {
  it('lives until it is stopped, and answers that again', async () => {
    await using process = await startSessions(database.db)
    const { sessions } = process
    const owner = await newOwner()
    const { id, status } = await sessions.open(owner, sessionOptions, NEVER_ABORTED)
    assert.equal(status, 'active')
    const outcome = await sessions.run(owner, id, codeTask, NEVER_ABORTED)
    assert.deepEqual([outcome.kind, outcome.kind === 'code' && outcome.result], ['code', '4'])
    assert.ok(sessions.live(id))
    const [one, other] = await Promise.all([sessions.stop(owner.teamId, id), sessions.stop(owner.teamId, id)])
    assert.deepEqual(one, { durationMs: 0, creditsBilled: 2 })
    assert.deepEqual(other, one)
    assert.deepEqual(await sessions.stop(owner.teamId, id), one)
    assert.deepEqual(process.browsers[0]!.events, ['closed'])
    assert.equal(sessions.live(id), undefined)
    assert.equal((await sessions.find(owner.teamId, id)).status, 'destroyed')
    await assert.rejects(sessions.run(owner, id, codeTask, NEVER_ABORTED), isFault('GONE', /it was stopped/))
    assert.deepEqual(await books(owner.teamId), settledState(998, 1))
  })

  it('hands programs the browser itself unless it is recorded', async () => {
    const given: unknown[] = []
    await using process = await startSessions(database.db, {
      async runCode(_program, remote) {
        given.push(remote)
        return { stdout: '', stderr: '', result: '', exitCode: 0, killed: false, truncated: false }
      },
    })
    const owner = await newOwner()
    const { id } = await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
    await process.sessions.run(owner, id, codeTask, NEVER_ABORTED)
    await assert.rejects(process.sessions.replay(owner.teamId, id), isFault('NOT_FOUND', /not recorded/))
    await process.sessions.run(owner, id, { ...codeTask, isRecorded: true }, NEVER_ABORTED)
    await process.sessions.run(owner, id, codeTask, NEVER_ABORTED)
    const { remote } = process.browsers[0]!
    assert.deepEqual(
      given.map((one) => one === remote),
      [true, false, false],
    )
    const { steps, status } = await process.sessions.replay(owner.teamId, id)
    assert.deepEqual([steps, status], [[], 'active'])
  })

  it('ends when its time is over, and is billed for the minutes that began', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner()
    const { id } = await process.sessions.open(owner, { ...sessionOptions, ttlSeconds: 120 }, NEVER_ABORTED)
    process.clock.advance(MINUTE)
    await waitUntil(async () => (await heldFor(owner.teamId)) === 4)
    process.clock.advance(MINUTE)
    await untilEnded(owner.teamId)
    await assert.rejects(
      process.sessions.run(owner, id, codeTask, NEVER_ABORTED),
      isFault('GONE', /its time was over/),
    )
    assert.deepEqual(await process.sessions.stop(owner.teamId, id), {
      durationMs: 120_000,
      creditsBilled: 4,
    })
    assert.deepEqual(await books(owner.teamId), settledState(996, 1))
  })

  it('ends when nobody uses it, and running or watching is use', async () => {
    const running = Promise.withResolvers<never>()
    await using process = await startSessions(database.db, { runCode: () => running.promise })
    const { sessions, clock } = process
    const owner = await newOwner()
    const { id } = await sessions.open(owner, { ...sessionOptions, activityTtlSeconds: 10 }, NEVER_ABORTED)
    clock.advance(9 * SECOND)
    sessions.live(id)!.touch()
    clock.advance(9 * SECOND)
    const task = sessions.run(owner, id, codeTask, NEVER_ABORTED)
    clock.advance(20 * SECOND)
    assert.ok(sessions.live(id))
    running.reject(new Error('The program is over.'))
    await assert.rejects(task, /The program is over/)
    clock.advance(9 * SECOND)
    assert.ok(sessions.live(id))
    clock.advance(SECOND)
    assert.equal(sessions.live(id), undefined)
    await untilEnded(owner.teamId)
    await assert.rejects(
      sessions.run(owner, id, codeTask, NEVER_ABORTED),
      isFault('GONE', /not used for 10 seconds/),
    )
  })

  it('ends with its browser, and so does what runs in it', async () => {
    await using process = await startSessions(database.db, { runCode: () => new Promise(() => {}) })
    const owner = await newOwner()
    const profile = { name: randomUUID(), saveChanges: true }
    const { id } = await process.sessions.open(owner, { ...sessionOptions, profile }, NEVER_ABORTED)
    const task = process.sessions.run(owner, id, codeTask, NEVER_ABORTED)
    process.browsers[0]!.crash()
    await assert.rejects(task, isFault('GONE', /its browser crashed/))
    await untilEnded(owner.teamId)
    await assert.rejects(
      process.sessions.run(owner, id, codeTask, NEVER_ABORTED),
      isFault('GONE', /browser crashed.*could not be saved/),
    )
    assert.deepEqual(await books(owner.teamId), settledState(998, 1))
  })

  it('ends when the process may no longer count on what it holds', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner()
    const { id } = await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
    process.loseLease(new Fault('UNAVAILABLE', 'The lease is lost.'))
    await untilEnded(owner.teamId)
    await assert.rejects(
      process.sessions.run(owner, id, codeTask, NEVER_ABORTED),
      isFault('GONE', /interrupted/),
    )
    assert.deepEqual(await books(owner.teamId), settledState(998, 1))
  })

  it('ends when it was ended elsewhere, billed once', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner()
    const { id } = await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
    await process.table.end(id, { cause: 'restarted', note: undefined, durationMs: 5 })
    process.clock.advance(10 * SECOND)
    await waitUntil(() => process.browsers[0]!.events.includes('closed'))
    assert.deepEqual(await process.sessions.stop(owner.teamId, id), { durationMs: 5, creditsBilled: 2 })
    await waitUntil(async () => (await books(owner.teamId)).slots === 0)
    assert.deepEqual(await books(owner.teamId), settledState(998, 1))
  })

  it('ends with the service, which opens no more then', async () => {
    const process = await startSessions(database.db)
    const owner = await newOwner()
    const { id } = await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
    await process.sessions[Symbol.asyncDispose]()
    await assert.rejects(process.sessions.open(owner, sessionOptions, NEVER_ABORTED), isFault('UNAVAILABLE'))
    await assert.rejects(
      process.sessions.run(owner, id, codeTask, NEVER_ABORTED),
      isFault('GONE', /restarted/),
    )
    await process[Symbol.asyncDispose]()
    assert.deepEqual(await books(owner.teamId), settledState(998, 1))
  })

  it('does one task after the other, and whoever waits too long is told so', async () => {
    const tasks: { code: string; timeoutMs: number; done: () => void }[] = []
    await using process = await startSessions(database.db, {
      async runCode({ code, timeoutMs }) {
        await new Promise<void>((done) => tasks.push({ code, timeoutMs, done }))
        return { stdout: code, stderr: '', result: code, exitCode: 0, killed: false, truncated: false }
      },
    })
    const owner = await newOwner()
    const { id } = await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
    const run = (code: string, timeoutMs: number) =>
      process.sessions.run(owner, id, { ...codeTask, code, timeoutMs }, NEVER_ABORTED)
    const first = run('first', 30_000)
    await waitUntil(() => tasks.length === 1)
    const hasty = run('hasty', 5_000)
    const second = run('second', 20_000)
    process.clock.advance(5 * SECOND)
    await assert.rejects(hasty, isFault('REQUEST_TIMEOUT', /5 seconds/))
    assert.deepEqual(
      tasks.map(({ code }) => code),
      ['first'],
    )
    tasks[0]!.done()
    await first
    await waitUntil(() => tasks.length === 2)
    assert.deepEqual([tasks[1]!.code, tasks[1]!.timeoutMs], ['second', 15_000])
    tasks[1]!.done()
    await second
  })
})

describe('the credits of a session', () => {
  it('are those of prompts from the first prompt on, for all minutes', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner()
    const { id } = await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
    process.clock.advance(MINUTE)
    await waitUntil(async () => (await heldFor(owner.teamId)) === 4)
    process.clock.advance(SECOND)
    assert.equal((await process.sessions.run(owner, id, promptTask, NEVER_ABORTED)).kind, 'prompt')
    assert.equal(await heldFor(owner.teamId), 14)
    process.clock.advance(MINUTE)
    await waitUntil(async () => (await heldFor(owner.teamId)) === 21)
    assert.equal((await process.sessions.stop(owner.teamId, id)).creditsBilled, 21)
    assert.deepEqual(await books(owner.teamId), settledState(979, 1))
  })

  it('that do not last for a prompt refuse it, and code goes on', async () => {
    let prompts = 0
    await using process = await startSessions(database.db, {
      async runPrompt() {
        prompts += 1
        return { done: true, output: '', actions: [] }
      },
    })
    const owner = await newOwner(6)
    const { id } = await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
    await assert.rejects(
      process.sessions.run(owner, id, promptTask, NEVER_ABORTED),
      isFault('PAYMENT_REQUIRED', /needs 5, the team has 4/),
    )
    assert.equal(prompts, 0)
    await process.sessions.run(owner, id, codeTask, NEVER_ABORTED)
    assert.equal((await process.sessions.stop(owner.teamId, id)).creditsBilled, 2)
    assert.deepEqual(await books(owner.teamId), settledState(4, 1))
  })

  it('that do not last for another minute end it, and are never overdrawn', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner(5)
    const { id } = await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
    process.clock.advance(MINUTE)
    await waitUntil(async () => (await heldFor(owner.teamId)) === 4)
    process.clock.advance(MINUTE)
    await untilEnded(owner.teamId)
    await assert.rejects(
      process.sessions.run(owner, id, codeTask, NEVER_ABORTED),
      isFault('GONE', /no credits left/),
    )
    assert.deepEqual(await books(owner.teamId), settledState(1, 1))
  })

  it('must be there before it opens: 2, and 7 where it opens for a prompt', async () => {
    await using process = await startSessions(database.db)
    const poor = await newOwner(1)
    await assert.rejects(
      process.sessions.open(poor, sessionOptions, NEVER_ABORTED),
      isFault('PAYMENT_REQUIRED', /needs 2, the team has 1/),
    )
    const owner = await newOwner(6)
    await assert.rejects(
      process.sessions.open(owner, { ...sessionOptions, withPrompt: true }, NEVER_ABORTED),
      isFault('PAYMENT_REQUIRED', /needs 7, the team has 6/),
    )
    assert.equal(process.browsers.length, 0)
    assert.deepEqual(await books(owner.teamId), settledState(6, 0))
    const rich = await newOwner(7)
    const { id } = await process.sessions.open(rich, { ...sessionOptions, withPrompt: true }, NEVER_ABORTED)
    await process.sessions.run(rich, id, promptTask, NEVER_ABORTED)
    assert.equal((await process.sessions.stop(rich.teamId, id)).creditsBilled, 7)
  })
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { Fault } from '../../src/fault.ts'
import type { Job } from '../../src/jobs/jobs.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { jobsIn, reasonOf, untilAborted } from '../support/jobs.ts'
import type { Note } from '../support/jobs.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
let here: ReturnType<typeof jobsIn>
before(async () => {
  database = await testDatabase()
  here = jobsIn(database)
})
after(() => database[Symbol.asyncDispose]())

describe('failing', () => {
  it('is retried after a delay, then ends as a dead letter that can be retried by hand', async () => {
    await using jobs = await here.openProcess()
    const kind = await here.newKind(jobs, { retry: { limit: 1, delaySeconds: 1, maxDelaySeconds: 1 } })
    const starts: { attempt: number; at: number }[] = []
    let broken = true
    jobs.work(kind, async ({ attempt }) => {
      starts.push({ attempt, at: performance.now() })
      if (broken) throw new Error('broken \0 \ud800', { cause: new Error('inside') })
    })
    const id = await jobs.enqueue(kind, { text: 'stubborn' })
    await waitUntil(async () => (await here.countsOf(kind)).deadLetters === 1)
    assert.deepEqual(
      starts.map(({ attempt }) => attempt),
      [1, 2],
    )
    assert.ok(starts[1]!.at - starts[0]!.at >= 500, 'waits at least half of the delay')

    const { items } = await here.list.deadLetters({ limit: 10, kind: kind.name })
    const { createdAt: _, failedAt: __, ...letter } = items[0]!
    assert.deepEqual(letter, {
      id: items[0]!.id,
      jobId: id,
      kind: kind.name,
      attempts: 2,
      error: 'broken  \ufffd',
    })

    broken = false
    await jobs.retryDeadLetter(letter.id)
    await waitUntil(() => starts.length === 3)
    assert.equal(starts[2]!.attempt, 1)
    assert.equal((await here.countsOf(kind)).deadLetters, 0)
    await assert.rejects(jobs.retryDeadLetter(letter.id), { code: 'NOT_FOUND' })
    await assert.rejects(jobs.retryDeadLetter('no-id'), { code: 'NOT_FOUND' })
  })

  it('is not retried when it cannot succeed', async () => {
    await using jobs = await here.openProcess()
    const kind = await here.newKind(jobs)
    const attempts: number[] = []
    jobs.work(kind, async ({ attempt }) => {
      attempts.push(attempt)
      throw new Fault('PAYMENT_REQUIRED', 'No credits are left.')
    })
    await jobs.enqueue(kind, { text: '' })
    await waitUntil(async () => (await here.countsOf(kind)).deadLetters === 1)
    assert.deepEqual(attempts, [1])
    assert.deepEqual(await here.countsOf(kind), { queued: 0, active: 0, failed: 1, deadLetters: 1 })
    const { items } = await here.list.page({ limit: 1, kind: kind.name })
    assert.deepEqual(
      [items[0]?.state, items[0]?.error, items[0]?.attempts],
      ['failed', 'No credits are left.', 1],
    )
  })

  it('keeps an unreadable job as a dead letter', async () => {
    await using jobs = await here.openProcess()
    const kind = await here.newKind(jobs, {
      parse: () => {
        throw new Error('another release')
      },
    })
    let ran = false
    jobs.work(kind, async () => void (ran = true))
    await jobs.enqueue(kind, { text: '' })
    await waitUntil(async () => (await here.countsOf(kind)).deadLetters === 1)
    assert.equal(ran, false)
  })

  it('does not retry a dead letter while an equal job is unfinished', async () => {
    await using jobs = await here.openProcess()
    const kind = await here.newKind(jobs, { unique: true })
    jobs.work(kind, ({ data, ...job }) => {
      if (data.text === 'fails') throw new Fault('FORBIDDEN', 'No.')
      return untilAborted({ data, ...job })
    })
    await jobs.enqueue(kind, { text: 'fails' })
    await waitUntil(async () => (await here.countsOf(kind)).deadLetters === 1)
    const running = await jobs.enqueue(kind, { text: 'runs' })
    const { items } = await here.list.deadLetters({ limit: 1, kind: kind.name })
    await assert.rejects(jobs.retryDeadLetter(items[0]!.id), { code: 'CONFLICT' })
    assert.equal((await here.countsOf(kind)).deadLetters, 1)
    await jobs.cancel(kind, running!)
    await jobs.retryDeadLetter(items[0]!.id)
  })

  it('aborts the signal of a run that takes too long and retries it', async () => {
    await using jobs = await here.openProcess()
    const kind = await here.newKind(jobs, {
      timeoutSeconds: 1,
      retry: { limit: 1, delaySeconds: 0, maxDelaySeconds: 0 },
    })
    const ran: Job<Note>[] = []
    jobs.work(kind, async (job) => {
      ran.push(job)
      if (job.attempt === 1) await untilAborted(job)
    })
    await jobs.enqueue(kind, { text: '' })
    await waitUntil(() => ran.length === 2)
    assert.equal(reasonOf(ran[0]), 'timeout')
  })

  it('writes one line per attempt, with the cause', async () => {
    const lines: Record<string, unknown>[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
    await using jobs = await here.openProcess(true, pino({ level: 'info' }, stream))
    const kind = await here.newKind(jobs, { retry: { limit: 1, delaySeconds: 0, maxDelaySeconds: 0 } })
    jobs.work(kind, async ({ attempt }) => {
      if (attempt === 1) throw new Error('outside', { cause: new Error('inside') })
    })
    const id = await jobs.enqueue(kind, { text: '' })
    const own = () => lines.filter((line) => line['id'] === id)
    await waitUntil(() => own().length >= 2)
    // The next attempt may be over before the log line of the first is written.
    const [failed, done, ...more] = own().toSorted((a, b) => Number(a['attempt']) - Number(b['attempt']))
    assert.deepEqual([failed?.['kind'], failed?.['attempt'], failed?.['outcome']], [kind.name, 1, 'retried'])
    assert.match(JSON.stringify(failed?.['err']), /outside.*inside/)
    assert.equal(typeof failed?.['ms'], 'number')
    assert.deepEqual([done?.['attempt'], done?.['outcome'], done?.['err']], [2, 'completed', undefined])
    assert.deepEqual(more, [])
  })
})

describe('stopping', () => {
  it('lets a run finish within the grace period', async () => {
    const jobs = await here.openProcess()
    const kind = await here.newKind(jobs)
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    jobs.work(kind, async () => {
      started.resolve()
      await finish.promise
    })
    await jobs.enqueue(kind, { text: '' })
    await started.promise
    const stopped = jobs.stop({ graceMs: 60_000 })
    finish.resolve()
    await stopped
    assert.equal(await here.stateOf(kind), 'completed')
  })

  it('returns unfinished jobs to the queue without counting an attempt', async () => {
    const leaving = await here.openProcess()
    const kind = await here.newKind(leaving, { retry: { limit: 1, delaySeconds: 60, maxDelaySeconds: 60 } })
    const held: Job<Note>[] = []
    leaving.work(kind, (job) => {
      held.push(job)
      return job.data.text === 'heeds' ? untilAborted(job) : new Promise(() => {})
    })
    await leaving.enqueue(kind, { text: 'heeds' })
    await leaving.enqueue(kind, { text: 'ignores' })
    await waitUntil(() => held.length === 2)
    await using staying = await here.openProcess()
    const taken: string[] = []
    staying.work(kind, async ({ data }) => {
      taken.push(data.text)
      // The only failure of this job, after which one attempt is left.
      if (data.text === 'heeds') throw new Fault('UNAVAILABLE', 'Not yet.')
    })
    await leaving.stop({ graceMs: 0 })
    assert.deepEqual(held.map(reasonOf), ['shutdown', 'shutdown'])
    await waitUntil(() => taken.length === 2)
    assert.deepEqual(taken.sort(), ['heeds', 'ignores'])
    await waitUntil(async () => (await here.countsOf(kind)).active === 0)
    assert.deepEqual(await here.countsOf(kind), { queued: 1, active: 0, failed: 0, deadLetters: 0 })
  })

  it('stops once, however often it is requested', async () => {
    const jobs = await here.openProcess()
    await Promise.all([jobs.stop(), jobs.stop()])
    await jobs.stop()
  })
})

describe('several processes', () => {
  it('share the jobs, each up to its own concurrency', async () => {
    await using one = await here.openProcess()
    await using two = await here.openProcess()
    const kind = await here.newKind(one, { concurrency: 3 })
    const finish = Promise.withResolvers<void>()
    const ran: { by: string; id: string }[] = []
    const runAt =
      (by: string) =>
      async ({ id }: Job<Note>) => {
        ran.push({ by, id })
        await finish.promise
      }
    one.work(kind, runAt('one'))
    two.work(kind, runAt('two'))
    for (let job = 0; job < 20; job++) await one.enqueue(kind, { text: '' })
    await waitUntil(() => ran.length === 6)
    assert.deepEqual(await here.countsOf(kind), { queued: 14, active: 6, failed: 0, deadLetters: 0 })
    assert.deepEqual(ran.map(({ by }) => by).sort(), ['one', 'one', 'one', 'two', 'two', 'two'])
    finish.resolve()
    await waitUntil(async () => {
      const { queued, active } = await here.countsOf(kind)
      return queued + active === 0
    })
    assert.equal(ran.length, 20)
    assert.equal(new Set(ran.map(({ id }) => id)).size, 20)
  })

  it('run the jobs of a killed one again', { timeout: 60_000 }, async (t) => {
    await using api = await here.openProcess(false)
    const kind = await here.newKind(api)
    const child = spawn(
      process.execPath,
      [`${import.meta.dirname}/../support/job-process.ts`, database.url, kind.name],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    t.after(() => child.kill('SIGKILL'))
    await api.enqueue(kind, { text: 'survives' })
    await once(child.stdout, 'data')
    await using worker = await here.openProcess()
    const taken = Promise.withResolvers<Job<Note>>()
    worker.work(kind, async (job) => taken.resolve(job))
    child.kill('SIGKILL')
    const killedAt = performance.now()
    const job = await taken.promise
    t.diagnostic(`run again after ${((performance.now() - killedAt) / 1000).toFixed(1)} s`)
    assert.deepEqual([job.attempt, job.data], [2, { text: 'survives' }])
    await waitUntil(async () => (await here.stateOf(kind)) === 'completed')
  })
})

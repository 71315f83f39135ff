import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { jobKind } from '../../src/jobs/jobs.ts'
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

describe('starting', () => {
  it('comes up in several processes at once on an empty database', async () => {
    await using empty = await testDatabase()
    const { openProcess } = jobsIn(empty)
    const roles = [true, true, false, false]
    const processes = await Promise.all(roles.map((runsWork) => openProcess(runsWork)))
    const kind = jobKind({ name: 'first', parse: () => ({}) })
    await Promise.all(processes.map((jobs) => jobs.define(kind)))
    let ran = 0
    for (const jobs of processes) jobs.work(kind, async () => void ran++)
    await Promise.all(processes.map((jobs) => jobs.enqueue(kind, {})))
    await waitUntil(() => ran === 4)
    await Promise.all(processes.map((jobs) => jobs.stop()))
  })

  it('takes over changed settings of a kind and rejects another uniqueness', async () => {
    await using jobs = await here.openProcess()
    const kind = await here.newKind(jobs)
    await jobs.define({ ...kind, timeoutSeconds: 77 })
    const [queue] = await database.db.rows(`select expire_seconds from pgboss.queue where name = $1`, [
      kind.name,
    ])
    assert.deepEqual(queue, { expire_seconds: 92 })
    await assert.rejects(jobs.define({ ...kind, unique: true }), /cannot be changed/)
  })
})

describe('enqueueing', () => {
  it('creates a job with the commit of the caller', async () => {
    await using api = await here.openProcess(false)
    await using worker = await here.openProcess()
    const kind = await here.newKind(api)
    const ran: Job<Note>[] = []
    worker.work(kind, async (job) => void ran.push(job))
    const id = await database.db.transaction(async (tx) => {
      const enqueued = await api.enqueue(kind, { text: 'kept' }, { tx })
      assert.equal((await here.countsOf(kind)).queued, 0)
      return enqueued
    })
    await waitUntil(() => ran.length === 1)
    assert.deepEqual([ran[0]?.id, ran[0]?.data, ran[0]?.attempt], [id, { text: 'kept' }, 1])
    await waitUntil(async () => (await here.stateOf(kind)) === 'completed')
  })

  it('leaves nothing when the caller rolls back', async () => {
    await using api = await here.openProcess(false)
    const kind = await here.newKind(api)
    const rolledBack = database.db.transaction(async (tx) => {
      await api.enqueue(kind, { text: 'gone' }, { tx })
      throw new Error('no')
    })
    await assert.rejects(rolledBack, /no/)
    assert.deepEqual((await here.list.page({ limit: 10, kind: kind.name })).items, [])
  })

  it('starts more important jobs first and none before its time', async () => {
    await using jobs = await here.openProcess()
    const kind = await here.newKind(jobs, { concurrency: 1 })
    await jobs.enqueue(kind, { text: 'later' }, { startAfter: new Date(Date.now() + 3_600_000) })
    await jobs.enqueue(kind, { text: 'second' })
    await jobs.enqueue(kind, { text: 'first' }, { priority: 5 })
    const ran: string[] = []
    jobs.work(kind, async ({ data }) => void ran.push(data.text))
    await waitUntil(() => ran.length === 2)
    assert.deepEqual(ran, ['first', 'second'])
    assert.equal((await here.countsOf(kind)).queued, 1)
  })

  it('keeps one unfinished job per key of a unique kind', async () => {
    await using jobs = await here.openProcess()
    const kind = await here.newKind(jobs, { unique: true })
    const first = await jobs.enqueue(kind, { text: 'a' }, { singletonKey: 'a' })
    assert.ok(first)
    assert.equal(await jobs.enqueue(kind, { text: 'a again' }, { singletonKey: 'a' }), undefined)
    assert.ok(await jobs.enqueue(kind, { text: 'b' }, { singletonKey: 'b' }))
    assert.equal(await jobs.cancel(kind, first), true)
    assert.ok(await jobs.enqueue(kind, { text: 'a at last' }, { singletonKey: 'a' }))
  })
})

describe('cancelling', () => {
  it('aborts the signal of a running job in another process', async () => {
    await using api = await here.openProcess(false)
    await using worker = await here.openProcess()
    const kind = await here.newKind(api)
    let running: Job<Note> | undefined
    worker.work(kind, (job) => untilAborted((running = job)))
    const id = await api.enqueue(kind, { text: '' })
    await waitUntil(() => running !== undefined)
    assert.equal(await api.cancel(kind, id!), true)
    await waitUntil(() => running!.signal.aborted, 5_000)
    assert.equal(reasonOf(running), 'cancelled')
    assert.equal(await here.stateOf(kind), 'cancelled')
    assert.equal(await api.cancel(kind, id!), false)
  })

  it('keeps a waiting job from ever starting', async () => {
    await using jobs = await here.openProcess()
    const kind = await here.newKind(jobs)
    const id = await jobs.enqueue(kind, { text: 'cancelled' })
    await jobs.enqueue(kind, { text: 'run' })
    await database.db.transaction((tx) => jobs.cancel(kind, id!, { tx }))
    const ran: string[] = []
    jobs.work(kind, async ({ data }) => void ran.push(data.text))
    await waitUntil(async () => (await here.countsOf(kind)).queued === 0 && ran.length > 0)
    assert.deepEqual(ran, ['run'])
  })

  it('finds nothing for an unknown id', async () => {
    await using jobs = await here.openProcess(false)
    const kind = await here.newKind(jobs)
    assert.equal(await jobs.cancel(kind, "'; drop table"), false)
    assert.equal(await jobs.cancel(kind, randomUUID()), false)
  })
})

describe('scheduling', () => {
  it('registers, replaces and removes a schedule', async () => {
    await using jobs = await here.openProcess(false)
    const kind = await here.newKind(jobs)
    const schedules = () =>
      database.db.rows(
        `select cron, timezone, data, options->>'singletonKey' as key from pgboss.schedule where name = $1 order by schedule.key`,
        [kind.name],
      )
    await jobs.schedule(kind, '0 3 * * *', { data: { text: 'nightly' } })
    await jobs.schedule(kind, '*/5 * * * *', { data: { text: 'often' }, key: 'b', timezone: 'Europe/Vienna' })
    await jobs.schedule(kind, '0 4 * * *', { data: { text: 'nightly' } })
    const often = { key: 'b', cron: '*/5 * * * *', timezone: 'Europe/Vienna', data: { text: 'often' } }
    assert.deepEqual(await schedules(), [
      { key: null, cron: '0 4 * * *', timezone: 'UTC', data: { text: 'nightly' } },
      often,
    ])
    await jobs.unschedule(kind)
    assert.deepEqual(await schedules(), [often])
  })

  it('names an invalid schedule or time zone', async () => {
    await using jobs = await here.openProcess(false)
    const kind = await here.newKind(jobs)
    const data = { text: '' }
    await assert.rejects(jobs.schedule(kind, 'now and then', { data }), { code: 'BAD_REQUEST' })
    await assert.rejects(jobs.schedule(kind, '0 3 * * *', { data, timezone: 'Mars/Base' }), {
      code: 'BAD_REQUEST',
    })
  })
})

describe('the job list', () => {
  it('pages through the jobs, newest first', async () => {
    await using jobs = await here.openProcess(false)
    const kind = await here.newKind(jobs)
    const ids: (string | undefined)[] = []
    for (let job = 0; job < 5; job++) ids.unshift(await jobs.enqueue(kind, { text: '' }))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await here.list.page({ limit: 2, kind: kind.name, state: 'queued', cursor })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    assert.deepEqual(seen, ids)
    assert.deepEqual((await here.list.page({ limit: 2, kind: kind.name, state: 'active' })).items, [])
    const { id: _, createdAt, ...record } = (await here.list.page({ limit: 1, kind: kind.name })).items[0]!
    assert.ok(createdAt instanceof Date)
    assert.deepEqual(record, {
      kind: kind.name,
      state: 'queued',
      attempts: 0,
      startedAt: null,
      completedAt: null,
      error: null,
    })
    await assert.rejects(here.list.page({ limit: 1, cursor: 'made up' }), { code: 'BAD_REQUEST' })
  })
})

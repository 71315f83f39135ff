import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Pool } from 'pg'
import { createLog } from '../../src/log.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import type { Database } from '../../src/store/database/database.ts'
import { DIFFERING_SETTINGS, openSession } from '../../src/store/database/session.ts'
import { emptyDatabase } from '../support/database.ts'
import { withClient } from '../support/template.ts'
import type { TestDatabase } from '../support/database.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
let db: Database
before(async () => {
  database = await emptyDatabase()
  db = database.db
})
after(() => database[Symbol.asyncDispose]())

/** Cuts connections as an operator, a crash or a failover would. */
const cutConnections = (applicationName: string) =>
  withClient(database.url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1`,
      [applicationName],
    ),
  )

const words = () =>
  db.rows<{ word: string }>(`select word from kept`).then((rows) => rows.map(({ word }) => word))
const say = (channel: string, payload: string) => db.rows(`select pg_notify($1, $2)`, [channel, payload])
const listening = () =>
  db.rows(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'winnow-listen'`,
  )

describe('rows', () => {
  it('returns counts as numbers, dates as written and times as Dates', async () => {
    const [row] = await db.rows(
      `select count(*) as count, -9007199254740991::bigint as least, date '2024-02-29' as day,
              timestamptz '2024-02-29 12:00+00' as moment, 1.50::numeric as price, '{"a": [1]}'::jsonb as json`,
    )
    const expected = {
      count: 1,
      least: Number.MIN_SAFE_INTEGER,
      day: '2024-02-29',
      price: '1.50',
      json: { a: [1] },
    }
    assert.deepEqual(row, { ...expected, moment: new Date('2024-02-29T12:00:00Z') })
  })

  it('returns the result of the last of several statements', async () =>
    assert.deepEqual(await db.rows(`select 1 as one; select 2 as two`), [{ two: 2 }]))
})

describe('prepared', () => {
  it('is planned once per connection', async () => {
    const one = await openDatabase({ connectionString: database.url, max: 1 }, createLog('silent', false))
    for (const value of [1, 2, 3])
      assert.deepEqual(await one.prepared('select $1::int as value', [value]), [{ value }])
    const plans = await one.rows(
      `select name from pg_prepared_statements where statement = 'select $1::int as value'`,
    )
    assert.equal(plans.length, 1)
    await one.close()
  })

  it('continues to work when another process changes the table', async () => {
    await db.rows(`create table changing as select 1 as one`)
    const read = () => db.prepared(`select * from changing`, [])
    assert.deepEqual(await read(), [{ one: 1 }])
    await db.rows(`alter table changing add column two text default 'two'`)
    assert.deepEqual(await read(), [{ one: 1, two: 'two' }])
  })
})

describe('transaction', () => {
  before(() => db.rows(`create table kept (word text)`))

  it('keeps all of it or nothing', async () => {
    const answer = await db.transaction(async (tx) => {
      await tx.rows(`insert into kept values ('kept')`)
      return 'answer'
    })
    assert.equal(answer, 'answer')
    const failing = db.transaction(async (tx) => {
      await tx.prepared(`insert into kept values ($1)`, ['lost'])
      throw new Error('changed my mind')
    })
    await assert.rejects(failing, /changed my mind/)
    assert.deepEqual(await words(), ['kept'])
  })

  it('does not report success when a failed statement in it was ignored', async () => {
    const ignoring = db.transaction(async (tx) => {
      await tx.rows(`insert into kept values ('lost')`)
      await tx.rows(`select no_such_column`).catch(() => undefined)
    })
    await assert.rejects(ignoring, /rolled back/)
    assert.deepEqual(await words(), ['kept'])
  })

  it('fails when its connection is lost, and the next one works', async () => {
    const losing = db.transaction(async (tx) => {
      await tx.rows(`select 1`)
      await cutConnections('winnow')
      await tx.rows(`insert into kept values ('lost')`)
    })
    await assert.rejects(losing)
    assert.deepEqual(await db.transaction(() => words()), ['kept'])
  })
})

describe('listen', () => {
  it('gets messages on its own channel from when it is ready until its disposal', async () => {
    const heard: string[] = []
    const one = await db.listen('Odd "name"', (payload) => heard.push(`one ${payload}`))
    const two = await db.listen('Odd "name"', (payload) => heard.push(`two ${payload}`))
    const other = await db.listen('other', (payload) => heard.push(`other ${payload}`))
    await say('Odd "name"', '1')
    await waitUntil(() => heard.length === 2)
    await one[Symbol.asyncDispose]()
    await say('Odd "name"', '2')
    await waitUntil(() => heard.length === 3)
    await two[Symbol.asyncDispose]()
    await say('Odd "name"', '3')
    await say('other', '4')
    await waitUntil(() => heard.length === 4)
    assert.deepEqual(heard, ['one 1', 'two 1', 'two 2', 'other 4'])
    await other[Symbol.asyncDispose]()
  })

  it('uses one connection for all listeners, and none without them', async () => {
    const listeners = await Promise.all(['a', 'b', 'c'].map((channel) => db.listen(channel, () => {})))
    assert.equal((await listening()).length, 1)
    await Promise.all(listeners.map((listener) => listener[Symbol.asyncDispose]()))
    await waitUntil(async () => (await listening()).length === 0)
  })

  it('resumes after its connection was lost, and reports that messages may be missing', async () => {
    const heard: string[] = []
    let missed = 0
    const listener = await db.listen(
      'again',
      (payload) => heard.push(payload),
      () => void missed++,
    )
    for (const round of [1, 2]) {
      await cutConnections('winnow-listen')
      await waitUntil(() => missed === round)
      await say('again', `round ${round}`)
      await waitUntil(() => heard.length === round)
    }
    assert.deepEqual(heard, ['round 1', 'round 2'])
    await listener[Symbol.asyncDispose]()
  })
})

describe('a session', () => {
  const UNWANTED = {
    jit: 'on',
    plan_cache_mode: 'force_custom_plan',
    max_parallel_workers_per_gather: '2',
    search_path: 'elsewhere',
    default_transaction_isolation: 'serializable',
    default_transaction_read_only: 'on',
    statement_timeout: '1h',
    lock_timeout: '1h',
    idle_in_transaction_session_timeout: '1h',
    idle_session_timeout: '1h',
    standard_conforming_strings: 'off',
    DateStyle: 'German',
    IntervalStyle: 'sql_standard',
    TimeZone: 'Asia/Kathmandu',
    bytea_output: 'escape',
    extra_float_digits: '0',
    synchronous_commit: 'off',
  }

  it('has our settings in every pool and outside of them, with any settings of the database', async () => {
    await using other = await emptyDatabase()
    const name = new URL(other.url).pathname.slice(1)
    await withClient(other.url, async (client) => {
      for (const [setting, value] of Object.entries(UNWANTED))
        await client.query(`alter database ${name} set ${setting} = '${value}'`)
    })
    const differing = await withClient(
      other.url,
      async (client) => (await client.query(DIFFERING_SETTINGS)).rows,
    )
    assert.deepEqual(
      differing.map((row: { name: string }) => row.name).toSorted(),
      Object.keys(UNWANTED).toSorted(),
    )

    const ours = await openDatabase({ connectionString: other.url }, createLog('silent', false))
    const theirs = new Pool(ours.connection)
    const alone = await openSession(ours.connection)
    assert.deepEqual(await ours.rows(DIFFERING_SETTINGS), [])
    assert.deepEqual((await theirs.query(DIFFERING_SETTINGS)).rows, [])
    assert.deepEqual((await alone.query(DIFFERING_SETTINGS)).rows, [])
    await Promise.all([ours.close(), theirs.end(), alone.end()])
  })

  it("keeps the operator's synchronous_commit level, unless it is off", async () => {
    await using other = await emptyDatabase()
    await other.db.rows(
      `alter database ${new URL(other.url).pathname.slice(1)} set synchronous_commit = 'local'`,
    )
    const ours = await openDatabase({ connectionString: other.url }, createLog('silent', false))
    assert.deepEqual(await ours.rows(`show synchronous_commit`), [{ synchronous_commit: 'local' }])
    await ours.close()
  })
})

describe('openDatabase', () => {
  it('names DATABASE_URL when the server cannot be reached', () =>
    assert.rejects(
      openDatabase({ connectionString: 'postgres://nobody@localhost:1/none' }, createLog('silent', false)),
      /DATABASE_URL: cannot connect to the database: .*ECONNREFUSED/,
    ))
})

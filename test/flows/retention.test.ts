import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Queryable } from '../../src/store/database/database.ts'
import type { Sql } from '../../src/store/database/sql.ts'
import { deleteExpired, createSweep } from '../../src/store/housekeeping/housekeeping.ts'
import { writeSetting } from '../../src/store/database/settings.ts'
import { TEAM_ACCOUNT_TABLES, TEAM_CONTENT_TABLES } from '../../src/store/team-data/team-tables.ts'
import { parseColumns } from '../../src/store/team-data/team-data.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

/** Tables that no clean-up touches, and why. A new table must be listed here or in the clean-up. */
const NOT_TIDIED: Record<string, string> = {
  schema_migrations: 'what the database is',
  settings: 'of the installation',
  organizations: 'stay until they are removed',
  partners: 'stay until they are removed',
  teams: 'stay until they are removed',
  users: 'go with their last team',
  memberships: 'go with their team',
  api_keys: 'stay until they are removed',
  balances: 'go with their team',
  profiles: 'stay until they are removed',
  search_languages: 'codes of languages; go with their team',
  audit_events: 'what was changed stays on record',
  credit_entries: 'accounting',
  holds: 'released by their process, or when it is gone',
  processes: 'removed by another process when their lease has run out',
  job_keys: 'forgotten by a function of the database, which the clean-up calls',
  siem_events: 'bounded by who delivers them',
}

/** Tables without team data, and why. A new table must be listed here or in the team tables. */
const OF_NO_TEAM: Record<string, string> = {
  schema_migrations: 'what the database is',
  settings: 'of the installation',
  organizations: 'of the operator',
  partners: 'of the operator',
  processes: 'of the installation',
  flights: 'hashes of what is fetched at the moment',
  keyless_days: 'of callers without a key, for a day',
  keyless_holds: 'of callers without a key, for a day',
  oauth_clients: 'programs, which are of no team',
  oauth_windows: 'hashes of who did what how often within the hour',
}

async function allTables(): Promise<string[]> {
  const rows = await database.db.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('every table', () => {
  it('is in the clean-up, or has a reason to stay', async () => {
    const tidied = new Set<string>()
    const watched: Queryable = {
      prepared: (statement, values) => database.db.prepared(statement, values),
      rows(statement, values) {
        for (const [, table] of String(statement).matchAll(/delete from (\w+)/g)) tidied.add(table!)
        return database.db.rows(statement, values)
      },
    }
    await deleteExpired(watched)
    const cascading = await database.db.rows<{ child: string; parent: string }>(
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
       where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace`,
    )
    const goes = (table: string) =>
      tidied.has(table) || cascading.some(({ child, parent }) => child === table && tidied.has(parent))
    const tables = await allTables()
    assert.deepEqual(
      tables.filter((table) => !goes(table)),
      Object.keys(NOT_TIDIED).toSorted(),
    )
  })

  it('is exported and erased with its team, or contains no team data', async () => {
    const held = [...TEAM_ACCOUNT_TABLES, ...TEAM_CONTENT_TABLES].map(({ table }) => table)
    assert.deepEqual(await allTables(), [...held, ...Object.keys(OF_NO_TEAM)].toSorted())
  })

  it('with a team id is a team table', async () => {
    const rows = await database.db.rows<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
       where table_schema = 'public' and column_name in ('team_id', 'scope', 'job_id', 'crawl_id', 'task_id', 'url')`,
    )
    assert.ok(rows.length > 20)
    for (const { name } of rows) assert.equal(OF_NO_TEAM[name], undefined, name)
  })

  it('exports each of its columns, or has a reason to leave it out', async () => {
    for (const holding of [...TEAM_ACCOUNT_TABLES, ...TEAM_CONTENT_TABLES]) {
      if (typeof holding.kind !== 'string') continue
      const rows = await database.db.rows<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1
         and column_name not in ('team_id', 'scope') order by 1`,
        [holding.table],
      )
      const named = [
        ...parseColumns(holding).map(({ name }) => name),
        ...Object.values(holding.omittedColumns ?? {}).flatMap((columns) => columns.split(' ')),
      ]
      assert.deepEqual(
        rows.map(({ name }) => name),
        named.toSorted(),
        holding.table,
      )
    }
  })

  it('exports no secret', () => {
    const shown = [...TEAM_ACCOUNT_TABLES, ...TEAM_CONTENT_TABLES].flatMap((holding) => parseColumns(holding))
    for (const { name } of shown) assert.doesNotMatch(name, /hash|secret|sealed/)
    assert.ok(
      !parseColumns(TEAM_CONTENT_TABLES.find(({ table }) => table === 'profiles')!).some(
        (c) => c.name === 'state',
      ),
    )
  })
})

describe('the clean-up', () => {
  it('removes twenty thousand rows in batches, each in its own transaction', async () => {
    const team = randomUUID()
    await database.db.rows(
      `insert into scrapes (id, team_id, request, document, size, expires_at)
       select gen_random_uuid(), $1, '{}', '{}', 4, now() - interval '1 minute' from generate_series(1, 20000)`,
      [team],
    )
    let portions = 0
    const counting: Queryable = {
      prepared: (statement, values) => database.db.prepared(statement, values),
      rows(statement, values) {
        if (String(statement).includes('delete from scrapes')) portions += 1
        return database.db.rows(statement, values)
      },
    }
    await deleteExpired(counting)
    assert.equal(portions, 21)
    assert.deepEqual(await database.db.rows(`select id from scrapes where team_id = $1`, [team]), [])
  })

  it('stops between two batches at its time limit, and keeps the finished ones', async () => {
    const team = randomUUID()
    await database.db.rows(
      `insert into blobs (id, team_id, content_type, bytes, size, expires_at)
       select gen_random_uuid(), $1, 'image/png', '', 0, now() - interval '1 minute' from generate_series(1, 2500)`,
      [team],
    )
    const time = new AbortController()
    const slow: Queryable = {
      prepared: (statement, values) => database.db.prepared(statement, values),
      async rows<Row>(statement: string | Sql, values?: readonly unknown[]) {
        const rows = await database.db.rows<Row>(statement, values)
        time.abort(new Error('over'))
        return rows
      },
    }
    await assert.rejects(createSweep(slow, time.signal)('blobs', `expires_at < now()`), /over/)
    const [row] = await database.db.rows<{ left: number }>(
      `select count(*) as left from blobs where team_id = $1`,
      [team],
    )
    assert.equal(row!.left, 1500)
    await deleteExpired(database.db)
    assert.deepEqual(await database.db.rows(`select id from blobs where team_id = $1`, [team]), [])
  })

  it('removes a crawl with its pages, marks and documents', async () => {
    const id = randomUUID()
    await database.db.rows(
      `insert into crawls (id, team_id, kind, url, base_url, request, public_url, page_credits, page_limit, state, ended_at,
         expires_at) values ($1, $2, 'crawl', 'u', 'u', '{}', '', 1, 1, 'completed', now(), now())`,
      [id, randomUUID()],
    )
    await database.db.rows(
      `insert into crawl_pages (crawl_id, key, kind, state, url, host, rank, depth)
       select $1, int4send(n), 'page', 'done', 'u', 'h', 1, 1 from generate_series(1, 3000) n`,
      [id],
    )
    await database.db.rows(`insert into crawl_marks (mark, crawl_id, key, url) values ($2, $1, '', 'u')`, [
      id,
      randomUUID(),
    ])
    await database.db.rows(
      `insert into crawl_documents (crawl_id, seq, document, size, url) values ($1, 1, '{}', 2, 'u')`,
      [id],
    )
    await deleteExpired(database.db)
    for (const [table, column] of [
      ['crawls', 'id'],
      ['crawl_pages', 'crawl_id'],
      ['crawl_marks', 'crawl_id'],
      ['crawl_documents', 'crawl_id'],
    ]) {
      assert.deepEqual(await database.db.rows(`select 1 from ${table} where ${column} = $1`, [id]), [], table)
    }
  })
})

describe('the retention time of a result', () => {
  it('matches the expiry that the service reports', async () => {
    const teamId = randomUUID()
    const end = async (hours: number) => {
      await writeSetting(database.db, 'resultHours', hours)
      const id = randomUUID()
      await database.db.rows(
        `insert into crawls (id, team_id, kind, url, base_url, request, public_url, page_credits, page_limit)
         values ($1, $2, 'crawl', 'u', 'u', '{}', '', 1, 1)`,
        [id, teamId],
      )
      await database.db.rows(`select cancel_crawl($1, $2, 'crawl')`, [id, teamId])
      return id
    }
    const [short, long] = [await end(2), await end(72)]
    const rows = await database.db.rows<{ id: string; hours: number }>(
      `select id, (extract(epoch from expires_at - ended_at) / 3600)::int as hours from crawls where team_id = $1`,
      [teamId],
    )
    assert.deepEqual(
      new Map(rows.map(({ id, hours }) => [id, hours])),
      new Map([
        [short, 2],
        [long, 72],
      ]),
    )
  })
})

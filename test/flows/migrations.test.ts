import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { createLog } from '../../src/log.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import type { Database } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { migrate, readMigrations, schemaVersion, toMigration } from '../../src/store/schema/migrate.ts'
import { emptyDatabase } from '../support/database.ts'

const STEPS = [
  toMigration(1, 'create table steps (version integer); insert into steps values (1);'),
  toMigration(
    2,
    'alter table steps add column done_at timestamptz default now(); insert into steps values (2);',
  ),
  toMigration(
    3,
    `create function answer() returns integer language plpgsql as $$ begin return 42; end $$;
    insert into steps values (3);`,
  ),
]

async function newDatabase(test: TestContext): Promise<{ db: Database; url: string }> {
  const database = await emptyDatabase()
  test.after(() => database[Symbol.asyncDispose]())
  return database
}

const stepsOf = (db: Database) =>
  db
    .rows<{ version: number }>('select version from steps order by version')
    .then((rows) => rows.map((row) => row.version))

describe('migrate', () => {
  it('migrates an empty database to the version of this program', async (test) => {
    const { db } = await newDatabase(test)
    assert.equal(await migrate(db), schemaVersion(readMigrations()))
    assert.equal(await migrate(db), schemaVersion(readMigrations()))
  })

  it('runs each step once, in order, and records its text', async (test) => {
    const { db } = await newDatabase(test)
    assert.equal(await migrate(db, STEPS.slice(0, 2)), 2)
    assert.equal(await migrate(db, STEPS), 3)
    assert.equal(await migrate(db, STEPS), 3)
    assert.deepEqual(await stepsOf(db), [1, 2, 3])
    const written = await db.rows('select version, sha256 from schema_migrations order by version')
    assert.deepEqual(
      written,
      STEPS.map(({ version, sha256 }) => ({ version, sha256 })),
    )
  })

  it('runs each step once when several processes start together', async (test) => {
    const { url, db } = await newDatabase(test)
    const open = () => openDatabase({ connectionString: url, max: 2 }, createLog('silent', false))
    const databases = await Promise.all([open(), open(), open(), open()])
    const versions = await Promise.all(
      [...databases, ...databases].map((database) => migrate(database, STEPS)),
    )
    assert.deepEqual(
      versions,
      Array.from({ length: 8 }, () => 3),
    )
    await Promise.all(databases.map((database) => database.close()))
    assert.deepEqual(await stepsOf(db), [1, 2, 3])
  })

  it('leaves nothing of a step that fails, names it, and continues from there when it is fixed', async (test) => {
    const { db } = await newDatabase(test)
    const broken = toMigration(2, 'create table half (done boolean); select no_such_function();')
    await assert.rejects(migrate(db, [STEPS[0]!, broken]), /Migration 000002\.sql failed: .*no_such_function/)
    // This one only fails when it is recorded.
    const late = toMigration(
      2,
      'create table half (done boolean); alter table schema_migrations add check (version <> 2)',
    )
    await assert.rejects(migrate(db, [STEPS[0]!, late]), /Migration 000002\.sql failed: .*check constraint/)
    assert.deepEqual(await db.rows(`select to_regclass('half') as half`), [{ half: null }])
    assert.equal(await migrate(db, STEPS), 3)
    assert.deepEqual(await stepsOf(db), [1, 2, 3])
  })

  it('rejects a database that a newer program has used', async (test) => {
    const { db } = await newDatabase(test)
    await migrate(db, STEPS)
    await assert.rejects(
      migrate(db, STEPS.slice(0, 2)),
      /has schema version 3, .* versions up to 2: a newer Winnow/,
    )
    assert.deepEqual(await stepsOf(db), [1, 2, 3])
  })

  it('rejects a database with steps of another text', async (test) => {
    const { db } = await newDatabase(test)
    await migrate(db, STEPS.slice(0, 2))
    const changed = toMigration(2, `${STEPS[1]!.sql} -- harmless?`)
    await assert.rejects(
      migrate(db, [STEPS[0]!, changed, STEPS[2]!]),
      /version 2 .* another text than 000002\.sql/,
    )
    assert.deepEqual(await stepsOf(db), [1, 2])
  })

  it('accepts a database that recorded the first schema before its comments were reworded', async (test) => {
    const { db } = await newDatabase(test)
    await migrate(db)
    await db.rows(
      sql`update schema_migrations set sha256 = ${'3d960329cab46e2ee1eaf28bf0be9e7d79e3cfdf8a4e0aec675deae15eddc4e7'} where version = 28`,
    )
    assert.equal(await migrate(db), schemaVersion(readMigrations()))
    await db.rows(sql`update schema_migrations set sha256 = ${'f'.repeat(64)} where version = 28`)
    await assert.rejects(migrate(db), /version 28 of the database/)
  })

  it('rejects a database with a missing step', async (test) => {
    const { db } = await newDatabase(test)
    await migrate(db, STEPS)
    await db.rows('delete from schema_migrations where version = 2')
    await assert.rejects(migrate(db, STEPS), /version 3 of the database/)
  })
})

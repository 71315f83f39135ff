import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { getConstructionPlans } from 'pg-boss'
import { backup } from '../../src/store/backup/backup.ts'
import type { Database } from '../../src/store/database/database.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { appliedMigrations, migrate } from '../../src/store/schema/migrate.ts'
import { emptyDatabase } from '../support/database.ts'
import { withClient } from '../support/template.ts'

/** A pg_dump of a database with version 27 of the schema and a few rows. */
const DUMP = new URL('fixtures/schema-27.sql', import.meta.url)

async function newDatabase(test: TestContext): Promise<Database> {
  const database = await emptyDatabase()
  test.after(() => database[Symbol.asyncDispose]())
  return database.db
}

async function dumpedDatabase(test: TestContext): Promise<Database> {
  const database = await emptyDatabase()
  test.after(() => database[Symbol.asyncDispose]())
  const dump = await readFile(DUMP, 'utf8')
  // The dump changes settings of its session.
  await withClient(database.url, (client) => client.query(dump))
  return database.db
}

async function freshDatabase(test: TestContext): Promise<Database> {
  const db = await newDatabase(test)
  await migrate(db)
  return db
}

/** The whole schema, one line per part. */
const CATALOG = `
  with ours as (select * from pg_class c where c.relnamespace = 'public'::regnamespace)
  select format('%s %s %s options %s toast %s grants %s rows %s %s', c.relkind, c.relname, c.relpersistence, c.reloptions,
    (select t.reloptions from pg_class t where t.oid = c.reltoastrelid), c.relacl, c.relrowsecurity, c.relreplident) as line
    from ours c
  union all
  select format('column %s.%s %s %s %s default %s identity %s generated %s storage %s compression %s collation %s target %s options %s grants %s',
    c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod),
    a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
    a.attcollation::regcollation, a.attstattarget, a.attoptions, a.attacl)
    from ours c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  union all
  select format('constraint %s.%s %s %s', r.conrelid::regclass, r.conname, pg_get_constraintdef(r.oid), r.convalidated)
    from pg_constraint r where r.connamespace = 'public'::regnamespace
  union all
  select format('index %s %s', pg_get_indexdef(i.indexrelid), i.indisvalid)
    from pg_index i join ours c on c.oid = i.indexrelid
  union all
  -- Without comments, which a function keeps from the version that created it.
  select format('%s grants %s', regexp_replace(pg_get_functiondef(p.oid), '[[:space:]]*--.*', '', 'gn'), p.proacl)
    from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all
  select format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join ours c on c.oid = t.tgrelid where not t.tgisinternal
  union all
  select format('sequence %s %s %s %s %s %s', s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqcache)
    from pg_sequence s join ours c on c.oid = s.seqrelid
  union all
  select format('type %s %s', t.typname, t.typtype) from pg_type t where t.typnamespace = 'public'::regnamespace
  union all
  select format('rule %s', pg_get_ruledef(r.oid)) from pg_rewrite r join ours c on c.oid = r.ev_class
  union all
  select format('policy %s', p.polname) from pg_policy p
  union all
  select format('statistics %s', pg_get_statisticsobjdef(s.oid)) from pg_statistic_ext s`

async function catalogOf(db: Database): Promise<string[]> {
  const rows = await db.rows<{ line: string }>(CATALOG)
  return rows.map(({ line }) => line).toSorted()
}

/** The rows of all tables except the migration record, as text. */
async function contentOf(db: Database): Promise<Record<string, string[]>> {
  const tables = await db.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname <> 'schema_migrations' order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await db.rows<{ row: string }>(`select t::text as row from ${name} t order by 1`)
    if (rows.length > 0) content[name] = rows.map(({ row }) => row)
  }
  return content
}

describe('a database of version 27', () => {
  it('gets the same schema as a new one and keeps its rows', async (test) => {
    const db = await dumpedDatabase(test)
    const before = await contentOf(db)
    assert.equal(Object.keys(before).length, 10)
    const version = await migrate(db)
    assert.deepEqual(await contentOf(db), before)
    const fresh = await freshDatabase(test)
    assert.deepEqual(await catalogOf(db), await catalogOf(fresh))
    assert.deepEqual(await appliedMigrations(db), await appliedMigrations(fresh))
    assert.equal(await migrate(db), version)
  })

  it('is compared part by part', async (test) => {
    const db = await freshDatabase(test)
    const catalog = await catalogOf(db)
    const changes = [
      'alter table slots set logged',
      'alter table crawls set (fillfactor = 61)',
      'alter table scrapes alter column document set storage extended',
      'alter table scrapes alter column size set default 1',
      'alter table scrapes alter column size drop not null',
      'alter table scrapes add check (size >= 0)',
      'drop index scrapes_by_age',
      'grant select on scrapes to public',
      'alter table crawls disable trigger refuse_closed_team',
      `create or replace function result_lifetime() returns interval language plpgsql stable as $$
       begin return interval '1 day'; end $$`,
      'alter function slow_crawl(uuid, int) set enable_seqscan = off',
    ]
    for (const change of changes) {
      await assert.rejects(
        db.transaction(async (tx) => {
          await tx.rows(change)
          const rows = await tx.rows<{ line: string }>(CATALOG)
          assert.notDeepEqual(rows.map(({ line }) => line).toSorted(), catalog, change)
          throw new Error('undone')
        }),
        /undone/,
      )
    }
  })

  it('can be restored from its backup', async (test) => {
    const old = await dumpedDatabase(test)
    const before = await contentOf(old)
    const folder = await mkdtemp(join(tmpdir(), 'winnow-upgrade-'))
    test.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'old.backup')
    assert.equal((await backup(old, file)).schemaVersion, 27)
    const db = await newDatabase(test)
    await restore(db, file, getConstructionPlans('pgboss'))
    assert.deepEqual(await contentOf(db), before)
    assert.deepEqual(await appliedMigrations(db), await appliedMigrations(await freshDatabase(test)))
  })
})

describe('a database from before the first release', () => {
  const cases = [
    { name: 'an older version', change: 'delete from schema_migrations where version > 12', version: 12 },
    {
      name: 'another text',
      change: `update schema_migrations set sha256 = 'x' where version = 3`,
      version: 27,
    },
    { name: 'a missing step', change: 'delete from schema_migrations where version = 3', version: 27 },
  ]
  for (const { name, change, version } of cases) {
    it(`is rejected and not changed: ${name}`, async (test) => {
      const db = await dumpedDatabase(test)
      await db.rows(change)
      const before = [await contentOf(db), await appliedMigrations(db)]
      await assert.rejects(migrate(db), {
        code: 'UNAVAILABLE',
        message: new RegExp(`schema version ${version}, from before the first release.* use an empty one`),
      })
      assert.deepEqual([await contentOf(db), await appliedMigrations(db)], before)
    })
  }
})

import { stat } from 'node:fs/promises'
import { escapeIdentifier } from 'pg'
import type { PoolClient } from 'pg'
import { to } from 'pg-copy-streams'
import { Fault } from '../../fault.ts'
import { queryable } from '../database/database.ts'
import type { Database, Queryable } from '../database/database.ts'
import { appliedMigrations, schemaVersion } from '../schema/migrate.ts'
import { FORMAT, writeArchive } from './archive.ts'
import type { ArchivedTable, ArchiveHeader, Frame } from './archive.ts'
import { raw, sql } from '../database/sql.ts'

export const QUEUE_SCHEMA = 'pgboss'

/**
 * The tables of the job queue that describe pending work. Its statistics and maintenance times start from
 * zero.
 */
const QUEUE_TABLES = new Set(['queue', 'schedule', 'subscription', 'job', 'job_dependency'])

/**
 * Without these keys, data encrypted with them is lost after a restore: a backup must not outlive the
 * deletion of a key.
 */
const JOB_KEYS_TABLE = 'job_keys'

/** Writes one snapshot of our tables and the queued jobs into a new file. Unlogged tables are left out. */
export async function backup(database: Database, file: string) {
  const client = await database.connect()
  let isComplete = false
  try {
    const header = await beginSnapshot(client)
    await writeArchive(file, frames(client, header))
    await client.query('commit')
    isComplete = true
    const { size } = await stat(file)
    const { createdAt, schemaVersion, tables } = header
    return { file, createdAt, schemaVersion, tables: tables.length, sizeBytes: size }
  } finally {
    client.release(!isComplete)
  }
}

/**
 * A snapshot does not protect from a TRUNCATE or a replaced table, so tables are locked before it is taken.
 */
async function beginSnapshot(client: PoolClient): Promise<ArchiveHeader> {
  const db = queryable(client)
  const locked = (await tablesToBackUp(db)).map(tableName)
  await db.rows('begin isolation level repeatable read, read only')
  if (locked.length > 0) await db.rows(`lock table ${locked.join(', ')} in access share mode`)
  const header = await createHeader(db)
  if (header.schemaVersion === 0)
    throw new Fault('BAD_REQUEST', 'The database is empty: there is nothing to back up.')
  if (header.tables.some((table) => !locked.includes(tableName(table)))) {
    throw new Fault('UNAVAILABLE', 'The schema is being changed. Try again when the migration has ended.')
  }
  return header
}

async function createHeader(db: Queryable): Promise<ArchiveHeader> {
  const migrations = await appliedMigrations(db)
  return {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    schemaVersion: schemaVersion(migrations),
    migrations,
    queueVersion: await queueVersion(db),
    tables: await tablesToBackUp(db),
    sequences: await usedSequences(db),
  }
}

async function tablesToBackUp(db: Queryable): Promise<ArchivedTable[]> {
  const own = await permanentTables(db, 'public')
  const queue = await permanentTables(db, QUEUE_SCHEMA)
  return [
    ...own.filter(({ name }) => name !== 'schema_migrations' && name !== JOB_KEYS_TABLE),
    ...queue.filter(({ name }) => QUEUE_TABLES.has(name)),
  ]
}

async function queueVersion(db: Queryable): Promise<number | null> {
  const [found] = await db.rows<{ known: boolean }>(`select to_regclass($1) is not null as known`, [
    `${QUEUE_SCHEMA}.version`,
  ])
  if (!found!.known) return null
  const [row] = await db.rows<{ version: number }>(`select version from ${QUEUE_SCHEMA}.version`)
  return row?.version ?? null
}

async function* frames(client: PoolClient, header: ArchiveHeader): AsyncGenerator<Frame> {
  yield { kind: 'H', bytes: Buffer.from(JSON.stringify(header)) }
  for (const [index, table] of header.tables.entries()) {
    yield { kind: 'T', bytes: Buffer.from(JSON.stringify(index)) }
    const columns = table.columns.map(escapeIdentifier).join(', ')
    // A partitioned table can only be copied as a query, not by name.
    const rows = client.query(to(`copy (select ${columns} from ${tableName(table)}) to stdout`))
    for await (const bytes of rows) yield { kind: 'D', bytes: bytes as Buffer }
  }
}

export function tableName({ schema, name }: ArchivedTable): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}

const NOT_OF_AN_EXTENSION = `not exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

function permanentTables(db: Queryable, schema: string): Promise<ArchivedTable[]> {
  return db.rows<ArchivedTable>(
    `select $1 as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' and ${NOT_OF_AN_EXTENSION}
     group by c.relname order by c.relname`,
    [schema],
  )
}

export async function allTables(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(`select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and ${NOT_OF_AN_EXTENSION} order by 1`)
  return rows.map(({ name }) => name)
}

export async function existingObjects(db: Queryable, queueSchema: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, to_regnamespace(${queueSchema})) and c.relkind in ('r',
      'p', 'v', 'm', 'S', 'f')
      and ${raw(NOT_OF_AN_EXTENSION)} order by 1`)
  return rows.map(({ name }) => name)
}

interface Sequence {
  name: string
  lastValue: string
}

/** Sequences with at least one value drawn. They may be ahead of a snapshot, never behind it. */
function usedSequences(db: Queryable): Promise<Sequence[]> {
  return db.rows<Sequence>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as "lastValue"
    from pg_sequences where schemaname = 'public' and last_value is not null order by 1`)
}

interface LoadBlocker {
  lift: string
  restore: string
}

/** Foreign keys, which require an order of rows, and triggers, whose results are already in the rows. */
export function loadBlockers(db: Queryable): Promise<LoadBlocker[]> {
  return db.rows<LoadBlocker>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as lift,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname,
             pg_get_constraintdef(oid)) as restore
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
           format('alter table %s enable %s trigger %I', tgrelid::regclass,
             case tgenabled when 'A' then 'always' end, tgname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled in ('O', 'A')
      and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
}

export async function columnTypes(
  db: Queryable,
  { schema, name }: ArchivedTable,
): Promise<Map<string, string>> {
  const rows = await db.rows<{ column: string; type: string }>(sql`
    select a.attname::text as column, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
    where a.attrelid = to_regclass(format('%I.%I', ${schema}::text, ${name}::text)) and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''`)
  return new Map(rows.map(({ column, type }) => [column, type]))
}

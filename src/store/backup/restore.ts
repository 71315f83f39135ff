import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { escapeIdentifier } from 'pg'
import type { PoolClient } from 'pg'
import { from } from 'pg-copy-streams'
import { Fault } from '../../fault.ts'
import { queryable } from '../database/database.ts'
import type { Database, Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import {
  applyMigration,
  checkKnownSteps,
  migrate,
  MIGRATION_LOCK,
  readMigrations,
} from '../schema/migrate.ts'
import { readArchive, readHeader } from './archive.ts'
import type { ArchivedTable, ArchiveHeader, Frame } from './archive.ts'
import { QUEUE_SCHEMA, tableName, allTables, columnTypes, existingObjects, loadBlockers } from './backup.ts'

/**
 * Restores a backup into an empty database in one transaction, and migrates it. Returns its schema version.
 */
export async function restore(
  database: Database,
  file: string,
  queueTables: string,
  migrations = readMigrations(),
): Promise<number> {
  const client = await database.connect()
  let isComplete = false
  try {
    const db = queryable(client)
    await db.rows('begin')
    await db.rows(MIGRATION_LOCK)
    await assertEmpty(db)
    const archive = readArchive(file)
    const header = readHeader(file, (await archive.next()).value as Frame | undefined)
    const { length } = checkKnownSteps(header.migrations, migrations)
    for (const migration of migrations.slice(0, length)) await applyMigration(db, migration)
    if (header.queueVersion !== null) await createQueueTables(db, queueTables)
    await load(client, header, archive)
    await db.rows('commit')
    isComplete = true
  } finally {
    client.release(!isComplete)
  }
  return migrate(database, migrations)
}

async function assertEmpty(db: Queryable): Promise<void> {
  const found = await existingObjects(db, QUEUE_SCHEMA)
  if (found.length === 0) return
  const more = found.length > 1 ? ` and ${found.length - 1} more` : ''
  throw new Fault(
    'CONFLICT',
    `The database is not empty: it contains ${found[0]}${more}. Restore into a new one: set WINNOW_DATA_DIR to a new directory, or DATABASE_URL to an empty database.`,
  )
}

async function createQueueTables(db: Queryable, queueTables: string): Promise<void> {
  const statements = /^\s*BEGIN;(.*)COMMIT;\s*$/is.exec(queueTables)?.[1]
  if (statements === undefined)
    throw new Error('The SQL that creates the tables of the job queue has an unknown form.')
  await db.rows(statements)
  await db.rows('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0')
}

async function load(client: PoolClient, header: ArchiveHeader, archive: AsyncGenerator<Frame>) {
  const db = queryable(client)
  const blockers = await loadBlockers(db)
  for (const { lift } of blockers) await db.rows(lift)
  await emptyTables(db)
  for await (const { table, rows } of tablesOf(header, archive)) {
    if (table.schema === QUEUE_SCHEMA) await loadQueueTable(client, table, rows)
    else await copyIn(client, tableName(table), table.columns, rows)
  }
  for (const { restore: restoreStatement } of blockers) await db.rows(restoreStatement)
  for (const { name, lastValue } of header.sequences)
    await db.rows(sql`select setval(${name}::regclass, ${lastValue}::bigint)`)
  await db.rows(`analyze ${header.tables.map(tableName).join(', ')}`)
}

async function emptyTables(db: Queryable): Promise<void> {
  const tables = (await allTables(db)).filter((name) => name !== 'schema_migrations')
  if (tables.length > 0) await db.rows(`truncate ${tables.join(', ')}`)
}

/** Each table with its rows, which must be read before the next table. */
async function* tablesOf(header: ArchiveHeader, archive: AsyncGenerator<Frame>) {
  let frame = await archive.next()
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      frame = await archive.next()
      if (frame.done || frame.value.kind !== 'D') return
      yield frame.value.bytes
    }
  }
  try {
    while (!frame.done) {
      const index = JSON.parse(frame.value.bytes.toString()) as number
      yield { table: header.tables[index]!, rows: rows() }
    }
  } finally {
    await archive.return(undefined)
  }
}

async function copyIn(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const list = columns.map(escapeIdentifier).join(', ')
  await pipeline(
    Readable.from(rows, { objectMode: false }),
    client.query(from(`copy ${table} (${list}) from stdin`)),
  )
}

/** The installed queue may differ in version from the backup, so only common columns are copied. */
async function loadQueueTable(client: PoolClient, table: ArchivedTable, rows: AsyncIterable<Buffer>) {
  const db = queryable(client)
  const types = await columnTypes(db, table)
  const columns = table.columns.map((column) => `${escapeIdentifier(column)} ${types.get(column) ?? 'text'}`)
  await db.rows(`create temporary table incoming (${columns.join(', ')}) on commit drop`)
  await copyIn(client, 'pg_temp.incoming', table.columns, rows)
  const known = table.columns.filter((column) => types.has(column)).map(escapeIdentifier)
  if (table.name === 'queue') {
    await db.rows(`update pg_temp.incoming set partition = false, table_name = 'job_common' where partition`)
  }
  if (known.length > 0) {
    await db.rows(
      `insert into ${tableName(table)} (${known.join(', ')}) select ${known.join(', ')} from pg_temp.incoming`,
    )
  }
  await db.rows(`drop table pg_temp.incoming`)
}

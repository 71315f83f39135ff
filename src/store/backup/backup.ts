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
import { drawnSequences, keptTables } from './catalog.ts'

export const QUEUE_SCHEMA = 'pgboss'

/** What of the job queue is work to be done; its statistics and the marks of its upkeep start anew. */
const QUEUE_TABLES = new Set(['queue', 'schedule', 'subscription', 'job', 'job_dependency'])

/** Without them, what was encrypted with them is gone for who restores: a backup must not keep what nobody else does. */
const KEYS_OF_JOBS = 'job_keys'

interface BackupReport {
  file: string
  createdAt: string
  schemaVersion: number
  tables: number
  sizeBytes: number
}

/**
 * Writes one snapshot of all tables of ours and of the queued jobs into a new file, beside whatever else goes on in
 * the database. Unlogged tables, which a crash empties too, are left out.
 */
export async function backup(database: Database, file: string): Promise<BackupReport> {
  const client = await database.borrow()
  let whole = false
  try {
    const header = await beginSnapshot(client)
    await writeArchive(file, frames(client, header))
    await client.query('commit')
    whole = true
    const { size } = await stat(file)
    const { createdAt, schemaVersion, tables } = header
    return { file, createdAt, schemaVersion, tables: tables.length, sizeBytes: size }
  } finally {
    // A connection that was left in the middle of a COPY is of no use to anybody.
    client.release(!whole)
  }
}

/**
 * Tables are locked against being changed in shape before the snapshot is taken: a snapshot does not shield from a
 * TRUNCATE or from another table in the place of the old one.
 */
async function beginSnapshot(client: PoolClient): Promise<ArchiveHeader> {
  const db = queryable(client)
  const locked = (await tablesToKeep(db)).map(tableName)
  await db.rows('begin isolation level repeatable read, read only')
  if (locked.length > 0) await db.rows(`lock table ${locked.join(', ')} in access share mode`)
  const header = await describe(db)
  if (header.schemaVersion === 0)
    throw new Fault('BAD_REQUEST', 'The database is empty: there is nothing to back up.')
  if (header.tables.some((table) => !locked.includes(tableName(table)))) {
    throw new Fault('UNAVAILABLE', 'The schema is being changed at this moment. Try again when that is done.')
  }
  return header
}

async function describe(db: Queryable): Promise<ArchiveHeader> {
  const migrations = await appliedMigrations(db)
  return {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    schemaVersion: schemaVersion(migrations),
    migrations,
    queueVersion: await queueVersion(db),
    tables: await tablesToKeep(db),
    sequences: await drawnSequences(db),
  }
}

async function tablesToKeep(db: Queryable): Promise<ArchivedTable[]> {
  const own = await keptTables(db, 'public')
  const queue = await keptTables(db, QUEUE_SCHEMA)
  return [
    ...own.filter(({ name }) => name !== 'schema_migrations' && name !== KEYS_OF_JOBS),
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
  for (const [place, table] of header.tables.entries()) {
    yield { kind: 'T', bytes: Buffer.from(JSON.stringify(place)) }
    const columns = table.columns.map(escapeIdentifier).join(', ')
    // A partitioned table cannot be copied by its name, only as a query.
    const rows = client.query(to(`copy (select ${columns} from ${tableName(table)}) to stdout`))
    for await (const bytes of rows) yield { kind: 'D', bytes: bytes as Buffer }
  }
}

export function tableName({ schema, name }: ArchivedTable): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}

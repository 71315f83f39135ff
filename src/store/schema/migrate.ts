import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Fault } from '../../fault.ts'
import type { Database, Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface AppliedMigration {
  version: number
  sha256: string
}

export interface Migration extends AppliedMigration {
  name: string
  sql: string
}

/** The files of the first migration, in the order of their dependencies. */
const FIRST_FILES = [
  'settings',
  'processes',
  'teams',
  'erasures',
  'credits',
  'limits',
  'slots',
  'webhooks',
  'siem',
  'pages',
  'scrapes',
  'crawls',
  'crawl-pages',
  'agents',
  'search',
  'sessions',
  'oauth',
].map((name) => `${name}.sql`)

const FIRST_VERSION = 28

/** The SHA-256 of versions 1 to 27, which the first migration replaces. It creates the same schema. */
const REPLACED_SHA256 = '37136ccf8f638279b61abed3a8989ba3df49e12b40c39ba3e2e92db2c9390e83'

/** The SHA-256 of version 28 before its comments were reworded. The schema is the same, so it counts as version 28. */
const REWORDED_SHA256 = '3d960329cab46e2ee1eaf28bf0be9e7d79e3cfdf8a4e0aec675deae15eddc4e7'

/**
 * The named files are the first migration. Later ones are numbered from there without a gap: 000029.sql,
 * 000030.sql …
 */
export function readMigrations(
  folder = fileURLToPath(new URL('.', import.meta.url)),
  first = FIRST_FILES,
): Migration[] {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const later = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !first.includes(name))
    .sort()
  return [
    toMigration(FIRST_VERSION, first.map(read).join('\n'), 'schema/*.sql'),
    ...later.map((name, place) => {
      const version = FIRST_VERSION + 1 + place
      if (name === fileName(version)) return toMigration(version, read(name))
      throw new Error(
        `Migrations must be numbered without a gap: found ${name} where ${fileName(version)} is expected.`,
      )
    }),
  ]
}

function fileName(version: number): string {
  return `${String(version).padStart(6, '0')}.sql`
}

/** Checkouts with different line endings are the same migration. */
export function toMigration(version: number, text: string, name = fileName(version)): Migration {
  const sql = text.replaceAll('\r\n', '\n')
  return { version, name, sql, sha256: sha256(sql) }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Blocks other processes from migrating this database until the end of the transaction. */
export const MIGRATION_LOCK = `select pg_advisory_xact_lock(7308613, 1)`
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Migrates the schema and returns its version. Processes that start together take turns: each checks under
 * the lock which migrations are missing.
 */
export async function migrate(database: Database, migrations = readMigrations()): Promise<number> {
  while (await database.transaction((tx) => applyNext(tx, migrations)));
  return schemaVersion(migrations)
}

export function schemaVersion(steps: readonly AppliedMigration[]): number {
  return steps.at(-1)?.version ?? 0
}

async function applyNext(tx: Queryable, migrations: readonly Migration[]): Promise<boolean> {
  await tx.rows(MIGRATION_LOCK)
  const recorded = await appliedMigrations(tx)
  const applied = checkKnownSteps(recorded, migrations)
  if (applied !== recorded) {
    await tx.rows(`delete from schema_migrations`)
    for (const step of applied) await recordMigration(tx, step)
  }
  const [next, ...later] = migrations.slice(applied.length)
  if (next !== undefined) await applyMigration(tx, next)
  return later.length > 0
}

export async function appliedMigrations(tx: Queryable): Promise<AppliedMigration[]> {
  const [found] = await tx.rows<{ known: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as known`,
  )
  if (!found!.known) return []
  return tx.rows<AppliedMigration>(`select version, sha256 from schema_migrations order by version`)
}

/**
 * The migrations that were applied to a database or a backup. A schema unknown to this program must not be
 * changed.
 */
export function checkKnownSteps(
  recorded: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly AppliedMigration[] {
  const version = schemaVersion(recorded)
  if (version > schemaVersion(migrations)) {
    throw new Fault(
      'UNAVAILABLE',
      `The database has schema version ${version}, but this program supports versions up to ${schemaVersion(migrations)}: a newer Winnow has used the database. Start that version, or restore a backup into an empty database.`,
    )
  }
  const first = migrations[0]
  if (first !== undefined && recorded.length > 0 && version < first.version) {
    if (sha256(recorded.map((step) => step.sha256).join('\n')) === REPLACED_SHA256) return [first]
    throw new Fault(
      'UNAVAILABLE',
      `The database has schema version ${version}, from before the first release. Only version ${FIRST_VERSION - 1} of those can be upgraded. Start the Winnow version that created the database, or use an empty one: set WINNOW_DATA_DIR to a new directory, or DATABASE_URL to an empty database.`,
    )
  }
  recorded.forEach((step, place) => {
    const known = migrations[place]!
    if (step.version === known.version && step.sha256 === known.sha256) return
    if (step.version === FIRST_VERSION && step.sha256 === REWORDED_SHA256) return
    throw new Fault(
      'UNAVAILABLE',
      `Schema version ${step.version} of the database was made from another text than ${known.name} of this program. An applied migration must not be changed. Use the version of Winnow that applied it.`,
    )
  })
  return recorded
}

export async function applyMigration(tx: Queryable, migration: Migration): Promise<void> {
  try {
    await tx.rows(CREATE_RECORD)
    await tx.rows(migration.sql)
    await recordMigration(tx, migration)
  } catch (cause) {
    const { code, message } = cause as Error & { code?: string }
    if (code !== INSUFFICIENT_PRIVILEGE)
      throw new Error(`Migration ${migration.name} failed: ${message}`, { cause })
    throw new Fault(
      'UNAVAILABLE',
      `DATABASE_URL: the role may not create tables: ${message}. Run as the owner of the database: GRANT ALL ON SCHEMA public TO the role.`,
      { cause },
    )
  }
}

async function recordMigration(tx: Queryable, { version, sha256: hash }: AppliedMigration): Promise<void> {
  await tx.rows(sql`insert into schema_migrations (version, sha256) values (${version}, ${hash})`)
}

const CREATE_RECORD = `
  create table if not exists schema_migrations (
    version integer primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`

import { Fault } from '../fault.ts'
import type { Database, Queryable } from './database.ts'
import { fileName, readMigrations } from './migrations.ts'
import type { Migration } from './migrations.ts'

export interface AppliedMigration {
  version: number
  sha256: string
}

/** Holds back every other process that migrates this database, until the end of the transaction. */
export const MIGRATION_LOCK = `select pg_advisory_xact_lock(7308613, 1)`
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Brings the schema up to date and answers its version. Processes that start together take turns: each looks under
 * the lock what is left to do, so every step is done once.
 */
export async function migrate(database: Database, migrations = readMigrations()): Promise<number> {
  const latest = migrations.length
  while ((await database.transaction((tx) => applyNext(tx, migrations))) < latest);
  return latest
}

/** Runs at most one step and answers the version reached. */
async function applyNext(tx: Queryable, migrations: readonly Migration[]): Promise<number> {
  await tx.rows(MIGRATION_LOCK)
  const applied = await appliedMigrations(tx)
  refuseStrangers(applied, migrations)
  const next = migrations[applied.length]
  if (next === undefined) return applied.length
  await apply(tx, next)
  return next.version
}

/** Which steps a database has had; none when it is new. */
export async function appliedMigrations(tx: Queryable): Promise<AppliedMigration[]> {
  const [found] = await tx.rows<{ known: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as known`,
  )
  if (!found!.known) return []
  return tx.rows<AppliedMigration>(`select version, sha256 from schema_migrations order by version`)
}

/** A schema this program does not know must not be touched. */
export function refuseStrangers(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  const newest = applied.at(-1)?.version ?? 0
  if (newest > migrations.length) {
    throw new Fault(
      'UNAVAILABLE',
      `The database has schema version ${newest}, this program knows versions up to ${migrations.length}: a newer Winnow has used it. Start that version, or restore a backup into an empty database.`,
    )
  }
  applied.forEach(({ version, sha256 }, place) => {
    if (version === place + 1 && sha256 === migrations[place]!.sha256) return
    throw new Fault(
      'UNAVAILABLE',
      `Schema version ${version} of the database was made from another text than ${fileName(version)} of this program. A migration that was applied must not be changed; use the version of Winnow that made it.`,
    )
  })
}

/** Runs one step in the caller's transaction and writes down that it was done. */
export async function apply(tx: Queryable, { version, sql, sha256 }: Migration): Promise<void> {
  try {
    await tx.rows(CREATE_RECORD)
    await tx.rows(sql)
    await tx.rows(`insert into schema_migrations (version, sha256) values ($1, $2)`, [version, sha256])
  } catch (cause) {
    const { code, message } = cause as Error & { code?: string }
    if (code !== INSUFFICIENT_PRIVILEGE)
      throw new Error(`Migration ${fileName(version)} failed: ${message}`, { cause })
    throw new Fault(
      'UNAVAILABLE',
      `DATABASE_URL: the role may not make the tables: ${message}. As the owner of the database run: GRANT ALL ON SCHEMA public TO the role.`,
      { cause },
    )
  }
}

const CREATE_RECORD = `
  create table if not exists schema_migrations (
    version integer primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`

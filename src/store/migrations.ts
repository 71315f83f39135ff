import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One numbered step of the schema, run once in one transaction. */
export interface Migration {
  version: number
  sql: string
  sha256: string
}

const SHIPPED = fileURLToPath(new URL('migrations', import.meta.url))

/** The steps of a folder in order; its files are 000001.sql, 000002.sql and so on without a gap. */
export function readMigrations(folder = SHIPPED): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.map((name, place) => {
    const expected = fileName(place + 1)
    if (name !== expected)
      throw new Error(`Migrations are numbered without a gap: ${name} stands where ${expected} should.`)
    return toMigration(place + 1, readFileSync(join(folder, name), 'utf8'))
  })
}

export function fileName(version: number): string {
  return `${String(version).padStart(6, '0')}.sql`
}

/** Checkouts may differ in their line ends, and are the same migration all the same. */
export function toMigration(version: number, text: string): Migration {
  const sql = text.replaceAll('\r\n', '\n')
  return { version, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

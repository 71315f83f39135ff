import type { Pool } from 'pg'
import { Fault } from '../fault.ts'

const OLDEST_SERVER = 140_000

export interface ServerFacts {
  number: number
  version: string
  encoding: string
  schema: string | null
  readOnly: boolean
}

/** Makes sure that this program can work with the server; the embedded one can, so messages name `DATABASE_URL`. */
export async function checkServer(pool: Pool): Promise<void> {
  const problem = complaint(await askServer(pool))
  if (problem !== undefined) throw new Fault('UNAVAILABLE', `DATABASE_URL: ${problem}`)
}

async function askServer(pool: Pool): Promise<ServerFacts> {
  try {
    const { rows } = await pool.query<ServerFacts>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
              current_setting('server_encoding') as encoding, current_schema() as schema,
              pg_is_in_recovery() as "readOnly"`,
    )
    return rows[0]!
  } catch (cause) {
    throw new Fault('UNAVAILABLE', `DATABASE_URL: the database cannot be reached: ${reason(cause)}`, {
      cause,
    })
  }
}

/** A name with several addresses fails with an error that has no message, only the failures of each. */
function reason(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(reason).join('; ')
  return failure instanceof Error ? failure.message : String(failure)
}

/** Why the service cannot work with a server; undefined when it can. */
export function complaint({ number, version, encoding, schema, readOnly }: ServerFacts): string | undefined {
  if (number < OLDEST_SERVER) return `PostgreSQL ${version} is too old, version 14 or newer is needed.`
  if (encoding !== 'UTF8') return `the database is encoded in ${encoding}, it must be in UTF8.`
  if (readOnly) return 'the server is a read-only replica.'
  if (schema === 'public') return undefined
  return 'the database has no schema public, or the role may not use it: GRANT USAGE, CREATE ON SCHEMA public TO the role.'
}

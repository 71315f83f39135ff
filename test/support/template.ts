import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { createLog } from '../../src/log.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/schema/migrate.ts'

export const TEMPLATE = 'winnow_test_template'

/** A connection as a URL, which every library and child process accepts; a socket folder becomes `host`. */
export function connectionUrl({ user, password, host, port, database }: PoolConfig): string {
  const credentials = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}`
  return host?.startsWith('/')
    ? `postgresql://${credentials}@localhost/${database}?host=${encodeURIComponent(host)}${port ? `&port=${port}` : ''}`
    : `postgresql://${credentials}@${host}:${port ?? 5432}/${database}`
}

/** The same server, another database. */
export function onDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`)
}

/** Creates the migrated database from which each test file's own is copied. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE}`)
    await client.query(`create database ${TEMPLATE}`)
  })
  const db = await openDatabase(
    { connectionString: onDatabase(serverUrl, TEMPLATE) },
    createLog('silent', false),
  )
  await migrate(db)
  await db.close()
}

export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { createLog } from '../../src/log.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import type { Database } from '../../src/store/database/database.ts'
import { TEMPLATE, onDatabase, withClient } from './template.ts'

export interface TestDatabase extends AsyncDisposable {
  url: string
  db: Database
}

/** A migrated database of one's own on the server of this test run, dropped at the end. */
export function testDatabase(): Promise<TestDatabase> {
  return ownDatabase(`strategy file_copy template ${TEMPLATE}`)
}

/** The same with nothing in it. */
export function emptyDatabase(): Promise<TestDatabase> {
  return ownDatabase('')
}

async function ownDatabase(made: string): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_SERVER_URL
  if (serverUrl === undefined)
    throw new Error("Run the tests with 'npm test': it starts the database they use.")
  const name = `winnow_test_${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, (client) => client.query(`create database ${name} ${made}`))
  const url = onDatabase(serverUrl, name)
  const db = await openDatabase({ connectionString: url }, createLog('silent', false))
  return {
    url,
    db,
    async [Symbol.asyncDispose]() {
      await db.close()
      await withClient(serverUrl, (client) => drop(client, name))
    },
  }
}

/** Somebody is connected still; or it is a worker of the server itself, which nobody but the server may end. */
const TRANSIENT_CODES: ReadonlySet<string | undefined> = new Set(['55006', '42501'])
const MAX_TRIES = 8

/**
 * By force the server ends who is connected, but refuses where one of its own workers tidies the database up; without force
 * it ends those. Both wait 5 s, which on a busy machine is not always enough.
 */
async function drop(client: Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const how = tries % 2 === 1 ? ' with (force)' : ''
      return void (await client.query(`drop database ${name}${how}`))
    } catch (failure) {
      if (tries === MAX_TRIES || !TRANSIENT_CODES.has((failure as { code?: string }).code)) throw failure
    }
  }
}

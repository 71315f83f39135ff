import type { Queryable } from './database.ts'
import { readSetting, writeSetting } from './settings.ts'
import { hasPlainCredentials } from './target-credentials.ts'
import type { TargetCredentials } from './target-credentials.ts'

/** Where options of requests are stored. */
const STORED = [
  { table: 'scrapes', column: 'request' },
  { table: 'crawls', column: 'request' },
  { table: 'agent_tasks', column: 'plan' },
]
const DONE = 'credentialsClosed'
const PORTION = 200

/**
 * Encrypts the credentials that older releases stored as they were. Runs at every start and every hour until an hourly run,
 * `isLast`, finds nothing more to do: a process of an older release may still write rows while others are upgraded.
 */
export async function closeStoredCredentials(
  db: Queryable,
  credentials: TargetCredentials,
  { isLast = false, signal }: { isLast?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  if (await readSetting<boolean>(db, DONE)) return
  let closed = 0
  for (const stored of STORED) closed += await closeIn(db, stored, credentials, signal)
  if (isLast && closed === 0) await writeSetting(db, DONE, true)
}

/** Rows of jobs without retention are encrypted as a whole, and those of which nothing is kept are `null`. */
async function closeIn(
  db: Queryable,
  { table, column }: (typeof STORED)[number],
  credentials: TargetCredentials,
  signal: AbortSignal | undefined,
): Promise<number> {
  let closed = 0
  for (let last = NO_ID; ;) {
    signal?.throwIfAborted()
    const rows = await db.rows<{ id: string; options: string }>(
      `select id, ${column} as options from ${table}
       where id > $1 and ${column} like '{%' and ${column} ~ '"(headers":\\{"|actions":\\[\\{)' order by id limit ${PORTION}`,
      [last],
    )
    for (const { id, options } of rows) {
      const plan = JSON.parse(options) as unknown
      if (!hasPlainCredentials(plan)) continue
      // Another process may do the same at this moment.
      await db.rows(`update ${table} set ${column} = $3 where id = $1 and ${column} = $2`, [
        id,
        options,
        JSON.stringify(credentials.close(plan)),
      ])
      closed += 1
    }
    if (rows.length < PORTION) return closed
    last = rows.at(-1)!.id
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

import { createSeal } from '../../access/access.ts'
import type { Action } from '../../contract/actions.ts'
import { Fault } from '../../fault.ts'
import type { Queryable } from '../database/database.ts'
import { raw, sql } from '../database/sql.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

export interface TargetCredentials {
  close<Plan>(plan: Plan): Plan
  /** Takes options of older releases too, which are not encrypted. Fails with 409 when the root secret is another one. */
  open<Plan>(plan: Plan): Plan
}

const HIDDEN = '[redacted]'

/** Characters that JSON does not escape. */
const CLOSED = /^<credential ([\w-]+)>$/

/** AES-256-GCM under a key derived from the root secret, value by value: names of headers stay readable. */
export function createTargetCredentials(rootSecret: string): TargetCredentials {
  const seal = createSeal(rootSecret, 'target credentials')
  const open = (value: string) => {
    const closed = CLOSED.exec(value)?.[1]
    if (closed === undefined) return value
    try {
      return seal.open(Buffer.from(closed, 'base64url'))
    } catch (cause) {
      throw new Fault('CONFLICT', UNREADABLE, { cause })
    }
  }
  return {
    close: (plan) => changed(plan, (value) => `<credential ${seal.close(value).toString('base64url')}>`),
    open: (plan) => changed(plan, open),
  }
}

const UNREADABLE =
  'The stored headers and actions of this request cannot be decrypted, because the root secret of the service has changed. Send the request again.'

export function hideCredentials<Plan>(plan: Plan): Plan {
  return changed(plan, () => HIDDEN)
}

export function hasPlainCredentials(plan: unknown): boolean {
  let isPlain = false
  changed(plan, (value) => {
    isPlain ||= !CLOSED.test(value)
    return value
  })
  return isPlain
}

interface Options {
  headers?: Record<string, string>
  actions?: Action[]
  /** Crawls, batches and agent tasks have the options of their pages under this name. */
  scrapeOptions?: Options
}

/** The one place that says what a credential is: values of headers, typed texts and scripts. */
function changed<Plan>(plan: Plan, change: (value: string) => string): Plan {
  const { headers, actions, scrapeOptions } = plan as Options
  return {
    ...plan,
    ...(headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)])),
    }),
    ...(actions && { actions: actions.map((action) => changedAction(action, change)) }),
    ...(scrapeOptions && { scrapeOptions: changed(scrapeOptions, change) }),
  }
}

function changedAction(action: Action, change: (value: string) => string): Action {
  if (action.type === 'write') return { ...action, text: change(action.text) }
  if (action.type === 'executeJavascript') return { ...action, script: change(action.script) }
  return action
}

const STORED = [
  { table: 'scrapes', column: 'request' },
  { table: 'crawls', column: 'request' },
  { table: 'agent_tasks', column: 'plan' },
]
const DONE = 'credentialsClosed'
const PORTION = 200

/**
 * Encrypts the credentials that older releases stored in plain text. Runs at every start, and hourly until an
 * hourly run, `isLast`, finds nothing: a process of an older release may still write rows.
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
    const rows = await db.rows<{ id: string; options: string }>(sql`
      select id, ${raw(column)} as options from ${raw(table)}
      where id > ${last} and ${raw(column)} like '{%' and ${raw(column)} ~ '"(headers":\\{"|actions":\\[\\{)'
        order by id limit ${raw(PORTION)}`)
    for (const { id, options } of rows) {
      const plan = JSON.parse(options) as unknown
      if (!hasPlainCredentials(plan)) continue
      // Another process may do the same at this moment.
      await db.rows(sql`
        update ${raw(table)} set ${raw(column)} = ${JSON.stringify(credentials.close(plan))} where id = ${id}
          and ${raw(column)} = ${options}`)
      closed += 1
    }
    if (rows.length < PORTION) return closed
    last = rows.at(-1)!.id
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

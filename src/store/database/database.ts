import { createHash } from 'node:crypto'
import { Pool, types } from 'pg'
import type { PoolClient, PoolConfig, QueryResult } from 'pg'
import { Fault, fullDisk, isFullDisk } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { createListener } from './listener.ts'
import { withSessionSettings } from './session.ts'
import { Sql } from './sql.ts'

/** `prepared` statements are planned once per connection. `bigint` arrives as a number, `date` and `numeric` as text. */
export interface Queryable {
  rows<Row>(statement: string | Sql, values?: readonly unknown[]): Promise<Row[]>
  prepared<Row>(statement: string | Sql, values?: readonly unknown[]): Promise<Row[]>
}

export interface Database extends Queryable {
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Calls `missed` after the connection was lost and reopened: notifications may have been missed. */
  listen(
    channel: string,
    onNotice: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<AsyncDisposable>
  /**
   * Runs a short, urgent statement on the listening connection, so that it does not wait for a free
   * connection.
   */
  queryUrgently<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  connect(): Promise<PoolClient>
  /** For libraries with their own pool. Its sessions get the same settings as ours (see `session.ts`). */
  readonly connection: PoolConfig
  close(): Promise<void>
}

export async function openDatabase(config: PoolConfig, log: Log): Promise<Database> {
  const connection = withSessionSettings(config)
  const pool = openPool(connection, log)
  try {
    await checkServer(pool)
  } catch (failure) {
    await pool.end()
    throw failure
  }
  const listener = createListener({ keepAlive: true, application_name: 'winnow-listen', ...connection }, log)
  const direct = queryable(pool)
  return {
    rows: (statement, values) => mapOutage(direct.rows(statement, values)),
    prepared: (statement, values) => mapOutage(direct.prepared(statement, values)),
    transaction: (work) => mapOutage(transaction(pool, work)),
    listen: listener.listen,
    queryUrgently: (text, values) => mapOutage(listener.query(text, values)),
    connect: () => pool.connect(),
    connection,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

/** Each connection takes several megabytes on the server; more than this did not help on typical machines. */
export const POOL_CONNECTIONS = 4

function openPool(connection: PoolConfig, log: Log): Pool {
  const pool = new Pool({
    max: POOL_CONNECTIONS,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'winnow',
    ...connection,
    types: { getTypeParser: parserOf },
  })
  // An 'error' event without a listener ends the process. Only the message is logged: the error carries the
  // connection.
  pool.on('error', ({ message }) => log.debug(`an idle database connection was lost: ${message}`))
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => log.debug(`a database connection was lost: ${message}`))
  })
  return pool
}

const INT8 = 20
const DATE = 1082

/** Counts and credits stay far below 2^53. The process's time zone must not shift a calendar date. */
const parserOf = ((oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && oid === INT8) return Number
  if (format !== 'binary' && oid === DATE) return String
  return types.getTypeParser(oid, format as 'text')
}) as typeof types.getTypeParser

export function queryable(client: Pool | PoolClient): Queryable {
  return {
    async rows<Row>(statement: string | Sql, values?: readonly unknown[]) {
      const result: QueryResult | QueryResult[] = await client.query(queryOf(statement, values))
      // A text with several statements returns one result for each.
      return ((Array.isArray(result) ? result.at(-1) : result)?.rows ?? []) as Row[]
    },
    async prepared<Row>(statement: string | Sql, values?: readonly unknown[]) {
      const query = queryOf(statement, values)
      try {
        return (await client.query({ ...query, name: statementName(query.text) })).rows as Row[]
      } catch (failure) {
        // After another process migrated, a cached plan may be out of date. A transaction cannot retry, so
        // its connection is closed.
        if (!(client instanceof Pool) || !isStalePlan(failure)) throw failure
        return (await client.query(query)).rows as Row[]
      }
    },
  }
}

function queryOf(statement: string | Sql, values?: readonly unknown[]): { text: string; values?: unknown[] } {
  const { text, values: own } = statement instanceof Sql ? statement : { text: statement, values }
  return { text, ...(own && { values: [...own] }) }
}

/** Text may quote a page, but the database rejects U+0000 and lone surrogates; JSON escapes both. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Converts a row with the column names of a type: null becomes undefined. */
export function withoutNulls<Type>(row: object): Type {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined])) as Type
}

const statementNames = new Map<string, string>()

function statementName(text: string): string {
  const known = statementNames.get(text)
  if (known !== undefined) return known
  const name = `w_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  statementNames.set(text, name)
  return name
}

function isStalePlan(failure: unknown): boolean {
  const { code, routine } = failure as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

async function transaction<Result>(pool: Pool, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query('begin')
    const result = await work(queryable(client))
    const { command } = await client.query('commit')
    // The server responds to the commit of a failed transaction with a rollback and no error.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back, because a failed statement in it was ignored.')
    return result
  } catch (failure) {
    isBroken = isStalePlan(failure) || !(await tryRollback(client))
    throw failure
  } finally {
    client.release(isBroken)
  }
}

async function tryRollback(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

/**
 * SQLSTATE classes of a server that is starting, stopping or overloaded: connection, resources, operator,
 * conflict rollback.
 */
const OUTAGE_STATES = /^(08|53|57P|40)/
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
])
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)|Query read timeout)/

/** An unreachable or full database and a closed team are not defects: the caller may retry. */
async function mapOutage<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query
  } catch (failure) {
    if ((failure as { code?: string }).code === CLOSED_TEAM_STATE) throw closedTeamFault()
    if (isFullDisk(failure)) throw fullDisk(failure)
    if (!isDatabaseOutage(failure)) throw failure
    throw new Fault('UNAVAILABLE', 'The database is unreachable. Try again in a moment.', {
      cause: failure,
      retryAfterSeconds: 2,
    })
  }
}

function isDatabaseOutage(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false
  if (failure instanceof AggregateError) return failure.errors.every(isDatabaseOutage)
  const { code = '' } = failure as { code?: string }
  return OUTAGE_STATES.test(code) || SOCKET_ERRORS.has(code) || DRIVER_MESSAGES.test(failure.message)
}

/** The database raises this when a team starts work while its data is being erased. */
const CLOSED_TEAM_STATE = 'WN002'

export function closedTeamFault(): Fault {
  return new Fault('UNAVAILABLE', 'The data of the team is being erased. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

const MIN_SERVER_VERSION = 140_000

export interface ServerFacts {
  number: number
  version: string
  encoding: string
  schema: string | null
  readOnly: boolean
}

async function checkServer(pool: Pool): Promise<void> {
  const problem = serverProblem(await readServerFacts(pool))
  if (problem !== undefined) throw new Fault('UNAVAILABLE', `DATABASE_URL: ${problem}`)
}

async function readServerFacts(pool: Pool): Promise<ServerFacts> {
  try {
    const { rows } = await pool.query<ServerFacts>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
              current_setting('server_encoding') as encoding, current_schema() as schema,
              pg_is_in_recovery() as "readOnly"`,
    )
    return rows[0]!
  } catch (cause) {
    throw new Fault('UNAVAILABLE', `DATABASE_URL: cannot connect to the database: ${reasonOf(cause)}`, {
      cause,
    })
  }
}

/**
 * A host name with several IP addresses fails with an error without a message that contains one error for
 * each.
 */
function reasonOf(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(reasonOf).join('; ')
  return failure instanceof Error ? failure.message : String(failure)
}

export function serverProblem({
  number,
  version,
  encoding,
  schema,
  readOnly,
}: ServerFacts): string | undefined {
  if (number < MIN_SERVER_VERSION) return `PostgreSQL ${version} is too old. Version 14 or newer is required.`
  if (encoding !== 'UTF8') return `the database has the encoding ${encoding}. It must be UTF8.`
  if (readOnly) return 'the server is a read-only replica. Use the primary server.'
  if (schema === 'public') return undefined
  return 'the database has no schema public, or the role has no access to it. Run: GRANT USAGE, CREATE ON SCHEMA public TO the role.'
}

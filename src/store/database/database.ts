import { createHash } from 'node:crypto'
import { Pool, types } from 'pg'
import type { PoolClient, PoolConfig, QueryResult } from 'pg'
import { Fault, fullDisk, isFullDisk } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { createListener } from './listener.ts'
import { withSessions } from './session.ts'

/**
 * Plain SQL with typed rows. Statements of the hot path go through `prepared`, which names each text once per
 * connection so that the server parses and plans it once. `bigint` arrives as a number, `date` as text, `numeric` as
 * text, `timestamptz` as a Date.
 */
export interface Queryable {
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  prepared<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
}

export interface Database extends Queryable {
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /**
   * Hears a channel from when the promise resolves until it is disposed of. All listeners of one database share one
   * connection, which is opened again when lost; `missed` is called then, because what was said meanwhile is gone.
   */
  listen(channel: string, hear: (payload: string) => void, missed?: () => void): Promise<AsyncDisposable>
  /**
   * Asks over the listening connection, which waits for no other statement however busy the pool is. Only for short
   * statements that must not be late.
   */
  promptly<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  /** A connection of one's own, for COPY, advisory locks and snapshots; the caller releases it. */
  borrow(): Promise<PoolClient>
  /** For libraries that bring their own pool; its sessions are set up like ours (see `session.ts`). */
  readonly connection: PoolConfig
  close(): Promise<void>
}

/** Opens a pool and makes sure that the server behind it is one this program can work with. */
export async function openDatabase(server: PoolConfig, log: Log): Promise<Database> {
  const connection = withSessions(server)
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
    rows: (text, values) => orUnavailable(direct.rows(text, values)),
    prepared: (text, values) => orUnavailable(direct.prepared(text, values)),
    transaction: (work) => orUnavailable(transaction(pool, work)),
    listen: listener.listen,
    promptly: (text, values) => orUnavailable(listener.ask(text, values)),
    borrow: () => pool.connect(),
    connection,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

/** Each costs the server some megabytes, and more than this never help on the machines it runs on. */
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
  // An 'error' event without a listener ends the process. The pool listens on idle connections only, so those that
  // are lent out get a listener of their own; whoever uses one then meets the failure in its next query.
  // Only the message is logged: the error carries the whole connection.
  pool.on('error', ({ message }) => log.debug(`an idle database connection was lost: ${message}`))
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => log.debug(`a database connection was lost: ${message}`))
  })
  return pool
}

const INT8 = 20
const DATE = 1082

/** Counts and credits stay far below 2^53; a calendar date must not be moved by the process's time zone. */
const parserOf = ((oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary' && oid === INT8) return Number
  if (format !== 'binary' && oid === DATE) return String
  return types.getTypeParser(oid, format as 'text')
}) as typeof types.getTypeParser

/** The same way of asking over a borrowed connection. */
export function queryable(client: Pool | PoolClient): Queryable {
  return {
    async rows<Row>(text: string, values?: readonly unknown[]) {
      const result = await client.query(text, values as unknown[] | undefined)
      return lastRows<Row>(result)
    },
    async prepared<Row>(text: string, values: readonly unknown[]) {
      const query = { name: statementName(text), text, values: values as unknown[] }
      try {
        return (await client.query(query)).rows as Row[]
      } catch (failure) {
        // After a migration by another process a plan may be out of date for good. Inside a transaction nothing can
        // be asked again, so the connection goes (see `transaction`) and the caller's retry meets a fresh one.
        if (!(client instanceof Pool) || !isStalePlan(failure)) throw failure
        return (await client.query(text, values as unknown[])).rows as Row[]
      }
    },
  }
}

/** Several statements in one text answer with one result each. */
function lastRows<Row>(result: QueryResult | QueryResult[]): Row[] {
  const last = Array.isArray(result) ? result.at(-1) : result
  return (last?.rows ?? []) as Row[]
}

const statementNames = new Map<string, string>()

/** Statement texts are constants of the program, so the map stays as small as the program. */
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
  let spoiled = false
  try {
    await client.query('begin')
    const result = await work(queryable(client))
    const { command } = await client.query('commit')
    // The server answers the commit of a transaction in which a statement failed with a rollback and no error.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a failed statement in it was ignored.')
    return result
  } catch (failure) {
    spoiled = isStalePlan(failure) || !(await rolledBack(client))
    throw failure
  } finally {
    client.release(spoiled)
  }
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

/** SQLSTATE classes of a server that is starting, stopping or overloaded: connection, resources, operator, rollback by conflict. */
const OUTAGE = /^(08|53|57P|40)/
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
])
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)|Query read timeout)/

/** A database that cannot be reached or has no room, or a team that is closed, is not a defect: the caller is told to try again. */
async function orUnavailable<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking
  } catch (failure) {
    if ((failure as { code?: string }).code === CLOSED_TEAM) throw closedTeam()
    if (isFullDisk(failure)) throw fullDisk(failure)
    if (!isOutage(failure)) throw failure
    throw new Fault('UNAVAILABLE', 'The database cannot be reached at the moment. Try again.', {
      cause: failure,
      retryAfterSeconds: 2,
    })
  }
}

function isOutage(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false
  if (failure instanceof AggregateError) return failure.errors.every(isOutage)
  const { code = '' } = failure as { code?: string }
  return OUTAGE.test(code) || SOCKET.has(code) || DRIVER.test(failure.message)
}

/** What the database raises when a team begins something while its data is being erased. */
const CLOSED_TEAM = 'WN002'

export function closedTeam(): Fault {
  return new Fault('UNAVAILABLE', 'The data of the team is being erased. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

const OLDEST_SERVER = 140_000

export interface ServerFacts {
  number: number
  version: string
  encoding: string
  schema: string | null
  readOnly: boolean
}

/** Makes sure that this program can work with the server; the embedded one can, so messages name `DATABASE_URL`. */
async function checkServer(pool: Pool): Promise<void> {
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

import { realpath } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import type { PoolConfig } from 'pg'
import { Fault } from '../../fault.ts'
import { layoutOf } from './data-directory.ts'
import { readPassword, SUPERUSER } from './prepare-cluster.ts'

/** The service is not a superuser, so that what works here works with any `DATABASE_URL`, and SQL cannot reach files. */
const SERVICE_ROLE = 'winnow'

interface Door {
  socketFolder: string
  password: string
}

const RETRY_MS = 15
/** Recovery after a crash replays at most `max_wal_size`; a machine that needs longer is in trouble. */
const LONGEST_WAIT_MS = 300_000

/** Waits until the server lets us in, and makes the service's role and database if they are missing. */
export async function logIn(door: Door, ended: AbortSignal): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    ended.throwIfAborted()
    try {
      await using session = await openSession(door)
      return await furnish(session.client, door.password)
    } catch (failure) {
      if (!isNotYet(failure)) throw failure
      if (performance.now() > deadline) {
        throw new Fault('UNAVAILABLE', 'The embedded database does not become ready.', { cause: failure })
      }
    }
    await delay(RETRY_MS, undefined, { signal: ended })
  }
}

/** How the service reaches the embedded server. Said in full, since the driver fills gaps from the environment. */
export function serviceConnection({ socketFolder, password }: Door): PoolConfig {
  return { host: socketFolder, port: 5432, ssl: false, user: SERVICE_ROLE, password, database: SERVICE_ROLE }
}

/** Opens a session of the superuser. */
async function openSession(door: Door): Promise<AsyncDisposable & { client: Client }> {
  const client = new Client({ ...serviceConnection(door), user: SUPERUSER, database: SUPERUSER })
  client.on('error', () => {})
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

const STARTING_UP = '57P03'

/** Nobody listens, or not yet. */
function isNotYet(failure: unknown): boolean {
  if (failure instanceof DatabaseError) return failure.code === STARTING_UP
  const { code, message } = failure as NodeJS.ErrnoException
  // The driver's own words for a server that hung up.
  if (message === 'Connection terminated unexpectedly') return true
  return code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE'
}

/** Every step may have been cut short by a kill the last time. */
async function furnish(client: Client, password: string): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [SERVICE_ROLE],
  )
  const found = rows[0]!
  if (!found.role) {
    await client.query(
      `create role ${SERVICE_ROLE} login createdb password ${client.escapeLiteral(password)}`,
    )
  }
  if (!found.database) await client.query(`create database ${SERVICE_ROLE} owner ${SERVICE_ROLE}`)
}

/** How to reach the server that another process runs on a data directory; nothing when none answers. */
export async function connectToRunning(dataDir: string): Promise<PoolConfig | undefined> {
  const { cluster, sockets } = layoutOf(dataDir)
  const socketFolder = await realpath(sockets).catch(() => undefined)
  if (socketFolder === undefined) return undefined
  const connection = serviceConnection({ socketFolder, password: await readPassword(cluster) })
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return connection
  } catch (failure) {
    if (isNotYet(failure)) return undefined
    throw failure
  } finally {
    await client.end().catch(() => undefined)
  }
}

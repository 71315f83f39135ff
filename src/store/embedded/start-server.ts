import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { OwnAccount } from '../../concurrency/confined-process.ts'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import type { Binaries } from './binaries.ts'
import { clusterName, stopOrphanedServers } from './stop-orphaned-servers.ts'
import { reachableFolder, layoutOf } from './data-directory.ts'
import { SERVER_SETTINGS, settingsToArguments, spawnGuarded } from './spawn-guarded.ts'
import type { ServerSettings, ProcessExit, GuardedProcess } from './spawn-guarded.ts'
import { Client, DatabaseError } from 'pg'
import type { PoolConfig } from 'pg'
import { readPassword, SUPERUSER } from './prepare-cluster.ts'

interface ServerStart {
  binaries: Binaries
  account: OwnAccount
  cluster: string
  socketFolder: string
  password: string
  settings: ServerSettings
  log: Log
}

export interface Server {
  ended: Promise<ProcessExit>
  stop(): Promise<void>
}

/** The system frees a dead server's memory shortly after its last process has ended. */
const MEMORY_RELEASE_MS = 4_000
const STOP_TIMEOUT_MS = 5_000

/** Starts the server on a cluster, after ending orphaned servers. It is ready when a login succeeds. */
export async function startServer(start: ServerStart): Promise<Server> {
  await stopOrphanedServers(start.cluster, start.log)
  const deadline = performance.now() + MEMORY_RELEASE_MS
  for (;;) {
    const server = await launch(start)
    const exit = await waitUntilReady(server, start)
    if (exit === undefined) return server
    const output = exit.lastLines.join('\n')
    if (reportsFullDisk(exit.lastLines)) {
      throw new Fault(
        'INSUFFICIENT_STORAGE',
        `The embedded database does not start, because its disk is full. Free space on the disk of ${start.cluster}:\n${output}`,
      )
    }
    if (!output.includes('shared memory block') || performance.now() > deadline) {
      throw new Fault('UNAVAILABLE', `The embedded database does not start:\n${output}`)
    }
    await delay(100)
  }
}

export function reportsFullDisk(lastLines: readonly string[]): boolean {
  return lastLines.some((line) => /No space left on device|Disk quota exceeded/.test(line))
}

async function launch({ binaries, account, cluster, socketFolder, settings, log }: ServerStart) {
  await using reachable = await reachableFolder(cluster, account)
  const postgres = spawnGuarded({
    command: binaries.postgres,
    args: [
      '-D',
      reachable.path,
      ...settingsToArguments({
        ...SERVER_SETTINGS,
        ...settings,
        unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
        cluster_name: await clusterName(cluster),
      }),
    ],
    account,
    descriptors: reachable.descriptors,
    onLine: (line) => logLine(line, log),
  })
  postgres.unref()
  return { ended: postgres.ended, stop: () => stop(postgres, cluster) }
}

const WARNING_LINES = /^PANIC|terminated by signal|not properly shut down|No space left/

function logLine(line: string, log: Log): void {
  if (WARNING_LINES.test(line)) log.warn(`postgres: ${line}`)
  else log.debug(`postgres: ${line}`)
}

async function waitUntilReady(server: Server, start: ServerStart): Promise<ProcessExit | undefined> {
  const ended = new AbortController()
  const exit = server.ended.finally(() => ended.abort())
  try {
    await waitForLogin(start, ended.signal)
    return undefined
  } catch (failure) {
    if (ended.signal.aborted) return exit
    await server.stop()
    throw failure
  }
}

/** A fast shutdown. After a timeout it becomes an immediate one, from which the next start recovers. */
async function stop(postgres: GuardedProcess, cluster: string): Promise<void> {
  const ended = new AbortController()
  postgres.interrupt()
  const timeout = delay(STOP_TIMEOUT_MS, undefined, { signal: ended.signal })
    .then(() => quitImmediately(cluster))
    .catch(() => undefined)
  try {
    await postgres.ended
  } finally {
    ended.abort()
    await timeout
  }
}

async function quitImmediately(cluster: string): Promise<void> {
  const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
  process.kill(pid, 'SIGQUIT')
}

/** The service is not a superuser, so that its SQL works with any `DATABASE_URL` and cannot access files. */
const SERVICE_ROLE = 'winnow'

interface SocketAccess {
  socketFolder: string
  password: string
}

const RETRY_MS = 15
/** Recovery after a crash replays at most `max_wal_size`; a machine that needs longer has a problem. */
const MAX_WAIT_MS = 300_000

async function waitForLogin(access: SocketAccess, ended: AbortSignal): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS
  for (;;) {
    ended.throwIfAborted()
    try {
      await using session = await openSuperuserSession(access)
      return await ensureRoleAndDatabase(session.client, access.password)
    } catch (failure) {
      if (!isStillStarting(failure)) throw failure
      if (performance.now() > deadline) {
        throw new Fault(
          'UNAVAILABLE',
          'The embedded database did not accept connections in time. See the log for its output.',
          { cause: failure },
        )
      }
    }
    await delay(RETRY_MS, undefined, { signal: ended })
  }
}

/**
 * The service's connection to the embedded server. Every field is set, because the driver fills gaps from the
 * environment.
 */
export function serviceConnection({ socketFolder, password }: SocketAccess): PoolConfig {
  return { host: socketFolder, port: 5432, ssl: false, user: SERVICE_ROLE, password, database: SERVICE_ROLE }
}

async function openSuperuserSession(access: SocketAccess): Promise<AsyncDisposable & { client: Client }> {
  const client = new Client({ ...serviceConnection(access), user: SUPERUSER, database: SUPERUSER })
  client.on('error', () => {})
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

const STARTING_UP = '57P03'

function isStillStarting(failure: unknown): boolean {
  if (failure instanceof DatabaseError) return failure.code === STARTING_UP
  const { code, message } = failure as NodeJS.ErrnoException
  // The driver's message for a server that closed the connection.
  if (message === 'Connection terminated unexpectedly') return true
  return code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE'
}

/** A kill may have interrupted the previous run at any step. */
async function ensureRoleAndDatabase(client: Client, password: string): Promise<void> {
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
    if (isStillStarting(failure)) return undefined
    throw failure
  } finally {
    await client.end().catch(() => undefined)
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import type { Binaries } from './binaries.ts'
import { clusterMark, endLeftBehind } from './left-behind.ts'
import { logIn } from './log-in.ts'
import { reachableFolder } from './folders.ts'
import type { ServerAccount } from './server-account.ts'
import { SERVER_SETTINGS, settingArguments } from './settings.ts'
import type { ServerSettings } from './settings.ts'
import { spawnGuarded } from './spawn-guarded.ts'
import type { Ending, GuardedProcess } from './spawn-guarded.ts'

export interface ServerStart {
  binaries: Binaries
  account: ServerAccount
  cluster: string
  socketFolder: string
  password: string
  settings: ServerSettings
  log: Log
}

export interface Server {
  ended: Promise<Ending>
  stop(): Promise<void>
}

/** A dead server's memory is freed a moment after its last process is gone. */
const MEMORY_RELEASE_MS = 4_000
const STOP_PATIENCE_MS = 5_000

/** Starts the server on a cluster nobody uses, ending first whatever was left behind on it; it is ready when logged in to. */
export async function startServer(start: ServerStart): Promise<Server> {
  await endLeftBehind(start.cluster, start.log)
  const deadline = performance.now() + MEMORY_RELEASE_MS
  for (;;) {
    const server = await launch(start)
    const ending = await readyOrEnded(server, start)
    if (ending === undefined) return server
    const said = ending.lastLines.join('\n')
    if (saysFullDisk(ending.lastLines)) {
      throw new Fault(
        'INSUFFICIENT_STORAGE',
        `The embedded database does not start, because its disk is full. Free space where ${start.cluster} is:\n${said}`,
      )
    }
    if (!said.includes('shared memory block') || performance.now() > deadline) {
      throw new Fault('UNAVAILABLE', `The embedded database does not start:\n${said}`)
    }
    await delay(100)
  }
}

/** Whether a server that ended had no room to go on. */
export function saysFullDisk(lastLines: readonly string[]): boolean {
  return lastLines.some((line) => /No space left on device|Disk quota exceeded/.test(line))
}

async function launch({
  binaries,
  account,
  cluster,
  socketFolder,
  settings,
  log,
}: ServerStart): Promise<Server> {
  await using reachable = await reachableFolder(cluster, account)
  const postgres = spawnGuarded({
    command: binaries.postgres,
    args: [
      '-D',
      reachable.path,
      ...settingArguments({
        ...SERVER_SETTINGS,
        ...settings,
        unix_socket_directories: quotedPath(socketFolder),
        cluster_name: await clusterMark(cluster),
      }),
    ],
    account,
    descriptors: reachable.descriptors,
    onLine: (line) => forward(line, log),
  })
  postgres.background()
  return { ended: postgres.ended, stop: () => stop(postgres, cluster) }
}

/** The setting is a list of names separated by commas. */
function quotedPath(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

/** What an operator should hear of: a part of the server crashed, or it had to recover. */
const REMARKABLE = /^PANIC|terminated by signal|not properly shut down|No space left/

function forward(line: string, log: Log): void {
  if (REMARKABLE.test(line)) log.warn(`postgres: ${line}`)
  else log.debug(`postgres: ${line}`)
}

/** Nothing when it is ready, else how it ended. */
async function readyOrEnded(server: Server, start: ServerStart): Promise<Ending | undefined> {
  const ended = new AbortController()
  const ending = server.ended.finally(() => ended.abort())
  try {
    await logIn(start, ended.signal)
    return undefined
  } catch (failure) {
    if (ended.signal.aborted) return ending
    await server.stop()
    throw failure
  }
}

/** A fast shutdown; one that takes too long is made an immediate one, from which the next start recovers. */
async function stop(postgres: GuardedProcess, cluster: string): Promise<void> {
  const abandoned = new AbortController()
  postgres.interrupt()
  const patience = delay(STOP_PATIENCE_MS, undefined, { signal: abandoned.signal })
    .then(() => quit(cluster))
    .catch(() => undefined)
  try {
    await postgres.ended
  } finally {
    abandoned.abort()
    await patience
  }
}

async function quit(cluster: string): Promise<void> {
  const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
  process.kill(pid, 'SIGQUIT')
}

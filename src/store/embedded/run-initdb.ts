import { readFile } from 'node:fs/promises'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import type { Binaries } from './binaries.ts'
import type { ReachableFolder } from './reachable-folder.ts'
import { findUnprivileged } from './server-account.ts'
import type { ServerAccount } from './server-account.ts'
import { spawnGuarded } from './spawn-guarded.ts'
import type { Ending } from './spawn-guarded.ts'

export const SUPERUSER = 'postgres'

interface Making {
  binaries: Binaries
  account: ServerAccount
  log: Log
}

interface Target {
  folder: ReachableFolder
  /** Names in that folder. */
  cluster: string
  passwordFile: string
}

/** Makes a cluster in an empty folder. */
export async function runInitdb(making: Making, target: Target): Promise<void> {
  const first = await initdb(making, target, [])
  if (first.code === 0) return
  const nameless = first.lastLines.some((line) => line.includes('could not look up effective user ID'))
  if (!nameless) throw failure(first)
  const second = await initdb(making, target, await underAnotherName(making.account))
  if (second.code !== 0) throw namelessFailure(making.account, second)
}

function initdb(
  { binaries, account, log }: Making,
  target: Target,
  prefix: readonly string[],
): Promise<Ending> {
  const { path, descriptors } = target.folder
  const [command, ...args] = [
    ...prefix,
    binaries.initdb,
    `--pgdata=${path}/${target.cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${path}/${target.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--text-search-config=english',
    '--no-instructions',
    // initdb itself starts the server, and a small /dev/shm would fail it.
    '--set=dynamic_shared_memory_type=mmap',
  ]
  return spawnGuarded({ command: command!, args, account, descriptors, onLine: (line) => log.debug(line) })
    .ended
}

/**
 * initdb insists that its user has a name, which the arbitrary users that containers are given do not have. In a user
 * namespace it sees itself as one that does, and what it makes still belongs to us. The server needs no name.
 */
async function underAnotherName(account: ServerAccount): Promise<string[]> {
  const named = findUnprivileged(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  if (process.platform !== 'linux' || named === undefined) throw namelessFailure(account, undefined)
  return ['/usr/bin/env', 'unshare', '--user', `--map-user=${named.uid}`, `--map-group=${named.gid}`]
}

function namelessFailure({ uid, gid }: ServerAccount, ending: Ending | undefined): Fault {
  return new Fault(
    'UNAVAILABLE',
    `The embedded database cannot be created, because user ${uid} has no name. Add this line to /etc/passwd, or set DATABASE_URL:\nwinnow:x:${uid}:${gid}::/:/bin/false`,
    { cause: ending?.lastLines.join('\n') },
  )
}

function failure({ lastLines }: Ending): Fault {
  return new Fault(
    'UNAVAILABLE',
    `The embedded database could not be created:\n${lastLines.slice(-10).join('\n')}`,
  )
}

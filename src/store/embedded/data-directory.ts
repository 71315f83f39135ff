import { chmodSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs'
import {
  access,
  chmod,
  mkdir,
  realpath,
  stat,
  lstat,
  mkdtemp,
  open,
  readlink,
  rm,
  symlink,
} from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isAlive, isReachableByOthers } from '../../concurrency/confined-process.ts'
import type { OwnAccount } from '../../concurrency/confined-process.ts'
import { Fault } from '../../fault.ts'
import { changeOwner } from './spawn-guarded.ts'

/**
 * The layout of `WINNOW_DATA_DIR` for the database. The directory belongs to the user who runs the service.
 * The files of the database server belong to the server's user, and other users have no access.
 *
 * | name                 | what                                           | owner   | mode |
 * |----------------------|------------------------------------------------|---------|------|
 * | `instance.lock`      | locked while a process uses the directory      | service | 0600 |
 * | `instance.json`      | the process with the lock                      | service | 0600 |
 * | `postgres`           | the database cluster, with its password        | server  | 0700 |
 * | `postgres.init.<pid>`| a cluster that is being created                | server  | 0700 |
 * | `s`                  | folder of the server's socket, or a link to it | server  | 0700 |
 */
export interface DataDirectory {
  /** Absolute, with symbolic links resolved. */
  path: string
  lock: string
  holder: string
  cluster: string
  sockets: string
}

/**
 * When running as root, others get execute permission, because the server runs as another user. Only the
 * owner can list the directory.
 */
const OWNER_MODE = 0o700
const ROOT_MODE = 0o711

export async function prepareDataDirectory(given: string): Promise<DataDirectory> {
  try {
    if ((await mkdir(given, { recursive: true })) !== undefined) {
      await chmod(given, process.getuid?.() === 0 ? ROOT_MODE : OWNER_MODE)
    }
    await access(given, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Fault('UNAVAILABLE', `WINNOW_DATA_DIR: cannot use the directory: ${(cause as Error).message}`, {
      cause,
    })
  }
  const path = await realpath(given)
  if (((await stat(path)).mode & 0o002) !== 0) {
    throw new Fault(
      'UNAVAILABLE',
      `WINNOW_DATA_DIR: ${path} is writable by all users. Choose another directory, or run: chmod o-w '${path}'`,
    )
  }
  return layoutOf(path)
}

export function layoutOf(path: string): DataDirectory {
  return {
    path,
    lock: join(path, 'instance.lock'),
    holder: join(path, 'instance.json'),
    cluster: join(path, 'postgres'),
    sockets: join(path, 's'),
  }
}

/**
 * Locks the data directory for this process. The kernel releases SQLite's lock when the process ends, but
 * also when any part of this process opens and closes the file: no other code may open `instance.lock`.
 */
export function lockInstance({ path, lock, holder }: DataDirectory): Disposable {
  const held = new DatabaseSync(lock)
  try {
    // Nothing is written, so a journal file would be useless.
    held.exec('pragma journal_mode = memory; begin exclusive')
    chmodSync(lock, 0o600)
  } catch (cause) {
    held.close()
    throw lockFault(path, holder, cause)
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }), {
    mode: 0o600,
  })
  return {
    [Symbol.dispose]() {
      rmSync(holder, { force: true })
      held.close()
    },
  }
}

const SQLITE_BUSY = 5

function lockFault(path: string, holder: string, cause: unknown): Fault {
  if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) {
    const message = `WINNOW_DATA_DIR: cannot lock ${path} against a second process: ${(cause as Error).message}`
    return new Fault('UNAVAILABLE', message, { cause })
  }
  return new Fault(
    'CONFLICT',
    `The data directory ${path} is in use by ${describeHolder(holder)}. Stop it first, or set WINNOW_DATA_DIR to another directory.`,
    { cause },
  )
}

/** The file may be out of date or left over from a killed process, so only a living process is reported. */
function describeHolder(holder: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holder, 'utf8')) as { pid: number; since: string }
    if (pid === process.pid) return 'this same process'
    return isAlive(pid) ? `process ${pid}, running since ${since}` : 'another process'
  } catch {
    return 'another process'
  }
}

export interface ReachableFolder extends AsyncDisposable {
  path: string
  descriptors: readonly number[]
}

/**
 * A path by which the server's user reaches its folder. As root on Linux, an inherited descriptor gives
 * access to folders inside private ones.
 */
export async function reachableFolder(folder: string, account: OwnAccount): Promise<ReachableFolder> {
  if (!account.separate || (await isReachableByOthers(dirname(folder)))) {
    return { path: folder, descriptors: [], async [Symbol.asyncDispose]() {} }
  }
  if (process.platform !== 'linux') {
    throw new Fault(
      'UNAVAILABLE',
      `Running as root, the embedded database uses user ${account.uid}, which cannot access ${folder}. Set WINNOW_DATA_DIR to a directory that others can access, or start Winnow as an ordinary user.`,
    )
  }
  const handle = await open(folder)
  return { path: '/proc/self/fd/3', descriptors: [handle.fd], [Symbol.asyncDispose]: () => handle.close() }
}

/** The kernel allows 104 to 108 bytes, including the socket's name. */
const MAX_PATH_BYTES = 90
const SHORT_PREFIX = '/tmp/winnow-'

/**
 * A private folder for the server's socket: in the data directory, or elsewhere behind a link if that path is
 * too long or inaccessible.
 */
export async function openSocketFolder({ path, sockets }: DataDirectory, account: OwnAccount) {
  await removeOldSocketFolder(sockets, account)
  const fits =
    Buffer.byteLength(sockets) <= MAX_PATH_BYTES && (!account.separate || (await isReachableByOthers(path)))
  const folder = fits ? sockets : await mkdtemp(SHORT_PREFIX)
  if (fits) await mkdir(folder)
  else await symlink(folder, sockets)
  await chmod(folder, 0o700)
  await changeOwner(account, folder)
  return {
    path: folder,
    async [Symbol.asyncDispose]() {
      for (const leftover of [folder, sockets]) await rm(leftover, { recursive: true, force: true })
    },
  }
}

async function removeOldSocketFolder(sockets: string, account: OwnAccount): Promise<void> {
  const target = await readlink(sockets).catch(() => undefined)
  if (target?.startsWith(SHORT_PREFIX) && (await lstat(target).catch(() => undefined))?.uid === account.uid) {
    await rm(target, { recursive: true, force: true })
  }
  await rm(sockets, { recursive: true, force: true })
}

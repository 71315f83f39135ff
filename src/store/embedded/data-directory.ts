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
import { giveTo } from './spawn-guarded.ts'

/**
 * The layout of `WINNOW_DATA_DIR`, as far as the database goes. The directory belongs to the user who runs the
 * service; what the database server uses belongs to the user it runs as, and lets in nobody else.
 *
 * | name                 | what                                           | owner   | mode |
 * |----------------------|------------------------------------------------|---------|------|
 * | `instance.lock`      | held while a process uses the directory        | service | 0600 |
 * | `instance.json`      | who holds it                                   | service | 0600 |
 * | `postgres`           | the database cluster, with its password        | server  | 0700 |
 * | `postgres.init.<pid>`| a cluster being made                           | server  | 0700 |
 * | `s`                  | folder of the server's socket, or a link to it | server  | 0700 |
 */
export interface DataDirectory {
  /** Absolute, with every symbolic link followed. */
  path: string
  lock: string
  holder: string
  cluster: string
  sockets: string
}

/** For root others may walk through, because the server runs as another user; nobody else can list it. */
const MODE = 0o700
const MODE_FOR_ROOT = 0o711

export async function prepareDataDirectory(given: string): Promise<DataDirectory> {
  try {
    if ((await mkdir(given, { recursive: true })) !== undefined) {
      await chmod(given, process.getuid?.() === 0 ? MODE_FOR_ROOT : MODE)
    }
    await access(given, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Fault('UNAVAILABLE', `WINNOW_DATA_DIR cannot be used: ${(cause as Error).message}`, { cause })
  }
  const path = await realpath(given)
  if (((await stat(path)).mode & 0o002) !== 0) {
    throw new Fault(
      'UNAVAILABLE',
      `WINNOW_DATA_DIR: everybody may write to ${path}. Choose another directory, or run: chmod o-w '${path}'`,
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
 * Holds the data directory for this process. The kernel releases SQLite's lock when the process ends, but also
 * when any part of this process opens and closes the file: nothing else may touch `instance.lock`.
 */
export function lockInstance({ path, lock, holder }: DataDirectory): Disposable {
  const held = new DatabaseSync(lock)
  try {
    // Nothing is ever written, so a journal would only be one more file to be left behind.
    held.exec('pragma journal_mode = memory; begin exclusive')
    chmodSync(lock, 0o600)
  } catch (cause) {
    held.close()
    throw refusal(path, holder, cause)
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

function refusal(path: string, holder: string, cause: unknown): Fault {
  if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) {
    const message = `WINNOW_DATA_DIR: ${path} cannot be locked against a second process: ${(cause as Error).message}`
    return new Fault('UNAVAILABLE', message, { cause })
  }
  return new Fault(
    'CONFLICT',
    `The data directory ${path} is in use by ${whoHolds(holder)}. Stop it first, or set WINNOW_DATA_DIR to another directory.`,
    { cause },
  )
}

/** The file may be a moment late or left over from a killed process, so it is believed only about the living. */
function whoHolds(holder: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holder, 'utf8')) as { pid: number; since: string }
    if (pid === process.pid) return 'this very process'
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
 * A path by which the server's user reaches a folder of its own. As root on Linux an inherited descriptor leads
 * into folders that are closed to others.
 */
export async function reachableFolder(folder: string, account: OwnAccount): Promise<ReachableFolder> {
  if (!account.separate || (await isReachableByOthers(dirname(folder)))) {
    return { path: folder, descriptors: [], async [Symbol.asyncDispose]() {} }
  }
  if (process.platform !== 'linux') {
    throw new Fault(
      'UNAVAILABLE',
      `As root the embedded database runs as user ${account.uid}, who cannot reach ${folder}. Set WINNOW_DATA_DIR to a directory under one that is open to others, or start Winnow as an ordinary user.`,
    )
  }
  const handle = await open(folder)
  return { path: '/proc/self/fd/3', descriptors: [handle.fd], [Symbol.asyncDispose]: () => handle.close() }
}

/** The kernel takes 104 to 108 bytes, and the name of the socket comes on top. */
const LONGEST_PATH_BYTES = 90
const SHORT_PREFIX = '/tmp/winnow-'

/**
 * A private folder for the server's socket: in the data directory, or elsewhere behind a link when that path is
 * too long or closed.
 */
export async function openSocketFolder({ path, sockets }: DataDirectory, account: OwnAccount) {
  await removeFormer(sockets, account)
  const fits =
    Buffer.byteLength(sockets) <= LONGEST_PATH_BYTES &&
    (!account.separate || (await isReachableByOthers(path)))
  const folder = fits ? sockets : await mkdtemp(SHORT_PREFIX)
  if (fits) await mkdir(folder)
  else await symlink(folder, sockets)
  await chmod(folder, 0o700)
  await giveTo(account, folder)
  return {
    path: folder,
    async [Symbol.asyncDispose]() {
      for (const leftover of [folder, sockets]) await rm(leftover, { recursive: true, force: true })
    },
  }
}

async function removeFormer(sockets: string, account: OwnAccount): Promise<void> {
  const target = await readlink(sockets).catch(() => undefined)
  if (target?.startsWith(SHORT_PREFIX) && (await lstat(target).catch(() => undefined))?.uid === account.uid) {
    await rm(target, { recursive: true, force: true })
  }
  await rm(sockets, { recursive: true, force: true })
}

import { chmodSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { access, chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Fault } from '../../fault.ts'

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

/**
 * Private to the owner. For root it may also be walked through, because the database server runs as another user;
 * nobody can list it, and what is inside has its own owner and mode.
 */
const MODE = 0o700
const MODE_FOR_ROOT = 0o711

/** Creates the directory when it is missing, and refuses one that cannot be kept private. */
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

/** The names in a data directory, whether or not they are there. */
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
 * Holds the data directory for this process, or refuses with the name of the process that does. SQLite's lock is
 * the kernel's: it is gone the moment its process is, however that ended. It is also gone when any part of this
 * process opens and closes the file, so nothing else may touch `instance.lock`; who holds it stands in another file.
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

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}

import { constants } from 'node:fs'
import { access, chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../fault.ts'

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

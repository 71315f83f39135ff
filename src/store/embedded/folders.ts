import { chmod, lstat, mkdir, mkdtemp, open, readlink, rm, stat, symlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Fault } from '../../fault.ts'
import type { DataDirectory } from './data-directory.ts'
import { giveTo } from './server-account.ts'
import type { ServerAccount } from './server-account.ts'

/** Whether a user who owns none of them can walk through every folder from the root down to this one. */
export async function openToOthers(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || openToOthers(parent)
}

export interface ReachableFolder extends AsyncDisposable {
  /** What the server's user calls the folder. */
  path: string
  /** What has to be handed to its process for that name to hold. */
  descriptors: readonly number[]
}

/**
 * A name under which the server's user reaches a folder of its own. As root the data directory may lie under a home
 * that is closed to everybody else; on Linux an open descriptor leads into it all the same, by way of /proc, and
 * every process the server forks inherits it.
 */
export async function reachableFolder(folder: string, account: ServerAccount): Promise<ReachableFolder> {
  if (!account.separate || (await openToOthers(dirname(folder)))) {
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

interface SocketFolder extends AsyncDisposable {
  path: string
}

/** The kernel takes 104 to 108 bytes, and the name of the socket comes on top. */
const LONGEST_PATH_BYTES = 90
const SHORT_PREFIX = '/tmp/winnow-'

/**
 * A folder for the server's socket that only the server's user and we can enter: in the data directory, or, where
 * its path is too long for a socket or closed to the server's user, a new one elsewhere that a link there names.
 */
export async function openSocketFolder(
  { path, sockets }: DataDirectory,
  account: ServerAccount,
): Promise<SocketFolder> {
  await removeFormer(sockets, account)
  const fits =
    Buffer.byteLength(sockets) <= LONGEST_PATH_BYTES && (!account.separate || (await openToOthers(path)))
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

/** What a killed process left, here and where its link leads. */
async function removeFormer(sockets: string, account: ServerAccount): Promise<void> {
  const target = await readlink(sockets).catch(() => undefined)
  if (target?.startsWith(SHORT_PREFIX) && (await lstat(target).catch(() => undefined))?.uid === account.uid) {
    await rm(target, { recursive: true, force: true })
  }
  await rm(sockets, { recursive: true, force: true })
}

import { chmod, lstat, mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import type { DataDirectory } from '../data-directory.ts'
import { openToOthers } from './open-to-others.ts'
import { giveTo } from './server-account.ts'
import type { ServerAccount } from './server-account.ts'

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

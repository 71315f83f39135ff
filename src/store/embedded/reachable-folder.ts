import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Fault } from '../../fault.ts'
import { openToOthers } from './open-to-others.ts'
import type { ServerAccount } from './server-account.ts'

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

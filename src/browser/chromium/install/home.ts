import { constants } from 'node:fs'
import { access, chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { isReachableByOthers } from '../../../concurrency/confined-process.ts'
import type { OwnAccount } from '../../../concurrency/confined-process.ts'
import { Fault } from '../../../fault.ts'

// Neither root nor `nobody`, the user of the embedded database: a page that breaks out of the browser must not get
// at the database. It needs no entry in /etc/passwd.
const UNPRIVILEGED = 65_533

export function browserAccount(): OwnAccount {
  const uid = process.getuid?.() ?? -1
  return uid === 0
    ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED, separate: true }
    : { uid, gid: process.getgid?.() ?? -1, separate: false }
}

const HOME_FOR_ROOT = '/var/lib/winnow'

// The data directory; but where root's lies under a folder closed to the browser's user, a folder that all data
// directories share.
export async function browserHome(dataDir: string, account: OwnAccount): Promise<string> {
  try {
    // Walked through by the browser's user, listed by nobody else.
    await mkdir(dataDir, { recursive: true, mode: account.separate ? 0o711 : 0o700 })
    const path = await realpath(dataDir)
    await access(path, constants.W_OK | constants.X_OK)
    if (!account.separate || (await isReachableByOthers(path))) return path
    await mkdir(HOME_FOR_ROOT, { recursive: true })
    await chmod(HOME_FOR_ROOT, (await stat(HOME_FOR_ROOT)).mode | 0o011)
    return HOME_FOR_ROOT
  } catch (cause) {
    const why = `The browser has no folder to work in: ${(cause as Error).message}`
    throw new Fault('UNAVAILABLE', why, { cause })
  }
}

import { realpathSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** As whom a process runs: a user who owns nothing, not even what the database or the browser own. */
export interface Account {
  uid: number
  gid: number
}

/** The account for hostile work, when we are root; undefined where `module` lies in a folder closed to others. */
export function unprivilegedAccount(id: number, module: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  return [process.execPath, fileURLToPath(module)].every(isOpenToOthers) ? { uid: id, gid: id } : undefined
}

const OTHERS_READ = 0o004
const OTHERS_ENTER = 0o001

function isOpenToOthers(path: string): boolean {
  const file = realpathSync(path)
  if ((statSync(file).mode & OTHERS_READ) === 0) return false
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & OTHERS_ENTER) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** As whom a part of the service runs: `separate` where that is not the service's own user, because the service is root. */
export interface OwnAccount extends Account {
  separate: boolean
}

/** What `spawn` needs to run something as that user, without any of our supplementary groups. */
export function spawnAs({ uid, gid, separate }: OwnAccount): Partial<Account> {
  return separate ? { uid, gid } : {}
}

/** Whether a user who owns none of them can walk through every folder from the root down to this one. */
export async function isReachableByOthers(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & OTHERS_ENTER) === 0) return false
  const parent = dirname(folder)
  return parent === folder || isReachableByOthers(parent)
}

/** Whether a process with this pid is running, under any user. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Everything that the leader of a process group has started. */
export function killGroup({ pid }: { pid?: number | undefined }): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

export function watchMemory(pid: number, maxMb: number, onExceeded: () => void): Disposable {
  const timer = setInterval(() => {
    void residentMb(pid).then((resident) => resident > maxMb && onExceeded())
  }, WATCH_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const WATCH_MS = 50
const PAGE_BYTES = 4096

/** Where the system does not tell, the limit of the heap has to do. */
export async function residentMb(pid: number): Promise<number> {
  try {
    const [, resident] = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')
    return (Number(resident) * PAGE_BYTES) / (1024 * 1024)
  } catch {
    return 0
  }
}

export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It is a courtesy, and the process may be gone already.
  }
}

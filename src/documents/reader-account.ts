import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** As whom documents are read: a user who owns nothing, not even what the database or the browser own. */
export interface ReaderAccount {
  uid: number
  gid: number
}

const UNPRIVILEGED = 65_531

/**
 * Root's documents are read by somebody without rights, because what reads them is native code and documents are
 * hostile. That takes a program that everybody may read; where it lies in a closed folder, undefined: as ourselves.
 */
export function readerAccount(): ReaderAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const program = [process.execPath, fileURLToPath(import.meta.url)]
  return program.every(isOpenToOthers) ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : undefined
}

const OTHERS_READ = 0o004
const OTHERS_ENTER = 0o001

/** Whether everybody may read the file, and walk through every folder on the way to it. */
function isOpenToOthers(path: string): boolean {
  const file = realpathSync(path)
  if ((statSync(file).mode & OTHERS_READ) === 0) return false
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & OTHERS_ENTER) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

import { randomUUID } from 'node:crypto'
import { chmod, lchown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Fault } from '../fault.ts'
import { isAlive } from './confined-process.ts'

// Creates a folder that others may read but only we may change. Several processes may do so at once: each
// fills its own draft, the first to rename it wins, and drafts of ended processes are removed.
export async function makeOnce(folder: string, fill: (draft: string) => Promise<void>): Promise<void> {
  if (await isThere(folder)) return
  await removeAbandoned(folder)
  const draft = `${folder}.${process.pid}.${randomUUID()}`
  try {
    await mkdir(draft, { mode: 0o700 })
    await fill(draft)
    await letOthersRead(draft)
    await rename(draft, folder)
  } catch (failure) {
    if (!(await isThere(folder))) throw failure
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Programs are started from this folder, so no other user may have created or changed it. */
async function isThere(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) return false
  const uid = process.getuid?.()
  const ours = uid === undefined || found.uid === uid || found.uid === 0
  if (ours && (process.platform === 'win32' || (found.mode & 0o022) === 0)) return true
  throw new Fault(
    'UNAVAILABLE',
    `"${folder}" belongs to another user or can be changed by others, so no program is started from it. Remove the folder.`,
  )
}

async function removeAbandoned(folder: string): Promise<void> {
  const drafts = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.`))
  for (const name of drafts) {
    const pid = Number(name.slice(basename(folder).length + 1).split('.')[0])
    if (!isAlive(pid)) await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** Takes ownership of extracted files. The owner named in an archive could change them. */
async function letOthersRead(folder: string): Promise<void> {
  const [uid, gid] = [process.getuid?.() ?? -1, process.getgid?.() ?? -1]
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    await lchown(path, uid, gid)
    if (entry.isSymbolicLink()) continue
    const runs = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0
    await chmod(path, runs ? 0o755 : 0o644)
  }
  await chmod(folder, 0o755)
}

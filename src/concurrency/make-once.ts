import { randomUUID } from 'node:crypto'
import { chmod, lchown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Fault } from '../fault.ts'
import { isAlive } from './confined-process.ts'

// A folder that everybody may read and only we may change. Several processes may make it at once: each fills a draft
// of its own, the first to rename it wins, and drafts whose process is gone are removed.
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

/** Programs are run from there, so nobody else may have put or changed them. */
async function isThere(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) return false
  const uid = process.getuid?.()
  const ours = uid === undefined || found.uid === uid || found.uid === 0
  if (ours && (process.platform === 'win32' || (found.mode & 0o022) === 0)) return true
  throw new Fault(
    'UNAVAILABLE',
    `${folder} belongs to another user or may be changed by others, so nothing is run from it. Remove it.`,
  )
}

async function removeAbandoned(folder: string): Promise<void> {
  const drafts = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.`))
  for (const name of drafts) {
    const pid = Number(name.slice(basename(folder).length + 1).split('.')[0])
    if (!isAlive(pid)) await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** Whoever an archive says its files belong to, they are ours; otherwise that user could change them. */
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

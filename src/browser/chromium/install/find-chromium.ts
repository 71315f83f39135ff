import installedAt from './installed.json' with { type: 'json' }
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Fault } from '../../../fault.ts'
import { spawnAs } from '../../../concurrency/confined-process.ts'
import type { OwnAccount } from '../../../concurrency/confined-process.ts'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { makeOnce } from '../../../concurrency/make-once.ts'

interface ChromiumSearch {
  configured: string | undefined
  home: string
  account: OwnAccount
  signal: AbortSignal
}

export async function findChromium({ configured, home, account, signal }: ChromiumSearch): Promise<Program> {
  if (configured !== undefined) {
    const program = withLibraries(configured)
    const error = await programError(program, account)
    if (error === undefined) return program
    throw new Fault('UNAVAILABLE', `WINNOW_CHROMIUM: ${configured} cannot be run: ${error}`)
  }
  const errors: string[] = []
  const candidates = [
    () => unpackPackaged(home, signal),
    ...installedPaths().map((path) => async () => ({ path })),
  ]
  for (const candidate of candidates) {
    signal.throwIfAborted()
    const program = await candidate().catch((failure: Error) => void errors.push(failure.message))
    const error = program && (await programError(program, account))
    if (error !== undefined) errors.push(`${program!.path}: ${error}`)
    else if (program) return program
  }
  const why = errors.length > 0 ? ` (${errors.join('; ')})` : ''
  throw new Fault(
    'UNAVAILABLE',
    `There is no Chromium for ${process.platform}-${process.arch}${why}. Install Chrome or Chromium, or set WINNOW_CHROMIUM to one.`,
  )
}

/** Whoever points at an unpacked one means it with what lies beside it. */
function withLibraries(path: string): Program {
  const libraries = join(dirname(path), 'al2023', 'lib')
  return existsSync(libraries) ? { path, libraries, fonts: join(dirname(path), 'fonts') } : { path }
}

const PROBE_MS = 30_000

async function programError({ path, libraries }: Program, account: OwnAccount): Promise<string | undefined> {
  if (!existsSync(path)) return 'there is no such file'
  // There, asking for the version opens a window.
  if (process.platform === 'win32') return undefined
  const env = { PATH: SYSTEM_PATH, HOME: '/', ...(libraries && { LD_LIBRARY_PATH: libraries }) }
  try {
    const options = { cwd: '/', env, timeout: PROBE_MS, ...spawnAs(account) }
    const { stdout } = await promisify(execFile)(path, ['--version'], options)
    return /\d+\.\d+\.\d+/.test(stdout) ? undefined : 'it does not tell its version'
  } catch (failure) {
    const user = account.separate ? ` as user ${account.uid}` : ''
    return `it does not start${user}: ${(failure as Error).message.trim()}`
  }
}

/** Where a shell and its tools are found; the service's own environment is not handed on. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Headless shells come first: they are smaller, and without the windows and services of a whole browser. */
function installedPaths(): string[] {
  const places = installedAt[process.platform as keyof typeof installedAt] ?? []
  return places.filter((path) => existsSync(path))
}

export interface Program {
  path: string
  libraries?: string
  fonts?: string
}

const UNPACKING_MS = 180_000

async function unpackPackaged(home: string, signal: AbortSignal): Promise<Program | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const version = await packagedVersion()
  if (version === undefined) return undefined
  const folder = join(home, `chromium-${version}`)
  await makeOnce(folder, (draft) => runUnpacker(import.meta.resolve('./unpack-process.ts'), draft, signal))
  return {
    path: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fonts: join(folder, 'fonts'),
  }
}

async function packagedVersion(): Promise<string | undefined> {
  try {
    const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
    return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version
  } catch {
    return undefined
  }
}

// In a process of its own: it takes seconds of a core, and the package goes by the environment. It unpacks to
// TMPDIR, trusts what lies there, and brings its libraries only where it believes to be on a known service.
export async function runUnpacker(program: string, folder: string, signal: AbortSignal): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(program), folder],
    {
      cwd: folder,
      env: { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
      timeout: UNPACKING_MS,
      signal,
      killSignal: 'SIGKILL',
    },
  )
}

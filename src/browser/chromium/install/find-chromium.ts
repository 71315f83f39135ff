import installedAt from './installed.json' with { type: 'json' }
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Fault } from '../../../fault.ts'
import { spawnAs } from './home.ts'
import type { BrowserAccount } from './home.ts'
import { unpackPackaged } from './packaged.ts'
import type { Program } from './packaged.ts'

interface Search {
  configured: string | undefined
  home: string
  account: BrowserAccount
  signal: AbortSignal
}

export async function findChromium({ configured, home, account, signal }: Search): Promise<Program> {
  if (configured !== undefined) {
    const program = withLibraries(configured)
    const trouble = await troubleWith(program, account)
    if (trouble === undefined) return program
    throw new Fault('UNAVAILABLE', `WINNOW_CHROMIUM: ${configured} cannot be run: ${trouble}`)
  }
  const troubles: string[] = []
  const candidates = [
    () => unpackPackaged(home, signal),
    ...installed().map((path) => async () => ({ path })),
  ]
  for (const candidate of candidates) {
    signal.throwIfAborted()
    const program = await candidate().catch((failure: Error) => void troubles.push(failure.message))
    const trouble = program && (await troubleWith(program, account))
    if (trouble !== undefined) troubles.push(`${program!.path}: ${trouble}`)
    else if (program) return program
  }
  const why = troubles.length > 0 ? ` (${troubles.join('; ')})` : ''
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

async function troubleWith(
  { path, libraries }: Program,
  account: BrowserAccount,
): Promise<string | undefined> {
  if (!existsSync(path)) return 'there is no such file'
  // There, asking for the version opens a window.
  if (process.platform === 'win32') return undefined
  const env = { PATH: SYSTEM_PATH, HOME: '/', ...(libraries && { LD_LIBRARY_PATH: libraries }) }
  try {
    const options = { cwd: '/', env, timeout: PROBE_MS, ...spawnAs(account) }
    const { stdout } = await promisify(execFile)(path, ['--version'], options)
    return /\d+\.\d+\.\d+/.test(stdout) ? undefined : 'it does not tell its version'
  } catch (failure) {
    const who = account.separate ? ` as user ${account.uid}` : ''
    return `it does not start${who}: ${(failure as Error).message.trim()}`
  }
}

/** Where a shell and its tools are found; the service's own environment is not handed on. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Headless shells come first: they are smaller, and without the windows and services of a whole browser. */
function installed(): string[] {
  const places = installedAt[process.platform as keyof typeof installedAt] ?? []
  return places.filter((path) => existsSync(path))
}

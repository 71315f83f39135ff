import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Fault } from '../../fault.ts'
import { spawnAs } from './account.ts'
import type { BrowserAccount } from './account.ts'
import { unpackPackaged } from './packaged.ts'
import type { Program } from './packaged.ts'

interface Search {
  /** The operator's choice; then no other is looked for. */
  configured: string | undefined
  /** Where the packaged one is unpacked to. */
  home: string
  account: BrowserAccount
  signal: AbortSignal
}

/** The Chromium to use: the configured one, else the packaged one, else an installed one; a Fault says why none. */
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

/** Runs it once for its version, which tells whether this machine, and the user it is for, can run it at all. */
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

function installed(): string[] {
  const places = INSTALLED[process.platform as keyof typeof INSTALLED] ?? []
  return places.filter((path) => existsSync(path))
}

const INSTALLED = {
  linux: [
    // As the packaged one is: smaller, and without the windows and services of a whole browser.
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/usr/bin/microsoft-edge-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

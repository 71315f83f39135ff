import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createLog } from '../../src/log.ts'
import { openStore } from '../../src/store/store.ts'
import { compiledOnce } from './run-node.ts'
import { waitUntil } from './wait-until.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/service.mjs', import.meta.url))

export interface Service extends AsyncDisposable {
  child: ChildProcess
  /** The output so far. */
  output(): string
  url: string
  /** Stops it and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ServiceOptions {
  env?: Record<string, string>
  node?: string
}

/** Only the variables that the program needs, without the developer's own settings. */
function cleanEnvironment(env: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH!,
    HOME: process.env.HOME ?? '/',
    TMPDIR: tmpdir(),
    ...compiledOnce(),
    ...env,
  }
}

/** The service as a separate process, ready for requests. */
export async function spawnService({ env = {}, node = process.execPath }: ServiceOptions): Promise<Service> {
  const child = spawn(node, [LAUNCHER, 'serve'], {
    env: cleanEnvironment({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await waitUntil(() => /is running/.test(text) || child.exitCode !== null, 60_000)
  if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${text}`)
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return {
    child,
    output: () => text,
    url: /(?:Console|Probes)\s+(\S+?)\/(?:ready)?\s/.exec(text)?.[1] ?? '',
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

/** Runs the program to its end. */
export async function run(words: string[], env: Record<string, string> = {}, node = process.execPath) {
  const child = spawn(node, [LAUNCHER, ...words], {
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

/** Processes whose command line or environment names a folder. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const settings = readFileSync(`/proc/${pid}/environ`, 'utf8')
        return line.includes(folder) || settings.includes(folder) ? [`${pid} ${line}`] : []
      } catch {
        return []
      }
    })
}

/** A folder that is removed afterwards. The users of PostgreSQL and Chromium can enter it. */
export async function temporaryFolder(name = 'winnow-'): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), name))
  await chmod(path, 0o755)
  // A killed server may still be writing its last file.
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) }
}

/**
 * A data directory with a database, for tests that need no first start. The tests use it one after the other.
 */
export function useDataDir(): () => string {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
    const settings = { dataDir: folder.path, databaseUrl: undefined, secret: undefined }
    await using _store = await openStore(settings, createLog('silent', false))
  })
  after(() => folder[Symbol.asyncDispose]())
  return () => folder.path
}

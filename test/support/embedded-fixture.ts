import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createLog } from '../../src/log.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import type { Database } from '../../src/store/database/database.ts'
import { openEmbedded } from '../../src/store/embedded/embedded.ts'
import { killNow } from './kill-now.ts'
import { serverProcesses } from './server-processes.ts'
import { waitUntil } from './wait-until.ts'

export const log = createLog('silent', false)
export const isRoot = process.getuid?.() === 0

/** A folder of the test's own, gone with everything that still runs on the data directory in it. */
export async function newFolder(test: TestContext, name = 'data'): Promise<string> {
  // Open to the server's user; the temporary folder of the test run is not.
  const folder = await mkdtemp('/tmp/winnow-embedded-')
  await chmod(folder, 0o755)
  const dataDir = join(folder, name)
  test.after(async () => {
    for (const { pid } of await serverProcesses(dataDir)) killNow(pid)
    await waitUntil(async () => (await serverProcesses(dataDir)).length === 0)
    await rm(folder, { recursive: true })
  })
  return dataDir
}

/** Data directories with a cluster that was made once, so that most tests need not wait for one of their own. */
export function useSeed(): (test: TestContext, name?: string) => Promise<string> {
  let seed: string
  before(async () => {
    seed = await mkdtemp(join(tmpdir(), 'winnow-seed-'))
    await (await openEmbedded({ dataDir: join(seed, 'data'), log })).stop()
  })
  after(() => rm(seed, { recursive: true }))
  return async (test, name) => {
    const dataDir = await newFolder(test, name)
    await mkdir(dirname(dataDir), { recursive: true })
    await promisify(execFile)('cp', ['-a', join(seed, 'data'), dataDir])
    return dataDir
  }
}

export async function withServer<Result>(
  dataDir: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  await using server = await openEmbedded({ dataDir, log })
  const database = await openDatabase(server.connection, log)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

interface Writer {
  child: ChildProcess
  /** `ready`, or why it could not start. */
  first: Promise<string>
  /** How many rows it was told are committed. */
  acknowledged(): number
}

export function startWriter(test: TestContext, dataDir: string): Writer {
  const program = join(import.meta.dirname, '..', 'support', 'embedded-process.ts')
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  test.after(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const first = once(lines, 'line').then(([line]) => line as string)
  let last = 0
  lines.on('line', (line) => void (last = Number(line) || last))
  return { child, first, acknowledged: () => last }
}

export async function writerWithRows(test: TestContext, dataDir: string): Promise<Writer> {
  const writer = startWriter(test, dataDir)
  assert.equal(await writer.first, 'ready')
  await waitUntil(() => writer.acknowledged() >= 50)
  return writer
}

export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export const countNotes = (database: Database) =>
  database.rows<{ count: number }>('select count(*) as count from notes').then(([row]) => row!.count)

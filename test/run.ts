import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/log.ts'
import { openEmbedded } from '../src/store/embedded/embedded.ts'
import { limitsFor, watchFiles } from './support/watch-files.ts'
import { connectionUrl, prepareTemplate } from './support/template.ts'
import { groupFiles } from './support/group-files.ts'

/**
 * Runs the tests against one PostgreSQL server: an embedded one started for this run, or the one that
 * TEST_DATABASE_URL names. Every test file gets a database of its own, copied from a migrated template.
 *
 * Takes files, patterns and folders, and options of Node's test runner (`--test-…`). Without any it runs all tests but
 * the long ones under `test/long`, `test/hostile` and `test/chaos`; with `--quick` only those of pure functions, without a server.
 */
async function main(given: string[]): Promise<number> {
  const isQuick = given.includes(QUICK)
  const options = given.filter((argument) => argument.startsWith('--') && argument !== QUICK)
  const named = testFiles(given.filter((argument) => !argument.startsWith('--')))
  const files = isQuick ? named.filter(isUnitTest) : named
  // Node's runner would look for files of its own.
  if (files.length === 0) throw new Error(`No tests are found under ${given.join(' ')}.`)
  const folder = await mkdtemp(join(scratchFolder(), 'winnow-test-'))
  // The browser's user walks through it when the tests run as root.
  await chmod(folder, 0o711)
  await using leaving = new AsyncDisposableStack()
  leaving.defer(() => rm(folder, { recursive: true, force: true }))
  const external = process.env.TEST_DATABASE_URL
  const server =
    external || isQuick
      ? undefined
      : leaving.use(
          await openEmbedded({
            dataDir: join(folder, 'data'),
            log: createLog('warn', false),
            settings: { fsync: 'off', max_connections: '200' },
          }),
        )
  const url = external ?? (server && connectionUrl(server.connection))
  if (url !== undefined) await prepareTemplate(url)
  const testMs = Number(
    options.findLast((option) => option.startsWith(TIMEOUT))?.slice(TIMEOUT.length) ?? TEST_MS,
  )
  const watch = leaving.use(
    await watchFiles(limitsFor(testMs), (complaint) => console.error(`✖ ${complaint}`)),
  )
  return await runNode(
    [
      ...watch.args,
      '--test',
      `--test-concurrency=${FILES_AT_ONCE}`,
      `${TIMEOUT}${testMs}`,
      '--disable-warning=ExperimentalWarning',
      ...options.filter((option) => !option.startsWith(TIMEOUT)),
      ...groupFiles(files, folder, FILES_AT_ONCE),
    ],
    {
      ...process.env,
      ...watch.env,
      ...(url !== undefined && { TEST_SERVER_URL: url }),
      TEST_DATA_DIR: join(folder, 'winnow'),
      TMPDIR: folder,
      // Most files load the same modules: they are stripped of their types and compiled once.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      NODE_ENV: 'test',
    },
  )
}

const QUICK = '--quick'

/** Beside the source, and without servers, processes, large inputs and comparisons of cost. */
function isUnitTest(file: string): boolean {
  return !file.startsWith('test/') && !COSTLY.test(file + readFileSync(file, 'utf8'))
}

const COSTLY =
  /support\/(?:assert-cheap|document-reader|drawn-text|hostile|search-provider|site|text-pdf|wait-until|zip-file)|createServer|spawn\(|Worker\b|Threads\b|hostile/

/** In memory where there is plenty: on a disk, the databases of the tests take a quarter of the time. */
function scratchFolder(): string {
  return process.env.TMPDIR === undefined && hasFreeSpace(MEMORY) ? MEMORY : tmpdir()
}

const MEMORY = '/dev/shm'
/** Several times what a run keeps at once. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

function hasFreeSpace(folder: string): boolean {
  const mount = readMounts().find(([, place]) => place === folder)
  // Programs are unpacked there.
  if (mount === undefined || mount[3]!.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(folder)
  return Math.min(bavail * bsize, process.availableMemory()) >= MIN_FREE_BYTES
}

/** Linux only: device, place, type and options of each. */
function readMounts(): string[][] {
  const lines = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  return lines.map((line) => line.split(' '))
}

/** The option of Node's runner that bounds every test and every hook. */
const TIMEOUT = '--test-timeout='
const TEST_MS = 180_000

/** One more than there are processors: much of what tests do is to wait for browsers, services and timeouts. */
const FILES_AT_ONCE = availableParallelism() + 1

function testFiles(patterns: string[]): string[] {
  if (patterns.length === 0) {
    return globSync(['src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'test/**/*.test.ts'], {
      exclude: ['test/long/**', 'test/hostile/**', 'test/chaos/**'],
    }).sort()
  }
  return globSync(patterns.map((path) => (isFolder(path) ? join(path, '**/*.test.ts') : path))).sort()
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

process.exitCode = await main(process.argv.slice(2))

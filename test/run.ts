import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../src/log.ts'
import { openEmbedded } from '../src/store/embedded/embedded.ts'
import { connectionUrl, prepareTemplate } from './support/template.ts'

/**
 * Runs the tests against one PostgreSQL server: an embedded one started for this run, or the one that
 * TEST_DATABASE_URL names. Every test file gets a database of its own, copied from a migrated template.
 */
async function main(patterns: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-test-'))
  await using leaving = new AsyncDisposableStack()
  leaving.defer(() => rm(folder, { recursive: true, force: true }))
  const external = process.env.TEST_DATABASE_URL
  const server = external
    ? undefined
    : leaving.use(
        await openEmbedded({
          dataDir: join(folder, 'data'),
          log: createLog('warn', false),
          settings: { fsync: 'off', max_connections: '200' },
        }),
      )
  const url = external ?? connectionUrl(server!.connection)
  await prepareTemplate(url)
  const files = globSync(patterns.length > 0 ? patterns : ['src/**/*.test.ts', 'test/**/*.test.ts']).sort()
  return await runNode(
    [
      '--test',
      '--test-concurrency=2',
      '--test-timeout=180000',
      '--disable-warning=ExperimentalWarning',
      ...files,
    ],
    { ...process.env, TEST_SERVER_URL: url, TMPDIR: folder, NODE_ENV: 'test' },
  )
}

function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

process.exitCode = await main(process.argv.slice(2))

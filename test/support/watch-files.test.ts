import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { limitsFor, watchFiles } from './watch-files.ts'

const LONG_MS = 60_000
const LIMITS = { silenceMs: LONG_MS, exitMs: LONG_MS, reportMs: LONG_MS }

/** Runs test files with these bodies, as the suite is run, and tells what was complained about. */
async function run(bodies: readonly string[], limits: Partial<typeof LIMITS>) {
  const folder = await mkdtemp(join(tmpdir(), 'watched-'))
  await using leaving = new AsyncDisposableStack()
  leaving.defer(() => rm(folder, { recursive: true }))
  const files = bodies.map((_, at) => join(folder, `file-${at}.test.ts`))
  for (const [at, body] of bodies.entries()) await writeFile(files[at]!, HEAD + body)
  const complaints: string[] = []
  const watch = leaving.use(await watchFiles({ ...LIMITS, ...limits }, (said) => complaints.push(said)))
  // A runner within a test would otherwise take itself for one of its files.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const runner = spawn(process.execPath, [...watch.args, '--test', '--test-reporter=tap', ...files], {
    env: { ...env, ...watch.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([runner.stdout.toArray(), once(runner, 'exit')])
  return { code: code as number, complaints, output: Buffer.concat(output).toString() }
}

const HEAD = `
import { after, before, describe, it } from 'node:test'
import { createServer } from 'node:net'
`

describe('a run of test files', () => {
  it('ends although a last hook failed and another one was to close a server', async () => {
    const { code, complaints, output } = await run(
      [
        `let server
        before(() => void (server = createServer().listen(0, '127.0.0.1')))
        after(() => { throw new Error('It could not be stopped.') })
        after(() => server.close())
        it('passes', () => {})`,
        `it('also passes', () => {})`,
      ],
      { exitMs: 50 },
    )
    assert.equal(code, 1)
    assert.equal(complaints.length, 1)
    assert.match(
      complaints[0]!,
      /file-0\.test\.ts had not ended 0\.05 s after its last test\. What kept it:.*127\.0\.0\.1:\d+/,
    )
    assert.match(output, /ok \d+ - also passes/)
  })

  it('says what kept a file: connections, threads, processes and timers', async () => {
    const { complaints } = await run(
      [
        `import { once } from 'node:events'
        import { connect } from 'node:net'
        import { spawn } from 'node:child_process'
        import { Worker } from 'node:worker_threads'
        it('leaves everything behind', async () => {
          setInterval(() => {}, 1e6)
          setInterval(() => {}, 1e6)
          const worker = new Worker('setInterval(() => {}, 1e6)', { eval: true })
          await once(worker, 'online')
          const child = spawn('cat')
          process.on('exit', () => child.kill())
          const server = createServer()
          await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
          connect(server.address().port, '127.0.0.1')
        })`,
      ],
      { exitMs: 50 },
    )
    for (const kept of [/a timer, 2 times/, /a thread/, /the process \d+/, /a connection to 127\.0\.0\.1:/]) {
      assert.match(complaints.join(), kept)
    }
  })

  it('ends although a file never comes to its tests', async () => {
    const { code, complaints } = await run([`setInterval(() => {}, 1e6)\nawait new Promise(() => {})`], {
      silenceMs: 50,
    })
    assert.equal(code, 1)
    assert.match(
      complaints.join(),
      /file-0\.test\.ts had begun and ended no test for 0\.05 s\. What kept it: /,
    )
  })

  it('ends although a file is busy for ever', async () => {
    const { code, complaints } = await run(
      [`setInterval(() => {}, 1e6)\nprocess.on('exit', () => { for (;;); })\nit('passes', () => {})`],
      { exitMs: 50, reportMs: 50 },
    )
    assert.equal(code, 1)
    assert.match(complaints.join(), /file-0\.test\.ts .* It is killed, because it does not leave/)
  })

  it('has nothing to say about files that end, and leaves their results alone', async () => {
    const { code, complaints, output } = await run([`describe('a', () => it('passes', () => {}))`], {})
    assert.deepEqual([code, complaints], [0, []])
    assert.match(output, /# pass 1\n# fail 0/)
  })
})

it('leaves nothing that keeps the run when it ends before its files do', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const watch = await watchFiles(LIMITS, assert.fail)
  const file = connect(Number(watch.env['TEST_WATCH_PORT']), '127.0.0.1')
  file.write(`${JSON.stringify({ news: 'started', file: 'a.test.ts', pid: process.pid })}\n`)
  while (timers() === before) await setImmediate()
  await watch[Symbol.asyncDispose]()
  await setImmediate()
  assert.equal(timers(), before)
})

it('gives a file the time that its hooks may take', () => {
  const testMs = 500_000
  const { silenceMs, exitMs } = limitsFor(testMs)
  assert.ok(silenceMs > 3 * testMs)
  assert.ok(exitMs > testMs)
})

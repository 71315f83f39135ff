import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { browserAccount } from '../../src/browser/chromium/install/home.ts'
import { findChromium } from '../../src/browser/chromium/install/find-chromium.ts'
import {
  browserProcessesOf,
  commandLine,
  withTab,
  longVisit,
  newFolder,
  runFolders,
  useEngineFixture,
  visit,
} from '../support/engine-fixture.ts'
import { isFault } from '../support/is-fault.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Why tests of the packaged Chromium cannot run; false where there is one. */
const NOT_PACKAGED = process.arch === 'x64' ? false : `npm has no Chromium for ${process.arch}`
const account = browserAccount()
const { signal: never } = new AbortController()
const ground = useEngineFixture()

describe('a browser in trouble', () => {
  it('that hangs is killed and replaced, and whoever was on it runs again', async (test) => {
    const engine = ground.newEngine(test)
    const innocent = longVisit(engine)
    await innocent.opened
    const { processId } = engine.counts()
    process.kill(processId!, 'SIGSTOP')
    await waitUntil(() => engine.counts().restarts === 1, 30_000)
    innocent.end()
    assert.equal(await innocent.ended, 'A page')
    assert.equal(innocent.runs(), 2)
    assert.equal(await visit(engine), 'hello')
    assert.equal(commandLine(processId!), '')
  })

  it('that hangs keeps nobody who gives up waiting', async (test) => {
    const engine = ground.newEngine(test)
    const given = new AbortController()
    const stuck = longVisit(engine, '/', given.signal)
    await stuck.opened
    process.kill(engine.counts().processId!, 'SIGSTOP')
    given.abort(new Error('given up'))
    await assert.rejects(stuck.ended, /given up/)
    assert.deepEqual([engine.counts().restarts, engine.counts().openTabs], [0, 1])
  })

  it('is lost to a visit twice only when the visit is the cause, which is told', async (test) => {
    const engine = ground.newEngine(test)
    const guilty = withTab(engine, async ({ context, page }) => {
      await page.goto('http://site.test/')
      const session = await context.browser()!.newBrowserCDPSession()
      await session.send('Browser.crash')
    })
    await assert.rejects(guilty, isFault('SCRAPE_ALL_ENGINES_FAILED', /hang or crash/))
    assert.equal(await visit(engine), 'hello')
    assert.equal(engine.counts().restarts, 2)
  })

  it('outlives a page that takes all memory', async (test) => {
    const engine = ground.newEngine(test, { recycling: { maxTabMemoryBytes: 300 << 20 } })
    const other = longVisit(engine)
    await other.opened
    const greedy = longVisit(engine, '/memory')
    await assert.rejects(greedy.ended, isFault('SCRAPE_ALL_ENGINES_FAILED', /too much memory/))
    other.end()
    assert.equal(await other.ended, 'A page')
    assert.equal(other.runs(), 1)
    assert.equal(engine.counts().restarts, 0)
  })

  for (const [name, recycling] of [
    ['so many visits', { maxVisits: 2 }],
    ['so long', { maxAgeMs: 0 }],
  ] as const) {
    it(`makes room for a new one after ${name}, and ends when its last tab is closed`, async (test) => {
      const engine = ground.newEngine(test, { recycling })
      const old = longVisit(engine)
      await old.opened
      const first = engine.counts().processId!
      await visit(engine)
      await visit(engine)
      assert.notEqual(engine.counts().processId, first)
      assert.notEqual(commandLine(first), '')
      old.end()
      assert.equal(await old.ended, 'A page')
      await waitUntil(() => commandLine(first) === '')
      assert.equal(engine.counts().restarts, 0)
    })
  }

  it('makes room for a new one when it takes too much memory', async (test) => {
    const engine = ground.newEngine(test, { recycling: { maxMemoryBytes: 1 } })
    const old = longVisit(engine)
    await old.opened
    const first = engine.counts().processId
    await waitUntil(() => engine.counts().processId === undefined)
    await visit(engine)
    assert.notEqual(engine.counts().processId, first)
    old.end()
    assert.equal(await old.ended, 'A page')
  })
})

describe('the packaged Chromium', () => {
  it(
    'is unpacked once by whoever comes first, and what a killed process left of it is removed',
    { skip: NOT_PACKAGED },
    async (test) => {
      const home = await newFolder(test)
      const { version } = JSON.parse(
        readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8'),
      ) as {
        version: string
      }
      const gone = spawn('/bin/true')
      await once(gone, 'exit')
      await mkdir(join(home, `chromium-${version}.${gone.pid}.left`))
      const search = { configured: undefined, home, account, signal: never }
      const found = await Promise.all([findChromium(search), findChromium(search)])
      const path = join(home, `chromium-${version}`, 'chromium')
      assert.deepEqual(
        found.map((program) => program.path),
        [path, path],
      )
      assert.deepEqual(readdirSync(home), [`chromium-${version}`])
      assert.equal(statSync(path).mode & 0o777, 0o755)
      const owners = readdirSync(home, { recursive: true }).map((name) => statSync(join(home, `${name}`)).uid)
      assert.deepEqual([...new Set(owners)], [process.getuid!()])
      await chmod(join(home, `chromium-${version}`), 0o777)
      const used = await findChromium(search).then(
        (program) => program.path,
        (failure: Error) => failure.message,
      )
      assert.notEqual(used, path)
    },
  )

  it('can be named by its path, with its libraries beside it', async () => {
    const packaged = await findChromium({
      configured: undefined,
      home: ground.dataDir,
      account,
      signal: never,
    })
    assert.deepEqual(
      await findChromium({ configured: packaged.path, home: '/nowhere', account, signal: never }),
      packaged,
    )
  })
})

describe('the end', () => {
  it(
    'may come while Chromium is being unpacked, of which nothing stays',
    { skip: NOT_PACKAGED },
    async (test) => {
      const home = await newFolder(test)
      const engine = ground.newEngine(test, { dataDir: home })
      engine.prepare()
      const waiting = assert.rejects(visit(engine), isFault('UNAVAILABLE', /stopping/))
      await waitUntil(() => readdirSync(home).some((name) => name.startsWith('chromium-')))
      await engine[Symbol.asyncDispose]()
      await waiting
      assert.deepEqual(readdirSync(home), [])
    },
  )

  it('of a killed process is the end of its browser, and the next start tidies up', async (test) => {
    const program = join(import.meta.dirname, '..', 'support', 'engine-process.ts')
    const child = spawn(process.execPath, [program, ground.dataDir, ground.proxyServer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    test.after(() => void child.kill('SIGKILL'))
    const [pid] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    assert.ok(browserProcessesOf(ground.dataDir).includes(Number(pid)))
    child.kill('SIGKILL')
    await once(child, 'exit')
    await waitUntil(() => browserProcessesOf(ground.dataDir).length === 0)
    assert.equal(runFolders(ground.dataDir).length, 1)
    const engine = ground.newEngine(test)
    await visit(engine)
    assert.equal(runFolders(ground.dataDir).length, 1)
    await engine[Symbol.asyncDispose]()
    assert.deepEqual(runFolders(ground.dataDir), [])
  })

  it('comes at the next start for what was left running all the same, and for nobody else', async (test) => {
    const { opened, end, ended } = longVisit(ground.newEngine(test))
    await opened
    // Looks like the folder of this process, had it started at another time; and like that of another machine.
    const [own] = runFolders(ground.dataDir)
    const left = join(ground.dataDir, 'browser', own!.replace(/^(\w+-\d+)-\d+/, '$1-1'))
    const foreign = join(ground.dataDir, 'browser', own!.replace(/^\w+/, '00000000'))
    for (const folder of [left, foreign]) await mkdir(folder)
    const carrier = (folder: string) => {
      const child = spawn('/bin/sh', ['-c', 'read never', 'x', `--user-data-dir=${folder}/profile`])
      test.after(() => void child.kill('SIGKILL'))
      return child
    }
    const [orphan, stranger] = [carrier(left), carrier(foreign)]
    const orphanEnd = once(orphan, 'exit')
    await visit(ground.newEngine(test))
    assert.deepEqual((await orphanEnd)[1], 'SIGKILL')
    assert.equal(stranger.exitCode ?? stranger.signalCode, null)
    assert.deepEqual([existsSync(left), existsSync(foreign)], [false, true])
    end()
    assert.equal(await ended, 'A page')
    await rm(foreign, { recursive: true })
  })
})

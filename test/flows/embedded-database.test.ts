import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createLog } from '../../src/log.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import type { Database } from '../../src/store/database/database.ts'
import { findBinaries, locateNative } from '../../src/store/embedded/binaries.ts'
import { openEmbedded } from '../../src/store/embedded/embedded.ts'
import { connectToRunning } from '../../src/store/embedded/start-server.ts'
import { serverAccount } from '../../src/store/embedded/spawn-guarded.ts'
import { killNow } from '../support/kill-now.ts'
import { postmaster, serverProcesses, watchdogs } from '../support/server-processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const log = createLog('silent', false)
const mode = (path: string) => statSync(path).mode & 0o777
const asRoot = process.getuid?.() === 0

/** A folder of the test's own, gone with everything that still runs on the data directory in it. */
async function newFolder(test: TestContext, name = 'data'): Promise<string> {
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

/** A cluster that was made once, so that most tests need not wait for one of their own. */
let seed: string
before(async () => {
  seed = await mkdtemp(join(tmpdir(), 'winnow-seed-'))
  await (await openEmbedded({ dataDir: join(seed, 'data'), log })).stop()
})
after(() => rm(seed, { recursive: true }))

async function newDataDirectory(test: TestContext, name?: string): Promise<string> {
  const dataDir = await newFolder(test, name)
  await mkdir(dirname(dataDir), { recursive: true })
  await promisify(execFile)('cp', ['-a', join(seed, 'data'), dataDir])
  return dataDir
}

async function withServer<Result>(
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

function startWriter(test: TestContext, dataDir: string): Writer {
  const program = join(import.meta.dirname, '..', 'support', 'embedded-process.ts')
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  test.after(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const first = once(lines, 'line').then(([line]) => line as string)
  let last = 0
  lines.on('line', (line) => void (last = Number(line) || last))
  return { child, first, acknowledged: () => last }
}

async function writerWithRows(test: TestContext, dataDir: string): Promise<Writer> {
  const writer = startWriter(test, dataDir)
  assert.equal(await writer.first, 'ready')
  await waitUntil(() => writer.acknowledged() >= 50)
  return writer
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const countNotes = (database: Database) =>
  database.rows<{ count: number }>('select count(*) as count from notes').then(([row]) => row!.count)

describe('a data directory', () => {
  it('keeps its rows from the first start to the next, and nothing runs or lies around in between', async (test) => {
    const dataDir = await newFolder(test)
    await withServer(dataDir, (database) => database.rows(`create table kept as select 'über' as word`))
    assert.deepEqual(await serverProcesses(dataDir), [])
    assert.deepEqual(readdirSync(dataDir).sort(), ['instance.lock', 'postgres'])
    const rows = await withServer(dataDir, (database) => database.rows(`select word from kept`))
    assert.deepEqual(rows, [{ word: 'über' }])
  })

  it('is private to its owners', async (test) => {
    const dataDir = await newFolder(test)
    await using server = await openEmbedded({ dataDir, log })
    assert.equal(mode(dataDir), asRoot ? 0o711 : 0o700)
    assert.equal(mode(join(dataDir, 'postgres')), 0o700)
    assert.equal(mode(server.connection.host!), 0o700)
    for (const name of ['instance.lock', 'instance.json', 'postgres/winnow.password']) {
      assert.equal(mode(join(dataDir, name)), 0o600, name)
    }
  })

  for (const name of [
    `with spaces, 'quotes', "more" and ünïcödé 数据`,
    `deep/${'0123456789/'.repeat(12)}data`,
  ]) {
    it(`may be called ${name}`, async (test) => {
      const dataDir = await newFolder(test, name)
      await withServer(dataDir, (database) => database.rows('create table kept as select 1 as one'))
      assert.deepEqual(await withServer(dataDir, (database) => database.rows('select one from kept')), [
        { one: 1 },
      ])
    })
  }

  it('whose path is too long for a socket gets a private folder elsewhere, which goes with the server', async (test) => {
    const dataDir = await newDataDirectory(test, `deep/${'0123456789/'.repeat(12)}data`)
    const server = await openEmbedded({ dataDir, log })
    const folder = server.connection.host!
    assert.ok(Buffer.byteLength(folder) <= 90)
    assert.equal(readlinkSync(join(dataDir, 's')), folder)
    assert.equal(mode(folder), 0o700)
    await server.stop()
    assert.equal(existsSync(folder), false)
  })

  it('may lie in a folder that is closed to the user the server runs as', { skip: !asRoot }, async (test) => {
    const dataDir = await newFolder(test)
    await chmod(dirname(dataDir), 0o700)
    await withServer(dataDir, (database) => database.rows('create table kept as select 1 as one'))
    const { child, acknowledged } = await writerWithRows(test, dataDir)
    await kill(child)
    assert.ok((await withServer(dataDir, countNotes)) >= acknowledged())
  })

  it('that everybody may write to is refused', async (test) => {
    const dataDir = await newFolder(test)
    await mkdir(dataDir)
    await chmod(dataDir, 0o777)
    await assert.rejects(openEmbedded({ dataDir, log }), /WINNOW_DATA_DIR: everybody may write.*chmod o-w/)
  })

  it('that cannot be made is refused', async (test) => {
    const dataDir = await newFolder(test)
    await writeFile(dataDir, 'a file')
    await assert.rejects(
      openEmbedded({ dataDir: join(dataDir, 'below'), log }),
      /WINNOW_DATA_DIR cannot be used.*ENOTDIR/,
    )
  })

  it('of another PostgreSQL is refused with the commands that bring its data over', async (test) => {
    const dataDir = await newFolder(test)
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await assert.rejects(openEmbedded({ dataDir, log }), (refusal: Error) => {
      assert.match(refusal.message, /written by PostgreSQL 17.*brings PostgreSQL 18/)
      assert.match(refusal.message, /admin backup.*\n.*mv '.*postgres' '.*postgres-17'\n.*admin restore/)
      return true
    })
    assert.deepEqual(readdirSync(join(dataDir, 'postgres')), ['PG_VERSION'])
  })

  it('with something else in the place of the database is refused', async (test) => {
    const dataDir = await newFolder(test)
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'holiday.jpg'), '')
    await assert.rejects(openEmbedded({ dataDir, log }), /not empty and holds no database/)
  })
})

describe('a second start', () => {
  it('is refused in the same process', async (test) => {
    const dataDir = await newDataDirectory(test)
    await withServer(dataDir, async (database) => {
      await assert.rejects(openEmbedded({ dataDir, log }), /in use by this very process/)
      assert.deepEqual(await database.rows('select 1 as one'), [{ one: 1 }])
      // The refusal must not have given the lock away.
      assert.match(await startWriter(test, dataDir).first, new RegExp(`refused .*process ${process.pid}, `))
    })
  })

  it('is refused in another process, which is told who is there, until the first one stops', async (test) => {
    const dataDir = await newDataDirectory(test)
    const { child } = await writerWithRows(test, dataDir)
    await assert.rejects(openEmbedded({ dataDir, log }), (refusal: Error) => {
      assert.match(refusal.message, new RegExp(`in use by process ${child.pid}, running since 20`))
      assert.match(refusal.message, /WINNOW_DATA_DIR/)
      return true
    })
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null])
    assert.ok((await withServer(dataDir, countNotes)) >= 50)
  })

  it('at the very moment of the first leaves one that runs and one that is refused', async (test) => {
    const dataDir = await newFolder(test)
    const writers = [startWriter(test, dataDir), startWriter(test, dataDir), startWriter(test, dataDir)]
    const said = await Promise.all(writers.map(({ first }) => first))
    assert.equal(said.filter((line) => line === 'ready').length, 1, said.join('\n'))
    assert.equal(
      said.filter((line) => line.startsWith('refused') && line.includes('in use by')).length,
      2,
      said.join('\n'),
    )
    const winner = writers[said.indexOf('ready')]!
    await waitUntil(() => winner.acknowledged() >= 50)
    await kill(winner.child)
    assert.ok((await withServer(dataDir, countNotes)) >= winner.acknowledged())
  })

  it('can join the running server, and finds nothing when there is none', async (test) => {
    const dataDir = await newFolder(test)
    assert.equal(await connectToRunning(dataDir), undefined)
    const { child } = await writerWithRows(test, dataDir)
    const beside = await openDatabase((await connectToRunning(dataDir))!, log)
    assert.ok((await countNotes(beside)) >= 50)
    await beside.close()
    await kill(child)
    await waitUntil(async () => (await serverProcesses(dataDir)).length === 0)
    assert.equal(await connectToRunning(dataDir), undefined)
  })
})

describe('after kill -9', () => {
  it('of the process that started it the server ends by itself, and every committed row is there', async (test) => {
    const dataDir = await newDataDirectory(test)
    const { child, acknowledged } = await writerWithRows(test, dataDir)
    assert.notDeepEqual(await serverProcesses(dataDir), [])
    await kill(child)
    await waitUntil(async () => (await serverProcesses(dataDir)).length === 0)
    assert.deepEqual(readdirSync(dataDir).sort(), ['instance.json', 'instance.lock', 'postgres', 's'])
    const found = await withServer(dataDir, countNotes)
    assert.ok(found >= acknowledged(), `${found} of ${acknowledged()}`)
  })

  it('the next start does not have to wait', async (test) => {
    const dataDir = await newDataDirectory(test)
    for (let round = 0; round < 5; round++) {
      const { child, acknowledged } = await writerWithRows(test, dataDir)
      await kill(child)
      const found = await withServer(dataDir, countNotes)
      assert.ok(found >= acknowledged(), `${found} of ${acknowledged()}`)
    }
  })

  it('of its watchdog too, the server that is left behind is ended by the next start', async (test) => {
    const dataDir = await newDataDirectory(test)
    const { child, acknowledged } = await writerWithRows(test, dataDir)
    // Held still, the process cannot notice that its watchdog is gone and start the server anew.
    child.kill('SIGSTOP')
    for (const { pid } of await watchdogs(dataDir)) killNow(pid)
    await kill(child)
    const left = await postmaster(dataDir)
    assert.ok(left)
    await withServer(dataDir, async (database) => {
      assert.notEqual((await postmaster(dataDir))?.pid, left.pid)
      assert.ok((await countNotes(database)) >= acknowledged())
    })
    assert.deepEqual(await serverProcesses(dataDir), [])
  })

  it('of everything at once every committed row is there', async (test) => {
    const dataDir = await newDataDirectory(test)
    const { child, acknowledged } = await writerWithRows(test, dataDir)
    const processes = await serverProcesses(dataDir)
    for (const { pid } of processes) killNow(pid)
    await kill(child)
    const found = await withServer(dataDir, countNotes)
    assert.ok(found >= acknowledged(), `${found} of ${acknowledged()}`)
  })

  it('of the server alone it comes back, and connections with it', async (test) => {
    const dataDir = await newDataDirectory(test)
    await withServer(dataDir, async (database) => {
      await database.rows('create table kept as select 1 as one')
      const killed = (await postmaster(dataDir))!
      process.kill(killed.pid, 'SIGKILL')
      const answer = () => database.rows('select one from kept').catch(() => undefined)
      await waitUntil(async () => ![undefined, killed.pid].includes((await postmaster(dataDir))?.pid))
      await waitUntil(async () => (await answer()) !== undefined)
      assert.deepEqual(await answer(), [{ one: 1 }])
    })
    assert.deepEqual(await serverProcesses(dataDir), [])
  })

  it('in the middle of the first start nothing half-made is in the way', async (test) => {
    const dataDir = await newFolder(test)
    const { child } = startWriter(test, dataDir)
    const draft = join(dataDir, `postgres.init.${child.pid}`, 'cluster', 'base')
    await waitUntil(() => existsSync(draft))
    await kill(child)
    assert.equal(existsSync(join(dataDir, 'postgres')), false)
    assert.deepEqual(await withServer(dataDir, (database) => database.rows('select 1 as one')), [{ one: 1 }])
    assert.deepEqual(readdirSync(dataDir).sort(), ['instance.lock', 'postgres'])
  })

  it('a stranger that got the pid of the dead server is left alone', async (test) => {
    const dataDir = await newDataDirectory(test)
    await withServer(dataDir, async () => {})
    const { uid, gid } = await serverAccount(join(dataDir, 'postgres'))
    const stranger = spawn('/bin/sleep', ['600'], asRoot ? { uid, gid } : {})
    test.after(() => void stranger.kill('SIGKILL'))
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${stranger.pid}\n${dataDir}/postgres\n1\n5432\n\n\n0 0\n`,
    )
    assert.deepEqual(await withServer(dataDir, (database) => database.rows('select 1 as one')), [{ one: 1 }])
    assert.equal(stranger.exitCode ?? stranger.signalCode, null)
  })
})

describe('the embedded server', () => {
  it('has no network address, and the service is not its superuser', async (test) => {
    const dataDir = await newDataDirectory(test)
    const [facts] = await withServer(dataDir, (database) =>
      database.rows<{ addresses: string; superuser: boolean; durable: string }>(
        `select current_setting('listen_addresses') as addresses, current_setting('fsync') as durable,
                (select rolsuper from pg_roles where rolname = current_user) as superuser`,
      ),
    )
    assert.deepEqual(facts, { addresses: '', durable: 'on', superuser: false })
  })

  it('does not start over a server that is not ours', async (test) => {
    const dataDir = await newDataDirectory(test)
    await withServer(dataDir, async () => {})
    const other = await newDataDirectory(test, 'other')
    await using running = await openEmbedded({ dataDir: other, log })
    assert.ok(running)
    const { pid } = (await postmaster(other))!
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    await writeFile(pidFile, `${pid}\n${dataDir}/postgres\n1\n5432\n\n\n0 0\n`)
    await assert.rejects(openEmbedded({ dataDir, log }), new RegExp(`Another PostgreSQL, process ${pid}, `))
    assert.equal((await postmaster(other))?.pid, pid)
    assert.match(await readFile(pidFile, 'utf8'), new RegExp(`^${pid}\n`))
  })

  it(
    'is run from a copy where its own user cannot reach the installed programs',
    { skip: !asRoot },
    async (test) => {
      const dataDir = await newFolder(test)
      const closed = join(dirname(dataDir), 'closed')
      await mkdir(closed)
      const native = join(closed, 'native')
      await cp(locateNative(), native, { recursive: true, verbatimSymlinks: true })
      await cp(join(locateNative(), '..', 'package.json'), join(closed, 'package.json'))
      // Packages cannot hold links, and without install scripts nobody has made them.
      await rm(join(native, 'lib', 'libpq.so.5'))
      await chmod(closed, 0o700)
      const home = join(dirname(dataDir), 'home')
      const account = await serverAccount(join(dataDir, 'postgres'))
      await mkdir(dataDir, { mode: 0o700 })
      const [one, two] = await Promise.all([1, 2].map(() => findBinaries(account, dataDir, native, home)))
      assert.equal(one!.major, 18)
      assert.deepEqual(one, two)
      assert.ok(one!.postgres.startsWith(home))
      assert.equal(readlinkSync(join(one!.postgres, '..', '..', 'lib', 'libpq.so.5')), 'libpq.so.5.18')
      assert.equal(readdirSync(home).length, 1)
      // Within the data directory where that is open to it.
      await chmod(dataDir, 0o711)
      const three = await findBinaries(account, dataDir, native, home)
      assert.ok(three.postgres.startsWith(dataDir))
    },
  )
})

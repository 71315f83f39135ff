import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { findBinaries, locateNative } from '../../src/store/embedded/binaries.ts'
import { openEmbedded } from '../../src/store/embedded/embedded.ts'
import { serverAccount } from '../../src/store/embedded/spawn-guarded.ts'
import {
  isRoot,
  countNotes,
  kill,
  log,
  newFolder,
  startWriter,
  useSeed,
  withServer,
  writerWithRows,
} from '../support/embedded-fixture.ts'
import { killNow } from '../support/kill-now.ts'
import { postmaster, serverProcesses, watchdogs } from '../support/server-processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const newDataDirectory = useSeed()

describe('a data directory', () => {
  it('may lie in a folder that is closed to the user the server runs as', { skip: !isRoot }, async (test) => {
    const dataDir = await newFolder(test)
    await chmod(dirname(dataDir), 0o700)
    await withServer(dataDir, (database) => database.rows('create table kept as select 1 as one'))
    const { child, acknowledged } = await writerWithRows(test, dataDir)
    await kill(child)
    assert.ok((await withServer(dataDir, countNotes)) >= acknowledged())
  })
})

describe('a second start', () => {
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
})

describe('after kill -9', () => {
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
    const stranger = spawn('/bin/sleep', ['600'], isRoot ? { uid, gid } : {})
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
    { skip: !isRoot },
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

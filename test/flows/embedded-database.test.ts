import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openDatabase } from '../../src/store/database/database.ts'
import { openEmbedded } from '../../src/store/embedded/embedded.ts'
import { connectToRunning } from '../../src/store/embedded/start-server.ts'
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
import { postmaster, serverProcesses } from '../support/server-processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const mode = (path: string) => statSync(path).mode & 0o777
const newDataDirectory = useSeed()

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
    assert.equal(mode(dataDir), isRoot ? 0o711 : 0o700)
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
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createCipher } from '../../src/access/access.ts'
import type { Queryable } from '../../src/store/database/database.ts'
import type { Sql } from '../../src/store/database/sql.ts'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import { createProfiles } from '../../src/store/sessions/profiles.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { isFault } from '../support/is-fault.ts'
import { makeTeam } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
let teamId: string
before(async () => {
  database = await testDatabase()
  teamId = (await makeTeam(database.db)).id
})
after(() => database[Symbol.asyncDispose]())

const seal = createCipher('root secret', 'profiles')

async function openProcess(db: Queryable = database.db, itsSeal = seal) {
  const processId = randomUUID()
  await createProcesses(database.db).register(processId, 'api', 60_000)
  const profiles = createProfiles(db, itsSeal, () => processId)
  return {
    processId,
    write: (name: string, team = teamId) => profiles.open({ teamId: team, name, saveChanges: true }),
    read: (name: string, team = teamId) => profiles.open({ teamId: team, name, saveChanges: false }),
    remove: (name: string, team = teamId) => profiles.remove(team, name),
  }
}

async function rowsOf(name: string) {
  return database.db.rows<{ state: Buffer | null; writer_id: string | null }>(
    `select state, writer_id from profiles where name = $1`,
    [name],
  )
}

describe('profiles', () => {
  it('give a visit the data that the last one saved, encrypted in between', async () => {
    const name = randomUUID()
    const { write, read } = await openProcess()
    {
      await using profile = await write(name)
      assert.equal(profile.state, undefined)
      await profile.save('cookies of \u0000 the first')
      await profile.save('cookies of \u0000 the second')
    }
    const [row] = await rowsOf(name)
    assert.ok(row!.state!.length > 0 && !row!.state!.includes('cookies'))
    assert.equal(row!.writer_id, null)
    await using again = await write(name)
    assert.equal(again.state, 'cookies of \u0000 the second')
    assert.equal((await read(name)).state, 'cookies of \u0000 the second')
  })

  it('belong to their team', async () => {
    const name = randomUUID()
    const { write, read } = await openProcess()
    const other = await makeTeam(database.db)
    await using mine = await write(name)
    await mine.save('mine')
    await using _theirs = await write(name, other.id)
    assert.equal((await read(name, other.id)).state, undefined)
  })

  it('have one writer at a time over all processes; the error for others names the profile', async () => {
    const name = `shop ${randomUUID()}`
    const processes = await Promise.all([openProcess(), openProcess(), openProcess()])
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, (_, turn) => processes[turn % 3]!.write(name)),
    )
    const writers = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    assert.equal(writers.length, 1)
    for (const one of tries) {
      if (one.status === 'rejected') assert.ok(isFault('CONFLICT', new RegExp(name))(one.reason))
    }
    await writers[0]!.save('a')
    await writers[0]![Symbol.asyncDispose]()
    await using next = await processes[2]!.write(name)
    assert.equal(next.state, 'a')
  })

  it('are read while another visit writes, and a reader saves nothing', async () => {
    const name = randomUUID()
    const { write, read } = await openProcess()
    await using writer = await write(name)
    await writer.save('a')
    await using reader = await read(name)
    assert.equal(reader.state, 'a')
    await reader.save('b')
    assert.equal((await read(name)).state, 'a')
  })

  it('leave nothing behind when nothing was saved', async () => {
    const name = randomUUID()
    const { write, read } = await openProcess()
    await (await write(name))[Symbol.asyncDispose]()
    await (await read(name))[Symbol.asyncDispose]()
    assert.deepEqual(await rowsOf(name), [])
  })

  it('are free again when the process of their writer dies, which then can no longer save', async () => {
    const name = randomUUID()
    const [dead, alive] = [await openProcess(), await openProcess()]
    const lost = await dead.write(name)
    await lost.save('before')
    await assert.rejects(alive.write(name), isFault('CONFLICT'))
    await database.db.rows(`delete from processes where id = $1`, [dead.processId])
    await using next = await alive.write(name)
    assert.equal(next.state, 'before')
    await assert.rejects(lost.save('late'), isFault('CONFLICT', /was taken over by another request/))
    await lost[Symbol.asyncDispose]()
    await assert.rejects((await openProcess()).write(name), isFault('CONFLICT'))
    await next.save('after')
  })

  it('are deleted by their team, unless a visit is saving to them', async () => {
    const name = randomUUID()
    const [dead, alive] = [await openProcess(), await openProcess()]
    assert.equal(await alive.remove(name), 'unknown')
    const writer = await dead.write(name)
    await writer.save('a')
    assert.equal(await alive.remove(name), 'inUse')
    assert.equal(await alive.remove(name, (await makeTeam(database.db)).id), 'unknown')
    await database.db.rows(`delete from processes where id = $1`, [dead.processId])
    assert.equal(await alive.remove(name), 'removed')
    assert.equal((await alive.read(name)).state, undefined)
    await writer[Symbol.asyncDispose]()
  })

  it('do not stay locked when the statement that locked or released them failed', async () => {
    const name = randomUUID()
    const losses: ('answer' | 'statement')[] = []
    const unreliable: Queryable = {
      ...database.db,
      async prepared<Row>(statement: string | Sql, values?: readonly unknown[]) {
        const lost = losses.shift()
        const rows = lost === 'statement' ? [] : await database.db.prepared<Row>(statement, values)
        if (lost !== undefined) throw new Error('the connection broke')
        return rows
      },
    }
    const { write } = await openProcess(unreliable)
    const other = await openProcess()
    losses.push('answer', 'statement')
    await assert.rejects(write(name), /the connection broke/)
    await waitUntil(async () => (await rowsOf(name)).length === 0)
    await using next = await other.write(name)
    await next.save('a')
  })

  it('may have 16 MiB', async () => {
    const name = randomUUID()
    const { write, read } = await openProcess()
    await using profile = await write(name)
    const largest = 'x'.repeat(16 * 1024 * 1024)
    await profile.save(largest)
    await assert.rejects(profile.save(`${largest}y`), isFault('PAYLOAD_TOO_LARGE', /16 MB/))
    assert.equal((await read(name)).state!.length, largest.length)
  })

  it('of another secret are rejected with the reason, and stay free', async () => {
    const name = randomUUID()
    const { write } = await openProcess()
    {
      await using profile = await write(name)
      await profile.save('a')
    }
    const stranger = await openProcess(database.db, createCipher('another secret', 'profiles'))
    await assert.rejects(stranger.write(name), isFault('UNAVAILABLE', /another root secret/))
    await using again = await write(name)
    assert.equal(again.state, 'a')
  })
})

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createBlobs } from '../../src/store/pages/blobs.ts'
import { deleteExpired } from '../../src/store/housekeeping/housekeeping.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { isFault } from '../support/is-fault.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const HOUR_MS = 3600 * 1000

function blob(bytes: Uint8Array, expiresInMs = HOUR_MS) {
  return { bytes, contentType: 'image/png', teamId: randomUUID(), expiresInMs }
}

describe('blobs', () => {
  for (const sizeBytes of [0, 1, 100_000, 1024 * 1024, 1024 * 1024 + 1, 5_000_000]) {
    it(`are restored completely with ${sizeBytes} bytes`, async () => {
      const blobs = createBlobs(database.db, { maxBytes: 1e9 })
      const bytes = randomBytes(sizeBytes)
      const found = await blobs.find(await blobs.keep(blob(bytes)))
      assert.equal(found!.contentType, 'image/png')
      assert.ok(bytes.equals(found!.bytes))
    })
  }

  it('may be a view into a larger buffer', async () => {
    const blobs = createBlobs(database.db, { maxBytes: 1e9 })
    const found = await blobs.find(await blobs.keep(blob(new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4))))
    assert.deepEqual([...found!.bytes], [2, 3, 4])
  })

  it('are not found under another id', async () => {
    assert.equal(await createBlobs(database.db, { maxBytes: 1e9 }).find(randomUUID()), undefined)
  })

  it('expire, and are removed by housekeeping', async () => {
    const blobs = createBlobs(database.db, { maxBytes: 1e9 })
    const gone = await blobs.keep(blob(Buffer.from('a'), 0))
    const stays = await blobs.keep(blob(Buffer.from('b')))
    assert.equal(await blobs.find(gone), undefined)
    assert.ok(await blobs.find(stays))
    await deleteExpired(database.db)
    const rows = await database.db.rows<{ id: string }>(`select id from blobs where id = any ($1)`, [
      [gone, stays],
    ])
    assert.deepEqual(rows, [{ id: stays }])
  })

  it('are rejected above 64 MiB', async () => {
    const blobs = createBlobs(database.db, { maxBytes: 1e9 })
    await assert.rejects(
      blobs.keep(blob(Buffer.alloc(64 * 1024 * 1024 + 1))),
      isFault('PAYLOAD_TOO_LARGE', /64 MB/),
    )
  })

  it('make room by removing the oldest', async () => {
    await using own = await testDatabase()
    const blobs = createBlobs(own.db, { maxBytes: 1_000_000 })
    const ids: string[] = []
    for (let turn = 0; turn < 15; turn++) ids.push(await blobs.keep(blob(randomBytes(100_000))))
    const found = await Promise.all(ids.map((id) => blobs.find(id)))
    assert.deepEqual(
      found.map((one) => one !== undefined),
      ids.map((_, turn) => turn >= 6),
    )
  })
})

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openSpool, readStored } from './spool.ts'

const MARK = 'a phrase that must not be on the disk '

async function* chunksOf(size: number): AsyncGenerator<Uint8Array> {
  const whole = Buffer.from(MARK.repeat(Math.ceil(size / MARK.length)).slice(0, size))
  for (let from = 0; from < size; from += 65_536) yield whole.subarray(from, from + 65_536)
}

describe('the spool', () => {
  let home: string
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'spool-'))
  })
  after(() => rm(home, { recursive: true }))
  const files = async () => {
    const folder = (await readdir(home)).find((name) => name.startsWith(`uploads-${process.pid}-`))
    return folder === undefined
      ? []
      : (await readdir(join(home, folder))).map((name) => join(home, folder, name))
  }

  it('returns stored files, small and large, and their first bytes', async () => {
    await using spool = await openSpool(home)
    for (const size of [0, 10, 1024 * 1024, 1024 * 1024 + 1, 3_000_000]) {
      await using taken = await spool.take(chunksOf(size))
      const bytes = Buffer.from(await readStored(taken.stored))
      assert.equal(taken.size, size)
      assert.equal(bytes.length, size)
      assert.ok(bytes.subarray(0, taken.head.length).equals(taken.head))
      assert.equal(taken.head.length, Math.min(size, 8192))
      assert.equal(bytes.toString(), MARK.repeat(Math.ceil(size / MARK.length)).slice(0, size))
    }
  })

  it('keeps small files in memory, and large ones in an encrypted file', async () => {
    await using spool = await openSpool(home)
    await using _small = await spool.take(chunksOf(1000))
    assert.deepEqual(await files(), [])
    const large = await spool.take(chunksOf(2_000_000))
    const [name] = await files()
    assert.equal((await readFile(name!)).includes(MARK), false)
    assert.equal((await stat(name!)).mode & 0o077, 0)
    await large[Symbol.asyncDispose]()
    assert.deepEqual(await files(), [])
  })

  it('writes nothing when everything must stay in memory', async () => {
    await using spool = await openSpool(home)
    await using taken = await spool.take(chunksOf(2_000_000), true)
    assert.ok('bytes' in taken.stored)
    assert.deepEqual(await files(), [])
  })

  it('leaves nothing of a file that was truncated', async () => {
    await using spool = await openSpool(home)
    const cutOff = async function* () {
      yield* chunksOf(2_000_000)
      throw new Error('gone')
    }
    await assert.rejects(spool.take(cutOff()), /gone/)
    assert.deepEqual(await files(), [])
  })

  it('removes the files of dead processes, and its own folder in the end', async () => {
    await mkdir(join(home, 'uploads-999999999-x'), { recursive: true })
    await mkdir(join(home, `uploads-${process.pid}-x`), { recursive: true })
    await mkdir(join(home, 'postgres'), { recursive: true })
    await (await openSpool(home))[Symbol.asyncDispose]()
    assert.deepEqual(await readdir(home), ['postgres'])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import cfb from 'cfb'
import { CompoundFile } from './compound-file.ts'

const SMALL = Buffer.from('less than a sector')
const LARGE = Buffer.alloc(100_000, 'a stream of many sectors, ')
const SECTOR = 512
const END = 0xffff_fffe
const DAMAGED = { name: 'UnreadableDocument', reason: 'damaged' }

function containerOf(streams: Record<string, Buffer>): Buffer {
  const container = cfb.utils.cfb_new()
  for (const [path, content] of Object.entries(streams)) cfb.utils.cfb_add(container, path, content)
  return cfb.write(container, { type: 'buffer' }) as Buffer
}

const WHOLE = containerOf({ '/Small': SMALL, '/Large': LARGE, '/Folder/Inner': SMALL })

/** The position of a sector's entry in the table of next sectors. */
function placeOfNext(file: Buffer, sector: number): number {
  const table = file.readUInt32LE(76 + 4 * Math.floor(sector / 128))
  return (table + 1) * SECTOR + 4 * (sector % 128)
}

function firstSectorOf(file: Buffer, name: string): number {
  return file.readUInt32LE(file.indexOf(Buffer.from(name, 'utf16le')) + 116)
}

describe('a compound file', () => {
  it('returns its streams, small and large, with names in any case', () => {
    const file = new CompoundFile(WHOLE)
    assert.deepEqual(file.stream('Small'), new Uint8Array(SMALL))
    assert.deepEqual(file.stream('LARGE'), new Uint8Array(LARGE))
  })

  it('distinguishes a missing stream from one in a folder', () => {
    const file = new CompoundFile(WHOLE)
    assert.equal(file.has('Large'), true)
    assert.equal(file.has('Inner'), false)
    assert.equal(file.stream('Inner'), undefined)
  })

  it('returns no part of a truncated stream', () => {
    assert.throws(() => new CompoundFile(WHOLE.subarray(0, 60_000)).stream('Large'), DAMAGED)
  })

  it('returns a stream whose last sector is not full', () => {
    const file = containerOf({ '/Large': LARGE })
    const end = file.lastIndexOf(LARGE.subarray(-20)) + 20
    assert.ok(end % SECTOR !== 0 && end > file.length - 2 * SECTOR, 'the stream is the last in the file')
    assert.deepEqual(new CompoundFile(file.subarray(0, end)).stream('Large'), new Uint8Array(LARGE))
  })

  it('ends a stream whose sectors form a cycle', () => {
    const file = Buffer.from(WHOLE)
    const first = firstSectorOf(file, 'Large')
    file.writeUInt32LE(first, placeOfNext(file, first + 3))
    file.writeUInt32LE(0x7fff_ffff, file.indexOf(Buffer.from('Large', 'utf16le')) + 120)
    assert.throws(() => new CompoundFile(file).stream('Large'), DAMAGED)
  })

  it('is unsound when only a stream in a folder has a cycle or is shorter than declared', () => {
    new CompoundFile(WHOLE).refuseUnsound()
    for (const [name, content] of Object.entries({ Inner: LARGE, Tiny: Buffer.alloc(200, 'x') })) {
      const file = containerOf({ [`/Folder/${name}`]: content, '/Small': SMALL })
      const first = firstSectorOf(file, name)
      const isSmall = content.length < 4096
      const next = isSmall ? (file.readUInt32LE(60) + 1) * SECTOR + 4 * first : placeOfNext(file, first)
      for (const wrong of [first, END]) {
        file.writeUInt32LE(wrong, next)
        assert.throws(() => new CompoundFile(file).refuseUnsound(), DAMAGED, `${name} ${wrong}`)
      }
    }
  })

  it('ends when its tables form a cycle', () => {
    const file = Buffer.from(WHOLE)
    // The list of tables continues in a sector that refers to itself.
    file.writeUInt32LE(0, 68)
    file.writeUInt32LE(0xffff, 72)
    file.writeUInt32LE(0, SECTOR + 508)
    assert.equal(typeof new CompoundFile(file).has('Small'), 'boolean')
  })

  it('ends when its names form a cycle', () => {
    const file = Buffer.from(WHOLE)
    const root = file.indexOf(Buffer.from('Root Entry', 'utf16le'))
    const child = file.readUInt32LE(root + 76)
    const at = root + 128 * child
    file.writeUInt32LE(child, at + 68)
    file.writeUInt32LE(child, at + 72)
    assert.equal(new CompoundFile(file).has('Nowhere'), false)
  })

  for (const [name, damage] of [
    ['that ends with its header', (file: Buffer) => file.subarray(0, SECTOR)],
    ['whose names are nowhere', (file: Buffer) => (file.writeUInt32LE(END, 48), file)],
    ['that something was put into', (file: Buffer) => Buffer.concat([file.subarray(0, 600), file])],
    ['whose sectors have no size', (file: Buffer) => (file.writeUInt16LE(63, 30), file)],
  ] as const) {
    it(`is rejected ${name}`, () => {
      assert.throws(() => new CompoundFile(damage(Buffer.from(WHOLE))), DAMAGED)
    })
  }
})

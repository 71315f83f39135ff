import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { withoutBombs } from './without-bombs.ts'

const MIB = 1024 * 1024
const BOMB = deflateSync(Buffer.alloc(300 * MIB), { level: 9 })

function fileWith(streams: readonly Buffer[], dictionary = ''): Buffer {
  return Buffer.concat(
    streams.flatMap((stream) => [
      Buffer.from(`1 0 obj <</Length ${stream.length}/Filter/FlateDecode${dictionary}>>\nstream\n`),
      stream,
      Buffer.from('\nendstream endobj\n'),
    ]),
  )
}

describe('withoutBombs', () => {
  it('refuses a stream that grows beyond all measure, wherever it stands', () => {
    assert.throws(() => withoutBombs(fileWith([deflateSync('BT ET'), BOMB])), {
      name: 'UnreadableDocument',
      reason: 'too large',
    })
  })

  it('empties an image that does, and says how large it is', () => {
    const file = fileWith([BOMB], ' /Subtype /Image /Width 20000/Height\n15000')
    const { bytes, images } = withoutBombs(file)
    assert.deepEqual(
      images.map(({ width, height }) => [width, height]),
      [[20_000, 15_000]],
    )
    assert.equal(bytes.length, file.length, 'everything else stays in its place')
    assert.ok(Buffer.from(bytes).includes(Buffer.alloc(BOMB.length - 4)))
    assert.deepEqual(withoutBombs(bytes).images, [])
    assert.ok(!file.equals(bytes), 'and the given bytes stay as they are')
  })

  for (const [name, stream] of [
    ['a white page of a scan', deflateSync(Buffer.alloc(100 * MIB, 0xff))],
    ['a large picture', deflateSync(randomBytes(2 * MIB))],
    ['what is packed otherwise', randomBytes(2 * MIB)],
    ['what names its own end', Buffer.concat([randomBytes(MIB), Buffer.from('endstream'), randomBytes(MIB)])],
  ] as const) {
    it(`takes ${name} as it is`, () => {
      const file = fileWith([stream])
      assert.deepEqual(withoutBombs(file), { bytes: file, images: [] })
    })
  }
})

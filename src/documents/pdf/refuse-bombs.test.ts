import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { refuseBombs } from './refuse-bombs.ts'

const MIB = 1024 * 1024

function fileWith(...streams: Buffer[]): Buffer {
  return Buffer.concat(
    streams.flatMap((stream) => [
      Buffer.from(`1 0 obj <</Length ${stream.length}/Filter/FlateDecode>>\nstream\n`),
      stream,
      Buffer.from('\nendstream endobj\n'),
    ]),
  )
}

describe('refuseBombs', () => {
  it('refuses a stream that grows beyond all measure, wherever it stands', () => {
    const bomb = deflateSync(Buffer.alloc(300 * MIB), { level: 9 })
    assert.throws(() => refuseBombs(fileWith(deflateSync('BT ET'), bomb)), {
      name: 'UnreadableDocument',
      reason: 'too large',
    })
  })

  for (const [name, stream] of [
    ['a white page of a scan', deflateSync(Buffer.alloc(100 * MIB, 0xff))],
    ['a large picture', deflateSync(randomBytes(2 * MIB))],
    ['what is packed otherwise', randomBytes(2 * MIB)],
    ['what names its own end', Buffer.concat([randomBytes(MIB), Buffer.from('endstream'), randomBytes(MIB)])],
  ] as const) {
    it(`takes ${name}`, () => refuseBombs(fileWith(stream)))
  }
})

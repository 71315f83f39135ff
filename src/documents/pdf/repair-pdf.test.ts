import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { repairPdf, removeBombs } from './repair-pdf.ts'

/** A stream that these objects, with their numbers and places before them, are packed into. */
function objectStream(number: number, text: string, { count = 1, first = 4 } = {}): Buffer {
  const packed = deflateSync(Buffer.from(text))
  const head = `<</Type/ObjStm/N ${count}/First ${first}/Filter/FlateDecode/Length ${packed.length}>>`
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n${head}\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

function repaired(file: Buffer): string {
  return Buffer.from(repairPdf(file)!).toString('latin1')
}

describe('repairPdf', () => {
  it('lists the pages and objects that are whole', () => {
    const file = repaired(
      Buffer.from(
        '%PDF-1.4\n7 0 obj\n<</Type/Page>>\nendobj\n8 0 obj\n<</Type/Pages>>\nendobj\n20 0 obj\n<</Le',
      ),
    )
    assert.match(file, /\/Type\/Pages\/Count 1\/Kids\[7 0 R\]/)
    assert.match(file, /\n7 1\n0000000009 00000 n \n/)
    assert.doesNotMatch(file, /\n20 1\n/)
    const start = Number(/startxref\n(\d+)/.exec(file)![1])
    assert.ok(file.startsWith('xref\n', start))
  })

  it('unpacks objects from streams', () => {
    const packed = objectStream(3, '4 0 5 15 <</Type/Page>>  <</Other 1>>', { count: 2, first: 9 })
    const file = repaired(Buffer.concat([Buffer.from('%PDF-1.5\n'), packed]))
    assert.match(file, /\n4 0 obj\n<<\/Type\/Page>>\nendobj/)
    assert.match(file, /\n5 0 obj\n<<\/Other 1>>\nendobj/)
    assert.match(file, /Kids\[4 0 R\]/)
  })

  it('unpacks no more of a file than memory has room for', () => {
    const page = '<</Type/Page>>'.padEnd(60 * 1024 * 1024)
    const streams = [50, 51, 52].map((number) => objectStream(number - 40, `${number} 0 ${page}`))
    const last = objectStream(13, '53 0 <</Type/Page>>', { first: 5 })
    assert.match(repaired(Buffer.concat([...streams, last])), /Kids\[50 0 R 51 0 R\]/)
  })

  it('gives up on a stream whose objects lie over each other', { timeout: 10_000 }, async () => {
    const places = Array.from({ length: 50_000 }, (_, index) => `${index + 100} 0 ${index + 100} 30000000 `)
    const text = places.join('') + ' '.repeat(30_000_000)
    const first = places.join('').length
    const page = '1 0 obj\n<</Type/Page>>\nendobj\n'
    const stream = objectStream(3, text, { count: 100_000, first })
    assert.match(repaired(Buffer.concat([Buffer.from(page), stream])), /Kids\[1 0 R\]/)
    await setTimeout(1)
  })

  for (const [name, file] of [
    ['no objects', '%PDF-1.4\nnothing'],
    ['no pages', '%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n'],
    [
      'a stream that is torn',
      '%PDF-1.5\n3 0 obj\n<</Type/ObjStm/N 2/First 9/Filter/FlateDecode>>\nstream\nxx\nendobj\n',
    ],
  ]) {
    it(`gives up on a file with ${name}`, () => assert.equal(repairPdf(Buffer.from(file!)), undefined))
  }
})

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
    assert.throws(() => removeBombs(fileWith([deflateSync('BT ET'), BOMB])), {
      name: 'UnreadableDocument',
      reason: 'too large',
    })
  })

  it('empties an image that does, and says how large it is', () => {
    const file = fileWith([BOMB], ' /Subtype /Image /Width 20000/Height\n15000')
    const { bytes, images } = removeBombs(file)
    assert.deepEqual(
      images.map(({ width, height }) => [width, height]),
      [[20_000, 15_000]],
    )
    assert.equal(bytes.length, file.length, 'everything else stays in its place')
    assert.ok(Buffer.from(bytes).includes(Buffer.alloc(BOMB.length - 4)))
    assert.deepEqual(removeBombs(bytes).images, [])
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
      assert.deepEqual(removeBombs(file), { bytes: file, images: [] })
    })
  }
})

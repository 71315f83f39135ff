import assert from 'node:assert/strict'
import { crc32, deflateSync } from 'node:zlib'
import { describe, it } from 'node:test'
import { decodePicture } from './decode-picture.ts'
import type { Channel } from './decode-picture.ts'
import { startTesseract } from './tesseract-wasm.ts'

/** Each is 16 pixels wide and 8 high, its left half black, its right half white. */
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j' +
  'q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk' +
  'pKSkpKSkpKT/wAARCAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/E' +
  'ABQBAQAAAAAAAAAAAAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCZaYAP/9k='
const WEBP = 'UklGRiYAAABXRUJQVlA4TBoAAAAvD8ABAA8w//M///MfeBALJvlL70whov+RAQ=='

/** Pixels by their bytes, row by row. */
function png(
  colorType: number,
  bytesPerPixel: number,
  pixel: (x: number) => number[],
  extra = Buffer.alloc(0),
): Buffer {
  const rows = Array.from({ length: 8 }, () => [0, ...Array.from({ length: 16 }, (_, x) => pixel(x)).flat()])
  assert.equal(rows[0]!.length, 1 + 16 * bytesPerPixel)
  const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, 8, 8, colorType, 0, 0, 0])
  const chunk = (name: string, bytes: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), bytes])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(bytes.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    extra.length > 0 ? chunk('PLTE', extra) : extra,
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function bmp(): Buffer {
  const header = Buffer.alloc(54)
  header.write('BM', 'latin1')
  header.writeUInt32LE(54 + 16 * 8 * 3, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(16, 18)
  header.writeInt32LE(8, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  header.writeUInt32LE(16 * 8 * 3, 34)
  const row = [...Array<number>(24).fill(0), ...Array<number>(24).fill(255)]
  return Buffer.concat([header, Buffer.from(Array.from({ length: 8 }, () => row).flat())])
}

/** Of one bit for each pixel, where a set bit is black, as fax machines send. */
function tiff(): Buffer {
  const entries = [
    [256, 16],
    [257, 8],
    [258, 1],
    [259, 1],
    [262, 0],
    [273, 8],
    [277, 1],
    [278, 8],
    [279, 16],
  ]
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length, 0)
  for (const [index, [tag, value]] of entries.entries()) {
    directory.writeUInt16LE(tag!, 2 + index * 12)
    directory.writeUInt16LE(4, 4 + index * 12)
    directory.writeUInt32LE(1, 6 + index * 12)
    directory.writeUInt32LE(value!, 10 + index * 12)
  }
  return Buffer.concat([
    Buffer.from('49492a0018000000', 'hex'),
    Buffer.from('ff00'.repeat(8), 'hex'),
    directory,
  ])
}

const half = (x: number) => (x < 8 ? 0 : 255)

const PICTURES: [name: string, bytes: Buffer][] = [
  ['JPEG', Buffer.from(JPEG, 'base64')],
  ['WebP', Buffer.from(WEBP, 'base64')],
  ['BMP', bmp()],
  ['TIFF of single bits', tiff()],
  ['PNG in grey', png(0, 1, (x) => [half(x)])],
  ['PNG in color', png(2, 3, (x) => [half(x), half(x), half(x)])],
  ['PNG with a palette', png(3, 1, (x) => [x < 8 ? 1 : 0], Buffer.from('ffffff000000', 'hex'))],
  ['PNG that one sees through', png(6, 4, (x) => [0, 0, 0, x < 8 ? 255 : 0])],
]

describe('unpacking pictures', async () => {
  const tesseract = await startTesseract()

  for (const [name, bytes] of PICTURES) {
    it(`gives the pixels of a ${name}`, () => {
      const { width, height, pixels } = decodePicture(tesseract, bytes)
      assert.deepEqual([width, height, pixels.length], [16, 8, 128])
      assert.ok(pixels.every((shade, at) => (at % 16 < 8 ? shade < 10 : shade > 245)))
    })
  }

  it('gives the channel that is wanted', () => {
    const bytes = png(2, 3, () => [200, 100, 0])
    const shadeOf = (channel: Channel) => decodePicture(tesseract, bytes, channel).pixels[0]
    assert.deepEqual([shadeOf('lightest'), shadeOf('darkest'), shadeOf('luminance')], [200, 0, 119])
  })

  it('says when a picture is damaged', () => {
    assert.throws(() => decodePicture(tesseract, Buffer.from(JPEG, 'base64').subarray(0, 60)), {
      reason: 'damaged',
    })
  })
})

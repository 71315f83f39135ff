import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { decodePicture, pictureFrames } from './picture-file.ts'
import type { Channel } from './picture-file.ts'
import { startTesseract } from './tesseract.ts'

/** Only the headers with the type and the size. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

/** `next` is the offset of another directory in the Exif block, as hex. */
function jpegHead(width: number, height: number, orientation?: number, next = '00000000'): Buffer {
  const exif = Buffer.from(`4578696600004d4d002a000000080001011200030000000100000000${next}`, 'hex')
  exif.writeUInt16BE(orientation ?? 1, 24)
  const segment = Buffer.concat([Buffer.from('ffe1', 'hex'), Buffer.alloc(2), exif])
  segment.writeUInt16BE(exif.length + 2, 2)
  const frame = Buffer.from('ffc2001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    orientation ? segment : Buffer.alloc(0),
    Buffer.from('ff', 'hex'),
    frame,
  ])
}

function gif(width: number, height: number): Buffer {
  const screen = Buffer.from('474946383961000000008000000000000ffffff'.padEnd(38, '0').slice(0, 38), 'hex')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  const frame = Buffer.from('21f90400000000002c00000000000000000002024c0100', 'hex')
  frame.writeUInt16LE(width, 13)
  frame.writeUInt16LE(height, 15)
  return Buffer.concat([screen, frame, frame, Buffer.from('3b', 'hex')])
}

function bmpHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM', 'latin1')
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  return head
}

function webpHead(chunk: string, hex: string): Buffer {
  return Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, 'latin1'), Buffer.from(hex, 'hex')])
}

/** A TIFF with pages of these sizes; `next` is the link of the last one. */
function tiff(sizes: [width: number, height: number][], next = 0): Buffer {
  const pages = sizes.map(([width, height], index) => {
    const page = Buffer.alloc(30)
    page.writeUInt16BE(2, 0)
    for (const [entry, [tag, value]] of (
      [
        [256, width],
        [257, height],
      ] as const
    ).entries()) {
      page.writeUInt16BE(tag, 2 + entry * 12)
      page.writeUInt16BE(4, 4 + entry * 12)
      page.writeUInt32BE(1, 6 + entry * 12)
      page.writeUInt32BE(value, 10 + entry * 12)
    }
    page.writeUInt32BE(index + 1 < sizes.length ? 8 + (index + 1) * 30 : next, 26)
    return page
  })
  return Buffer.concat([Buffer.from('4d4d002a00000008', 'hex'), ...pages])
}

const SIZED: [name: string, head: (width: number, height: number) => Buffer][] = [
  ['PNG', pngHead],
  ['JPEG', jpegHead],
  ['GIF', gif],
  ['BMP', bmpHead],
  ['TIFF', (width, height) => tiff([[width, height]])],
]

describe('images in a file', () => {
  for (const [name, head] of SIZED) {
    it(`are rejected before decoding when they are too large: ${name}`, () => {
      assert.equal(pictureFrames(head(8000, 9000)).length, 1)
      assert.throws(() => pictureFrames(head(50_000, 50_000)), {
        name: 'UnreadableDocument',
        reason: 'too large',
        message: 'The image is too large: 50000 x 50000 pixels.',
      })
      assert.throws(() => pictureFrames(head(0, 100)), { reason: 'damaged' })
      assert.throws(() => pictureFrames(head(100, 100).subarray(0, 10)), { reason: 'damaged' })
    })
  }

  it('are measured in all three kinds of WebP', () => {
    const sizes: [chunk: string, hex: string, text: string][] = [
      ['VP8 ', '0000009d012affbfff3f', '16383 x 16383'],
      ['VP8L', '2fffffffff0000000000', '16384 x 16384'],
      ['VP8X', '00000000ffff00ffff00', '65536 x 65536'],
    ]
    for (const [chunk, hex, text] of sizes) {
      assert.throws(() => pictureFrames(webpHead(chunk, hex)), { message: new RegExp(text) })
    }
    assert.equal(pictureFrames(webpHead('VP8 ', '0000009d012a10000800')).length, 1)
  })

  it('have the orientation of the camera', () => {
    const turnOf = (orientation: number) => pictureFrames(jpegHead(10, 10, orientation))[0]!.turn
    assert.deepEqual([1, 3, 6, 8, 99].map(turnOf), [0, 180, 90, 270, 0])
  })

  it('have the orientation of the camera in spite of an invalid link in the Exif block', () => {
    const turnOf = (next: string) => pictureFrames(jpegHead(10, 10, 6, next))[0]!.turn
    assert.deepEqual(['', '0000', '00ffffff'].map(turnOf), [90, 90, 90])
  })

  it('are read upright when the Exif block is truncated', () => {
    const file = Buffer.from('ffd8ffe1000e4578696600004d4d002a0000ffc200110800080008', 'hex')
    assert.equal(pictureFrames(file)[0]!.turn, 0)
  })

  it('are the pages of a TIFF, each as the first of a file', () => {
    const frames = pictureFrames(
      tiff([
        [10, 20],
        [30, 40],
        [50, 60],
      ]),
    )
    assert.deepEqual(
      frames.map(({ file }) => Buffer.from(file()).readUInt32BE(4)),
      [8, 38, 68],
    )
    assert.equal(
      pictureFrames(
        tiff(
          [
            [10, 20],
            [30, 40],
          ],
          8,
        ),
      ).length,
      2,
    )
    assert.throws(
      () =>
        pictureFrames(
          tiff([
            [10, 20],
            [90_000, 90_000],
          ]),
        ),
      { reason: 'too large' },
    )
  })

  it('are only the first of an animated GIF', () => {
    const file = gif(4, 4)
    assert.equal(pictureFrames(file)[0]!.file().length, file.length - 23)
  })

  it('are of a supported kind', () => {
    assert.throws(() => pictureFrames(Buffer.from('%PDF-1.4 and so on')), { reason: 'unsupported' })
  })
})

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

/** One bit per pixel, where a set bit is black, as fax machines send. */
function packedTiff(): Buffer {
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
  ['TIFF of single bits', packedTiff()],
  ['PNG in grey', png(0, 1, (x) => [half(x)])],
  ['PNG in color', png(2, 3, (x) => [half(x), half(x), half(x)])],
  ['PNG with a palette', png(3, 1, (x) => [x < 8 ? 1 : 0], Buffer.from('ffffff000000', 'hex'))],
  ['PNG that one sees through', png(6, 4, (x) => [0, 0, 0, x < 8 ? 255 : 0])],
]

describe('decoding images', async () => {
  const tesseract = await startTesseract()

  for (const [name, bytes] of PICTURES) {
    it(`returns the pixels of a ${name}`, () => {
      const { width, height, pixels } = decodePicture(tesseract, bytes)
      assert.deepEqual([width, height, pixels.length], [16, 8, 128])
      assert.ok(pixels.every((shade, at) => (at % 16 < 8 ? shade < 10 : shade > 245)))
    })
  }

  it('returns the requested channel', () => {
    const bytes = png(2, 3, () => [200, 100, 0])
    const shadeOf = (channel: Channel) => decodePicture(tesseract, bytes, channel).pixels[0]
    assert.deepEqual([shadeOf('lightest'), shadeOf('darkest'), shadeOf('luminance')], [200, 0, 119])
  })

  it('reports a damaged image', () => {
    assert.throws(() => decodePicture(tesseract, Buffer.from(JPEG, 'base64').subarray(0, 60)), {
      reason: 'damaged',
    })
  })
})

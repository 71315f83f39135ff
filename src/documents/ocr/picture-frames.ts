import { UnreadableDocument } from '../unreadable.ts'
import type { Turn } from './grey.ts'
import { tiffFrames } from './tiff-frames.ts'

/** One of the pictures in a file, as a file of its own. */
export interface PictureFrame {
  file(): Uint8Array
  /** How it must be turned clockwise to stand as its camera was held. */
  turn: Turn
}

/** A scan of A3 at 600 dpi is less. */
const MAX_PIXELS = 72_000_000

/**
 * The pictures in a file: pages of a TIFF, else one. Their sizes are read from their headers, so that one that would not
 * fit into memory is refused before it is unpacked.
 */
export function pictureFrames(bytes: Uint8Array): PictureFrame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    return framesOf(bytes, view)
  } catch (cause) {
    // Reading past the end of what is there.
    if (cause instanceof RangeError) throw damaged(cause)
    throw cause
  }
}

function framesOf(bytes: Uint8Array, view: DataView): PictureFrame[] {
  const start = view.getUint32(0)
  if (start === 0x89_50_4e_47) return single(() => bytes, [view.getUint32(16), view.getUint32(20)])
  if (start >>> 8 === 0xff_d8_ff) return jpegFrames(bytes, view)
  if (start === 0x47_49_46_38) return gifFrames(bytes, view)
  if (start === 0x52_49_46_46) return single(() => bytes, webpSize(view))
  if (start >>> 16 === 0x42_4d) return single(() => bytes, [view.getInt32(18, true), view.getInt32(22, true)])
  if (start === 0x49_49_2a_00 || start === 0x4d_4d_00_2a) {
    return [...tiffFrames(bytes)].flatMap(({ file, width, height }) => single(file, [width, height]))
  }
  throw new UnreadableDocument('unsupported', 'The picture is of a kind that is not supported.')
}

function single(file: () => Uint8Array, [width, height]: [number, number], turn: Turn = 0): PictureFrame[] {
  if (Math.abs(width * height) > MAX_PIXELS) {
    throw new UnreadableDocument(
      'too large',
      `The picture is too large to be read: ${Math.abs(width)} x ${Math.abs(height)} pixels.`,
    )
  }
  if (width === 0 || height === 0) throw damaged()
  return [{ file, turn }]
}

function damaged(cause?: unknown): UnreadableDocument {
  return new UnreadableDocument(
    'damaged',
    'The picture is damaged: it is cut off, or not what it says it is.',
    {
      cause,
    },
  )
}

/** The segments of a JPEG before its pixels: one has the size, one may say how the camera was held. */
function jpegFrames(bytes: Uint8Array, view: DataView): PictureFrame[] {
  let turn: Turn = 0
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at + 1) === 0xff) at++
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) throw damaged()
    if (marker === 0xe1) turn = exifTurn(bytes.subarray(at + 4, at + 2 + view.getUint16(at + 2))) ?? turn
    // Starts of frames, of all ways to compress; three markers among them mean something else.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return single(() => bytes, [view.getUint16(at + 7), view.getUint16(at + 5)], turn)
    }
  }
}

const TURNS = new Map<number, Turn>([
  [3, 180],
  [6, 90],
  [8, 270],
])

/** The first directory is enough. A camera that writes a damaged one has still taken a picture. */
function exifTurn(segment: Uint8Array): Turn | undefined {
  if (Buffer.from(segment.subarray(0, 6)).toString('latin1') !== 'Exif\0\0') return undefined
  try {
    const [directory] = tiffFrames(segment.subarray(6))
    return directory && TURNS.get(directory.orientation)
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

function webpSize(view: DataView): [number, number] {
  const chunk = view.getUint32(12)
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (chunk === 0x56_50_38_58) return [three(24) + 1, three(27) + 1]
  if (chunk === 0x56_50_38_4c) {
    const bits = view.getUint32(21, true)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  }
  return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
}

/** The first picture only: others are its movement, and would all be unpacked. */
function gifFrames(bytes: Uint8Array, view: DataView): PictureFrame[] {
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1))
  let at = 13 + tableBytes(view.getUint8(10))
  const skipBlocks = () => {
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
    at++
  }
  while (view.getUint8(at) === 0x21) {
    at += 2
    skipBlocks()
  }
  if (view.getUint8(at) !== 0x2c) throw damaged()
  const size: [number, number] = [view.getUint16(at + 5, true), view.getUint16(at + 7, true)]
  at += 11 + tableBytes(view.getUint8(at + 9))
  skipBlocks()
  single(() => bytes, [view.getUint16(6, true), view.getUint16(8, true)])
  const end = at
  return single(() => Buffer.concat([bytes.subarray(0, end), Uint8Array.of(0x3b)]), size)
}

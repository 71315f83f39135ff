import { damaged, tooLarge, UnreadableDocument } from '../converted.ts'
import type { GreyImage, Turn } from './grey-image.ts'
import type { Pix, Tesseract } from './tesseract.ts'

interface PictureFrame {
  file(): Uint8Array
  /** How it must be turned clockwise to stand as its camera was held. */
  turn: Turn
}

/** A scan of A3 at 600 dpi is less. */
const MAX_PIXELS = 72_000_000

/** The pictures in a file. Their sizes come from headers, so that one too large for memory is never unpacked. */
export function pictureFrames(bytes: Uint8Array): PictureFrame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    return framesOf(bytes, view)
  } catch (cause) {
    // Reading past the end of what is there.
    if (cause instanceof RangeError) throw damagedPicture(cause)
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
  if (Math.abs(width * height) > MAX_PIXELS)
    throw tooLarge(`The picture is too large to be read: ${Math.abs(width)} x ${Math.abs(height)} pixels.`)
  if (width === 0 || height === 0) throw damagedPicture()
  return [{ file, turn }]
}

function damagedPicture(cause?: unknown): UnreadableDocument {
  return damaged('The picture is damaged: it is cut off, or not what it says it is.', cause)
}

/** The segments of a JPEG before its pixels: one has the size, one may say how the camera was held. */
function jpegFrames(bytes: Uint8Array, view: DataView): PictureFrame[] {
  let turn: Turn = 0
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at + 1) === 0xff) at++
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) throw damagedPicture()
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
  if (view.getUint8(at) !== 0x2c) throw damagedPicture()
  const size: [number, number] = [view.getUint16(at + 5, true), view.getUint16(at + 7, true)]
  at += 11 + tableBytes(view.getUint8(at + 9))
  skipBlocks()
  single(() => bytes, [view.getUint16(6, true), view.getUint16(8, true)])
  const end = at
  return single(() => Buffer.concat([bytes.subarray(0, end), Uint8Array.of(0x3b)]), size)
}

const MAX_FRAMES = 1000
const WIDTH = 256
const HEIGHT = 257
const ORIENTATION = 274
const SHORT = 3

/** The pages of a TIFF: a chain, which ends when it leads back. Throws a RangeError where the file ends too soon. */
function* tiffFrames(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const isLittle = view.getUint8(0) === 0x49
  const seen = new Set<number>()
  let at = view.getUint32(4, isLittle)
  while (at !== 0 && !seen.has(at) && seen.size < MAX_FRAMES) {
    const start = at
    seen.add(start)
    const count = view.getUint16(at, isLittle)
    const tags = new Map<number, number>()
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      const isShort = view.getUint16(entry + 2, isLittle) === SHORT
      const value = isShort ? view.getUint16(entry + 8, isLittle) : view.getUint32(entry + 8, isLittle)
      tags.set(view.getUint16(entry, isLittle), value)
    }
    yield {
      file: () => startingAt(bytes, start, isLittle),
      width: tags.get(WIDTH) ?? 0,
      height: tags.get(HEIGHT) ?? 0,
      // Numbered as in TIFF and Exif; 1 is upright.
      orientation: tags.get(ORIENTATION) ?? 1,
    }
    at = view.getUint32(at + 2 + count * 12, isLittle)
  }
}

function startingAt(bytes: Uint8Array, start: number, isLittle: boolean): Uint8Array {
  const file = Uint8Array.from(bytes)
  new DataView(file.buffer).setUint32(4, start, isLittle)
  return file
}

/** What of a color is taken: how light it looks, or the lightest or darkest of its red, green and blue. */
export type Channel = 'luminance' | 'lightest' | 'darkest'

/** Unpacks a picture with the library that Tesseract brings, as shades of grey over white. */
export function decodePicture(
  tesseract: Tesseract,
  bytes: Uint8Array,
  channel: Channel = 'luminance',
): GreyImage {
  const packed = tesseract._malloc(bytes.length)
  new Uint8Array(tesseract.memory.buffer).set(bytes, packed)
  const pointer = tesseract._pixReadMem(packed, bytes.length)
  tesseract._free(packed)
  if (pointer === 0) throw damaged('The picture is damaged, or of a kind that is not read.')
  try {
    return greyOf(tesseract, pointer, SHADE[channel])
  } finally {
    const holder = tesseract._malloc(4)
    new Uint32Array(tesseract.memory.buffer, holder, 1)[0] = pointer
    tesseract._pixDestroy(holder)
    tesseract._free(holder)
  }
}

/** The pixels lie in words of 32 bits, the first in the highest bits. */
function greyOf(tesseract: Tesseract, pointer: number, shade: Shade): GreyImage {
  const pix = tesseract.wrapPointer(pointer, tesseract.Pix)
  const width = pix.get_w()
  const height = pix.get_h()
  const depth = pix.get_d()
  const wordsPerLine = pix.get_wpl()
  const words = new Uint32Array(tesseract.memory.buffer, pix.get_data(), wordsPerLine * height)
  const pixels = new Uint8Array(width * height)
  if (depth === 32) {
    const hasAlpha = pix.get_spp() === 4
    for (let y = 0, to = 0; y < height; y++) {
      for (let from = y * wordsPerLine, end = from + width; from < end; from++, to++) {
        pixels[to] = shadeOf(words[from]!, shade, hasAlpha)
      }
    }
    return { width, height, pixels }
  }
  const shades = shadesOf(tesseract, pix, shade)
  const perWord = 32 / depth
  const mask = 2 ** Math.min(depth, 8) - 1
  for (let y = 0, to = 0; y < height; y++) {
    const line = y * wordsPerLine
    for (let x = 0; x < width; x++, to++) {
      const word = words[line + Math.floor(x / perWord)]!
      const shift = 32 - depth * ((x % perWord) + 1) + (depth === 16 ? 8 : 0)
      pixels[to] = shades[(word >>> shift) & mask]!
    }
  }
  return { width, height, pixels }
}

type Shade = (red: number, green: number, blue: number) => number

const SHADE: Record<Channel, Shade> = {
  luminance: (red, green, blue) => (red * 77 + green * 151 + blue * 28) >> 8,
  lightest: (red, green, blue) => Math.max(red, green, blue),
  darkest: (red, green, blue) => Math.min(red, green, blue),
}

function shadeOf(word: number, shade: Shade, hasAlpha: boolean): number {
  const opaque = shade(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255)
  if (!hasAlpha) return opaque
  const alpha = word & 255
  return (opaque * alpha + 255 * (255 - alpha)) / 255
}

/** The shade of each value that a pixel of a depth up to 16 may have; of 16 bits only the upper 8 count. */
function shadesOf(tesseract: Tesseract, pix: Pix, shade: Shade): Uint8Array {
  const depth = Math.min(pix.get_d(), 8)
  const count = 2 ** depth
  const shades = Uint8Array.from({ length: count }, (_, value) => (value * 255) / (count - 1))
  const colormap = tesseract.getPointer(pix.get_colormap())
  // A picture of one bit has ink where the bit is set.
  if (colormap === 0) return pix.get_d() === 1 ? shades.toReversed() : shades
  const [array, , , used] = new Uint32Array(tesseract.memory.buffer, colormap, 4)
  const colors = new Uint8Array(tesseract.memory.buffer, array!, used! * 4)
  for (let value = 0; value < Math.min(count, used!); value++) {
    const [blue, green, red, alpha] = colors.subarray(value * 4, value * 4 + 4)
    shades[value] = shadeOf(((red! << 24) | (green! << 16) | (blue! << 8) | alpha!) >>> 0, shade, true)
  }
  return shades
}

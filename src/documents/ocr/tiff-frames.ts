/** A page of a TIFF. */
export interface TiffFrame {
  /** The file with this page as its first, made when it is asked for. */
  file(): Uint8Array
  width: number
  height: number
  /** As TIFF and Exif number them; 1 is upright. */
  orientation: number
}

const MAX_FRAMES = 1000
const WIDTH = 256
const HEIGHT = 257
const ORIENTATION = 274
const SHORT = 3

/**
 * The pages of a TIFF, which form a chain; one that leads back ends it. Where the next one is, is read when it is asked for.
 * Throws a RangeError where the file ends too soon.
 */
export function* tiffFrames(bytes: Uint8Array): Generator<TiffFrame> {
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
      orientation: tags.get(ORIENTATION) ?? 1,
    }
    at = view.getUint32(at + 2 + count * 12, isLittle)
  }
}

/** The header of the file says where its first page is told about. */
function startingAt(bytes: Uint8Array, start: number, isLittle: boolean): Uint8Array {
  const file = Uint8Array.from(bytes)
  new DataView(file.buffer).setUint32(4, start, isLittle)
  return file
}

import { constants, inflateSync } from 'node:zlib'
import { UnreadableDocument } from '../unreadable.ts'

/** An image that is too large to be unpacked, and where its dictionary begins in the file. */
export interface LargeImage {
  width: number
  height: number
  at: number
}

/** The largest unpacked size of one stream. No page has so much text, and few images are this large. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
/** Deflate shrinks data to 1/1032 at best, so smaller streams stay below the limit. */
const MIN_PACKED_BYTES = MAX_UNPACKED_BYTES / 1032
const SAMPLE_BYTES = 32 * 1024

/**
 * Empties images that would unpack to more than the limit, and throws when another stream would: the PDF library always
 * unpacks a whole stream. The size is estimated from the beginning of the stream.
 */
export function withoutBombs(bytes: Uint8Array): { bytes: Uint8Array; images: LargeImage[] } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const images: LargeImage[] = []
  let emptied: Buffer | undefined
  for (let end = file.indexOf(END); end >= 0; end = file.indexOf(END, end + END.length)) {
    const start = file.lastIndexOf(START, end - 1) + START.length
    const packedBytes = end - start
    if (packedBytes < MIN_PACKED_BYTES) continue
    const growth = unpackedBytes(file.subarray(start, start + SAMPLE_BYTES)) / SAMPLE_BYTES
    if (growth * packedBytes <= MAX_UNPACKED_BYTES) continue
    const image = imageBefore(file, start - START.length)
    if (!image) throw new UnreadableDocument('too large', 'The file grows too large when it is unpacked.')
    images.push(image)
    emptied ??= Buffer.from(file)
    // The line break after the keyword and the one before the end stay, and every other object where it is.
    emptied.fill(0, start + 2, end - 1)
  }
  return { bytes: emptied ?? bytes, images }
}

/** The same file with the type of one image changed, so that readers ignore the image. */
export function withoutImage(bytes: Uint8Array, { at }: LargeImage): Uint8Array {
  const changed = Buffer.from(bytes)
  changed.write('Nothg', changed.indexOf('Image', at))
  return changed
}

const START = 'stream'
const END = 'endstream'
const MAX_DICTIONARY_BYTES = 4096

/** The image whose dictionary stands before a stream, if it is one. */
function imageBefore(file: Buffer, streamAt: number): LargeImage | undefined {
  const from = Math.max(0, streamAt - MAX_DICTIONARY_BYTES)
  const before = file.toString('latin1', from, streamAt)
  const at = before.lastIndexOf('obj') + 3
  const dictionary = before.slice(at)
  if (!/\/Subtype\s*\/Image\b/.test(dictionary)) return undefined
  const sizeOf = (name: string) => Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0)
  return { width: sizeOf('Width'), height: sizeOf('Height'), at: from + at }
}

/** The unpacked size of the beginning of a stream; 0 if it is not deflated. */
function unpackedBytes(sample: Buffer): number {
  const isReturn = sample[0] === 0x0d
  const packed = sample.subarray(isReturn ? 2 : 1)
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).length
  } catch {
    return 0
  }
}

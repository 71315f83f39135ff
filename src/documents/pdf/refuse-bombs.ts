import { constants, inflateSync } from 'node:zlib'
import { UnreadableDocument } from '../unreadable.ts'

/** What one stream may grow to. No page has so much text, and pictures of that size are not packed so densely. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
/** The densest packing there is makes a thousandth: smaller streams stay below the limit. */
const MIN_PACKED_BYTES = MAX_UNPACKED_BYTES / 1032
const SAMPLE_BYTES = 32 * 1024

/**
 * Throws when a stream would grow beyond all measure: the base library unpacks it whole before anybody can stop it. Its
 * beginning tells how densely it is packed.
 */
export function refuseBombs(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let end = file.indexOf(END); end >= 0; end = file.indexOf(END, end + END.length)) {
    const start = file.lastIndexOf(START, end - 1) + START.length
    const packedBytes = end - start
    if (packedBytes < MIN_PACKED_BYTES) continue
    const growth = unpackedBytes(file.subarray(start, start + SAMPLE_BYTES)) / SAMPLE_BYTES
    if (growth * packedBytes > MAX_UNPACKED_BYTES) {
      throw new UnreadableDocument('too large', 'The file grows too large when it is unpacked.')
    }
  }
}

const START = 'stream'
const END = 'endstream'

/** What the beginning of a stream grows to; nothing when it is not packed in this way. */
function unpackedBytes(sample: Buffer): number {
  const isReturn = sample[0] === 0x0d
  const packed = sample.subarray(isReturn ? 2 : 1)
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).length
  } catch {
    return 0
  }
}

import type { Bytes } from '../../compound-file/bytes.ts'

/** The picture that lies at a place of the stream of data: its bytes in a format that others know, where it has such. */
export function pictureAtOffset(
  data: Bytes,
  offset: number,
): { type: string; bytes: Uint8Array | undefined } {
  const block = data.slice(offset, offset + data.u32(offset)).all
  const start = Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, MAX_HEAD_BYTES))
  for (const { type, signature } of FORMATS) {
    const at = start.indexOf(signature)
    if (at >= 0) return { type, bytes: block.subarray(at) }
  }
  return { type: 'image/x-wmf', bytes: undefined }
}

/** What stands before a picture is short, and any number of places may lead to the same one. */
const MAX_HEAD_BYTES = 16_384

const FORMATS = [
  { type: 'image/png', signature: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
  { type: 'image/jpeg', signature: Buffer.from('\xff\xd8\xff', 'latin1') },
]

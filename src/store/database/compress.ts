import { promisify } from 'node:util'
import { constants, createZstdCompress, zstdCompress, zstdDecompress } from 'node:zlib'

export type Compress = (bytes: Uint8Array) => Promise<Buffer>

export const decompress = promisify(zstdDecompress)
const compressAlone = promisify(zstdCompress)

/** The lowest level is the fastest, and nearly as small. */
const FAST_LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Larger values bypass the queue, so that others do not wait. */
const LARGE_BYTES = 256 * 1024

/**
 * One shared compressor, used in turns: a compressor for a single use keeps its memory until the next garbage
 * collection.
 */
export function createCompressor(): Compress {
  let stream = createZstdCompress(FAST_LEVEL)
  let last: Promise<unknown> = Promise.resolve()

  async function compressNext(bytes: Uint8Array): Promise<Buffer> {
    if (stream.destroyed) stream = createZstdCompress(FAST_LEVEL)
    const parts: Buffer[] = []
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const collect = (part: Buffer) => void parts.push(part)
    stream.on('data', collect).once('error', reject)
    try {
      stream.write(bytes)
      stream.flush(constants.ZSTD_e_end, () => resolve())
      await promise
      return Buffer.concat(parts)
    } finally {
      stream.off('data', collect).off('error', reject)
    }
  }

  return async (bytes) => {
    if (bytes.length > LARGE_BYTES) return await compressAlone(bytes, FAST_LEVEL)
    const compressed = last.then(() => compressNext(bytes))
    last = compressed.catch(() => {})
    return await compressed
  }
}

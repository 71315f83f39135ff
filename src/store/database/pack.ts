import { promisify } from 'node:util'
import { constants, createZstdCompress, zstdCompress, zstdDecompress } from 'node:zlib'

export type Pack = (bytes: Uint8Array) => Promise<Buffer>

export const unpack = promisify(zstdDecompress)
const packAlone = promisify(zstdCompress)

/** The lowest level, because it is nearly as small. */
const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** What is larger does not make others wait. */
const LARGE_BYTES = 256 * 1024

/**
 * One compressor for all, used in turns: one made for a single use keeps its memory until the next garbage
 * collection.
 */
export function createPack(): Pack {
  let stream = createZstdCompress(QUICKLY)
  let turn: Promise<unknown> = Promise.resolve()

  async function packNext(bytes: Uint8Array): Promise<Buffer> {
    if (stream.destroyed) stream = createZstdCompress(QUICKLY)
    const parts: Buffer[] = []
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const take = (part: Buffer) => void parts.push(part)
    stream.on('data', take).once('error', reject)
    try {
      stream.write(bytes)
      stream.flush(constants.ZSTD_e_end, () => resolve())
      await promise
      return Buffer.concat(parts)
    } finally {
      stream.off('data', take).off('error', reject)
    }
  }

  return async (bytes) => {
    if (bytes.length > LARGE_BYTES) return await packAlone(bytes, QUICKLY)
    const packed = turn.then(() => packNext(bytes))
    turn = packed.catch(() => {})
    return await packed
  }
}

import { Readable, pipeline } from 'node:stream'
import { constants, createGunzip } from 'node:zlib'
import { Fault } from '../../fault.ts'
import { peek } from './peek.ts'

/** The bytes of a sitemap in small portions, unzipped when they are a gzip file, and not more than is bearable. */
export async function* sitemapBytes(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, whole } = await peek(body, 2)
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  let leftBytes = MAX_BYTES
  for await (const chunk of isGzip ? unzipped(whole) : whole) {
    const portion = chunk.subarray(0, leftBytes)
    for (let at = 0; at < portion.length; at += PORTION_BYTES) yield portion.subarray(at, at + PORTION_BYTES)
    leftBytes -= portion.length
    if (portion.length < chunk.length) throw tooLarge()
  }
}

const MAX_BYTES = 100 * 1024 * 1024
/** What is read in one go without keeping others waiting. */
const PORTION_BYTES = 32 * 1024

/** What came before the source failed is given before that is thrown; a file that is cut off ends where it is cut. */
async function* unzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const engine = createGunzip({ chunkSize: PORTION_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
  let broken: { failure: unknown } | undefined
  // To the engine a source that fails is one that ends: otherwise it would throw away what it has.
  async function* sound() {
    try {
      yield* source
    } catch (failure) {
      broken = { failure }
    }
  }
  // Its own failures are thrown where it is read.
  pipeline(Readable.from(sound()), engine, () => {})
  try {
    yield* engine as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw new Fault('SCRAPE_SITE_ERROR', 'The compressed sitemap is broken.', { cause })
  }
  if (broken) throw broken.failure
}

function tooLarge(): Fault {
  return new Fault('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The sitemap has more than 100 MB.')
}

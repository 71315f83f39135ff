import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { COMPRESSED } from '../../../test/support/site-samples.ts'
import { Fault } from '../../fault.ts'
import { inflateStream } from './inflate.ts'

const TEXT = Buffer.from(Array.from({ length: 20_000 }, (_, n) => `bend ${n * 7919}`).join('\n'))

async function* inPieces(bytes: Uint8Array, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sizeBytes) yield bytes.subarray(at, at + sizeBytes)
}

async function* failingAfter(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* inPieces(bytes, 1000)
  throw new Fault('SCRAPE_TIMEOUT', 'The line is dead.')
}

/** Reads all output and how it ended. */
async function read(body: AsyncIterable<Uint8Array>, encoding: string) {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of inflateStream(body, encoding)) chunks.push(chunk)
    return { bytes: Buffer.concat(chunks), failure: undefined }
  } catch (failure) {
    return { bytes: Buffer.concat(chunks), failure: failure as { code?: string } }
  }
}

describe('inflateStream', () => {
  for (const name of ['gzip', 'br', 'deflate', 'deflate-raw', 'zstd', 'twice', 'gzip-lie']) {
    for (const pieceBytes of [1000, 1_000_000]) {
      it(`reads ${name} in chunks of ${pieceBytes} bytes`, async () => {
        const { encoding, compress } = COMPRESSED[name]!
        const { bytes, failure } = await read(inPieces(compress(TEXT), pieceBytes), encoding)
        assert.equal(failure, undefined)
        assert.ok(bytes.equals(TEXT))
      })
    }
  }

  it('detects the coding from single bytes', async () => {
    const text = Buffer.from('rivers bend')
    assert.deepEqual((await read(inPieces(gzipSync(text), 1), 'gzip')).bytes, text)
    assert.deepEqual((await read(inPieces(text, 1), 'gzip')).bytes, text)
  })

  for (const name of ['unknown', 'often']) {
    it(`rejects ${name}`, async () => {
      const { encoding, compress } = COMPRESSED[name]!
      const { bytes, failure } = await read(inPieces(compress(TEXT), 1000), encoding)
      assert.equal(failure?.code, 'SCRAPE_SITE_ERROR')
      assert.equal(bytes.length, 0)
    })
  }

  for (const name of ['gzip', 'br', 'deflate', 'zstd']) {
    const { encoding, compress } = COMPRESSED[name]!
    const whole = compress(TEXT)
    const start = whole.subarray(0, whole.length / 2)
    const isStart = (bytes: Buffer) => bytes.length > 20_000 && TEXT.subarray(0, bytes.length).equals(bytes)

    it(`fails where ${name} is truncated`, async () => {
      const { bytes, failure } = await read(inPieces(start, 1000), encoding)
      assert.equal(failure, undefined)
      assert.ok(isStart(bytes), `${bytes.length} bytes`)
    })
    it(`returns the output before the source of ${name} fails`, async () => {
      const { bytes, failure } = await read(failingAfter(start), encoding)
      assert.equal(failure?.code, 'SCRAPE_TIMEOUT')
      assert.ok(isStart(bytes), `${bytes.length} bytes`)
    })
  }

  it('rejects corrupt data', async () => {
    const broken = gzipSync(TEXT).fill(0xff, 30_000, 31_000)
    assert.equal((await read(inPieces(broken, 1000), 'gzip')).failure?.code, 'SCRAPE_SITE_ERROR')
  })

  for (const encoding of ['', 'identity']) {
    it(`leaves the encoding "${encoding}" unchanged`, async () => {
      assert.ok((await read(inPieces(TEXT, 1000), encoding)).bytes.equals(TEXT))
    })
  }
  it('reads an empty body', async () => {
    assert.deepEqual(await read(inPieces(Buffer.alloc(0), 1), 'gzip'), {
      bytes: Buffer.alloc(0),
      failure: undefined,
    })
  })

  it('reads little more from its source than its reader needs', async () => {
    let takenBytes = 0
    const large = gzipSync(randomBytes(4 * 1024 * 1024))
    async function* counted() {
      for await (const piece of inPieces(large, 1000)) {
        takenBytes += piece.length
        yield piece
      }
    }
    for await (const chunk of inflateStream(counted(), 'gzip')) {
      assert.ok(chunk.length > 0)
      break
    }
    assert.ok(takenBytes < large.length / 4, `${takenBytes} of ${large.length} bytes`)
  })
})

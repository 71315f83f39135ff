import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { COMPRESSED } from '../../../test/support/site-samples.ts'
import { inflate } from './inflate.ts'

const TEXT = Buffer.from('rivers bend '.repeat(100))
const MAX = 10_000

describe('inflate', () => {
  for (const name of ['gzip', 'br', 'deflate', 'deflate-raw', 'zstd', 'twice', 'gzip-lie']) {
    it(`reads ${name}`, async () => {
      const { encoding, compress } = COMPRESSED[name]!
      assert.deepEqual(Buffer.from((await inflate(compress(TEXT), encoding, MAX)) as Uint8Array), TEXT)
    })
  }

  for (const name of ['gzip', 'br', 'deflate', 'zstd', 'twice']) {
    it(`stops at the limit of ${name}`, async () => {
      const { encoding, compress } = COMPRESSED[name]!
      assert.equal(await inflate(compress(Buffer.alloc(MAX + 1)), encoding, MAX), 'too large')
    })
  }

  for (const name of ['gzip-cut', 'unknown', 'often']) {
    it(`rejects ${name}`, async () => {
      const { encoding, compress } = COMPRESSED[name]!
      await assert.rejects(inflate(compress(TEXT), encoding, MAX), { code: 'SCRAPE_SITE_ERROR' })
    })
  }

  const plain: [string, string][] = [
    ['no coding', ''],
    ['identity', 'identity'],
  ]
  for (const [what, encoding] of plain) {
    it(`leaves ${what} unchanged`, async () => assert.deepEqual(await inflate(TEXT, encoding, MAX), TEXT))
  }
  it('reads an empty body', async () => assert.equal((await inflate(Buffer.alloc(0), 'gzip', MAX)).length, 0))
  it('accepts encoding names in any case', async () => {
    assert.deepEqual(Buffer.from((await inflate(gzipSync(TEXT), ' X-GZip', MAX)) as Uint8Array), TEXT)
  })
})

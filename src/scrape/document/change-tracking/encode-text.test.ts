import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { encodeText, LARGEST_BYTES } from './encode-text.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('encoding a text', () => {
  const texts: [what: string, text: string][] = [
    ['empty', ''],
    ['short', 'Grüße 🌊'],
    // A surrogate pair that is split between two portions.
    ['of several portions', `${'x'.repeat(1024 * 1024 - 1)}🌊${'y'.repeat(1024 * 1024)}`],
  ]
  for (const [what, text] of texts) {
    it(`encodes ${what} completely`, async () => {
      const { digest, bytes } = await encodeText(text)
      assert.equal(digest, digestOf(text))
      assert.ok(Buffer.from(text).equals(bytes!))
    })
  }

  it('gives only a digest for a text that is too large, and does not block the event loop', async () => {
    const text = 'ö'.repeat(25 * 1024 * 1024)
    let turns = 0
    let isDone = false
    const takeTurn = () => {
      turns++
      if (!isDone) setImmediate(takeTurn)
    }
    setImmediate(takeTurn)
    const { digest, bytes } = await encodeText(text)
    isDone = true
    assert.equal(bytes, undefined)
    assert.equal(digest, digestOf(text))
    assert.ok(turns >= 20, `${turns} turns`)
  })

  it('keeps a text of exactly the maximum size', async () => {
    assert.equal((await encodeText('x'.repeat(LARGEST_BYTES))).bytes!.length, LARGEST_BYTES)
    assert.equal((await encodeText('x'.repeat(LARGEST_BYTES + 1))).bytes, undefined)
  })
})

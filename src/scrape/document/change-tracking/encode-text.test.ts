import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { encodeText, LARGEST_BYTES } from './encode-text.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a text', () => {
  const texts: [what: string, text: string][] = [
    ['empty', ''],
    ['short', 'Grüße 🌊'],
    // The first half of a letter is the last character of a portion.
    ['of several portions', `${'x'.repeat(1024 * 1024 - 1)}🌊${'y'.repeat(1024 * 1024)}`],
  ]
  for (const [what, text] of texts) {
    it(`that is ${what} is encoded whole`, async () => {
      const { digest, bytes } = await encodeText(text)
      assert.equal(digest, digestOf(text))
      assert.ok(Buffer.from(text).equals(bytes!))
    })
  }

  it('that is too large has a digest alone, and lets others have their turns', async () => {
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

  it('is kept up to the last byte that is allowed', async () => {
    assert.equal((await encodeText('x'.repeat(LARGEST_BYTES))).bytes!.length, LARGEST_BYTES)
    assert.equal((await encodeText('x'.repeat(LARGEST_BYTES + 1))).bytes, undefined)
  })
})

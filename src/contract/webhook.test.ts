import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhook } from './webhook.ts'

describe('metadata of a webhook', () => {
  const url = 'https://example.com/hook'
  const ofLength = (length: number) => ({ a: 'x'.repeat(length - JSON.stringify({ a: '' }).length) })
  it('may be 65536 characters long', () =>
    assert.equal(webhook('crawl').safeParse({ url, metadata: ofLength(65_536) }).success, true))
  it('may not be longer', () => {
    const { error } = webhook('crawl').safeParse({ url, metadata: ofLength(65_537) })
    assert.deepEqual(error?.issues[0]?.path, ['metadata'])
    assert.match(error!.issues[0]!.message, /longer than 65536/)
  })
})

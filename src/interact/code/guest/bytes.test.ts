import assert from 'node:assert/strict'
import { Buffer as NodeBuffer } from 'node:buffer'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { Buffer, setHost } from './bytes.ts'
import type { Host } from './host.ts'

// The worker's own; it is plain JavaScript without types.
setHost(createRequire(import.meta.url)('../worker/texts.mjs') as Host)

describe('Buffer', () => {
  const texts = ['', 'a', 'héllo', '日本語', '👍🏽', 'a\0b', '\uD800x']
  for (const text of texts) {
    it(`has the bytes that Node has of ${JSON.stringify(text)}`, () => {
      const node = NodeBuffer.from(text)
      assert.deepEqual([...Buffer.from(text)], [...node])
      assert.equal(Buffer.from(node).toString(), node.toString())
      for (const encoding of ['base64', 'base64url', 'hex', 'latin1'] as const) {
        assert.equal(Buffer.from(text).toString(encoding), node.toString(encoding))
        assert.deepEqual([...Buffer.from(node.toString(encoding), encoding)], [...node])
      }
    })
  }

  const damaged = [
    [0x80],
    [0xc3],
    [0xe6, 0x97],
    [0xf0, 0x9f, 0x91],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xff, 0x41],
  ]
  for (const bytes of damaged) {
    it(`never fails on ${bytes.join(' ')}`, () => {
      assert.match(Buffer.from(Uint8Array.from(bytes)).toString(), /^\uFFFD+A?$/)
    })
  }

  it('joins, counts and tells itself apart', () => {
    const whole = Buffer.concat([Buffer.from('a'), Buffer.from([98]), Buffer.alloc(1, 99)])
    assert.equal(whole.toString(), 'abc')
    assert.equal(Buffer.byteLength('é'), 2)
    assert.equal(Buffer.isBuffer(whole), true)
    assert.equal(Buffer.isBuffer(new Uint8Array()), false)
    assert.equal(Buffer.from(whole.subarray(1)).toString('base64'), 'YmM=')
  })
})

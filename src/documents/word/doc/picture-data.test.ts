import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Bytes } from '../../compound-file/bytes.ts'
import { pictureAtOffset } from './picture-data.ts'

function pictureAfter(gap: number) {
  const block = Buffer.concat([Buffer.alloc(4 + gap), Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')])
  block.writeUInt32LE(block.length, 0)
  return pictureAtOffset(new Bytes(block), 0)
}

it('a picture is found behind its head', () => {
  const { type, bytes } = pictureAfter(1000)
  assert.deepEqual([type, bytes?.length], ['image/png', 12])
})

it('a picture is not looked for in all that follows, since any number of places may lead there', () => {
  assert.equal(pictureAfter(20_000).bytes, undefined)
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { plainLines } from './plain-lines.ts'

it('has no marks of pictures and links, also of pictures that are links', () => {
  const markdown = `[![A plane](http://a.test/1.jpg)](http://a.test/plane)

See [the plane](http://a.test/plane) ![and](http://a.test/2.png) buy it.`
  assert.deepEqual(
    plainLines(markdown).map(({ text }) => text),
    ['See the plane buy it.'],
  )
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { descriptionOf } from './markup.ts'

it("a description is a person's text about an image", () => {
  assert.equal(descriptionOf('A duck.\n\nAI-generated content may be incorrect.'), 'A duck.')
  assert.equal(descriptionOf('A duck.\n \n\nDescription: AI'), 'A duck.')
  assert.equal(descriptionOf('https://site.test/duck.png'), '')
})

it('a description with endless gaps is parsed quickly and is bounded', () => {
  assert.equal(descriptionOf(`duck${'\n'.repeat(1_000_000)}`), 'duck')
  assert.equal(descriptionOf('x'.repeat(1_000_000)).length, 2000)
})

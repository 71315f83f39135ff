import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SlideDeck } from './slide-deck.ts'

it('takes slides in until the presentation is too large, and says where it ends', () => {
  const deck = new SlideDeck(3)
  deck.add(1, '<p>one</p>', '')
  assert.equal(deck.isFull, false)
  deck.add(2, 'x'.repeat(33 * 1024 * 1024))
  assert.equal(deck.isFull, true)
  deck.add(3, '<p>three</p>')
  assert.deepEqual(deck.finish({ title: 'T' }), {
    content: { html: '<p>one</p>' },
    metadata: { title: 'T' },
    totalPages: 3,
    warnings: ['The slides after 1 are left out: the presentation is too large.'],
  })
})

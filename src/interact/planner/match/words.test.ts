import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { similarity } from './words.ts'

/** The first of the two texts is closer to the phrase. */
const NEARER: [said: string, nearer: string, farther: string][] = [
  ['Save', 'Save', 'Save and close'],
  ['Save', 'Save as', 'Save as a draft for later'],
  ['log in', 'Log in', 'Log in with Google'],
  ['setting', 'Settings', 'Reset'],
  ['add to cart', 'Add to cart', 'Cart'],
  ['shipping address', 'Shipping address', 'Billing address'],
  ['cafe', 'Café', 'Cafeteria and bar'],
]

test('finds which of two texts is closer to a phrase', () => {
  for (const [phrase, nearer, farther] of NEARER)
    assert.ok(
      similarity(phrase, nearer) > similarity(phrase, farther),
      `${phrase}: ${nearer} before ${farther}`,
    )
})

test('matches a quotation word for word', () => {
  assert.equal(similarity('Save', 'Save', true), 1)
  assert.ok(similarity('Save', 'Save as', true) > 0.5)
  assert.equal(similarity('saved items', 'Items you have saved', true), 0)
  assert.ok(similarity('saved items', 'Items you have saved') > 0.5)
})

test('finds no similarity without common words', () => {
  for (const [phrase, text] of [
    ['Save', 'Delete'],
    ['', 'Delete'],
    ['Save', ''],
  ] as const)
    assert.equal(similarity(phrase, text), 0)
})

import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { similarity } from './words.ts'

/** Of two texts, the first is more what was said. */
const NEARER: [said: string, nearer: string, farther: string][] = [
  ['Save', 'Save', 'Save and close'],
  ['Save', 'Save as', 'Save as a draft for later'],
  ['log in', 'Log in', 'Log in with Google'],
  ['setting', 'Settings', 'Reset'],
  ['add to cart', 'Add to cart', 'Cart'],
  ['shipping address', 'Shipping address', 'Billing address'],
  ['cafe', 'Café', 'Cafeteria and bar'],
]

test('tells which of two texts is nearer to what was said', () => {
  for (const [said, nearer, farther] of NEARER)
    assert.ok(similarity(said, nearer) > similarity(said, farther), `${said}: ${nearer} before ${farther}`)
})

test('takes a quotation word for word', () => {
  assert.equal(similarity('Save', 'Save', true), 1)
  assert.ok(similarity('Save', 'Save as', true) > 0.5)
  assert.equal(similarity('saved items', 'Items you have saved', true), 0)
  assert.ok(similarity('saved items', 'Items you have saved') > 0.5)
})

test('finds nothing where nothing is shared', () => {
  for (const [said, text] of [
    ['Save', 'Delete'],
    ['', 'Delete'],
    ['Save', ''],
  ] as const)
    assert.equal(similarity(said, text), 0)
})

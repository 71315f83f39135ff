import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countFitting, fit } from './result.ts'

test('a value that fits is given as it is', () => {
  const value = { markdown: 'short' }
  assert.deepEqual(fit(value, 100), { fitted: value, text: '{"markdown":"short"}' })
})

test('texts that are too long for a message are cut, and the answer says so', () => {
  const value = { markdown: 'ü'.repeat(50_000), links: ['https://a.test'], notes: ['first'] }
  const { fitted, text } = fit(value, 20_000)
  assert.ok(Buffer.byteLength(text) <= 20_000)
  assert.deepEqual(JSON.parse(text), fitted)
  assert.deepEqual(fitted['links'], value.links)
  const [first, note] = fitted['notes'] as string[]
  assert.equal(first, 'first')
  assert.match(note!, /100060 bytes.*cut after \d+ characters/)
})

test('as many items are taken as fit, and at least one', () => {
  const item = 'x'.repeat(8)
  assert.equal(countFitting([item, item, item], 25), 2)
  assert.equal(countFitting([item, item, item], 30), 3)
  assert.equal(countFitting([item], 5), 1)
  assert.equal(countFitting([], 5), 0)
})

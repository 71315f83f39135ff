import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLimits } from './read-limits.ts'

test('reads what is the least and the most', () => {
  for (const [text, from, to, said] of [
    ['flats that cost between 700 and 1100 euros a month', 700, 1100, 'between 700 and 1100 euros'],
    ['the maximum rent to 1000', undefined, 1000, 'maximum rent to 1000'],
    ['up to €70', undefined, 70, 'up to €70'],
    ['from 20 to 80', 20, 80, 'from 20 to 80'],
    ['between 1,200 and 2.500 €', 1200, 2500, 'between 1,200 and 2.500 €'],
    ['zwischen 50 und 100 Euro', 50, 100, 'zwischen 50 und 100 Euro'],
    ['mindestens 3', 3, undefined, 'mindestens 3'],
    ['no more than $90', undefined, 90, 'no more than $90'],
  ] as const) {
    const { text: found, ...limits } = readLimits(text) ?? { text: '' }
    assert.equal(found, said, text)
    assert.deepEqual([limits.from, limits.to], [from, to], text)
  }
})

test('times, dates and turned numbers are no limits', () => {
  for (const text of ['from 9:00 to 10:00', 'from 5 May to 8 May', 'between 80 and 20', 'number 7'])
    assert.equal(readLimits(text), undefined, text)
})

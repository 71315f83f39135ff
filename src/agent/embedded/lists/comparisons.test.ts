import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldsOf, schemaFieldOf } from '../../../extract/extract.ts'
import type { ObjectField } from '../../../extract/extract.ts'
import { comparisonsIn, isSatisfied } from './comparisons.ts'

const FIELDS = fieldsOf(
  schemaFieldOf({
    properties: {
      price: { type: 'number' },
      rooms: { type: 'number' },
      date: { type: 'string', format: 'date' },
      title: { type: 'string' },
    },
  }) as ObjectField,
)

function kept(prompt: string, name: string, ...values: (string | number)[]) {
  const all = comparisonsIn(prompt, FIELDS).filter(({ field }) => field.name === name)
  assert.ok(all.length > 0, 'no comparison was found')
  return values.filter((value) => all.every((one) => isSatisfied(one, value)))
}

describe('comparisonsIn', () => {
  it('compares with an amount', () => {
    assert.deepEqual(kept('flats with a price under 900 euros', 'price', 850, 900, 1200), [850, 900])
    assert.deepEqual(kept('Wohnungen über 1.200 €', 'price', 850, 1300), [1300])
  })
  it('counts', () => {
    assert.deepEqual(kept('all 3-room flats', 'rooms', 2, 3, 4), [3])
  })
  it('knows years and months', () => {
    assert.deepEqual(kept('events since 2024', 'date', '2023-12-31', '2024-01-01'), ['2024-01-01'])
    assert.deepEqual(kept('events in March 2025', 'date', '2025-03-09', '2025-04-01'), ['2025-03-09'])
  })
  it('leaves aside what is about no field', () => {
    assert.deepEqual(comparisonsIn('the first 5 events of the page', FIELDS), [])
    assert.deepEqual(comparisonsIn('all events with title', FIELDS), [])
    assert.deepEqual(comparisonsIn('the complete 2025 price list', FIELDS), [])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Naming } from '../schema/naming.ts'
import { wishOf } from '../schema/wish.ts'
import type { ScalarWish } from '../schema/wish.ts'
import { factsInProse } from './prose.ts'

const TABLE = `# Delivery

| Destination | Cost | Delivery time |
| --- | --- | --- |
| Ireland | €4.50 | 1-2 working days |
| United Kingdom | €7.90 | 3-4 working days |`

function read(name: string, hints: string) {
  const wish = wishOf({ type: 'string' }) as ScalarWish
  const [found] = factsInProse(
    TABLE,
    [{ name, naming: new Naming({ name }), wish, isMany: false, hints }],
    'en',
  )
  return found?.values[0]
}

describe('values in cells of tables', () => {
  it('are found by their column and the row that the request names', () => {
    assert.equal(read('deliveryTime', 'how long delivery to the United Kingdom takes'), '3-4 working days')
    assert.equal(read('shippingCost', 'what delivery to the United Kingdom costs'), '€7.90')
  })
  it('are none where nothing says which row is meant', () => {
    assert.equal(read('deliveryTime', ''), undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { computeAll } from './calculator.ts'

const DATA = {
  shop: {
    lamps: [
      { name: 'A', price: '€1,299.00', colour: 'red' },
      { name: 'B', price: 20, colour: 'Blue' },
      { name: 'C', price: '30.50', colour: 'red' },
      { name: 'D', colour: 'green' },
    ],
  },
}
const LIST = { as: '/result', list: '/shop/lamps' }

describe('computed', () => {
  const given: [formula: object, value: unknown][] = [
    [{ operation: 'count' }, 4],
    [{ operation: 'count', where: [{ field: 'colour', is: 'equals', value: 'RED' }] }, 2],
    [{ operation: 'count', where: [{ field: 'price', is: 'less', value: 31 }] }, 2],
    [{ operation: 'count', where: [{ field: 'price', is: 'more', value: '31' }] }, 1],
    [
      {
        operation: 'count',
        where: [
          { field: 'colour', is: 'contains', value: 'e' },
          { field: 'price', is: 'missing' },
        ],
      },
      1,
    ],
    [{ operation: 'sum', field: 'price' }, 1349.5],
    [{ operation: 'min', field: 'price' }, 20],
    [{ operation: 'max', field: 'price' }, 1299],
    [{ operation: 'average', field: 'price' }, 449.8333333333333],
    [{ operation: 'sort', field: 'price', most: 1 }, [DATA.shop.lamps[1]]],
    [
      { operation: 'sort', field: 'price', order: 'descending', most: 2 },
      [DATA.shop.lamps[0], DATA.shop.lamps[2]],
    ],
    [{ operation: 'sort', field: 'name', order: 'descending', most: 1 }, [DATA.shop.lamps[3]]],
    [
      { operation: 'filter', where: [{ field: 'colour', is: 'equals', value: 'green' }] },
      [DATA.shop.lamps[3]],
    ],
  ]
  for (const [formula, value] of given) {
    it(`gives ${JSON.stringify(formula)}`, () => {
      const [one] = computeAll([{ ...LIST, ...formula }], DATA)
      assert.deepEqual([one?.as, one?.value], ['/result', value])
    })
  }

  it('names the records that a result is from', () => {
    const where = [{ field: 'colour', is: 'equals', value: 'red' }]
    const [one] = computeAll([{ ...LIST, operation: 'count', where }], DATA)
    assert.deepEqual(one?.records, ['/shop/lamps/0', '/shop/lamps/2'])
  })

  it('computes nothing that is no formula', () => {
    for (const formula of [
      null,
      'process.exit()',
      { ...LIST, operation: 'eval', field: 'price' },
      { ...LIST, operation: 'sum', field: 'name' },
      { ...LIST, operation: 'sum' },
      { as: '/x', list: '/shop', operation: 'count' },
      { as: '/x', list: '/__proto__', operation: 'count' },
      { list: '/shop/lamps', operation: 'count' },
      { ...LIST, operation: 'count', where: [{ field: 'price', is: 'matches', value: '(a+)+$' }] },
    ]) {
      assert.deepEqual(computeAll([formula], DATA), [], JSON.stringify(formula))
    }
    assert.deepEqual(computeAll('all', DATA), [])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldsOf, schemaFieldOf } from '../../../extract/extract.ts'
import { RecordPool } from '../../facts/facts.ts'
import { topRecords, isInOrder } from './list-order.ts'

const wish = schemaFieldOf({
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'string' } },
})
const price = (wish.kind === 'object' ? fieldsOf(wish) : []).find(({ name }) => name === 'price')!

function records(...prices: (string | number | undefined)[]) {
  const pool = new RecordPool(['["name"]'])
  return prices.map((value, at) => {
    const evidence = { field: '', text: '', source: 'text', confidence: 0.9 }
    const facts = [
      { path: ['name'], value: `n${at}`, evidence },
      ...(value === undefined ? [] : [{ path: ['price'], value, evidence }]),
    ]
    return pool.add(facts).record
  })
}

const namesOf = (some: ReturnType<typeof records>) =>
  some.map(({ facts }) => facts.best('["name"]')!.facts[0]!.value)

describe('firstOf', () => {
  it('keeps the order of the list where none is asked for', () =>
    assert.deepEqual(namesOf(topRecords(records(3, 1, 2), { most: 2 })), ['n0', 'n1']))

  it('puts the cheapest first, however prices are written', () =>
    assert.deepEqual(
      namesOf(
        topRecords(records('€ 1.200,00', '€ 95,50', '€ 310'), {
          most: 2,
          order: { field: price, isDown: false },
        }),
      ),
      ['n1', 'n2'],
    ))

  it('puts the latest first', () =>
    assert.deepEqual(
      namesOf(
        topRecords(records('2026-01-02', '2026-03-01', '2025-12-31'), {
          most: 2,
          order: { field: price, isDown: true },
        }),
      ),
      ['n1', 'n0'],
    ))

  const written: [string, string[], string][] = [
    ['amounts', ['€640,000', '€1.1 million', '€95k'], 'n1'],
    ['weights', ['900 g', '1.2 kg', '1,1 kg'], 'n1'],
    ['dates', ['4 May 2026', '12 March 2026', 'June 1, 2025'], 'n0'],
    ['times', ['90 min', '2 hours', '45 min'], 'n1'],
  ]
  for (const [what, values, first] of written)
    it(`compares ${what} as pages write them`, () =>
      assert.deepEqual(
        namesOf(topRecords(records(...values), { most: 1, order: { field: price, isDown: true } })),
        [first],
      ))

  it('leaves the order alone where too few tell what it goes by', () =>
    assert.deepEqual(
      namesOf(
        topRecords(records(undefined, undefined, 5), { most: 2, order: { field: price, isDown: true } }),
      ),
      ['n0', 'n1'],
    ))
})

describe('isInOrder', () => {
  const order = { field: price, isDown: true }
  const days = Array.from({ length: 8 }, (_, at) => `2026-05-${10 + at}`)

  it('tells a list that goes down from one that does not', () => {
    assert.equal(isInOrder(records(...days.toReversed()), { order }), true)
    assert.equal(isInOrder(records(...days), { order }), false)
  })

  it('takes a few records in order for an accident', () =>
    assert.equal(isInOrder(records('2026-05-01', '2026-04-01'), { order }), false))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldsOf, schemaFieldOf } from '../../../extract/extract.ts'
import { listLimitIn } from './list-order.ts'

function fields(properties: object) {
  const wish = schemaFieldOf({ type: 'object', properties })
  return wish.kind === 'object' ? fieldsOf(wish) : []
}

const ARTICLES = fields({ title: { type: 'string' }, date: { type: 'string', format: 'date' } })
const THINGS = fields({
  name: { type: 'string' },
  price: { type: 'number' },
  hardness: { type: 'number' },
  rating: { type: 'number' },
})

describe('fewIn', () => {
  const counted: [string, number][] = [
    ['Take the four most recent updates from the changelog', 4],
    ['the latest three posts', 3],
    ['First two reviews', 2],
    ['top 5 by rating', 5],
    ['Le prime due degustazioni in programma', 2],
    ['Les trois derniers articles', 3],
    ['los cinco últimos partidos', 5],
    ['die drei neuesten Meldungen', 3],
    ['de laatste vier nieuwsberichten', 4],
    ['The hardest three minerals', 3],
    ['the 3 cheapest laptops', 3],
    ['the three service notices most recent', 3],
  ]
  for (const [prompt, most] of counted)
    it(`counts in "${prompt}"`, () => assert.equal(listLimitIn(prompt, ARTICLES).most, most))

  const all = [
    'All articles of the last 7 days',
    'every product with its price',
    'all 14 wines',
    'events of the next two weeks',
    'List the rest three',
    'What is the best of them?',
  ]
  for (const prompt of all)
    it(`wants all in "${prompt}"`, () =>
      assert.equal(listLimitIn(prompt, ARTICLES).most, Number.POSITIVE_INFINITY))

  const ordered: [string, string | undefined, boolean][] = [
    ['the 3 cheapest laptops', 'price', false],
    ['die zwei günstigsten Zimmer', 'price', false],
    ['i due vini più cari', 'price', true],
    ['the hardest three minerals', 'hardness', true],
    ['top 5 by rating', 'rating', true],
    ['first four products', undefined, false],
    ['Top 3 of the list of minerals by hardness', 'hardness', true],
  ]
  for (const [prompt, field, isDown] of ordered)
    it(`orders by ${field ?? 'nothing'} in "${prompt}"`, () => {
      const { order } = listLimitIn(prompt, THINGS)
      assert.equal(order?.field.name, field)
      if (order) assert.equal(order.isDown, isDown)
    })

  it('orders by the date where the latest are meant', () =>
    assert.deepEqual(
      [listLimitIn('latest three posts', ARTICLES).order].map((order) => [order?.field.name, order?.isDown]),
      [['date', true]],
    ))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { realignLinks } from './record-links.ts'

const BEFORE = {
  items: [
    { name: 'Axe', city: 'Bonn', price: 1 },
    { name: 'Bow', city: 'Bonn', price: 2 },
    { name: 'Cup', city: 'Bonn', price: 3 },
  ],
}
const RECORDS = ['a', 'b', 'c'].map((url, index) => ({ record: `/items/${index}`, url }))

describe('realigned', () => {
  const cases: [what: string, after: unknown, expected: Record<string, string>][] = [
    ['stays where nothing moved', BEFORE, { '/items/0': 'a', '/items/1': 'b', '/items/2': 'c' }],
    [
      'goes with its record',
      { items: [BEFORE.items[2], { name: 'New' }, { name: ' axe ', price: 9 }] },
      { '/items/0': 'c', '/items/2': 'a' },
    ],
    [
      'goes with what says most',
      {
        items: [
          { name: 'Dot', city: 'Bonn' },
          { name: 'Bow', city: 'Bonn' },
        ],
      },
      { '/items/1': 'b' },
    ],
    ['is gone with its list', { other: [] }, {}],
    ['is gone with its record', { items: [{ name: 'Elk', city: 'Bonn', price: 1 }] }, {}],
    ['is gone where the list is none', { items: 'Axe' }, {}],
    ['is gone where there is nothing', undefined, {}],
  ]
  for (const [what, after, expected] of cases) {
    it(what, () => {
      const found = realignLinks(RECORDS, BEFORE, after)
      assert.deepEqual(Object.fromEntries(found.map(({ record, url }) => [record, url])), expected)
    })
  }

  it('comes to an end where all are alike', () => {
    const items = Array.from({ length: 5_000 }, () => ({ name: 'Axe', city: 'Bonn' }))
    const records = items.map((_, index) => ({ record: `/items/${index}`, url: String(index) }))
    assert.ok(realignLinks(records, { items }, { items: items.slice(1) }).length <= 5_000)
  })
})

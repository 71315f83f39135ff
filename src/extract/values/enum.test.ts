import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readEnum } from './read-scalar.ts'

describe('readEnum', () => {
  const cases: [string, readonly unknown[], unknown][] = [
    ['In Stock', ['in_stock', 'out_of_stock'], 'in_stock'],
    ['https://schema.org/OutOfStock', ['InStock', 'OutOfStock'], 'OutOfStock'],
    ['pre order', ['preorder', 'sold'], 'preorder'],
    ['Condition: used, like new', ['new', 'used', 'like new'], undefined],
    ['very good condition', ['good', 'very good'], 'very good'],
    ['not new', ['new', 'used'], undefined],
    ['not shown, renewed and new', ['new'], 'new'],
    ['Größe: Groß', ['klein', 'gross', 'groß'], 'groß'],
    ['Size 2', [1, 2, 3], 2],
    ['1.5', [5, 15], undefined],
    ['1,5 l', [1.5, 5], 1.5],
    ['1,000', [1000], 1000],
    ['true', [true, false], true],
    ['中古品です', ['新品', '中古品'], '中古品'],
    ['A+', ['A', 'A+', 'A++'], 'A+'],
    ['a++', ['A', 'A+', 'A++'], 'A++'],
    ['A', ['A+', 'A'], 'A'],
    ['Class A+ or B', ['A', 'A+', 'B'], undefined],
    [' C++ ', ['C', 'C++', 'C#'], 'C++'],
    ['C/C', ['C', 'C++', 'C#'], undefined],
    ['-1', [1, -1], -1],
    ['+', ['+', '-'], '+'],
    ['NEW!', ['new', 'New', 'used'], 'new'],
    ['pre or-der', ['preorder', 'pre-order!'], undefined],
    ['it is very good indeed', ['very good indeed it is', 'very good'], 'very good'],
    ['anything', [], undefined],
    ['null', [null, {}, ''], undefined],
    [`new ${'x '.repeat(200)}`, ['new'], undefined],
  ]
  for (const [text, values, expected] of cases) {
    it(`reads ${JSON.stringify(text.slice(0, 60))} as one of ${JSON.stringify(values)}`, () => {
      assert.equal(readEnum(text, values), expected)
    })
  }
})

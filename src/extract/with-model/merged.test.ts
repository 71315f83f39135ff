import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergeValues } from './extract-with-model.ts'

describe('merged', () => {
  const given: [name: string, values: unknown[], whole: unknown][] = [
    ['one value', [{ a: 1 }], { a: 1 }],
    ['fields', [{ a: null, b: 2 }, { a: 1 }, { a: 3, c: '' }], { a: 1, b: 2, c: '' }],
    ['nested fields', [{ a: { b: 1 } }, { a: { c: 2 } }], { a: { b: 1, c: 2 } }],
    ['lists', [{ a: [1, 2] }, { a: [2, 3] }], { a: [1, 2, 3] }],
    [
      'records told twice',
      [[{ name: 'A', x: 1 }], [{ x: 1, name: ' a ' }, { name: 'B' }]],
      [{ name: 'A', x: 1 }, { name: 'B' }],
    ],
    [
      'records cut in two',
      [[{ name: 'A', x: 1, y: null }], [{ name: 'A', y: 2 }]],
      [{ name: 'A', x: 1, y: 2 }],
    ],
    [
      'records that contradict each other',
      [[{ name: 'A', x: 1 }], [{ name: 'A', x: 2 }]],
      [
        { name: 'A', x: 1 },
        { name: 'A', x: 2 },
      ],
    ],
    ['records without a name', [[{ x: 1 }], [{ x: 1 }, { x: 2 }]], [{ x: 1 }, { x: 2 }]],
    ['nothing', [null, undefined, { a: 1 }, null], { a: 1 }],
    ['values that stand on the page before others', [{ a: 'invented' }, { a: 'real' }], { a: 'real' }],
    ['values of other kinds', [{ a: [1] }, { a: 'x' }], { a: [1] }],
  ]
  for (const [name, values, whole] of given) {
    it(`joins ${name}`, () =>
      assert.deepEqual(
        mergeValues(values, (value) => value !== 'invented'),
        whole,
      ))
  }
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { columnSpans } from './block-builder.ts'

const CASES: readonly (readonly [what: string, edges: number[][], spans: number[][]])[] = [
  [
    'equal rows',
    [
      [100, 200],
      [100, 200],
    ],
    [
      [1, 1],
      [1, 1],
    ],
  ],
  [
    'a cell over two columns',
    [
      [1000, 2000, 3000],
      [1000, 3000],
    ],
    [
      [1, 1, 1],
      [1, 2],
    ],
  ],
  [
    'edges that almost meet',
    [
      [1000, 2000],
      [1010, 2000],
    ],
    [
      [1, 1],
      [1, 1],
    ],
  ],
  ['edges that go back', [[1000, 500, 2000]], [[2, 1, 1]]],
  ['no cells', [[]], [[]]],
]

for (const [what, edges, spans] of CASES) {
  it(`finds the columns of ${what}`, () => assert.deepEqual(columnSpans(edges), spans))
}

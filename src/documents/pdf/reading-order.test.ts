import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Box } from '../converted.ts'
import { readingOrder } from './reading-order.ts'

interface Piece {
  name: string
  box: Box
}

/** Lines of a column, 10 high and 12 apart. */
function column(
  name: string,
  { x, width, from, count }: { x: number; width: number; from: number; count: number },
): Piece[] {
  return Array.from({ length: count }, (_, index) => {
    const top = from + 12 * index
    return { name: `${name}${index}`, box: [x, top, x + width, top + 10] as const }
  })
}

function order(pieces: readonly Piece[], isRightToLeft = false): string {
  return readingOrder(pieces, isRightToLeft)
    .map((group) => [...new Set(group.map(({ name }) => name.replace(/\d+$/, '')))].join('+'))
    .join(' ')
}

const LEFT = { x: 50, width: 230, count: 10 }
const RIGHT = { x: 300, width: 230, count: 10 }

describe('readingOrder', () => {
  for (const [name, pieces, expected] of [
    ['one column', column('a', { ...LEFT, width: 480, from: 50 }), 'a'],
    ['two columns', [...column('a', { ...LEFT, from: 50 }), ...column('b', { ...RIGHT, from: 56 })], 'a b'],
    [
      'a title above two columns and a note below them',
      [
        ...column('title', { x: 50, width: 480, from: 20, count: 1 }),
        ...column('a', { ...LEFT, from: 50 }),
        ...column('b', { ...RIGHT, from: 50 }),
        ...column('note', { x: 50, width: 480, from: 190, count: 2 }),
      ],
      'title a b note',
    ],
    [
      'two columns that something wide interrupts',
      [
        ...column('a', { ...LEFT, from: 50 }),
        ...column('b', { ...RIGHT, from: 50 }),
        ...column('wide', { x: 50, width: 480, from: 200, count: 2 }),
        ...column('c', { ...LEFT, from: 240 }),
        ...column('d', { ...RIGHT, from: 240 }),
      ],
      'a b wide c d',
    ],
    [
      'three columns',
      [1, 2, 3].flatMap((place) =>
        column('abc'[place - 1]!, { x: place * 170 - 120, width: 150, from: 50, count: 8 }),
      ),
      'a b c',
    ],
    [
      'a sidebar that is shorter',
      [
        ...column('side', { x: 50, width: 100, from: 50, count: 5 }),
        ...column('main', { x: 180, width: 350, from: 50, count: 20 }),
      ],
      'side main',
    ],
    [
      'numbers behind the entries of a list, as one',
      [
        ...column('entry', { ...LEFT, from: 50 }),
        ...column('page', { x: 500, width: 12, from: 50, count: 10 }),
      ],
      'entry+page',
    ],
    [
      'short pieces at the same heights from side to side',
      [...column('name', { ...LEFT, from: 50 }), ...column('value', { ...RIGHT, from: 50 })].map(
        (piece, index): Piece => ({
          name: piece.name,
          box: [piece.box[0], piece.box[1], piece.box[0] + (index % 10 === 4 ? 230 : 60), piece.box[3]],
        }),
      ),
      'name+value',
    ],
    [
      'sums behind their names, above a line on the left',
      [
        ...column('name', { x: 350, width: 45, from: 50, count: 3 }),
        ...column('sum', { x: 450, width: 50, from: 50, count: 3 }),
        ...column('below', { x: 50, width: 320, from: 110, count: 1 }),
      ],
      'name+sum+below',
    ],
    [
      'values close behind their names',
      [
        ...column('name', { x: 50, width: 60, from: 50, count: 5 }),
        ...column('value', { x: 125, width: 70, from: 50, count: 5 }),
      ],
      'name+value',
    ],
    [
      'a heading below both columns with the text that it stands over',
      [
        ...column('a', { ...LEFT, from: 50 }),
        ...column('b', { ...RIGHT, from: 56 }),
        ...column('heading', { x: 50, width: 90, from: 210, count: 1 }),
        ...column('wide', { x: 50, width: 480, from: 228, count: 3 }),
      ],
      'a b heading+wide',
    ],
    [
      'what stands on the right above both columns first',
      [
        ...column('date', { ...RIGHT, count: 1, from: 20 }),
        ...column('a', { ...LEFT, from: 60 }),
        ...column('b', { ...RIGHT, from: 60 }),
      ],
      'date a b',
    ],
    [
      'cards in rows, row by row',
      [
        ...column('a', { ...LEFT, count: 4, from: 50 }),
        ...column('b', { ...RIGHT, count: 3, from: 50 }),
        ...column('c', { ...LEFT, count: 4, from: 150 }),
        ...column('d', { ...RIGHT, count: 4, from: 150 }),
      ],
      'a b c d',
    ],
  ] as const) {
    it(`reads ${name}`, () => assert.equal(order(pieces), expected))
  }

  it('starts on the right in right-to-left text', () => {
    const pieces = [...column('a', { ...LEFT, from: 50 }), ...column('b', { ...RIGHT, from: 50 })]
    assert.equal(order(pieces, true), 'b a')
  })

  it('does not look for columns among too many elements', () => {
    const narrow = { width: 230, from: 0, count: 6500 }
    const pieces = [...column('a', { x: 50, ...narrow }), ...column('b', { x: 300, ...narrow })]
    assert.equal(readingOrder(pieces, false).length, 1)
  })
})

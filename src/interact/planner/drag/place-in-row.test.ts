import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import { placeInRow } from './place-in-row.ts'

const list = viewOf(
  [0, 1, 2, 3, 4].map((at) => ({ role: 'listitem', box: { x: 10, y: at * 30, width: 130, height: 26 } })),
).elements
const grid = viewOf(
  [0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => ({
    role: 'listitem',
    box: { x: (at % 3) * 50, y: Math.floor(at / 3) * 50, width: 40, height: 40 },
  })),
).elements
const bar = viewOf(
  [0, 1, 2, 3].map((at) => ({ role: 'tab', box: { x: at * 80, y: 0, width: 70, height: 30 } })),
).elements

describe('which place of a list or grid is meant', () => {
  const cases: [string, typeof list, number, string, number | undefined][] = [
    ['an ordinal', list, 0, 'to the 3rd position', 2],
    ['an ordinal as a word', list, 0, 'to the second place', 1],
    ['a number', list, 0, 'to position 4', 3],
    ['the last', list, 0, 'to the last position', 4],
    ['the top', list, 3, 'to the top of the list', 0],
    ['the end', list, 3, 'to the end', 4],
    ['one step down', list, 1, 'down by one position', 2],
    ['a step without a number', list, 1, 'up', 0],
    ['several steps', list, 0, 'down 3 places', 3],
    ['a step beyond the end', list, 4, 'down by one', undefined],
    ['a row up in a grid', grid, 7, 'up by one', 4],
    ['a corner of a grid', grid, 0, 'to the bottom right', 8],
    ['an edge of a grid', grid, 0, 'to the center left', 3],
    ['the middle of a grid', grid, 0, 'to the center', 4],
    ['a column on in a grid', grid, 3, 'right by one', 4],
    ['nothing beside the grid', grid, 3, 'left by one', undefined],
    ['the right end of a bar', bar, 0, 'all the way to the right', 3],
    ['one to the left in a bar', bar, 2, 'left', 1],
    ['words that say no place', list, 0, 'to the attic', undefined],
  ]
  for (const [name, items, from, words, expected] of cases)
    it(name, () => assert.equal(placeInRow(words, from, items), expected))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import type { MadeElement } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { crossing } from './crossing.ts'

const at = (x: number, y: number, width = 60, height = 20) => ({ x, y, width, height })

/** Two switches a row, named by their row only. */
const switches: MadeElement[] = [
  { ref: 'grid', box: at(0, 0, 400, 120) },
  { ref: 'email', parent: 'grid', role: 'text', ownText: 'Email', box: at(200, 0) },
  { ref: 'push', parent: 'grid', role: 'text', ownText: 'Push', box: at(300, 0) },
  ...['Replies', 'Billing'].flatMap((name, row): MadeElement[] => [
    { ref: name, parent: 'grid', role: 'text', ownText: name, box: at(0, 40 + 40 * row) },
    {
      ref: `${name} email`,
      parent: 'grid',
      tag: 'button',
      role: 'switch',
      name,
      clickable: true,
      box: at(200, 40 + 40 * row),
    },
    {
      ref: `${name} push`,
      parent: 'grid',
      tag: 'button',
      role: 'switch',
      name,
      clickable: true,
      box: at(300, 40 + 40 * row),
    },
  ]),
]

/** Seats with their number, the letter of the row in the margin. */
const seats: MadeElement[] = ['A', 'B'].flatMap((letter, row): MadeElement[] => [
  { ref: letter, tag: 'b', role: 'text', ownText: letter, box: at(0, 40 * row, 20) },
  ...[1, 2, 3].map((number): MadeElement => ({
    ref: `${letter}${number}`,
    role: 'text',
    ownText: String(number),
    clickable: true,
    box: at(30 * number, 40 * row, 24),
  })),
])

/** Days side by side, each with its times below. */
const week: MadeElement[] = [
  { ref: 'week', box: at(0, 0, 400, 120) },
  ...['Di, 9.03.', 'Mi, 10.03.', 'Do, 11.03.'].flatMap((day, column): MadeElement[] => [
    { ref: day, parent: 'week', role: 'text', ownText: day, box: at(100 * column, 0, 90) },
    {
      ref: `${day} early`,
      parent: 'week',
      role: 'text',
      ownText: '09:20',
      clickable: true,
      box: at(100 * column, 30, 90),
    },
    {
      ref: `${day} late`,
      parent: 'week',
      role: 'text',
      ownText: '14:00',
      clickable: true,
      box: at(100 * column, 60, 90),
    },
  ]),
]

describe('the cell at a row and a column', () => {
  for (const [name, elements, said, ref] of [
    ['a switch by row and column', switches, 'push for Replies', 'Replies push'],
    ['in the other order', switches, 'Billing push', 'Billing push'],
    ['a seat by its letter and number', seats, 'B3', 'B3'],
    ['a seat said in words', seats, 'row A seat 2', 'A2'],
    ['a time below its day', week, 'Mittwoch, 10.03. um 09:20', 'Mi, 10.03. early'],
    ['a time below its day of the week', week, 'Donnerstag 14:00', 'Do, 11.03. late'],
    ['nothing where a word is left over', switches, 'push for Mentions', undefined],
    ['nothing where a row alone is named', switches, 'Billing', undefined],
    ['nothing where the row does not have it', seats, 'C1', undefined],
  ] as const)
    it(name, () => assert.equal(crossing(said, new PageTree(viewOf(elements)), 'click')?.ref, ref))
})

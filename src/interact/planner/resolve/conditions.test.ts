import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { byCondition, readQuantity, toNumber } from './conditions.ts'

test('reads numbers as they are written', () => {
  for (const [text, value] of [
    ['1,299.50', 1299.5],
    ['1.299,50', 1299.5],
    ['12', 12],
    ['−5', -5],
    ['3,5', 3.5],
    ['1,000', 1000],
  ] as const)
    assert.equal(toNumber(text), value, text)
})

test('reads quantities of a sort', () => {
  for (const [text, about, value] of [
    ['3 nights for $ 240', 'money', 240],
    ['2h 30m', 'duration', 150],
    ['45 min', 'duration', 45],
    ['9:30 PM', 'time', 21 * 60 + 30],
    ['none', 'number', undefined],
  ] as const)
    assert.equal(readQuantity(text, about), value, text)
})

test('tells which entry a superlative means', () => {
  const card = (ref: string, text: string) => [
    { ref, role: 'article', text },
    { ref: `${ref}Buy`, role: 'button', name: 'Buy', parent: ref, clickable: true },
  ]
  const tree = new PageTree(
    viewOf([
      ...card('slow', 'Slow 5h 10m $90'),
      ...card('dear', 'Fast 1h 05m $300'),
      ...card('mid', 'Mid 2h $120'),
    ]),
  )
  const cards = tree.elements.filter((element) => element.role === 'article')
  for (const [condition, ref] of [
    ['cheapest', 'slow'],
    ['with the lowest price', 'slow'],
    ['most expensive', 'dear'],
    ['shortest', 'dear'],
    ['with the longest duration', 'slow'],
  ] as const)
    assert.equal(byCondition(condition, cards, tree)[0]?.ref, ref, condition)
})

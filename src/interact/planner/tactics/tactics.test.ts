import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import type { MadeElement } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { feedbackIn, readRange } from './guess-number.ts'
import { fileMeant } from './in-terminal.ts'
import { marksFor } from './mark-each.ts'
import { shownNumber } from './try-until-fits.ts'
import { turnedDown } from './turn-over.ts'

function pageOf(...elements: MadeElement[]): PageTree {
  return new PageTree(viewOf(elements))
}

test('reads the bounds of a guess', () => {
  for (const [text, least, most] of [
    ['between 0-9', 0, 9],
    ['from 1 to 100', 1, 100],
    ['between 7 and 3', 3, 7],
  ] as const)
    assert.deepEqual(readRange(text), { least, most }, text)
  assert.equal(readRange('the number'), undefined)
})

test('reads on which side of a guess the number lies', () => {
  for (const [said, side] of [
    ['The number is higher than 4.', 'higher'],
    ['The number is lower than 4.', 'lower'],
    ['Too high!', 'lower'],
    ['4 is too small', 'higher'],
    ['The number is lower than 40.', undefined],
    ['Correct!', undefined],
  ] as const)
    assert.equal(feedbackIn(pageOf({ ownText: said }), 4), side, said)
})

test('picks the file that words describe', () => {
  const files = ['notes', 'cat.gif', 'report.pdf', 'old.gif']
  for (const [words, file] of [
    ['ending with the extension .gif', 'cat.gif'],
    ['that has no file extension', 'notes'],
    ['report.pdf', 'report.pdf'],
    ['with the pdf extension', 'report.pdf'],
    ['ending with .png', undefined],
  ] as const)
    assert.equal(fileMeant(files, words), file, words)
})

test('finds for each number the control of its sort beside it', () => {
  const row = (ref: string, number: string): MadeElement[] => [
    { ref, role: 'row', parent: 'all' },
    { ref: `${ref}-odd`, parent: ref, role: 'button', name: 'Odd', clickable: true },
    { ref: `${ref}-number`, parent: ref, ownText: number },
    { ref: `${ref}-even`, parent: ref, role: 'button', name: 'Even', clickable: true },
  ]
  const tree = pageOf({ ref: 'all' }, ...row('first', '-3'), ...row('second', '8'), { ownText: '12' })
  assert.deepEqual(
    marksFor(['odd', 'even'], tree).map(({ control }) => control.ref),
    ['first-odd', 'second-even'],
  )
})

test('reads the number that a page shows', () => {
  assert.equal(shownNumber(pageOf({ ownText: '3' }, { ownText: '−7', look: { fontSize: 40 } })), -7)
  assert.equal(shownNumber(pageOf({ ownText: '-' }, { ownText: '4', clickable: true })), undefined)
})

test('sees what can be turned over', () => {
  const tree = pageOf(
    { ref: 'one', hints: 'card hidden', clickable: true },
    { ref: 'two', hints: 'card hidden', clickable: true },
    { hints: 'card', clickable: true, ownText: '5' },
    { hints: 'card holder' },
  )
  assert.deepEqual(
    turnedDown('card', tree).map(({ ref }) => ref),
    ['one', 'two'],
  )
})

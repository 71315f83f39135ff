import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MadeElement } from '../../../../test/support/views.ts'
import { viewOf } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { codeFields } from './code-boxes.ts'

const field = (ref: string, x: number, y: number, width: number, value = ''): MadeElement => ({
  ref,
  parent: 'form',
  tag: 'input',
  role: 'textbox',
  editable: true,
  value,
  box: { x, y, width, height: 40 },
})

const row = (y: number, width: number, value = '') =>
  [0, 1, 2, 3, 4, 5].map((at) => field(`${y}-${at}`, at * 50, y, width, value))

const foundIn = (elements: MadeElement[]) =>
  codeFields(new PageTree(viewOf([{ ref: 'form' }, ...elements]))).length

test('takes small fields side by side for the boxes of a code', () => {
  assert.equal(foundIn([field('name', 0, 0, 300), ...row(50, 40)]), 6)
  assert.equal(foundIn([field('one', 0, 0, 40), field('two', 0, 50, 40), field('three', 0, 100, 40)]), 0)
  assert.equal(foundIn(row(0, 200)), 0, 'of wide fields each takes a text')
  assert.equal(foundIn(row(0, 40, '250')), 0, 'what holds more than one sign takes a number')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'
import { PageTree, mainRecords } from './page-tree.ts'

const at = (x: number, y: number, width = 60, height = 20) => ({ box: { x, y, width, height } })

test('a part that covers the whole page is a dialog; an open list is not', () => {
  const link = (ref: string, y: number, covered: boolean): TestElement => ({
    ref,
    role: 'link',
    name: ref,
    clickable: true,
    covered,
    ...at(10, y),
  })
  const over = (height: number): TestElement[] => [
    { ref: 'sheet', hints: 'nl wrap', ...at(0, 0, 1280, height) },
    { ref: 'no', parent: 'sheet', role: 'link', name: 'Maybe later', clickable: true, ...at(500, 10) },
  ]
  const sheet = new PageTree(viewOf([link('one', 10, true), link('two', 40, true), ...over(720)]))
  const list = new PageTree(
    viewOf([link('one', 10, true), link('two', 400, false), link('three', 440, false), ...over(60)]),
  )
  assert.deepEqual([sheet.dialog?.ref, list.dialog?.ref], ['sheet', undefined])
})

test('the main list of a page is the one with most text, without its head row', () => {
  const row = (ref: string, role: string): TestElement[] => [
    { ref, parent: 'table', role: 'row', tag: 'tr', text: `${ref} and what it says` },
    { ref: `${ref}-1`, parent: ref, role, ownText: ref },
  ]
  const tree = new PageTree(
    viewOf([
      { ref: 'nav', role: 'navigation' },
      { ref: 'n1', parent: 'nav', role: 'listitem', text: 'A very long name of a place that one can go to' },
      {
        ref: 'n2',
        parent: 'nav',
        role: 'listitem',
        text: 'Another very long name of a place that one can go to',
      },
      { ref: 'table', role: 'table' },
      ...row('head', 'columnheader'),
      ...row('one', 'cell'),
      ...row('two', 'cell'),
    ]),
  )
  assert.deepEqual(
    mainRecords(tree).map(({ ref }) => ref),
    ['one', 'two'],
  )
})

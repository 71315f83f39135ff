import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'
import { changesBetween, PageTree } from './page-tree.ts'

const BOX: TestElement = { ref: 'box', role: 'checkbox', name: 'News', checked: false }

const TOLD: [what: string, after: TestElement[], url: string, told: string | undefined][] = [
  ['nothing', [BOX], '/', undefined],
  ['a new text', [BOX, { ref: 'note', role: 'text', ownText: 'Saved' }], '/', 'the page now shows "Saved"'],
  ['another page', [BOX], '/next', 'the page is now /next'],
  ['a dialog', [BOX, { ref: 'ask', role: 'dialog', name: 'Sure?' }], '/', 'a dialog "Sure?" opened'],
  ['a state', [{ ...BOX, checked: true }], '/', 'the page changed'],
]

test('tells what is different between two looks', () => {
  const before = new PageTree(viewOf([BOX], { url: '/' }))
  for (const [what, after, url, told] of TOLD) {
    const changes = changesBetween(before, new PageTree(viewOf(after, { url })))
    assert.deepEqual(changes, { told, isEffect: told !== undefined }, what)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'
import { PageTree, recordOf } from './page-tree.ts'

const mail = (ref: string, sender: string): TestElement[] => [
  { ref, parent: 'list', hints: 'email thread' },
  { ref: `${ref}-left`, parent: ref, hints: 'email left' },
  { ref: `${ref}-sender`, parent: `${ref}-left`, ownText: sender },
  { ref: `${ref}-subject`, parent: `${ref}-left`, ownText: 'Hello' },
  { ref: `${ref}-actions`, parent: ref, hints: 'email actions' },
  { ref: `${ref}-trash`, parent: `${ref}-actions`, tag: 'span', clickable: true },
  { ref: `${ref}-star`, parent: `${ref}-actions`, tag: 'span', clickable: true },
]

test('takes the whole entry for a record, not a part that is called like its neighbour', () => {
  const tree = new PageTree(viewOf([{ ref: 'list' }, ...mail('one', 'Ann'), ...mail('two', 'Bob')]))
  assert.equal(recordOf(tree.get('two-sender')!, tree)?.ref, 'two')
})

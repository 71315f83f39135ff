import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import type { MadeElement } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { assignAll } from './assign.ts'
import { carryOn } from './carry-on.ts'
import { controlsOf } from './controls.ts'
import { stagesOf } from './onward.ts'
import { segmentsOf } from './segments.ts'

const field = (ref: string, name: string): MadeElement => ({
  ref,
  name,
  tag: 'input',
  role: 'textbox',
  type: 'text',
  value: '',
  editable: true,
  clickable: true,
})

const CASES: [what: string, fields: MadeElement[], sentence: string, values: [string, string][]][] = [
  [
    'a text goes on where what follows is about nothing else',
    [field('note', 'Note'), field('project', 'Project')],
    'note: Lunch with Ana, project Apollo',
    [
      ['note', 'Lunch with Ana'],
      ['project', 'Apollo'],
    ],
  ],
  [
    'an address goes on behind its comma',
    [field('address', 'Your address')],
    'my address is 12 Mill Lane, Leeds',
    [['address', '12 Mill Lane, Leeds']],
  ],
  [
    'several values are put one by one',
    [field('tags', 'Keywords')],
    'set the keywords to carpenter and joiner',
    [
      ['tags', 'carpenter'],
      ['tags', 'joiner'],
    ],
  ],
]

for (const [what, fields, sentence, values] of CASES)
  test(what, () => {
    const controls = controlsOf(new PageTree(viewOf(fields)))
    const parts = segmentsOf(sentence, controls)
    const { plan } = carryOn(parts, assignAll(parts, controls))
    assert.deepEqual(
      plan.map(({ control, value }) => [control.element.ref, value]),
      values,
    )
  })

test('a sentence is cut where it says to go on', () => {
  assert.deepEqual(stagesOf('amount 12, next, project Apollo'), ['amount 12', 'project Apollo'])
  assert.deepEqual(stagesOf('IBAN DE1, dann weiter, Betrag 35'), ['IBAN DE1', 'Betrag 35'])
  assert.deepEqual(stagesOf('the next train'), ['the next train'])
})

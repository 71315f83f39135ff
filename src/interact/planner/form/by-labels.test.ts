import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { readInstruction } from '../language/read-instruction.ts'
import { fieldsByLabels, isOfEachLabel } from './by-labels.ts'

test('pairs fields with what stands beside their labels elsewhere', () => {
  const tree = new PageTree(
    viewOf([
      { ref: 'row', role: 'row', tag: 'tr' },
      { parent: 'row', tag: 'td', role: 'cell', ownText: 'Gender' },
      { parent: 'row', tag: 'td', role: 'cell', ownText: 'Female' },
      { ref: 'line' },
      { parent: 'line', tag: 'label', ownText: 'Gender:' },
      {
        ref: 'gender',
        parent: 'line',
        tag: 'input',
        role: 'textbox',
        name: 'Gender:',
        editable: true,
        value: '',
      },
      { tag: 'input', role: 'textbox', name: 'Age', editable: true, value: '' },
    ]),
  )
  assert.deepEqual(
    fieldsByLabels(tree).map(({ field, text }) => [field.ref, text]),
    [['gender', 'Female']],
  )
})

test('knows that each label is meant', () => {
  const value = (text: string) => {
    const [step] = readInstruction(text)
    return step?.do === 'fill' && isOfEachLabel(step.value)
  }
  assert.equal(value('Enter the value that corresponds with each label into the form'), true)
  assert.equal(value('Enter the value of Gender into the text field'), false)
})

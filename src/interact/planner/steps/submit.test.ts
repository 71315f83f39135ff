import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { calledSo, nearestAlone, submitButton } from './submit.ts'

const button = (ref: string, name: string, parent?: string) => ({
  ref,
  name,
  role: 'button',
  tag: 'button',
  clickable: true,
  ...(parent && { parent }),
})
const page = new PageTree(
  viewOf([
    { ref: 'row' },
    { ref: 'field', parent: 'row', tag: 'input', role: 'textbox', editable: true },
    button('find', 'Rechercher', 'row'),
    button('delivery', 'Continue to delivery'),
    button('order', 'Place order'),
    button('all', 'Unsubscribe from all'),
  ]),
)

describe('the button that is meant', () => {
  for (const [said, ref] of [
    ['continue to delivery', 'delivery'],
    ['place the order', 'order'],
    ['Unsubscribe from all emails, reason: too many', 'all'],
    ['continue', undefined],
    ['place the order for two lamps', undefined],
  ] as const)
    it(`${said} is ${ref ?? 'none'}`, () => assert.equal(calledSo(said, page)?.ref, ref))

  it('is the only one beside the field', () => {
    assert.equal(nearestAlone(page.get('field')!, page)?.ref, 'find')
  })

  it('is a thing that is clicked and called so', () => {
    const plain = new PageTree(viewOf([{ ref: 'go', name: 'Submit', clickable: true }]))
    assert.equal(submitButton(plain, undefined)?.ref, 'go')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageAction } from '../../browser/browser.ts'
import { button, field, viewOf } from '../../../test/support/views.ts'
import { CommandError, createGuards } from './driver.ts'
import { PageTree } from './page-tree.ts'

const NAMES = [
  'Place order',
  'Order history',
  'Delete',
  'Delete account',
  'Send',
  'Save',
  'Save draft',
  'Buy now',
  'Newsletter',
  'Subscribe',
]
const tree = new PageTree(
  viewOf([
    ...NAMES.map((name) => button(name, name)),
    { ref: 'form', role: 'form', tag: 'form' },
    field('mail', 'E-mail', { parent: 'form' }),
    { ...field('note', 'Note', { parent: 'form' }), tag: 'textarea' },
    button('go', 'Go', { parent: 'form', type: 'submit' }),
    field('search', 'Search'),
  ]),
)

function isRefused(forbidden: readonly string[], deed: PageAction): boolean {
  try {
    createGuards(forbidden).assertAllowed(deed, tree)
    return false
  } catch (error) {
    assert.ok(error instanceof CommandError)
    return true
  }
}

const click = (ref: string): PageAction => ({ do: 'click', ref })

describe('a guard', () => {
  const cases: [forbidden: string, refused: string[], allowed: string[]][] = [
    ['place the order', ['Place order'], ['Order history', 'Save']],
    ['click Delete', ['Delete', 'Delete account'], ['Save', 'Send']],
    ['delete anything', ['Delete', 'Delete account'], ['Save']],
    ['press the "Send" button', ['Send'], ['Save', 'Subscribe']],
    ['buy it', ['Buy now'], ['Place order', 'Save']],
    ['submit', ['go'], ['Save', 'Newsletter']],
    ['send it yet', ['Send', 'go'], ['Save draft']],
    ['subscribing to anything', ['Subscribe'], ['Newsletter']],
    ['delete anything else', [], ['Delete']],
    ['touch the other entries', [], ['Delete', 'Save']],
  ]
  for (const [forbidden, refused, allowed] of cases)
    it(`against "${forbidden}" refuses ${refused.join(', ') || 'nothing'}`, () => {
      for (const ref of refused) assert.equal(isRefused([forbidden], click(ref)), true, ref)
      for (const ref of allowed) assert.equal(isRefused([forbidden], click(ref)), false, ref)
    })

  it('refuses Enter in a field of a form that must not be sent', () => {
    const enter = (ref: string, key = 'Enter'): PageAction => ({ do: 'press', key, ref })
    assert.deepEqual(
      [enter('mail'), enter('note'), enter('search'), enter('mail', 'Tab')].map((deed) =>
        isRefused(['submit the form'], deed),
      ),
      [true, false, false, false],
    )
  })

  it('refuses nothing else than presses', () => {
    const deeds: PageAction[] = [
      { do: 'fill', ref: 'mail', value: 'delete' },
      { do: 'hover', ref: 'Delete' },
      { do: 'wait', ms: 1 },
    ]
    for (const deed of deeds) assert.equal(isRefused(['click Delete', 'submit'], deed), false, deed.do)
  })

  it('names the control and the words of the instruction', () => {
    assert.throws(
      () => createGuards(['click Delete.']).assertAllowed(click('Delete'), tree),
      /the button "Delete" was not pressed: the instruction says not to click Delete\./,
    )
  })
})

import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import type { MadeElement } from '../../../../test/support/views.ts'
import { viewOf } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import type { Target } from '../step.ts'
import { resolve, resolveAll, SURE } from './resolve.ts'
import type { Use } from './resolve.ts'

const button = (name: string, more: MadeElement = {}): MadeElement => ({
  role: 'button',
  tag: 'button',
  name,
  clickable: true,
  ...more,
})
const field = (name: string, more: MadeElement = {}): MadeElement => ({
  role: 'textbox',
  tag: 'input',
  type: 'text',
  name,
  text: '',
  value: '',
  editable: true,
  clickable: true,
  ...more,
})
const at = (x: number, y: number): MadeElement => ({ box: { x, y, width: 80, height: 20 } })

const SHOP: MadeElement[] = [
  { ref: 'page', role: 'generic', text: 'Search Anna Delete Bob Delete Save Save as' },
  button('Search', { ref: 'search', parent: 'page', ...at(0, 0) }),
  { ref: 'list', role: 'list', tag: 'ul', parent: 'page', text: 'Anna Delete Bob Delete' },
  { ref: 'anna', role: 'listitem', tag: 'li', parent: 'list', text: 'Anna Delete', ...at(0, 40) },
  { ref: 'annaName', role: 'text', parent: 'anna', ownText: 'Anna', ...at(0, 40) },
  button('Delete', { ref: 'annaDelete', parent: 'anna', ...at(100, 40) }),
  { ref: 'bob', role: 'listitem', tag: 'li', parent: 'list', text: 'Bob Delete', ...at(0, 80) },
  { ref: 'bobName', role: 'text', parent: 'bob', ownText: 'Bob', ...at(0, 80) },
  button('Delete', { ref: 'bobDelete', parent: 'bob', ...at(100, 80) }),
  field('E-mail address', { ref: 'mail', parent: 'page', hints: 'email', ...at(0, 120) }),
  field('', { ref: 'second', parent: 'page', placeholder: 'Your city', ...at(0, 160) }),
  button('', {
    ref: 'trash',
    parent: 'page',
    hints: 'icon trash',
    ...at(300, 120),
    look: { background: '#ff0000' },
  }),
  button('Save', { ref: 'save', parent: 'page', ...at(0, 200), look: { background: '#00aa00' } }),
  button('Save as', { ref: 'saveAs', parent: 'page', ...at(100, 200) }),
  {
    ref: 'circle',
    role: 'graphics-symbol',
    tag: 'circle',
    parent: 'page',
    look: { shape: 'circle', color: '#0000ff' },
    ...at(400, 10),
  },
]

const target = (more: Partial<Target>): Target => ({ words: '', quoted: false, ...more })

const MEANT: [what: string, target: Target, use: Use, ref: string | undefined][] = [
  ['a name', target({ words: 'Save', kind: 'button' }), 'click', 'save'],
  ['a longer name', target({ words: 'save as' }), 'click', 'saveAs'],
  ['a name in other case, quoted', target({ words: 'SEARCH', quoted: true }), 'click', 'search'],
  [
    'another name of the same thing',
    target({ words: 'remove', relations: [{ how: 'in', target: target({ words: 'Bob', kind: 'row' }) }] }),
    'click',
    'bobDelete',
  ],
  [
    'the row of somebody',
    target({ words: 'Delete', relations: [{ how: 'in', target: target({ words: 'Bob', kind: 'row' }) }] }),
    'click',
    'bobDelete',
  ],
  [
    'near somebody',
    target({ words: 'Delete', relations: [{ how: 'near', target: target({ words: 'Anna' }) }] }),
    'click',
    'annaDelete',
  ],
  ['an ordinal', target({ kind: 'button', words: 'Delete', ordinal: 2 }), 'click', 'bobDelete'],
  ['the last one', target({ kind: 'textbox', ordinal: -1 }), 'edit', 'second'],
  ['a label in other words', target({ words: 'email' }), 'edit', 'mail'],
  ['a placeholder', target({ words: 'city' }), 'edit', 'second'],
  ['a hint alone', target({ words: 'trash', kind: 'icon' }), 'click', 'trash'],
  ['a colour', target({ kind: 'button', traits: ['green'] }), 'click', 'save'],
  ['a shape', target({ traits: ['blue', 'circle'] }), 'click', 'circle'],
  [
    'below something',
    target({ kind: 'textbox', relations: [{ how: 'below', target: target({ words: 'E-mail address' }) }] }),
    'edit',
    'second',
  ],
  [
    'an entry of somebody',
    target({ kind: 'message', relations: [{ how: 'of', target: target({ words: 'Bob' }) }] }),
    'any',
    'bob',
  ],
  ['nothing of the name', target({ words: 'Checkout', quoted: true }), 'click', undefined],
  [
    'nothing in a row that is not there',
    target({ words: 'Delete', relations: [{ how: 'in', target: target({ words: 'Carol', kind: 'row' }) }] }),
    'click',
    undefined,
  ],
]

test('finds what a description means', () => {
  const tree = new PageTree(viewOf(SHOP))
  for (const [what, wanted, use, ref] of MEANT) {
    const [best] = resolve(wanted, tree, use)
    assert.equal(best && best.score >= SURE ? best.element.ref : undefined, ref, what)
  }
})

test('finds all things of a name, in the order of the page', () => {
  const tree = new PageTree(viewOf(SHOP))
  const found = resolveAll(target({ words: 'Delete', all: true }), tree, 'click')
  assert.deepEqual(
    found.map((element) => element.ref),
    ['annaDelete', 'bobDelete'],
  )
})

test('prefers the dialog on top, and what is enabled', () => {
  const tree = new PageTree(
    viewOf([
      button('OK', { ref: 'under' }),
      { ref: 'dialog', role: 'dialog', text: 'Sure? OK OK' },
      button('OK', { ref: 'off', parent: 'dialog', disabled: true }),
      button('OK', { ref: 'on', parent: 'dialog' }),
    ]),
  )
  assert.equal(resolve(target({ words: 'OK' }), tree, 'click')[0]?.element.ref, 'on')
})

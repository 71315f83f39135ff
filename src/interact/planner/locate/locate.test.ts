import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { button, field, viewOf } from '../../../../test/support/views.ts'
import type { TestElement } from '../../../../test/support/views.ts'
import { PageTree } from '../page-tree.ts'
import type { Target } from '../parse/command.ts'
import { mask } from '../parse/vocabulary.ts'
import { readTargets } from '../parse/targets.ts'
import { isPressable } from '../commands/press.ts'
import { locate } from './locate.ts'
import { locateByVerb } from './locate-by-verb.ts'

const link = (ref: string, name: string, more: TestElement = {}): TestElement => ({
  ref,
  name,
  role: 'link',
  tag: 'a',
  href: `https://shop.example/${ref}`,
  clickable: true,
  ...more,
})
const rows = (names: readonly string[], actions: readonly string[]): TestElement[] => [
  { ref: 'list', role: 'list', tag: 'ul' },
  ...names.flatMap((name): TestElement[] => [
    { ref: name, role: 'listitem', tag: 'li', parent: 'list', text: `${name} ${actions.join(' ')}` },
    { ref: `${name}-name`, role: 'text', tag: 'span', parent: name, ownText: name },
    ...actions.map((action) => button(`${name}-${action}`, action, { parent: name })),
  ]),
]
const section = (ref: string, title: string, ...inside: TestElement[]): TestElement[] => [
  { ref, role: 'region', tag: 'section', name: title, text: title },
  { ref: `${ref}-head`, role: 'heading', tag: 'h2', ownText: title, parent: ref },
  ...inside.map((element) => ({ parent: ref, ...element })),
]
const dialog = (ref: string, name: string, ...inside: TestElement[]): TestElement[] => [
  { ref, role: 'dialog', name },
  ...inside.map((element) => ({ parent: ref, ...element })),
]

/** What a description finds on a page, in short: its ref, `ambiguous: …` or `missing`. */
function found(phrase: string, page: readonly TestElement[], last?: string): string {
  const tree = new PageTree(viewOf(page))
  const masked = mask(phrase)
  const targets = readTargets(masked.text, masked)
  return short(locate(targets, { tree, isCandidate: isPressable, last: tree.get(last) }))
}

function short(located: ReturnType<typeof locate>): string {
  if (located.state === 'found') return located.element.ref
  return located.state === 'missing'
    ? 'missing'
    : `ambiguous: ${located.elements.map(({ ref }) => ref).join(' ')}`
}

const people = rows(['Ann', 'Bob', 'Cleo'], ['Edit', 'Remove'])
const addresses = [
  ...section('billing', 'Billing address', button('b-edit', 'Edit')),
  ...section('shipping', 'Shipping address', button('s-edit', 'Edit')),
]

const CASES: [what: string, phrase: string, page: TestElement[], result: string][] = [
  ['finds a name', '"Save"', [button('a', 'Save'), button('b', 'Cancel')], 'a'],
  ['finds a name in other letters', 'SAVE', [button('a', 'Save')], 'a'],
  ['prefers the exact name', 'Save', [button('a', 'Save as'), button('b', 'Save')], 'b'],
  ['finds a title', 'Close', [button('a', '', { title: 'Close' })], 'a'],
  ['finds a placeholder', 'Your city', [field('a', '', { placeholder: 'Your city' })], 'a'],
  ['finds part of a name', 'cart', [link('a', 'Cart (3)'), link('b', 'Shop')], 'a'],
  ['misses a name that is not there', '"Glossary"', [button('a', 'Save')], 'missing'],
  ['misses other words in quotes', '"saved items"', [link('a', 'Items you have saved')], 'missing'],
  [
    'misses a name that merely has a word of it',
    'Save and send the report',
    [button('a', 'Save')],
    'missing',
  ],
  [
    'misses an element without a box',
    'Save',
    [button('a', 'Save', { box: { x: 0, y: 0, width: 0, height: 0 } })],
    'missing',
  ],
  ['names two of the same name', 'Edit', [button('a', 'Edit'), button('b', 'Edit')], 'ambiguous: a b'],
  [
    'names all that are as near',
    'Name',
    [field('a', 'First name'), field('b', 'Last name')],
    'ambiguous: a b',
  ],
  [
    'takes links to the same page for one',
    'Shop',
    [link('a', 'Shop'), link('b', 'Shop', { href: 'https://shop.example/a' })],
    'a',
  ],
  [
    'counts from the front',
    'second Edit',
    [button('a', 'Edit'), button('b', 'Edit'), button('c', 'Edit')],
    'b',
  ],
  ['counts from the back', 'last "Edit" button', [button('a', 'Edit'), button('b', 'Edit')], 'b'],
  ['misses a number that is too high', 'third "Edit"', [button('a', 'Edit'), button('b', 'Edit')], 'missing'],
  ['lets the kind decide', 'Shop button', [link('a', 'Shop'), button('b', 'Shop')], 'b'],
  ['lets the other kind decide', 'Shop link', [link('a', 'Shop'), button('b', 'Shop')], 'a'],
  [
    'lets a tab be a tab',
    'Reviews tab',
    [link('a', 'Reviews'), button('b', 'Reviews', { role: 'tab' })],
    'b',
  ],
  [
    'finds the only one of a kind',
    'the slider',
    [button('a', 'Save'), { ref: 'b', role: 'slider', name: 'Volume', clickable: true }],
    'b',
  ],
  ['finds what is in the row of a name', '"Remove" next to "Bob"', people, 'Bob-Remove'],
  ['finds what is in the row, said in words', 'Edit button in the row of Cleo', people, 'Cleo-Edit'],
  ['finds what is for a name', 'Remove for Ann', people, 'Ann-Remove'],
  ['names the rows where no row is said', 'Remove', people, 'ambiguous: Ann-Remove Bob-Remove Cleo-Remove'],
  ['misses a row that is not there', '"Remove" next to "Dora"', people, 'missing'],
  [
    'misses what the row does not have',
    '"Archive" next to "Bob"',
    [...people, button('x', 'Archive')],
    'missing',
  ],
  ['finds what is in a section', 'Edit under Shipping address', addresses, 's-edit'],
  ['finds what is in a quoted section', '"Edit" in "Billing address"', addresses, 'b-edit'],
  [
    'prefers the dialog on top',
    'Save',
    [button('a', 'Save'), ...dialog('d', 'Settings', button('b', 'Save'))],
    'b',
  ],
  [
    'finds the only link of an entry',
    'first result',
    [
      { ref: 'l', role: 'list', tag: 'ul' },
      ...['Lamp', 'Desk'].flatMap((name): TestElement[] => [
        { ref: name, role: 'listitem', tag: 'li', parent: 'l', text: name },
        link(`${name}-link`, name, { parent: name }),
      ]),
    ],
    'Lamp-link',
  ],
]

describe('locating an element', () => {
  for (const [what, phrase, page, result] of CASES)
    it(`${what}: ${phrase}`, () => assert.equal(found(phrase, page), result))

  it('prefers the form of the last command', () => {
    const page = [
      { ref: 'f1', role: 'form', tag: 'form' },
      field('one', 'Mail', { parent: 'f1' }),
      button('go1', 'Send', { parent: 'f1' }),
      { ref: 'f2', role: 'form', tag: 'form' },
      field('two', 'Phone', { parent: 'f2' }),
      button('go2', 'Send', { parent: 'f2' }),
    ]
    assert.deepEqual([found('Send', page, 'two'), found('Send', page)], ['go2', 'ambiguous: go1 go2'])
  })

  it('tells the names that come near', () => {
    const tree = new PageTree(viewOf([button('a', 'Save draft'), button('b', 'Help')]))
    const targets: Target[] = [{ name: 'Save the whole project' }]
    assert.deepEqual(locate(targets, { tree, isCandidate: isPressable }), {
      state: 'missing',
      near: ['Save draft'],
    })
  })
})

describe('locating a control by its verb', () => {
  const cart = [...rows(['Mug', 'Lamp'], ['Remove']), button('buy', 'Buy now')]
  const cases: [verb: string, object: string, page: TestElement[], result: string][] = [
    ['save', 'the changes', [button('a', 'Save'), button('b', 'Discard')], 'a'],
    ['save', 'the changes', [button('a', 'Save changes'), button('b', 'Save as template')], 'a'],
    ['remove', 'the mug', cart, 'Mug-Remove'],
    ['remove', 'the kettle', cart, 'missing'],
    ['remove', '', cart, 'ambiguous: Mug-Remove Lamp-Remove'],
    ['order', 'the mug', cart, 'missing'],
    ['archive', 'the lamp', cart, 'missing'],
    [
      'submit',
      'the form',
      [{ ref: 'f', tag: 'form' }, button('a', 'Go', { parent: 'f', type: 'submit' })],
      'a',
    ],
    [
      'send',
      'the report',
      [{ ref: 'f', tag: 'form' }, button('a', 'Delete report', { parent: 'f', type: 'submit' })],
      'missing',
    ],
  ]
  for (const [verb, object, page, result] of cases)
    it(`${verb} ${object}: ${result}`, () => {
      const tree = new PageTree(viewOf(page))
      const targets = object === '' ? [] : readTargets(object, mask(object))
      assert.equal(short(locateByVerb(verb, targets, { tree, last: undefined })), result)
    })
})
